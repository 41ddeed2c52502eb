// SPDX-License-Identifier: GPL-2.0-or-later
// Names for the values of synchronizers, which the wire sends without. A value waits until it is clear that the list of
// names fits.
#pragma once

#include "plugin/multiplayer/annotations.h"

namespace godot::plugin {

class PropertyNamer {
 public:
  explicit PropertyNamer(Annotations& notes) noexcept : notes_(notes) {}

  void add(const OutermostValue& value);
  void forget() noexcept { values_ = nullptr; }

  /// How many values wait; those that are not shown do not.
  [[nodiscard]] std::uint32_t count() const noexcept;

  /// Names `count` of them, from `first` on: those of the list, or those of it that `indexes` marks.
  void name(const names::Synchronizer& synchronizer, names::PropertyList list, std::uint32_t first, std::uint32_t count,
            std::uint64_t indexes) const;

  /// The scene whose synchronizer this is.
  void show_scene(const names::Synchronizer& synchronizer, names::PropertyList list, ByteRange range) const;

 private:
  struct Unnamed {
    proto_item* item;
    const char* text;
    std::uint32_t index;
    Offset begin;
    Offset end;
  };

  Annotations& notes_;
  wmem_array_t* values_ = nullptr;
};

}  // namespace godot::plugin
