// SPDX-License-Identifier: MIT
// Bytes of one direction of a connection of TCP, in order, as a host's TCP hands them over.
#pragma once

#include <cstdint>
#include <span>

#include "codec/core/bytes.h"

namespace godot::engine {

struct StreamPiece {
  std::uint8_t side = 0;  ///< who sends: the same number for all pieces of a direction, 0 or 1
  std::span<const std::uint8_t> bytes;
  std::uint32_t reported = 0;  ///< their number on the wire: more than the capture has of a segment that was cut
  std::uint32_t sequence = 0;  ///< TCP's number of the first byte
  bool is_behind_gap = false;  ///< bytes before it were not captured
  bool began_late = false;     ///< the beginning of its connection was not captured
};

/// What a reader makes of the front of a stream.
struct ReadOfStream {
  bool is_ours = true;
  std::size_t taken = 0;  ///< bytes; what follows waits for more
  std::size_t needs = 0;  ///< with so many bytes behind `taken`, the reader can go on; 0: with one more
};

}  // namespace godot::engine
