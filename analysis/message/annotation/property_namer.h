// SPDX-License-Identifier: MIT
// Names the values of synchronizers, which are sent without names. Values are queued until it is known whether the list
// of names matches.
#pragma once

#include <cstdint>
#include <span>

#include "analysis/message/account/marked_properties.h"
#include "analysis/message/annotation/annotations.h"
#include "base/line.h"

namespace godot::analysis::annotation {

/// One of a synchronizer's lists.
struct SyncList {
  const names::Synchronizer& synchronizer;
  names::PropertyList kind;
  names::Properties properties = names::properties(synchronizer, kind);
};

using account::MarkedProperties;

class PropertyNamer {
 public:
  explicit PropertyNamer(Annotations& notes) noexcept : notes_(notes) {}

  void add(const ShownValue& value);
  /// `node`: path of the node that has the properties; null: unknown.
  void of_node(const char* node) noexcept { node_ = node; }
  void forget() noexcept { count_ = 0; }

  /// The types of the queued values.
  [[nodiscard]] std::span<const char* const> types() const;

  /// The same as names::Node::spawn_types has them.
  [[nodiscard]] const char* type_codes() const;

  /// Number of queued values; values that are not shown are not queued.
  [[nodiscard]] std::uint32_t count() const noexcept { return count_; }

  /// Names `count` of them, from `first` on: with the list's names, or those of them that `indexes` marks.
  void name(const SyncList& list, std::uint32_t first, std::uint32_t count, std::uint64_t indexes = 0) const;

  /// Names all of them by a mask for more than 64 properties. `is_refused`: there is one value for each bit, and any of
  /// its properties may be meant: "test0 or test64".
  void name_marked(const SyncList& list, const MarkedProperties& marked, bool is_refused) const;

  /// Appends the queued values, by name where known: "position = Vector2(1, 2), 3".
  void append_to(Line& text) const;

  /// Adds the queued values to the message's facts. `list`: that they are from; `position`: of their synchronizer among
  /// those of the node.
  void add_values(const char* node, names::PropertyList list, std::uint32_t position = 0) const;

  /// Adds the scene that has the list.
  void show_scene(const SyncList& list, ByteRange range) const;

 private:
  struct Unnamed {
    ShownValue value;            ///< its index: in the message or synchronizer; once named, in its list of properties
    const char* name = nullptr;  ///< the property's name; null: unknown
    const plots::ValueNumbers* numbers = nullptr;  ///< null: no watch needs its numbers
  };
  void grow();
  [[nodiscard]] bool is_of_numbers(const ShownValue& value) const;
  [[nodiscard]] facts::SentNumbers numbers_of(const ShownValue& value) const;
  [[nodiscard]] const char* nameless(names::PropertyList list, std::uint32_t position, std::uint32_t index) const;
  void watch(const Unnamed& value, const SyncList& list) const;
  void name_one(Unnamed& value, const SyncList& list, std::uint32_t property) const;
  /// "test0 or test64", without names "#0 or #64".
  [[nodiscard]] const char* names_of_bit(const SyncList& list, const MarkedProperties& marked, std::uint32_t bit) const;

  Annotations& notes_;
  Unnamed* values_ = nullptr;
  std::uint32_t count_ = 0;
  std::uint32_t room_ = 0;
  const char* node_ = nullptr;
};

}  // namespace godot::analysis::annotation
