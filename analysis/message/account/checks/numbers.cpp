// SPDX-License-Identifier: MIT
#include <cstdint>

#include "analysis/message/account/checks/checks.h"
#include "analysis/problems/verdict.h"

namespace godot::analysis::account {
namespace {

/// The capture has all that this end has sent reliably since the connection began, and could read it.
bool has_all_from(const Subject& subject) {
  const Link& link = *subject.message.link;
  if (link.transport == Transport::mirror || !link.has_handshake || link.is_incomplete() || link.may_lack())
    return false;
  return !subject.link.was_unlearned && !subject.link.two_generations() && !subject.memory().paths.lacks_some();
}

/// The server passes on what the sender calls everyone by, and the sender has told this number to others. Only a
/// receiver that it does not know yet lacks it: it tells its paths to those that it knows, before it calls all of them
/// at once (3.x: core/io/multiplayer_api.cpp, _send_confirm_path; 4.x: scene_cache_interface.cpp, send_object_cache).
bool is_unknown_to_sender(const Subject& subject, std::uint32_t number) {
  const Route& route = subject.route;
  if (!route.comes_from_relay(subject.link.peers, subject.from) || route.source_id <= multiplayer::server) return false;
  if (!subject.is_4() && route.target_id > 0) return false;  // to it alone, so that the sender knows it
  const AnnouncedPath* told = subject.memory().paths.find(route.source, number, subject.frame);
  return told != nullptr && told->frame < subject.frame;
}

}  // namespace

/// A WebSocket whose outbound buffer is full refuses what is sent: the sender goes on as if the receiver had the node
/// (modules/websocket/wsl_peer.cpp, _send; modules/multiplayer/scene_replication_interface.cpp, on_delta_receive)
void check_spawned(const Subject& subject, const SyncBegin& state, Findings& found) {
  const Link& link = *subject.message.link;
  if (state.object.by_path || link.transport != Transport::websocket) return;
  if (subject.message.repeated || subject.route.relayed || subject.message.is_to_nobody()) return;
  if (link.is_incomplete() || link.may_lack() || subject.link.was_unlearned) return;
  // The server tells a client its id first: the capture has the beginning.
  if (subject.link.peers.id(other(subject.from)) <= multiplayer::server) return;
  const std::uint32_t number = state.object.id;
  // A later spawn is no proof: its number may have been another node's before.
  if (subject.memory().nodes.synchronizer_on_link(subject.route.source, number, UINT32_MAX) != nullptr) return;
  problems::Verdict verdict(
      found.arena.text("The receiver ignores these values: no spawn on this connection has the number %u", number));
  verdict.possible("the spawn was not sent, because the sender's outbound buffer was full",
                   "Raise outbound_buffer_size of the sender's WebSocketMultiplayerPeer, or send less at a time");
  verdict.possible("the synchronizer was hidden from the receiver when its node was spawned",
                   "Show it before its node is spawned there");
  found.add(Problem::never_spawned, verdict);
}

/// A sender refers to a node by its number after the receiver has confirmed it, which was told the path before. A
/// number that is new to the receiver is one that another connection has confirmed: the engine forgets these when its
/// peer leaves, and not if the same peer is connected again (3.x: core/io/multiplayer_api.cpp, path_send_cache; 4.x:
/// scene_cache_interface.cpp).
void check_number(const Subject& subject, const Addressed& node, Findings& found) {
  if (!node.by_number || subject.message.repeated || !has_all_from(subject)) return;
  const Route& route = subject.route;
  if (route.goes_to_relay(subject.link.peers, subject.from) || subject.message.is_to_nobody()) return;
  const Paths& paths = subject.memory().paths;
  if (paths.find_on_link(route.source, node.number, subject.frame) != nullptr) return;
  const AnnouncedPath* later = paths.find_on_link(route.source, node.number, UINT32_MAX);
  const char* when =
      later != nullptr ? found.arena.text("only announced in frame %u", later->frame) : "never announced";
  if (is_unknown_to_sender(subject, node.number)) {
    Finding& joined =
        found.add(Problem::number_not_announced,
                  found.arena.text("The receiver refuses this: the number %u was %s to it. It has joined, and the "
                                   "sender, which calls all players, did not know of it yet",
                                   node.number, when),
                  "Normal if rare. A player that joins misses what others send to all at that time: let it ask for "
                  "what it needs");
    joined.basis.causes = 1;
    joined.basis.add(subject.message.link->first_frame);
    if (later != nullptr) joined.basis.add(later->frame);
    return;
  }
  Finding& finding = found.add(
      Problem::number_not_announced,
      found.arena.text("The receiver refuses this: the number %u was %s on this connection. The sender still "
                       "uses what another connection has confirmed, as with the same peer connected again",
                       node.number, when),
      subject.is_4()
          ? "Make a new peer for each connection, or set multiplayer_peer to null before the old one is used again"
          : "Make a new peer for each connection, or set network_peer to null before the old one is used again");
  finding.basis.causes = 1;
  finding.basis.add(subject.message.link->first_frame);
}

/// Each node's path is announced to a peer once, and its calls carry the whole path until that peer has confirmed it:
/// the one that the node has then (scene_rpc_interface.cpp, _send_rpc; scene_cache_interface.cpp, send_object_cache).
/// Older generations announce each path (core/io/multiplayer_api.cpp, _send_rpc).
bool check_untold(const Subject& subject, const Addressed& node, Findings& found) {
  const Route& route = subject.route;
  const Paths& paths = subject.memory().paths;
  if (subject.first_pass || node.path == nullptr || !subject.is_4() || !has_all_from(subject)) return false;
  if (route.goes_to_relay(subject.link.peers, subject.from) || subject.message.is_to_nobody()) return false;
  const char* path = node.known != nullptr ? node.known->path : node.path;  // as sent, not as shown
  if (paths.find_on_link(route.source, path, UINT32_MAX) != nullptr) return false;
  const bool is_shown = paths.shown_in(route.target, path).frame != 0;
  if (subject.message.repeated || is_shown || has_ended(subject)) return true;
  found.add(Problem::path_untold,
            found.arena.text("%s was never announced on this connection: its sender has announced the node under "
                             "another name, at another place or on an earlier connection. If the receiver has no node "
                             "at this path, it refuses the call",
                             node.path),
            "Rename or move a node at both ends before it is called, or call it only after both have done so");
  return true;
}

}  // namespace godot::analysis::account
