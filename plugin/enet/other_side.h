// SPDX-License-Identifier: GPL-2.0-or-later
// Connections captured on both sides of a relay or router: pairs their streams, and finds a datagram on the other side.
// See analysis/enet/sides.h.
#pragma once

#include "plugin/enet/conversation.h"
#include "plugin/enet/record.h"

namespace godot::enet::dissector {

/// A datagram on the other side; `in` is 0 if it has not been found there with certainty.
struct OtherSide {
  std::uint32_t in = 0;
  analysis::enet::Nanoseconds captured = 0;  ///< when
  std::uint32_t stream = 0;                  ///< its enet.stream
  bool is_receivers = false;                 ///< the other side is the receiver's
  const char* dropped = nullptr;             ///< a relay says that it dropped the datagram, for this reason
  bool never_arrived = false;  ///< the other side is the receiver's, and does not have it; known on the second pass
};

/// Looks for the other side of a stream that begins with this datagram's Connect, and updates streams that have one.
/// First pass only. `datagram`: all its bytes.
void track_sides(const Record& record, const packet_info* pinfo, const Conversation& conversation,
                 const Reading& reading);

[[nodiscard]] OtherSide other_side(const Record& record, const packet_info* pinfo);

/// True if this side is the receiver's and the sender's side is captured, too: problems are then reported there, for
/// the message itself.
[[nodiscard]] bool is_reported_on_other_side(const Record& record);

/// Resets all sides; called before each capture.
void reset_sides() noexcept;

}  // namespace godot::enet::dissector
