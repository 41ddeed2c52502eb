// SPDX-License-Identifier: GPL-2.0-or-later
// The interface of the protocol above ENet, which interprets its messages: Godot's multiplayer. It registers a table of
// functions; ENet includes no file of it. Without one, messages go to other dissectors, and the ends of a connection
// are called client and server.
#pragma once

#include "analysis/enet/problems/problems.h"
#include "analysis/link/link.h"
#include "codec/core/bytes.h"
#include "plugin/core/epan/bridge.h"
#include "plugin/core/tree/from_to.h"

namespace godot::plugin {
class Collector;
struct Demand;
}  // namespace godot::plugin

namespace godot::plugin::enet {

struct MessageProtocol {
  /// Dissects a message if the connection is known to carry this protocol; otherwise only updates the state.
  bool (*dissect)(tvbuff_t*, packet_info*, proto_tree*, const analysis::Message&, const plugin::Demand&);
  /// Called again if no heuristic dissector has accepted the message.
  bool (*dissect_last)(tvbuff_t*, packet_info*, proto_tree*, const analysis::Message&);
  /// Exports the message, if ENet's messages are exported.
  void (*export_message)(tvbuff_t*, packet_info*, const analysis::Message&);
  /// The names of the two ends.
  plugin::Ends (*ends)(packet_info*, const analysis::Link&, bool from_client);
  /// True if fields of this protocol with a message's cost are needed.
  bool (*costs_wanted)(proto_tree*);
  /// Adds the peer that has left to the facts of a Disconnect.
  void (*add_left)(const analysis::Link&, plugin::Collector&, analysis::facts::Item&);
  /// Learns, on the first pass, that the connection has ended in this frame.
  void (*has_ended)(const analysis::Link&, std::uint32_t frame);
  /// The peers at the two ends, for facts of ENet's own commands.
  analysis::facts::Route (*route)(packet_info*, const analysis::Link&, bool from_client);
  /// True while the client is being authenticated.
  bool (*is_authenticating)(const analysis::Link&);
  /// True if the connection's messages show that it carries this protocol.
  bool (*is_recognised)(const analysis::Link&);
  /// True if the connection is one of a mesh: neither end is a server.
  bool (*is_mesh)(const analysis::Link&);
  /// True if the datagram is of a protocol that ends speak before they speak ENet: none that could not be read.
  bool (*goes_before)(const Buffer& datagram);
  /// Known on the second pass, with the game's project.
  analysis::enet::ChannelUse (*highest_channel)(const analysis::Link&);
};

/// Call it while protocols are registered. The table must be valid as long as Wireshark runs.
void register_message_protocol(const MessageProtocol& protocol);

[[nodiscard]] const MessageProtocol& message_protocol() noexcept;

}  // namespace godot::plugin::enet
