// SPDX-License-Identifier: GPL-2.0-or-later
// Labels of integers with a mask, with names of values or in hexadecimal. They depend on the field and its value only,
// and the same ones return in every packet, but Wireshark formats each again (proto_item_fill_label).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "plugin/core/bridge.h"

namespace godot::plugin {

class LabelCache {
 public:
  struct Entry {
    int field = 0;  ///< Wireshark's id of the field; 0: unused
    std::uint32_t number = 0;
    std::uint8_t size = 0;   ///< of the text, in bytes
    std::uint8_t value = 0;  ///< where the value begins in it
    std::array<char, 118> text = {};
  };

  /// The label of an item whose field has this value; null if it is too long for the cache. Valid until the next call.
  [[nodiscard]] const Entry* find(const field_info& item, std::uint32_t number);

 private:
  // Labels of the same hash replace one another only if there are three of them.
  using Pair = std::array<Entry, 2>;
  std::array<Pair, 1024> pairs_;
};

}  // namespace godot::plugin
