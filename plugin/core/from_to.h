// SPDX-License-Identifier: GPL-2.0-or-later
// Who speaks to whom, in every protocol of ours: godot.from and godot.to, for columns and filters.
#pragma once

#include "plugin/analysis/links/link.h"
#include "plugin/core/bridge.h"

namespace godot::plugin {

/// How the two are called, in packet scope.
struct Ends {
  const char* from;
  const char* to;
  int stream = -1;  ///< number of the multiplayer's connection; -1: it is none
};

/// True if somebody looks at the fields.
[[nodiscard]] bool ends_wanted(proto_tree* tree);

/// Adds the fields, and remembers that this frame has them.
void add_ends(proto_tree* tree, tvbuff_t* tvb, packet_info* pinfo, const Ends& ends);

/// True if a message of this frame has said it already: then the transport below need not.
[[nodiscard]] bool ends_said(packet_info* pinfo);

/// Registers the fields. The protocols are there already.
void register_ends();

/// The ports, where nothing better is known.
[[nodiscard]] Ends ports_as_ends(const packet_info* pinfo);

/// Client and server, with a question mark where the handshake is missing.
[[nodiscard]] const char* role_of(const Link& link, bool is_client);
[[nodiscard]] Ends ends_of(const Link& link, bool from_client);

}  // namespace godot::plugin
