// SPDX-License-Identifier: GPL-2.0-or-later
// Watches: numbers of a game that the user has named in the table `godot_watches`. Each becomes a field
// godot.watch.<name> of the packets that carry its value: a column, a filter, a line of an I/O graph.
#pragma once

#include <array>

#include "analysis/link/link.h"
#include "analysis/peers/route.h"
#include "codec/core/catalogue.h"
#include "codec/core/value.h"
#include "plugin/core/bridge.h"

namespace godot::plugin {

/// The direct numbers of the current value, with their names: vector2.x, int ...
struct ValueNumbers {
  struct Number {
    Field field;
    double value;
  };
  static constexpr std::size_t most = 20;  // a Projection has 16
  std::array<Number, most> numbers;
  std::uint32_t count = 0;

  void add(Field field, const Value& value) noexcept;
};

/// The place of a value.
struct WatchedValue {
  const char* node;              ///< path; null: unknown
  const char* method = nullptr;  ///< the method of an argument; null: a property's value
  const char* name = nullptr;    ///< of the argument or property; null: unknown
  std::uint32_t index = 0;       ///< its index among the arguments or properties
  const char* listed = nullptr;  ///< a property's index with the name of its list, as in `always #0`; null: no list
};

/// The message of the value, and its position in it.
struct WatchedPlace {
  packet_info* pinfo;
  const analysis::Message& message;
  const analysis::Route& route;
  proto_tree* tree;  ///< null: not displayed
  tvbuff_t* tvb;
  int begin;
  int length;
};

/// True if a value's numbers are needed: by a watch, or by a listener of `numbers_tap`.
[[nodiscard]] bool watches_in_use() noexcept;

/// Adds the fields of the watches for this value.
void add_watches(const WatchedPlace& place, const WatchedValue& where, const ValueNumbers& numbers);

// --- For lists of numbers that can be watched -----------------------------------------------------------------------

/// A value with numbers for watches; in packet scope.
struct SeenNumbers {
  SeenNumbers* next;
  const char* node;
  const char* what;  ///< in a watch's notation: position, always #0, move(direction), move(0)
  const char* from;
  const char* to;
  ValueNumbers numbers;
};

/// A tap that passes the first SeenNumbers of each frame that has any. Its listeners need `numbers_filter`: messages
/// are read value by value only if a filter uses their fields.
inline constexpr const char* numbers_tap = "godot_numbers";
inline constexpr const char* numbers_filter = "godot";

/// A watch's name for this number of a value: `x`, empty if the value is the number; null: it cannot be watched.
[[nodiscard]] const char* component_of(Field field) noexcept;

/// The rows of the table.
struct WatchRow {
  const char* name;
  const char* node;
  const char* what;
  const char* component;
};
[[nodiscard]] std::size_t watch_count() noexcept;
[[nodiscard]] WatchRow watch_row(std::size_t index) noexcept;

/// Adds a row and saves the table in the profile. Null: success; otherwise the reason, for g_free.
[[nodiscard]] char* add_watch(const WatchRow& row);

/// The path of the profile's file of this name, beside the table's; for g_free.
[[nodiscard]] char* profile_file(const char* name);

}  // namespace godot::plugin
