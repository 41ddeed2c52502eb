// SPDX-License-Identifier: GPL-2.0-or-later
// Fields and expert information that the plugin adds to what the codec's catalogue has: numbers of conversations, links
// between frames, times. Each protocol has its own rows (generated.def, experts.def), which its generated.h declares by
// core/register/rows.inc. A new row changes one file.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "plugin/core/epan/bridge.h"

namespace godot::plugin {

/// A field that the plugin adds.
struct GeneratedRow {
  const char* filter;
  enum ftenum type;
  int display;
  const void* strings;
  const char* title;
  const char* blurb;
};

/// Expert information that the plugin adds.
struct ExpertRow {
  const char* filter;
  int group;
  int severity;
  const char* text;
};

/// Registers a row with the protocol of its filter name. The pointers must stay valid as long as Wireshark runs.
void register_row(const GeneratedRow& row, int* field, int* subtree);
void register_row(const ExpertRow& row, expert_field* field);

/// An enum declared by core/register/rows.inc: one enumerator for each row.
template <class Id>
concept RowId = std::is_enum_v<Id> && requires {
  Id::count_;
};

/// Wireshark's ids of the rows of one enum.
template <RowId Id>
struct RegisteredFields {
  static constexpr auto count = static_cast<std::size_t>(Id::count_);
  static inline std::array<int, count> fields;
  static inline std::array<int, count> subtrees;

  static void register_all(const std::array<GeneratedRow, count>& rows) {
    for (std::size_t i = 0; i < count; ++i) register_row(rows[i], &fields[i], &subtrees[i]);
  }
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
template <RowId Id>
[[nodiscard]] int header_field(Id id) noexcept {
  return RegisteredFields<Id>::fields[static_cast<std::size_t>(id)];
}
template <RowId Id>
[[nodiscard]] int subtree(Id id) noexcept {
  return RegisteredFields<Id>::subtrees[static_cast<std::size_t>(id)];
}
template <RowId Id>
[[nodiscard]] expert_field* expert(Id id) noexcept {
  return &RegisteredExperts<Id>::experts[static_cast<std::size_t>(id)];
}

/// Found by the enum's namespace, or specialised for an enum of another.
template <class Id>
void register_rows_of(Id any);

/// Registers the rows of these enums, which core/register/rows.inc has declared. The protocols must be registered
/// before.
template <RowId... Ids>
void register_rows() {
  (register_rows_of(Ids{}), ...);
}

}  // namespace godot::plugin
