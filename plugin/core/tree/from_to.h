// SPDX-License-Identifier: GPL-2.0-or-later
// Sender and receiver in every protocol of this plugin: godot.from and godot.to, for columns and filters.
#pragma once

#include "plugin/core/epan/bridge.h"

namespace godot::plugin {

/// Names of sender and receiver, in packet scope.
struct Ends {
  const char* from;
  const char* to;
  int stream = -1;               ///< number of the multiplayer connection; -1: none
  bool is_enets_stream = false;  ///< enet.stream is the same number
};

/// True if the fields are used.
[[nodiscard]] bool ends_wanted(proto_tree* tree);

/// Adds the fields, and records that this frame has them.
void add_ends(proto_tree* tree, tvbuff_t* tvb, packet_info* pinfo, const Ends& ends);

/// True if a message of this frame has added the fields already, so that the transport need not.
[[nodiscard]] bool ends_added(packet_info* pinfo);

/// The ports as names, used if no better name is known.
[[nodiscard]] Ends ports_as_ends(const packet_info* pinfo);

}  // namespace godot::plugin
