// SPDX-License-Identifier: MIT
// A set of notes: what a walk has found that is legal but unusual.
#pragma once

#include <array>
#include <cstdint>

#include "codec/core/catalogue.h"

namespace godot {

/// A set of Notes.
class Notes {
 public:
  constexpr void add(Note note) noexcept { words_[word(note)] |= bit(note); }
  constexpr void add(const Notes& others) noexcept {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= others.words_[i];
  }
  [[nodiscard]] constexpr bool has(Note note) const noexcept { return (words_[word(note)] & bit(note)) != 0; }
  [[nodiscard]] constexpr bool operator==(const Notes&) const noexcept = default;
  [[nodiscard]] constexpr bool any() const noexcept { return *this != Notes{}; }

 private:
  static constexpr std::size_t bits = 64;
  static constexpr std::size_t word(Note note) noexcept { return static_cast<std::size_t>(note) / bits; }
  static constexpr std::uint64_t bit(Note note) noexcept {
    return std::uint64_t{1} << (static_cast<std::size_t>(note) % bits);
  }

  std::array<std::uint64_t, (note_numbers + bits - 1) / bits> words_ = {};
};

}  // namespace godot
