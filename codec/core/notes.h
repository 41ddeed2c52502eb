// SPDX-License-Identifier: MIT
// A set of notes: what a walk has seen that is legal but worth a look.
#pragma once

#include <cstdint>

#include "codec/core/catalogue.h"

namespace godot {

/// A set of Notes.
class Notes {
 public:
  constexpr void add(Note note) noexcept { bits_ |= std::uint64_t{1} << static_cast<unsigned>(note); }
  constexpr void add(Notes others) noexcept { bits_ |= others.bits_; }
  [[nodiscard]] constexpr bool has(Note note) const noexcept {
    return (bits_ >> static_cast<unsigned>(note) & 1U) != 0;
  }
  [[nodiscard]] constexpr bool operator==(const Notes&) const noexcept = default;
  [[nodiscard]] constexpr bool any() const noexcept { return bits_ != 0; }

 private:
  static_assert(note_count <= 64);
  std::uint64_t bits_ = 0;
};

}  // namespace godot
