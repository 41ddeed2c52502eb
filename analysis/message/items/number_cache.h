// SPDX-License-Identifier: MIT
// Texts of vectors, colours and the like that return: a server sends the same state to each of its clients.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "codec/core/bytes.h"
#include "codec/variant/walk.h"

namespace godot::analysis::items {

class NumberCache {
  static constexpr std::size_t least_bytes = 12;  // a header and two numbers
  static constexpr std::size_t most_bytes = 20;
  static constexpr std::size_t most_text = 66;

 public:
  struct Known {
    const variant::Dialect* dialect = nullptr;  ///< null: the entry is unused
    variant::Precision precision = {};
    std::uint8_t size = 0;    ///< of the value with its header
    std::uint8_t length = 0;  ///< characters of the value's text
    std::array<std::uint8_t, most_bytes> bytes = {};
    std::array<char, most_text> characters = {};

    [[nodiscard]] std::string_view text() const noexcept { return {characters.data(), length}; }
  };

  /// The value at the options' begin, if its whole text was kept; else null. Valid until the next call of keep().
  [[nodiscard]] const Known* find(const Buffer& buffer, const variant::Options& options) const noexcept {
    const std::size_t left = left_of(buffer, options);
    if (left < least_bytes) return nullptr;
    const std::uint8_t* bytes = buffer.captured.data() + options.begin;
    const Known& known = all_[place(bytes)];
    const bool is_same = known.dialect == options.dialect && known.precision == options.precision &&
                         known.size <= left && std::memcmp(known.bytes.data(), bytes, known.size) == 0;
    return is_same && known.dialect != nullptr ? &known : nullptr;
  }

  /// Keeps the whole text of a value of numbers; long ones are not kept.
  void keep(const Buffer& buffer, const variant::Options& options, Offset end, std::string_view text) noexcept {
    const std::size_t size = end - options.begin;
    if (size < least_bytes || size > most_bytes || text.size() > most_text) return;
    const std::uint8_t* bytes = buffer.captured.data() + options.begin;
    Known& known = all_[place(bytes)];
    known.dialect = options.dialect;
    known.precision = options.precision;
    known.size = static_cast<std::uint8_t>(size);
    known.length = static_cast<std::uint8_t>(text.size());
    std::memcpy(known.bytes.data(), bytes, size);
    std::memcpy(known.characters.data(), text.data(), text.size());
  }

 private:
  static constexpr unsigned place_bits = 8;

  [[nodiscard]] static std::size_t left_of(const Buffer& buffer, const variant::Options& options) noexcept {
    const std::size_t size = buffer.captured.size();
    return options.begin < size ? size - options.begin : 0;
  }

  /// By the first two numbers.
  [[nodiscard]] static std::size_t place(const std::uint8_t* bytes) noexcept {
    constexpr std::uint64_t mixer = 0x9E3779B97F4A7C15;
    return static_cast<std::size_t>(load_le<std::uint64_t>(bytes + sizeof(std::uint32_t)) * mixer >> (64 - place_bits));
  }

  std::array<Known, std::size_t{1} << place_bits> all_ = {};
};

}  // namespace godot::analysis::items
