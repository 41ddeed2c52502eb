// SPDX-License-Identifier: GPL-2.0-or-later
// How people call the peers of a game: `server`, a name that was learned, else the id. Texts are in packet scope.
#pragma once

#include "plugin/analysis/links/link.h"
#include "plugin/core/from_to.h"
#include "plugin/multiplayer/state.h"

namespace godot::plugin {

/// How the peer is called in this frame, as far as the preferences allow; null: by its id alone.
[[nodiscard]] const char* peer_name(const packet_info* pinfo, const Peers& among, PeerId peer);

/// One peer; its id where nobody has named it. 0, an id that is not known, is "".
[[nodiscard]] const char* peer_text(packet_info* pinfo, const Peers& among, PeerId peer);

/// The same, with the id behind a name that follows from the traffic, where the peer appears first.
[[nodiscard]] const char* introduced_text(packet_info* pinfo, const Peers& among, PeerId peer);

/// Whom a message is for: a peer, "all", "all but red".
[[nodiscard]] const char* target_text(packet_info* pinfo, const Peers& among, PeerId target);

/// Source and target of a message. Where an id is not known, what the transport knows of the end.
[[nodiscard]] Ends ends_of(packet_info* pinfo, const Message& message, const Route& route);

/// The two ends of a link, for what carries no message: peers if the link is a game's, else client and server, with a
/// question mark where the handshake is missing.
[[nodiscard]] Ends ends_of(packet_info* pinfo, const Link& link, bool from_client);

}  // namespace godot::plugin
