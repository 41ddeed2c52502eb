// SPDX-License-Identifier: MIT
// The position in a message's description.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "codec/core/catalogue.h"
#include "codec/debugger/messages.h"

namespace godot::debugger {

/// A plain value, which the caller keeps for a message that continues in later bytes.
struct Progress {
  struct Level {
    enum class Kind : std::uint8_t { group, list, table };
    const Element* begin;
    const Element* next;
    const Element* end;
    Field field;  ///< its subtree; field::none: it has none
    Kind kind;
    Per per;
    std::uint32_t remaining;  ///< groups: elements or repetitions that are left
    std::uint32_t index;      ///< groups: how many repetitions have begun
    bool open;                ///< its subtree is open
  };
  static constexpr std::size_t most_levels = 12;
  std::array<Level, most_levels> levels;  // the first `depth` are written before they are read
  std::size_t depth = 0;
  std::array<std::uint32_t, slots> counts = {};
};

}  // namespace godot::debugger
