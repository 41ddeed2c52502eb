// SPDX-License-Identifier: MIT
// How many bytes the values of a synchronizer have on the wire, by the types of its properties. Godot 4 in single
// precision.
// (Godot: scene/main/multiplayer_api.cpp, encode_and_compress_variant;
// modules/multiplayer/scene_replication_interface.cpp)
#pragma once

#include <cstdint>

#include "project/index/property_types.h"

namespace godot::analysis::project {

/// The least and the most bytes of something.
struct ByteRange {
  std::uint32_t least = 0;
  std::uint32_t most = 0;
  bool is_bounded = true;  ///< false: `most` is not known

  [[nodiscard]] bool is_fixed() const noexcept { return is_bounded && least == most; }
  ByteRange& operator+=(const ByteRange& other) noexcept {
    least += other.least;
    most += other.most;
    is_bounded = is_bounded && other.is_bounded;
    return *this;
  }
};

/// Before the values of each synchronizer in a message: its number and their size.
inline constexpr std::uint32_t state_header = 8;
/// At the beginning of a message with states: the command and the sender's counter.
inline constexpr std::uint32_t sync_header = 3;

/// Of one value, with its header.
[[nodiscard]] ByteRange bytes_of_value(const ValueTypes& types);

}  // namespace godot::analysis::project
