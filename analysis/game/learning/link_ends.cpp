// SPDX-License-Identifier: MIT
#include "analysis/game/learning/link_ends.h"

#include "base/names/source.h"

namespace godot::analysis {

facts::Route route_between_ends(const Link& link, bool from_client, const NamesInFrame& names) {
  const Peers* peers = link.godot != nullptr ? &link.godot->peers : nullptr;
  const bool is_requested = peers == nullptr && link.has_handshake && link.connect_data > multiplayer::server;
  PeerId client = 0;
  PeerId server = 0;
  if (peers != nullptr) {
    client = peers->shown_id(End::first);
    server = peers->shown_id(End::second);
  } else if (is_requested) {
    client = static_cast<PeerId>(link.connect_data);
    server = multiplayer::server;
  }
  const auto name = [&](PeerId peer) -> const char* {
    if (peers == nullptr || peer <= multiplayer::server) return nullptr;
    return names.keep(names.all.find(*peers, peer, names.frame, names.which));
  };
  const PeerId source = from_client ? client : server;
  const PeerId target = from_client ? server : client;
  return {.session = peers != nullptr ? peers->session() : 0,
          .source = source,
          .target = target,
          .hop_source = source,
          .hop_target = target,
          .target_known = target != 0,
          .source_name = name(source),
          .target_name = name(target),
          .hop_target_name = name(target)};
}

enet::ChannelUse highest_channel() {
  const names::ChannelUse highest = names::highest_channel();
  if (highest.channel <= 0) return {};
  return {.channel = highest.channel,
          .needs = multiplayer::channels_needed(highest.channel),
          .method = highest.method,
          .script = highest.script};
}

}  // namespace godot::analysis
