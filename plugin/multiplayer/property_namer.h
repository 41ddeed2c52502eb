// SPDX-License-Identifier: GPL-2.0-or-later
// Names the values of synchronizers, which are sent without names. Values are queued until it is known whether the list
// of names matches.
#pragma once

#include <span>

#include "analysis/base/line.h"
#include "plugin/multiplayer/annotations.h"
#include "plugin/multiplayer/watches.h"

namespace godot::plugin {

class PropertyNamer {
 public:
  explicit PropertyNamer(Annotations& notes) noexcept : notes_(notes) {}

  void add(const OutermostValue& value);
  /// `node`: path of the node that has the properties; null: unknown.
  void of_node(const char* node) noexcept { node_ = node; }
  void forget() noexcept { count_ = 0; }

  /// The types of the queued values, in packet scope.
  [[nodiscard]] std::span<const char* const> types() const;

  /// Number of queued values; values that are not shown are not queued.
  [[nodiscard]] std::uint32_t count() const noexcept { return count_; }

  /// Names `count` of them, from `first` on: with the list's names, or those of them that `indexes` marks.
  void name(const analysis::names::Synchronizer& synchronizer, analysis::names::PropertyList list, std::uint32_t first,
            std::uint32_t count, std::uint64_t indexes) const;

  /// Appends the queued values, by name where known: "position = Vector2(1, 2), 3".
  void append_to(analysis::Line& text) const;

  /// Adds the queued values to the message's facts: values `first` to `first + count` of a node. `list`: prefix for the
  /// numbers of properties without a name.
  void add_values(const char* node, const char* list, std::uint32_t first, std::uint32_t count) const;

  /// Adds the scene of this synchronizer.
  void show_scene(const analysis::names::Synchronizer& synchronizer, analysis::names::PropertyList list,
                  ByteRange range) const;

 private:
  struct Unnamed {
    proto_item* item;
    const char* text;
    const char* type;
    std::uint32_t index;  ///< in the message or synchronizer; once named, in its list of properties
    Offset begin;
    Offset end;
    const char* name;             ///< null: unknown
    const ValueNumbers* numbers;  ///< null: no watch
  };
  void grow();
  void watch(const Unnamed& value, const analysis::names::Synchronizer& synchronizer,
             analysis::names::PropertyList list) const;

  Annotations& notes_;
  Unnamed* values_ = nullptr;  ///< in packet scope
  std::uint32_t count_ = 0;
  std::uint32_t room_ = 0;
  const char* node_ = nullptr;
  bool watched_ = watches_in_use();
};

}  // namespace godot::plugin
