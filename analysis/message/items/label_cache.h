// SPDX-License-Identifier: MIT
// Labels that depend on a field and its value only. The same ones return in every packet, but Wireshark formats each
// again.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "base/number_hash.h"

namespace godot::analysis::items {

class LabelCache {
 public:
  struct Entry {
    int field = 0;  ///< the field's number; 0: unused
    std::uint32_t number = 0;
    std::uint8_t size = 0;   ///< of the text, in bytes
    std::uint8_t value = 0;  ///< where the value begins in it
    std::array<char, 118> text = {};
  };

  /// The label of a field with this value; null if it is not known. Valid until the next call.
  [[nodiscard]] const Entry* find(int field, std::uint32_t number) const noexcept {
    for (const Entry& entry : pairs_[place(field, number)]) {
      if (entry.field == field && entry.number == number) return &entry;
    }
    return nullptr;
  }

  /// Keeps a label whose value begins at `value`. Null: it is too long.
  const Entry* keep(int field, std::uint32_t number, std::string_view text, std::size_t value) noexcept {
    if (text.size() > Entry{}.text.size()) return nullptr;
    Pair& pair = pairs_[place(field, number)];
    pair[1] = pair[0];
    Entry& entry = pair[0];
    entry.field = field;
    entry.number = number;
    entry.size = static_cast<std::uint8_t>(text.size());
    entry.value = static_cast<std::uint8_t>(value);
    std::memcpy(entry.text.data(), text.data(), text.size());
    return &entry;
  }

 private:
  // Labels of the same hash replace one another only if there are three of them.
  using Pair = std::array<Entry, 2>;
  static constexpr std::size_t pair_count = 1024;

  static std::size_t place(int field, std::uint32_t number) noexcept {
    return hash_numbers(field, number) % pair_count;
  }

  std::array<Pair, pair_count> pairs_;
};

}  // namespace godot::analysis::items
