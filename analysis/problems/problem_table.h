// SPDX-License-Identifier: MIT
// The problems, a row each in multiplayer.def, enet.def and the problems.def of libraries of games; their kinds in
// problem_kinds.def.
// Expert information, values of `godot.problem`, the table of problems and the report's remedies use these rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace godot::analysis::problems {

/// As in Wireshark; the enumerators have the names of its constants.
enum class Severity : std::uint8_t { CHAT, NOTE, WARN };
enum class Group : std::uint8_t { PROTOCOL, SEQUENCE, UNDECODED };

/// All texts are static.
struct ProblemInfo {
  const char* kind;     ///< the value of `godot.problem`; null: a remark, which is not counted
  const char* filter;   ///< of its expert information
  const char* page;     ///< heading on a page of docs/problems; a library of games: or on its own page
  const char* cause;    ///< as the table of problems has it
  const char* remedy;   ///< where no message has its own
  const char* summary;  ///< of its expert information
  Group group;
  Severity severity;
  bool leaves_open = false;  ///< a remark: whether the receiver takes the message is not known
};

/// A row of this type from one in a file.
#define GODOT_ROW_OF_PROBLEM(id, part, check, kind, filter, group, severity, page, summary, cause, remedy) \
  {#kind, filter, page, cause, remedy, summary, Group::group, Severity::severity},
#define GODOT_ROW_OF_REMARK(id, part, check, filter, group, severity, page, summary) \
  {nullptr, filter, page, nullptr, nullptr, summary, Group::group, Severity::severity},
#define GODOT_ROW_OF_OPEN(id, part, check, filter, group, severity, page, summary) \
  {nullptr, filter, page, nullptr, nullptr, summary, Group::group, Severity::severity, true},

/// The rows of all files.
[[nodiscard]] std::span<const ProblemInfo> all_rows() noexcept;

/// A word or two for the packet list: "not allowed" for not_allowed. Null for null.
[[nodiscard]] const char* word_of(const char* kind) noexcept;

/// How severe a problem is; of unknown ones: a warning.
[[nodiscard]] Severity severity_of(std::string_view kind, std::string_view cause) noexcept;

/// The remedy of its row, where no message has its own; null: no such problem.
[[nodiscard]] const char* remedy_of(std::string_view kind, std::string_view cause) noexcept;

}  // namespace godot::analysis::problems

// Problems of a message of the multiplayer: problems::Multiplayer.
#define GODOT_PROBLEMS Multiplayer
#define GODOT_PROBLEMS_ROWS "analysis/problems/multiplayer.def"
#include "analysis/problems/rows.inc"

// Problems reported by ENet: problems::Enet.
#define GODOT_PROBLEMS Enet
#define GODOT_PROBLEMS_ROWS "analysis/problems/enet.def"
#include "analysis/problems/rows.inc"
