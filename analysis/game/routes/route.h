// SPDX-License-Identifier: MIT
// Sender and receiver of a message: the peers at the ends of a link, and those whose messages a server relays on it.
#pragma once

#include <cstdint>

#include "analysis/game/memory/states.h"
#include "analysis/game/routes/link_peers.h"
#include "analysis/link/speaker.h"
#include "codec/multiplayer/protocol.h"

namespace godot::analysis {

/// The route of one message. Ids are 0 if unknown; a target may be negative: everyone but that peer.
struct Route {
  Speaker source;  ///< speaker whose ids the message uses
  Speaker target;  ///< speaker that announced what the message confirms
  PeerId source_id = 0;
  PeerId target_id = 0;
  bool target_known : 1 = false;  ///< target_id 0 is everyone
  bool relayed : 1 = false;

  /// True on the hop to the server that relays the message: its receiver is elsewhere. `from`: the hop's sender.
  [[nodiscard]] bool goes_to_relay(const Peers& peers, End from) const noexcept {
    return relayed && !peers.is_server(from);
  }
  /// True on the hop from the server that relays the message to its receiver.
  [[nodiscard]] bool comes_from_relay(const Peers& peers, End from) const noexcept {
    return relayed && peers.is_server(from);
  }

  /// A message between the two ends.
  [[nodiscard]] static Route direct(const Peers& peers, End from) noexcept {
    const End to = other(from);
    return {.source = peers.speaker(from),
            .target = peers.speaker(to),
            .source_id = peers.shown_id(from),
            .target_id = peers.shown_id(to),
            .target_known = peers.known(to) || peers.shown_id(to) != 0,
            .relayed = false};
  }

  /// A relayed message: `peer` is the target while the message comes from the client, and the source afterwards
  /// (SceneMultiplayer's relay).
  [[nodiscard]] static Route relay(const Peers& peers, End from, PeerId peer) noexcept {
    Route route = direct(peers, from);
    route.relayed = true;
    if (peer > 0 && !peers.roles_are_clear()) {
      route.source = peers.either(from, peer);
      route.target = peers.either(other(from), peer);
      return route;
    }
    const bool from_server = peers.server_known() ? peers.is_server(from) : from == End::second && peer > 0;
    if (from_server) {
      route.source = peers.speaker(peer);
      route.source_id = peer;
    } else {
      route.target = peers.speaker(peer);
      route.target_id = peer;
      route.target_known = true;
    }
    if (peer > 0) {
      route.source.unclear_sender = Peers::unclear_sender(from, peer);
      route.target.unclear_sender = Peers::unclear_sender(other(from), peer);
    }
    return route;
  }

  /// A message with source and target in its header (Godot 2 and 3).
  [[nodiscard]] static Route of_header(const Peers& peers, End from, PeerId source, PeerId target) noexcept {
    Route route = direct(peers, from);
    const PeerId own = peers.id(from);
    if (own != 0 && source != own) {
      route.source = peers.speaker(source);
      route.relayed = true;
    }
    if (target > 0) {
      route.relayed = route.relayed || (peers.is_client(from) && target != multiplayer::server);
      route.target = peers.speaker(target);
    }
    route.source_id = source;
    route.target_id = target;
    route.target_known = true;
    return route;
  }
};

/// Determines the route of a message from its facts, in order. Both passes do; only the first one stores state.
class Router {
 public:
  Router(const Peers& peers, End from) noexcept : peers_(peers), from_(from) {}

  [[nodiscard]] const Route& route() const noexcept { return route_; }

  void header(const multiplayer::Header& header) noexcept {
    has_header_ = true;
    route_ = Route::of_header(peers_, from_, header.source, header.target);
  }
  /// For messages of the server to its client, whatever a header contains.
  void between_ends() noexcept { route_ = Route::direct(peers_, from_); }

  /// Begins a message without a header; system() has set the route of a relay's content.
  void begin(bool relayed) noexcept {
    if (!relayed) relayed_ = 0;
    if (!relayed && !has_header_) route_ = Route::direct(peers_, from_);
  }
  void system(const multiplayer::System& system) noexcept {
    if (system.command != multiplayer::SystemCommand::relay) return;
    relayed_ = system.peer;
    route_ = Route::relay(peers_, from_, system.peer);
  }
  [[nodiscard]] bool has_header() const noexcept { return has_header_; }

  /// The series of states to which this one belongs.
  [[nodiscard]] sync::SeriesKey series(const multiplayer::SyncObject& object) const noexcept {
    return {.link = peers_.link(),
            .relayed = relayed_,
            .id = object.id,
            .by_path = object.by_path,
            .from_first = from_ == End::first,
            .delta = object.delta};
  }
  [[nodiscard]] End from() const noexcept { return from_; }

 private:
  const Peers& peers_;
  End from_;
  Route route_;
  PeerId relayed_ = 0;  ///< the peer in the open relay
  bool has_header_ = false;
};

}  // namespace godot::analysis
