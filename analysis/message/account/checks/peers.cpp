// SPDX-License-Identifier: MIT
#include <algorithm>

#include "analysis/message/account/checks/checks.h"

namespace godot::analysis::account {

/// The receiver has not authenticated the sender.
void check_admission(const Subject& subject, const CommandEnd& command, Findings& found) {
  const bool needs_admission = command.has_member || command.type == multiplayer::CommandType::simplify_path;
  if (!command.good || command.relayed || !needs_admission || subject.message.repeated) return;
  // The end of the authentication may be what the capture lacks.
  const Link& link = *subject.message.link;
  if (link.is_incomplete() || link.may_lack()) return;
  const std::uint32_t shown_in = subject.link.peers.admission.ignores_by(index(other(subject.from)), subject.frame);
  if (shown_in == 0) return;
  found.add(Problem::not_admitted,
            found.arena.text("The receiver ignores this: it waits for the sender's authentication, as frame %u shows",
                             shown_in),
            "Both ends need an auth_callback, and complete_auth() in it; wait for peer_connected before you send");
}

namespace {

/// The server may have closed the connection to this client alone, and still be there for others.
const char* who_left(const Subject& subject, bool is_other_end, bool is_untold, const Arena& arena) {
  const Peers& peers = subject.link.peers;
  const bool has_server = peers.shown_id(other(subject.from)) == multiplayer::server;
  if (is_other_end && has_server) return "the server had closed this connection";
  if (is_other_end && subject.route.goes_to_relay(peers, subject.from))
    return "the other end had closed this connection";
  const PeerId peer = subject.route.target_id;
  return arena.text("%s had left%s", peer > 0 ? subject.peer(peer, arena) : "its receiver",
                    is_untold ? ", and the server had not told the sender (disconnect_peer(id, true) never does)" : "");
}

/// The frame that shows that the receiver had left before; 0: none.
struct Departure {
  std::uint32_t left_in = 0;
  bool is_untold = false;   ///< the server had not told the sender
  bool to_pass_on = false;  ///< a client sends this to its server, which is to relay it
};

Departure departure_of(const Subject& subject) {
  const Peers& peers = subject.link.peers;
  const PeerId peer = subject.route.target_id;
  Departure found = {.left_in = subject.message.left_in};
  found.to_pass_on = subject.route.relayed && peer > multiplayer::server && peers.is_client(subject.from);
  if (found.left_in != 0 || !found.to_pass_on) return found;
  const SessionPeers& session = subject.memory().peers;
  found.left_in = session.gone_in(peers.link(), peer, subject.frame);
  found.is_untold = found.left_in == 0;
  if (found.is_untold) found.left_in = session.closed_in(peers.session(), peers.link(), peer, subject.frame);
  return found;
}

}  // namespace

bool reaches_nobody(const Subject& subject) {
  return subject.message.link->is_in_order() && departure_of(subject).left_in != 0;
}

/// The receiver had left before, as its own message shows, or one of the server that is to relay the message.
void check_receiver(const Subject& subject, const CommandEnd& command, Findings& found) {
  if (!command.good || command.type == multiplayer::CommandType::system || !command.has_member) return;
  if (subject.message.repeated || !subject.message.link->is_in_order()) return;
  const auto& [left_in, is_untold, to_pass_on] = departure_of(subject);
  if (left_in == 0 && subject.message.returns_since != 0 && !to_pass_on) {
    Finding& finding = found.add(
        Problem::receiver_gone,
        found.arena.text("No one receives this: what was sent to the %s came back in frame %u (ICMP), and it has "
                         "sent nothing since",
                         subject.message.from_client ? "server" : "client", subject.message.returns_since),
        subject.message.from_client
            ? "Let the client connect again, once the server runs"
            : "Look at the log of that player: its game was closed without a goodbye, or has crashed");
    finding.basis.add(subject.message.returns_since);
    return;
  }
  if (left_in == 0) return;
  found
      .add(Problem::receiver_gone,
           found.arena.text("No one receives this: %s, as frame %u shows",
                            who_left(subject, subject.message.left_in != 0, is_untold, found.arena), left_in))
      .link(FrameLink::To::departure, left_in);
}

namespace {

/// The server relays this message of a peer.
bool is_passed_on(const Subject& subject) {
  return subject.route.comes_from_relay(subject.link.peers, subject.from) &&
         subject.route.source_id > multiplayer::server;
}

std::uint32_t delivered_in(const Subject& subject) { return std::max(subject.frame, subject.message.held_until); }

/// The server relays a message that refers to a node by a peer's number, after it announced to the receiver that it
/// left: the receiver has deleted those numbers. True if so.
bool check_last_words(const Subject& subject, Findings& found) {
  const PeerId peer = subject.route.source_id;
  const std::uint32_t left_in =
      subject.memory().peers.gone_in(subject.link.peers.link(), peer, delivered_in(subject), &subject.message.turn);
  if (left_in == 0) return false;
  found
      .add(Problem::caller_gone,
           found.arena.text(
               "The receiver was told in frame %u that %s has left, and no longer knows the numbers of its nodes: it "
               "finds no node",
               left_in, subject.peer(peer, found.arena)),
           "Let a player wait for an answer to its last calls before it leaves")
      .link(FrameLink::To::departure, left_in);
  return true;
}

}  // namespace

/// The server relays a message of a peer that has left, or that the receiver does not know yet.
void check_speaker(const Subject& subject, const CommandEnd& command, Findings& found) {
  const bool is_sync = command.type == multiplayer::CommandType::sync;
  if (!command.good || !(command.is_call() || is_sync)) return;
  const Peers& peers = subject.link.peers;
  const PeerId peer = subject.route.source_id;
  if (subject.message.repeated || !is_passed_on(subject) || !subject.message.link->is_in_order()) return;
  // What the receiver was told since may be what the capture lacks.
  if (subject.message.link->is_incomplete() || subject.message.link->may_lack()) return;
  if (command.by_number && check_last_words(subject, found)) return;
  if (is_sync) return;  // a state needs no answer
  const std::uint32_t comes_in = subject.memory().peers.comes_in(peers.link(), peer, delivered_in(subject));
  if (comes_in == 0) return;
  found
      .add(Problem::caller_not_yet_known,
           found.arena.text("The receiver learns of %s only in frame %u: this comes before its peer_connected, "
                            "and it cannot answer yet",
                            subject.peer(peer, found.arena), comes_in),
           "Let a peer that has just connected wait until the others call it")
      .link(FrameLink::To::arrival, comes_in);
}

}  // namespace godot::analysis::account
