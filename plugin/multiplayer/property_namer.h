// SPDX-License-Identifier: GPL-2.0-or-later
// Names for the values of synchronizers, which the wire sends without. A value waits until it is clear that the list of
// names fits.
#pragma once

#include <span>

#include "plugin/core/line.h"
#include "plugin/multiplayer/annotations.h"
#include "plugin/multiplayer/watches.h"

namespace godot::plugin {

class PropertyNamer {
 public:
  explicit PropertyNamer(Annotations& notes) noexcept : notes_(notes) {}

  void add(const OutermostValue& value);
  /// `node`: its path, whose properties the values are; null: not known.
  void of_node(const char* node) noexcept { node_ = node; }
  void forget() noexcept { count_ = 0; }

  /// Of what waits, in packet scope.
  [[nodiscard]] std::span<const char* const> types() const;

  /// How many values wait; those that are not shown do not.
  [[nodiscard]] std::uint32_t count() const noexcept { return count_; }

  /// Names `count` of them, from `first` on: those of the list, or those of it that `indexes` marks.
  void name(const names::Synchronizer& synchronizer, names::PropertyList list, std::uint32_t first, std::uint32_t count,
            std::uint64_t indexes) const;

  /// "position = Vector2(1, 2), 3": what waits, by name where there is one.
  void append_to(Line& text) const;

  /// Tells what waits as facts of the message: values `first` to `first + count` of a node. `list`: what properties
  /// without a name are called by, before their number.
  void tell(const char* node, const char* list, std::uint32_t first, std::uint32_t count) const;

  /// The scene whose synchronizer this is.
  void show_scene(const names::Synchronizer& synchronizer, names::PropertyList list, ByteRange range) const;

 private:
  struct Unnamed {
    proto_item* item;
    const char* text;
    const char* type;
    std::uint32_t index;  ///< among the message's, or its synchronizer's; once named, in its list of properties
    Offset begin;
    Offset end;
    const char* name;             ///< null: not known
    const ValueNumbers* numbers;  ///< null: nobody watches
  };
  void grow();
  void watch(const Unnamed& value, std::uint32_t index) const;

  Annotations& notes_;
  Unnamed* values_ = nullptr;  ///< in packet scope
  std::uint32_t count_ = 0;
  std::uint32_t room_ = 0;
  const char* node_ = nullptr;
};

}  // namespace godot::plugin
