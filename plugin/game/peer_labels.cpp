// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/game/peer_labels.h"

#include "plugin/core/epan/arena.h"
#include "plugin/core/epan/frames.h"
#include "plugin/core/settings/preferences.h"
#include "plugin/game/multiplayer_state.h"

namespace godot::plugin {
namespace {

Ends with_link(const analysis::Link& link, const char* from, const char* to) {
  const int stream = link.godot != nullptr ? link.godot->number : -1;
  return {from, to, stream,
          link.transport == multiplayer::Transport::enet && stream >= 0 &&
              static_cast<std::uint32_t>(stream) == link.number};
}

}  // namespace

analysis::PeerNames::Ask wanted_peer_names() {
  return preferences::name_peers() ? analysis::PeerNames::Ask::all : analysis::PeerNames::Ask::given_only;
}

analysis::annotation::PeerTexts peer_texts(packet_info* pinfo) {
  return {multiplayer_state().peer_names, host_of(pinfo), frame_number(pinfo), wanted_peer_names()};
}

Ends ends_of(packet_info* pinfo, const analysis::Message& message, const analysis::Route& route) {
  const analysis::annotation::PeerTexts peers = peer_texts(pinfo);
  return with_link(*message.link, peers.sender(message, route, pinfo->srcport),
                   peers.receiver(message, route, pinfo->destport));
}

Ends ends_of(packet_info* pinfo, const analysis::Link& link, bool from_client) {
  const analysis::annotation::PeerTexts peers = peer_texts(pinfo);
  return with_link(link, peers.end(link, from_client, pinfo->srcport), peers.end(link, !from_client, pinfo->destport));
}

}  // namespace godot::plugin
