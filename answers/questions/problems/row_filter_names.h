// SPDX-License-Identifier: MIT
// The row of the table of problems to which a problem belongs, and its name, by which the row's filter finds its
// packets.
#pragma once

#include <compare>
#include <cstdint>
#include <string>

#include "analysis/facts/facts.h"
#include "base/arena.h"

namespace godot::analysis::problems {

/// Texts are interned or static: equal ones are one pointer.
struct ProblemRow {
  const char* kind = nullptr;
  const char* cause = nullptr;
  const char* node = nullptr;
  const char* member = nullptr;
  std::int32_t source = 0;  ///< peer ids, as in facts::Route
  std::int32_t target = 0;
  bool to_all = false;     ///< a client's call to all, on its way to the server
  bool passed_on = false;  ///< a call that the server relays, on its way to the receiver
  bool mirrored = false;   ///< recorded by a game's mirror

  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 sees a 0 in it
  [[nodiscard]] auto operator<=>(const ProblemRow&) const noexcept = default;
};

/// The peers of an item's problem.
[[nodiscard]] const facts::Route& route_of(const facts::Problem& problem, const facts::Item* item) noexcept;

/// Who sent and who gets what has the problem, and their names; null: only the ids are known.
struct Ends {
  std::int32_t source = 0;  ///< peer ids, as in facts::Route
  std::int32_t target = 0;
  const char* source_name = nullptr;
  const char* target_name = nullptr;
  bool to_all = false;  ///< a client's call to all, on its way to the server
};
[[nodiscard]] Ends ends_of(const facts::Problem& problem, const facts::Route& route) noexcept;

/// The row of an item's problem. `item`: null: the problem is the datagram's.
[[nodiscard]] ProblemRow row_of(const facts::Problem& problem, const facts::Item* item, bool is_mirrored) noexcept;

/// True if each hop of a relayed call has the problem.
[[nodiscard]] bool is_of_call(const facts::Problem& problem) noexcept;

/// The value of `godot.problem.row`: "not_allowed: the caller may not call the method: Main/Player.move, 7 to 1".
[[nodiscard]] std::string name(const ProblemRow& row);
[[nodiscard]] const char* name(const ProblemRow& row, const Arena& arena);

}  // namespace godot::analysis::problems
