// SPDX-License-Identifier: GPL-2.0-or-later
// Follow: the messages of a connection as their receivers get them, put together, copies once, in the order of
// delivery. Follow > ENet shows their bytes (tshark -z follow,enet,...), Follow > Godot what they say, a line for each
// (-z follow,godot,...). Transports tell of each message as it comes.
#pragma once

#include "plugin/analysis/enet/delivery.h"
#include "plugin/analysis/links/link.h"
#include "plugin/core/bridge.h"

namespace godot::plugin::follow {

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

/// What ENet's dissector knows of its connections.
struct EnetLinks {
  const Link* (*link)(packet_info* pinfo);  ///< the first one that a frame has a datagram of, or null
  std::uint32_t (*count)();
  unsigned (*channel)(packet_info* pinfo);  ///< of a message of the packet that is shown
  /// The channel at `channel` or, if it had no message, the next one `down` or up that had; -1: none.
  int (*next_channel)(std::uint32_t stream, unsigned channel, bool down);
};

/// Registers all.
void register_follow(const EnetLinks& enet_links);

/// The preference "Channels to follow" of ENet.
void register_follow_preference(module_t* enet);

}  // namespace godot::plugin::follow
