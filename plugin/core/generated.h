// SPDX-License-Identifier: GPL-2.0-or-later
// What only the plugin can know, because it remembers: numbers of conversations, links between frames, times. Each
// protocol has its own rows (generated.def, experts.def) and enums for them (generated.h), so that a new row concerns
// nobody else; the codec's catalogue has the rest.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "plugin/core/bridge.h"

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

/// Registers a row with the protocol that its filter name says. What the pointers refer to must outlive Wireshark.
void register_row(const GeneratedRow& row, int* field, int* subtree);
void register_row(const ExpertRow& row, expert_field* field);

/// A protocol's fields, and what Wireshark calls them.
template <class Id>
class GeneratedFields {
 public:
  static constexpr auto count = static_cast<std::size_t>(Id::count_);

  void register_all(const std::array<GeneratedRow, count>& rows) {
    for (std::size_t i = 0; i < count; ++i) register_row(rows[i], &fields_[i], &subtrees_[i]);
  }
  [[nodiscard]] int header_field(Id id) const noexcept { return fields_[static_cast<std::size_t>(id)]; }
  [[nodiscard]] int subtree(Id id) const noexcept { return subtrees_[static_cast<std::size_t>(id)]; }

 private:
  std::array<int, count> fields_;
  std::array<int, count> subtrees_;
};

/// A protocol's expert information, and what Wireshark calls it.
template <class Id>
class Experts {
 public:
  static constexpr auto count = static_cast<std::size_t>(Id::count_);

  void register_all(const std::array<ExpertRow, count>& rows) {
    for (std::size_t i = 0; i < count; ++i) register_row(rows[i], &experts_[i]);
  }
  [[nodiscard]] expert_field* expert(Id id) noexcept { return &experts_[static_cast<std::size_t>(id)]; }

 private:
  std::array<expert_field, count> experts_;
};

}  // namespace godot::plugin
