// SPDX-License-Identifier: GPL-2.0-or-later
// Registers the analysis's rows of derived fields (analysis/derived/row.h), expert information
// (analysis/derived/expert.h) and problems (analysis/problems/problem_table.h), beside those of the codec's catalogue.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>

#include "analysis/derived/expert.h"
#include "analysis/derived/row.h"
#include "analysis/problems/problem_table.h"
#include "plugin/core/epan/bridge.h"

namespace godot::plugin {

/// Registers a row with the protocol of its filter name. The pointers must stay valid as long as Wireshark runs.
void register_row(const analysis::DerivedRow& row, int* field, int* subtree);
void register_row(const analysis::ExpertRow& row, expert_field* field);
/// A problem says what it is, and what to do, because the window's list shows it for all packets together.
void register_row(const analysis::problems::ProblemInfo& row, expert_field* field);

/// An enumeration of problems.
template <class Id>
concept ProblemId = requires(Id id) {
  { row(id) } -> std::same_as<const analysis::problems::ProblemInfo&>;
};

/// Wireshark's ids of the rows of one enumeration.
template <analysis::DerivedId Id>
struct RegisteredFields {
  static constexpr auto count = static_cast<std::size_t>(Id::count_);
  static inline std::array<int, count> fields;
  static inline std::array<int, count> subtrees;
};
template <class Id>
struct RegisteredExperts {
  static constexpr auto count = static_cast<std::size_t>(Id::count_);
  static inline std::array<expert_field, count> experts;
};

/// A row's field, subtree and expert information; valid once the rows are registered.
template <analysis::DerivedId Id>
[[nodiscard]] int header_field(Id id) noexcept {
  return RegisteredFields<Id>::fields[static_cast<std::size_t>(id)];
}
template <analysis::DerivedId Id>
[[nodiscard]] int subtree(Id id) noexcept {
  return RegisteredFields<Id>::subtrees[static_cast<std::size_t>(id)];
}
template <class Id>
requires analysis::ExpertId<Id> || ProblemId<Id>
[[nodiscard]] expert_field* expert(Id id) noexcept {
  return &RegisteredExperts<Id>::experts[static_cast<std::size_t>(id)];
}

template <class Id>
void register_row(Id id) {
  const auto i = static_cast<std::size_t>(id);
  if constexpr (analysis::DerivedId<Id>)
    register_row(analysis::derived_row(id), &RegisteredFields<Id>::fields[i], &RegisteredFields<Id>::subtrees[i]);
  else if constexpr (analysis::ExpertId<Id>) register_row(analysis::expert_row(id), &RegisteredExperts<Id>::experts[i]);
  else register_row(row(id), &RegisteredExperts<Id>::experts[i]);
}

/// Registers the rows of these enumerations. The protocols must be registered before.
template <class... Ids>
void register_rows() {
  const auto all = [](auto end) {
    for (std::size_t i = 0; i != static_cast<std::size_t>(end); ++i) register_row(static_cast<decltype(end)>(i));
  };
  (all(Ids::count_), ...);
}

}  // namespace godot::plugin
