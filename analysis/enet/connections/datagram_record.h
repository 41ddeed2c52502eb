// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "analysis/enet/connections/connection.h"
#include "codec/enet/datagram_reading.h"

namespace godot::analysis::enet {

/// Identifies a datagram in its frame: there may be several, nested or, in DTLS, in sequence. Small numbers are layers
/// of the frame.
using RecordKey = std::uint32_t;

/// What is kept of a datagram. There are many, so its size counts: the members use the padding of the base.
struct Record : Datagram {
  Direction direction : 1 = 0;
  bool is_analysed : 1 = false;  ///< the base is valid
  bool has_parts : 1 = false;    ///< some of its commands are fragments: see Capture::parts_of()
  Checksum checksum : 2 = Checksum::automatic;
  Compression compression : 3 = Compression::none;
  std::uint8_t layer = 0;  ///< the frame's layer that the datagram is in

  [[nodiscard]] const Datagram* analysis() const noexcept { return is_analysed ? this : nullptr; }
};

}  // namespace godot::analysis::enet
