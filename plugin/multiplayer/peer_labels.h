// SPDX-License-Identifier: GPL-2.0-or-later
// Names for the peers of a game: `server`, a learned name, or else the id. Texts are in packet scope.
#pragma once

#include "analysis/link/link.h"
#include "plugin/core/from_to.h"
#include "plugin/multiplayer/state.h"

namespace godot::plugin {

/// The names that the preferences allow.
[[nodiscard]] analysis::PeerNames::Ask wanted_peer_names();

/// The peer's name in this frame, as far as the preferences allow; null: only its id.
[[nodiscard]] const char* peer_name(const packet_info* pinfo, const analysis::Peers& among, analysis::PeerId peer);

/// The peer's name, or its id if it has none. "" for 0, an unknown id.
[[nodiscard]] const char* peer_text(packet_info* pinfo, const analysis::Peers& among, analysis::PeerId peer);

/// The same, with the id after a learned name, for the peer's first mention.
[[nodiscard]] const char* introduced_text(packet_info* pinfo, const analysis::Peers& among, analysis::PeerId peer);

/// The receiver of a message: a peer, "all", "all but red".
[[nodiscard]] const char* target_text(packet_info* pinfo, const analysis::Peers& among, analysis::PeerId target);

/// Source and target of a message, "all (red)" for the copy of a broadcast that red gets; for an unknown id, the
/// transport's name of the end.
[[nodiscard]] const char* sender_text(packet_info* pinfo, const analysis::Message& message,
                                      const analysis::Route& route);
[[nodiscard]] const char* receiver_text(packet_info* pinfo, const analysis::Message& message,
                                        const analysis::Route& route);
[[nodiscard]] Ends ends_of(packet_info* pinfo, const analysis::Message& message, const analysis::Route& route);

/// The two ends of a link, for packets without a message: peers if the link is a game's, else client and server, with a
/// question mark where the handshake is missing.
[[nodiscard]] Ends ends_of(packet_info* pinfo, const analysis::Link& link, bool from_client);

}  // namespace godot::plugin
