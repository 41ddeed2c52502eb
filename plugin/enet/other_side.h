// SPDX-License-Identifier: GPL-2.0-or-later
// Connections that the capture has on both sides of a relay or router: which streams these are, and what of a datagram
// the other side shows. See plugin/analysis/enet/sides.h.
#pragma once

#include "plugin/enet/conversation.h"
#include "plugin/enet/record.h"

namespace godot::enet::dissector {

/// What the other side shows of a datagram; `in` is 0 where there is none, or where it is not known to show this one.
struct OtherSide {
  std::uint32_t in = 0;
  Nanoseconds captured = 0;    ///< when
  std::uint32_t stream = 0;    ///< which enet.stream that is
  bool is_receivers = false;   ///< the other side is the receiver's
  bool never_arrived = false;  ///< the other side is the receiver's, and never shows it; known on the second pass
};

/// Looks for the other side of a stream that this datagram's Connect has begun; follows those that have one. First pass
/// only. `datagram`: all its bytes.
void track_sides(const Record& record, const packet_info* pinfo, const Conversation& conversation,
                 const Reading& reading);

[[nodiscard]] OtherSide other_side(const Record& record, const packet_info* pinfo);

/// True if this side is the receiver's, and the other one, its sender's, shows what became of each message: what is
/// missing here is told there, of the message itself.
[[nodiscard]] bool is_told_on_other_side(const Record& record);

/// Forgets all sides; called before each capture.
void reset_sides() noexcept;

}  // namespace godot::enet::dissector
