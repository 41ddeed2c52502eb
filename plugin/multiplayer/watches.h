// SPDX-License-Identifier: GPL-2.0-or-later
// Watches: numbers of a game that the user has named in the table `godot_watches`. Each becomes a field
// godot.watch.<name> of the packets that carry its value: a column, a filter, a line of an I/O graph.
#pragma once

#include <array>

#include "codec/core/catalogue.h"
#include "codec/core/value.h"
#include "plugin/analysis/links/link.h"
#include "plugin/analysis/multiplayer/route.h"
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
  const char* node;              ///< path; null: not known
  const char* method = nullptr;  ///< whose argument it is; null: it is a property's value
  const char* name = nullptr;    ///< of the argument or property; null: not known
  std::uint32_t index = 0;       ///< its place among the arguments or properties
  const char* listed = nullptr;  ///< a property's place with the name of its list, as in `always #0`; null: no list
};

/// Whose message the value is in, and where in it.
struct WatchedPlace {
  packet_info* pinfo;
  const analysis::Message& message;
  const analysis::Route& route;
  proto_tree* tree;  ///< null: nobody looks
  tvbuff_t* tvb;
  int begin;
  int length;
};

/// True if a value's numbers are asked for: by a watch, or by a listener of `numbers_tap`.
[[nodiscard]] bool watches_in_use() noexcept;

/// Adds the fields of the watches that look at this value.
void add_watches(const WatchedPlace& place, const WatchedValue& where, const ValueNumbers& numbers);

void register_watches();

// --- For those who list what can be watched -------------------------------------------------------------------------

/// A value with numbers that a watch can look at; in packet scope.
struct SeenNumbers {
  SeenNumbers* next;
  const char* node;
  const char* what;  ///< as a watch has it: position, always #0, move(direction), move(0)
  const char* from;
  const char* to;
  ValueNumbers numbers;
};

/// A tap that hands over the first SeenNumbers of each frame that has any. Its listeners need `numbers_filter`: only
/// where a filter asks for fields of messages are messages read value by value.
inline constexpr const char* numbers_tap = "godot_numbers";
inline constexpr const char* numbers_filter = "godot";

/// What a watch calls this number of a value: `x`, empty where the value is the number; null: it cannot be watched.
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

/// Adds a row and saves the table in the profile. Null: it is done; else why not, for g_free.
[[nodiscard]] char* add_watch(const WatchRow& row);

/// The profile's file of this name, beside that of the table; for g_free.
[[nodiscard]] char* profile_file(const char* name);

}  // namespace godot::plugin
