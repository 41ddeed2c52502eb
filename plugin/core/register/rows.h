// SPDX-License-Identifier: GPL-2.0-or-later
// Derived fields (analysis/derived/row.h), and expert information beside that of the codec's catalogue. Each protocol
// has its own rows (derived.def, experts.def), which its derived.h declares by core/register/rows.inc. A new row
// changes one file.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "analysis/derived/row.h"
#include "plugin/core/epan/bridge.h"

namespace godot::plugin {

/// Expert information that the plugin adds.
struct ExpertRow {
  const char* filter;
  int group;
  int severity;
  const char* text;
};

/// Registers a row with the protocol of its filter name. The pointers must stay valid as long as Wireshark runs.
void register_row(const analysis::DerivedRow& row, int* field, int* subtree);
void register_row(const ExpertRow& row, expert_field* field);

/// An enum of rows: of derived fields, or of expert information.
template <class Id>
concept RowId = std::is_enum_v<Id> && requires {
  Id::count_;
};

/// Wireshark's ids of the rows of one enum.
template <analysis::DerivedId Id>
struct RegisteredFields {
  static constexpr auto count = static_cast<std::size_t>(Id::count_);
  static inline std::array<int, count> fields;
  static inline std::array<int, count> subtrees;
};
template <RowId Id>
struct RegisteredExperts {
  static constexpr auto count = static_cast<std::size_t>(Id::count_);
  static inline std::array<expert_field, count> experts;

  static void register_all(const std::array<ExpertRow, count>& rows) {
    for (std::size_t i = 0; i < count; ++i) register_row(rows[i], &experts[i]);
  }
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
template <RowId Id>
[[nodiscard]] expert_field* expert(Id id) noexcept {
  return &RegisteredExperts<Id>::experts[static_cast<std::size_t>(id)];
}

template <analysis::DerivedId Id>
void register_rows_of(Id any) {
  using Registered = RegisteredFields<Id>;
  for (std::size_t i = 0; i < Registered::count; ++i)
    register_row(rows_of(any)[i], &Registered::fields[i], &Registered::subtrees[i]);
}

/// Registers the rows of these enums. The protocols must be registered before.
template <RowId... Ids>
void register_rows() {
  (register_rows_of(Ids{}), ...);
}

}  // namespace godot::plugin
