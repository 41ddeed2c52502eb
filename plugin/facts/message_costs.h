// SPDX-License-Identifier: GPL-2.0-or-later
// The bytes that a message takes in its frames, as known to its dissector: godot.cost.own and godot.cost.total.
//
// For a datagram with one message, it is known at once. For messages over TCP it is computed from the segments of their
// connection, as in the profile; the tap `tcp` reports these. Listening begins with the first such message: in one pass
// the cost of that frame is unknown, in a second pass all are known.
#pragma once

#include <optional>

#include "analysis/facts/tcp_costs.h"
#include "plugin/core/epan/bridge.h"
#include "plugin/core/tree/items.h"

namespace godot::plugin {

using analysis::facts::MessageSize;
using analysis::facts::Price;

/// Call it once for each message of the frame, in order. Zeros: unknown.
[[nodiscard]] Price price_of_message(packet_info* pinfo, const MessageSize& size);

/// True if the frame may have further messages: records of DTLS, chunks of SCTP.
[[nodiscard]] bool may_share_frame(const packet_info* pinfo);

/// True if the frame has no other; known from its second dissection on. Call it once for each message.
[[nodiscard]] bool is_alone(packet_info* pinfo);

/// True if the message is inside TLS.
[[nodiscard]] bool is_sealed(const packet_info* pinfo);

/// True if the fields are needed, or their sums.
[[nodiscard]] bool costs_wanted(proto_tree* tree);

/// Adds the fields; unknown without `own`, or if `total` is 0.
void add_costs(proto_tree* tree, const ItemRange& range, std::optional<std::uint32_t> own, std::uint32_t total);

}  // namespace godot::plugin
