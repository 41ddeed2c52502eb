// SPDX-License-Identifier: GPL-2.0-or-later
// The protocol above ENet, which knows what its messages mean: Godot's multiplayer. It registers a table of functions;
// ENet includes nothing of it. Without one, messages are somebody else's and the ends of a connection client and
// server.
#pragma once

#include "plugin/analysis/links/link.h"
#include "plugin/core/bridge.h"
#include "plugin/core/from_to.h"

namespace godot::enet::dissector {

/// The highest channel that a script of the game sends on.
struct ChannelUse {
  int channel = 0;          ///< as the script has it; 0: none is known
  std::uint32_t needs = 0;  ///< how many channels of ENet it takes
  const char* method = nullptr;
  const char* script = nullptr;
};

struct Upper {
  /// Dissects a message if the connection is known to carry this protocol; learns from it whether it does.
  bool (*dissect)(tvbuff_t*, packet_info*, proto_tree*, const plugin::Message&);
  /// Once more, when no heuristic dissector has taken the message either.
  bool (*dissect_last)(tvbuff_t*, packet_info*, proto_tree*, const plugin::Message&);
  /// Hands the message to whoever exports ENet's messages.
  void (*export_message)(tvbuff_t*, packet_info*, const plugin::Message&);
  /// Who is at the two ends.
  plugin::Ends (*ends)(packet_info*, const plugin::Link&, bool from_client);
  /// Somebody looks at fields of this protocol that say what a message costs.
  bool (*costs_wanted)(proto_tree*);
  /// Adds to the facts of a Disconnect which peer has left.
  void (*tell_left)(const plugin::Link&, facts::Item&);
  /// The client is being authenticated.
  bool (*is_authenticating)(const plugin::Link&);
  /// Known on the second pass, and with the game's project.
  ChannelUse (*highest_channel)(const plugin::Link&);
};

/// Called while protocols are registered. The table must live as long as Wireshark runs.
void register_upper(const Upper& upper);

[[nodiscard]] const Upper& upper() noexcept;

}  // namespace godot::enet::dissector
