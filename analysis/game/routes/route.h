// SPDX-License-Identifier: MIT
// Sender and receiver of a message: the peers at the ends of a link, and those whose messages a server relays on it.
#pragma once

#include <array>
#include <cstdint>

#include "analysis/game/memory/states.h"
#include "analysis/link/admission.h"
#include "analysis/link/speaker.h"
#include "base/names/method_lists.h"
#include "codec/multiplayer/protocol.h"

namespace godot::analysis {

using multiplayer::PeerId;

/// The ends of a link: the one that requested the connection, as far as known, and the other.
enum class End : std::uint8_t { first, second };

[[nodiscard]] constexpr End other(End end) noexcept { return end == End::first ? End::second : End::first; }
[[nodiscard]] constexpr std::size_t index(End end) noexcept { return static_cast<std::size_t>(end); }

/// The peers of a link, as far as known.
class Peers {
 public:
  Peers() = default;
  explicit Peers(std::uint32_t link) : link_(link) {}

  /// One end is the server; the other then is a client.
  void server_is(End end) noexcept {
    mesh_ = false;
    server_ = static_cast<std::int8_t>(index(end));
    ids_[index(end)] = multiplayer::server;
  }
  /// The second end is presumed to be the server, by its port only.
  void presume_server(bool so) noexcept { presumed_ = so && !mesh_; }
  /// The link is one of a mesh: neither end is the server, and the id of the end that accepted it is not known.
  void mesh_is(bool so) noexcept {
    mesh_ = so;
    if (!so) return server_is(End::second);
    server_ = -1;
    presumed_ = false;
    ids_[index(End::second)] = 0;
  }
  void id_is(End end, PeerId id) noexcept { ids_[index(end)] = id; }
  /// This end is all peers at once.
  void everyone_is(End end) noexcept { everyone_ = static_cast<std::int8_t>(index(end)); }
  void session_is(std::uint32_t session) noexcept { session_ = session; }
  /// Records that a message came in this frame, the latest so far.
  void last_frame_is(std::uint32_t frame) noexcept { last_frame_ = frame; }

  /// The frame of the last message, so far.
  [[nodiscard]] std::uint32_t last_frame() const noexcept { return last_frame_; }

  /// What PeerNames has received so far, so that it is not called for each message.
  struct ReportedPeers {
    std::array<PeerId, 3> ids = {};                  ///< of the ends, and of the last relay's peer
    std::uint8_t called = 0;                         ///< bits by the ends' indexes: a call of that end was seen
    bool has_beginning = false;                      ///< the capture has the connection's first messages
    std::array<std::uint32_t, 2> first_method = {};  ///< of these calls: the method's number, or the hash of its name
  };

  Admission admission;  ///< by the ends' indexes
  ReportedPeers reported;
  std::array<MethodLists, 2> lists;     ///< the methods of each end's scripts
  bool redots = false;                  ///< they announced a node of a project that was made with Redot
  const char* other_methods = nullptr;  ///< the first node whose receiver has a script with other remote methods
  bool several_other_methods = false;   ///< there was another such node

  [[nodiscard]] bool is_mesh() const noexcept { return mesh_; }
  [[nodiscard]] bool server_known() const noexcept { return server_ >= 0; }
  [[nodiscard]] bool is_server(End end) const noexcept { return server_ == static_cast<std::int8_t>(index(end)); }
  [[nodiscard]] bool is_client(End end) const noexcept { return server_known() && !is_server(end); }
  /// True if the server's end is proved, or certain from its port.
  [[nodiscard]] bool roles_are_clear() const noexcept { return server_known() || presumed_; }
  [[nodiscard]] PeerId id(End end) const noexcept { return ids_[index(end)]; }
  [[nodiscard]] bool known(End end) const noexcept {
    return id(end) != 0 || everyone_ == static_cast<std::int8_t>(index(end));
  }
  /// The same, including a presumed server. Nothing is stored.
  [[nodiscard]] PeerId shown_id(End end) const noexcept {
    const bool is_presumed = presumed_ && !server_known() && ids_[0] == 0 && ids_[1] == 0 && end == End::second;
    return is_presumed ? multiplayer::server : id(end);
  }
  [[nodiscard]] std::uint32_t link() const noexcept { return link_; }
  [[nodiscard]] std::uint32_t session() const noexcept { return session_; }

  /// The speaker of an end's own messages.
  [[nodiscard]] Speaker speaker(End end) const noexcept {
    return {.link = link_,
            .sender = end == End::first ? first_end : second_end,
            .session = session_,
            .peer = ids_[index(end)],
            .link_until = last_frame_};
  }
  /// The speaker of a peer elsewhere, whose messages are relayed; or of an end of this link by its id.
  [[nodiscard]] Speaker speaker(PeerId peer) const noexcept {
    if (peer == ids_[0] && peer != 0) return speaker(End::first);
    if (peer == ids_[1] && peer != 0) return speaker(End::second);
    return {.link = link_, .sender = peer, .session = session_, .peer = peer, .link_until = last_frame_};
  }
  /// While the server's end is unknown: the sender of an end's messages for or from this peer. It is that end or that
  /// peer, and the other end's messages that name the same peer have the other sender.
  [[nodiscard]] Speaker either(End end, PeerId peer) const noexcept {
    return {.link = link_ | unclear_link, .sender = unclear_sender(end, peer), .session = session_};
  }
  [[nodiscard]] static std::int32_t unclear_sender(End end, PeerId peer) noexcept {
    return end == End::first ? peer : -peer;
  }

 private:
  std::uint32_t link_ = 0;
  std::uint32_t session_ = 0;
  std::uint32_t last_frame_ = 0;
  std::array<PeerId, 2> ids_ = {};  ///< peer ids of the ends; 0: not known
  std::int8_t server_ = -1;
  std::int8_t everyone_ = -1;
  bool presumed_ = false;
  bool mesh_ = false;
};

/// The route of one message. Ids are 0 if unknown; a target may be negative: everyone but that peer.
struct Route {
  Speaker source;  ///< speaker whose ids the message uses
  Speaker target;  ///< speaker that announced what the message confirms
  PeerId source_id = 0;
  PeerId target_id = 0;
  bool target_known = false;  ///< target_id 0 is everyone
  bool relayed = false;

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
