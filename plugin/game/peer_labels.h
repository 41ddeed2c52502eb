// SPDX-License-Identifier: GPL-2.0-or-later
// The peers of a packet's message, named as the preferences allow. Texts are in packet scope.
#pragma once

#include "analysis/message/annotation/peer_texts.h"
#include "plugin/core/tree/from_to.h"

namespace godot::plugin {

/// The names that the preferences allow.
[[nodiscard]] analysis::PeerNames::Ask wanted_peer_names();

/// Texts for the peers of this frame.
[[nodiscard]] analysis::annotation::PeerTexts peer_texts(packet_info* pinfo);

/// Sender and receiver of a message; of a link, for packets without a message.
[[nodiscard]] Ends ends_of(packet_info* pinfo, const analysis::Message& message, const analysis::Route& route);
[[nodiscard]] Ends ends_of(packet_info* pinfo, const analysis::Link& link, bool from_client);

}  // namespace godot::plugin
