// SPDX-License-Identifier: GPL-2.0-or-later
// Watches: numbers of a game that the user has named in the table `godot_watches`. Each becomes a field
// godot.watch.<name> of the packets that carry its value: a column, a filter, a line of an I/O graph.
#pragma once

#include <array>

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
  const char* method = nullptr;  ///< of the argument; null: the value is a property's
  const char* name = nullptr;    ///< of the argument or property; null: unknown
  std::uint32_t index = 0;       ///< index among the arguments or properties
};

[[nodiscard]] bool watches_in_use() noexcept;

/// Adds the fields of the watches for this value.
void add_watches(proto_tree* tree, tvbuff_t* tvb, int begin, int length, const WatchedValue& where,
                 const ValueNumbers& numbers);

void register_watches();

}  // namespace godot::plugin
