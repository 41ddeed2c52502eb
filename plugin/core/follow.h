// SPDX-License-Identifier: GPL-2.0-or-later
// What all ways to follow a connection share: the messages as their receivers get them, put together, copies once, in
// the order of delivery. Transports tell of each message as it comes; Follow > ENet (plugin/enet/follow.h) shows their
// bytes, Follow > Godot (plugin/multiplayer/follow.h) what they say, a line for each.
#pragma once

#include "plugin/analysis/enet/delivery.h"
#include "plugin/analysis/links/link.h"
#include "plugin/core/bridge.h"

namespace godot::plugin::follow {

inline constexpr const char* bytes_tap = "enet_follow";
inline constexpr const char* lines_tap = "godot_follow";

/// A message that has come, or an acknowledgement of one that the capture misses.
struct Event {
  const Link* link = nullptr;
  bool from_client = false;  ///< of the message, or of the one that is acknowledged
  bool missed = false;       ///< the acknowledgement: `message` has its channel and reliable number
  enet::Delivery::Message message;
  tvbuff_t* bytes = nullptr;
  const char* line = nullptr;  ///< what a message of Godot's says, in packet scope; null: it is none
};

/// True if anybody follows. Whether Godot is followed: then lines are wanted.
[[nodiscard]] bool listened() noexcept;
[[nodiscard]] bool lines_wanted() noexcept;

/// Hands an event to whoever follows.
void tell(packet_info* pinfo, const Event& event);

/// What a listener shows of a message.
enum class Shows : bool { bytes, lines };

/// For listeners of the taps: adds to `data`, a follow_info_t, what the event delivers.
tap_packet_status hear(void* data, packet_info* pinfo, const Event& event, Shows shows);

/// A listener that is gone.
void forget(const follow_info_t* info);

/// The filter `what` and the addresses and ports of two ends; for g_free.
[[nodiscard]] char* filter_of_ends(const char* what, address* source, address* target, int source_port,
                                   int target_port);

/// Registers the taps.
void register_taps();

}  // namespace godot::plugin::follow
