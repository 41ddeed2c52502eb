// SPDX-License-Identifier: MIT
// The problems, a row each in multiplayer.def, enet.def, netfox.def and rollback.def, and their kinds in kinds.def.
// Expert information, values of `godot.problem`, the table of problems and the report's remedies use these rows.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace godot::analysis::problems {

/// Problems of a message of the multiplayer. Remarks (without a kind) come after problems.
enum class Multiplayer : std::uint8_t {
#define GODOT_PROBLEM(id, ...) id,
#define GODOT_REMARK(id, ...) id,
#include "analysis/problems/multiplayer.def"
  count_,
};

/// Problems reported by ENet.
enum class Enet : std::uint8_t {
#define GODOT_PROBLEM(id, ...) id,
#define GODOT_REMARK(id, ...) id,
#include "analysis/problems/enet.def"
  count_,
};

/// Data that netfox drops or cannot use.
enum class Netfox : std::uint8_t {
#define GODOT_PROBLEM(id, ...) id,
#define GODOT_REMARK(id, ...) id,
#include "analysis/problems/netfox.def"
  count_,
};

/// What goes wrong with godot-rollback-netcode.
enum class Rollback : std::uint8_t {
#define GODOT_PROBLEM(id, ...) id,
#define GODOT_REMARK(id, ...) id,
#include "analysis/problems/rollback.def"
  count_,
};

/// As in Wireshark; the enumerators have the names of its constants.
enum class Severity : std::uint8_t { CHAT, NOTE, WARN };

/// All texts are static.
struct Row {
  const char* kind;     ///< the value of `godot.problem`; null: a remark, which is not counted
  const char* filter;   ///< of its expert information
  const char* page;     ///< heading on docs/problem-details.md
  const char* cause;    ///< as the table of problems has it
  const char* remedy;   ///< null: that of its kind
  const char* summary;  ///< of its expert information
  Severity severity;

  /// That of its kind, if it has none of its own; null: a remark.
  [[nodiscard]] const char* what_to_do() const noexcept;
};

[[nodiscard]] const Row& row(Multiplayer problem) noexcept;
[[nodiscard]] const Row& row(Enet problem) noexcept;
[[nodiscard]] const Row& row(Netfox problem) noexcept;
[[nodiscard]] const Row& row(Rollback problem) noexcept;

/// A word or two for the packet list: "refused" for not_allowed. Null for null.
[[nodiscard]] const char* word_of(const char* kind) noexcept;

/// How severe a problem is; of unknown ones: a warning.
[[nodiscard]] Severity severity_of(std::string_view kind, std::string_view cause) noexcept;

/// The remedy for tables and the report; null: no such problem.
[[nodiscard]] const char* remedy_of(std::string_view kind, std::string_view cause) noexcept;

}  // namespace godot::analysis::problems
