// SPDX-License-Identifier: GPL-2.0-or-later
// What a message costs the frames that carry it, as its dissector can tell: godot.cost.own and godot.cost.total.
//
// Of a datagram that is the message all is known at once. Of messages that TCP carries it follows from the segments of
// their connection, which the tap `tcp` tells of, as it does in the profile. From the first such message on it is
// listened to, so that in one pass nothing is known of the frame that has it; in a second one, of all.
#pragma once

#include <optional>

#include "plugin/analysis/facts/facts.h"
#include "plugin/core/bridge.h"

namespace godot::plugin {

/// Bytes of a message, and of the headers that are its own, below those of WebSocket.
struct MessageSize {
  std::uint32_t own = 0;
  std::uint32_t protocol = 0;
  bool framed = false;  ///< by WebSocket
};

struct Price {
  facts::Cost cost = {};
  std::uint32_t plain = 0;  ///< bytes of what `cost` has as own and protocol, before they were compressed or sealed
};

/// To be called once for each message of the frame, in their order. Zeros: not known.
[[nodiscard]] Price price_of_message(packet_info* pinfo, const MessageSize& size);

/// True if the frame may carry further messages beside this one: records of DTLS, chunks of SCTP.
[[nodiscard]] bool may_share_frame(const packet_info* pinfo);

/// True if there is none; known from the second time on that the frame is dissected. To be called once for each.
[[nodiscard]] bool is_alone(packet_info* pinfo);

/// The message is inside of TLS.
[[nodiscard]] bool is_sealed(const packet_info* pinfo);

/// True if somebody looks at the fields.
[[nodiscard]] bool costs_wanted(proto_tree* tree);

/// Bytes of the tree's buffer that an item stands for.
struct ItemRange {
  tvbuff_t* tvb;
  int begin;
  int length;
};

/// Adds the fields; without `own`, or with a `total` of 0: not known.
void add_costs(proto_tree* tree, const ItemRange& range, std::optional<std::uint32_t> own, std::uint32_t total);

/// Registers the fields. The protocols are there already.
void register_costs();

}  // namespace godot::plugin
