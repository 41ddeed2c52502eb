// SPDX-License-Identifier: MIT
#include <algorithm>

#include "analysis/message/account/checks/checks.h"
#include "analysis/problems/verdict.h"
#include "base/duration.h"

namespace godot::analysis::account {
namespace {

Views::Position position_of(const Subject& subject, const multiplayer::SyncObject& object) {
  return {.frame = subject.frame, .message = subject.message.index, .part = object.index, .time = 0};
}

/// True if this peer is still in the game: both ends of the link of its states send something later, as do those of its
/// own link, and no message announces to anyone that it has left. Not known in a session of too many links.
bool is_there(const Subject& subject, const Views::Receiver& who) {
  constexpr std::size_t most_links = 4096;  // ENet has no more peers at a time
  const MultiplayerLink& watched = subject.state.links[who.link - 1];
  if (!watched.goes_on_after(subject.frame)) return false;
  const auto links = subject.state.links_of_session.find(watched.peers.session());
  if (links == subject.state.links_of_session.end() || links->second.size() > most_links) return false;
  return std::all_of(links->second.begin(), links->second.end(), [&](const MultiplayerLink* link) {
    if (subject.memory().peers.gone_in(link->peers.link(), who.peer, subject.frame) != 0) return false;
    const bool is_own = link->peers.id(End::first) == who.peer || link->peers.id(End::second) == who.peer;
    return !is_own || who.peer == multiplayer::server || link->goes_on_after(subject.frame);
  });
}

/// The frame in which the synchronizer's node was despawned for that receiver; 0: it was not, or is none of a spawner.
std::uint32_t despawned_for(const Subject& subject, const multiplayer::SyncObject& object, const Views::Receiver& who) {
  if (object.by_path) return 0;
  const Peers& peers = subject.state.links[who.link - 1].peers;
  const Speaker sender = peers.speaker(who.from == index(End::first) ? End::first : End::second);
  const SpawnedSynchronizer* known = subject.memory().nodes.synchronizer_on_link(sender, object.id, subject.frame);
  return known != nullptr && known->node->despawned_in < subject.frame ? known->node->despawned_in : 0;
}

/// There, what a sender drops leaves no gap in any numbers.
bool is_over_websocket(const Subject& subject, const Views::Receiver& who) {
  const Link* link = subject.state.links[who.link - 1].link;
  return link != nullptr && link->transport == Transport::websocket;
}

// Texts are made in functions of their own: each state is checked, and hardly any has a problem.

void add_without(const Subject& subject, const SyncEnd& end, const Views::Without& without, Findings& found) {
  if (without.who.link == 0 || without.who.link > subject.state.links.size()) return;
  // The despawn that hides it, or its states, may be what the capture lacks.
  const Link* watched = subject.state.links[without.who.link - 1].link;
  if (watched != nullptr && watched->may_lack()) return;
  // A peer that has left should get no states.
  if (!is_there(subject, without.who)) return;
  if (const std::uint32_t despawned_in = despawned_for(subject, end.object, without.who); despawned_in != 0) {
    Finding& finding = found.add(Problem::view_despawned,
                                 found.arena.text("The node is hidden from %s, for which it was despawned in frame %u",
                                                  subject.peer(without.who.peer, found.arena, false), despawned_in));
    finding.node = end.node;
    finding.link(FrameLink::To::despawn, despawned_in);
    return;
  }
  const char* since = found.arena.text("since %sframe %u", without.spawned ? "its spawn in " : "", without.since);
  constexpr const char* remedy =
      "Look at public_visibility, set_visibility_for() and visibility filters of the synchronizer";
  const char* peer = subject.peer(without.who.peer, found.arena, true);
  const bool may_be_dropped = is_over_websocket(subject, without.who);
  if (may_be_dropped || without.resumed_in != 0) {
    problems::Verdict verdict(
        found.arena.text("%s has received no state of this %s, others receive them", peer, since));
    verdict.possible("the node is hidden from it", remedy);
    if (may_be_dropped)
      verdict.possible(
          "the sender's outbound_buffer_size is full, as this peer reads too slowly: then it drops messages",
          "Send less, or raise outbound_buffer_size at the sender");
    if (without.resumed_in != 0)
      verdict.possible(
          found.arena.text("its states were held up on their way until frame %u, before they came to the capture",
                           without.resumed_in),
          "Capture beside their sender, where this cannot be", {nullptr, without.resumed_in});
    found.add(Problem::views_differ, verdict).node = end.node;
    return;
  }
  found
      .add(Problem::views_differ,
           found.arena.text(
               "%s has received no state of this %s, others receive them, and no message to it is missing: the node "
               "is hidden from it",
               peer, since),
           remedy)
      .node = end.node;
}

/// Both sent until one of them stopped for good. Peers that do not agree would both have gone on.
void add_hand_over(const Subject& subject, const SyncEnd& end, const TwoSenders::Other& other, Findings& found) {
  problems::Verdict verdict(found.arena.text(
      "%s sent the states of this synchronizer, too, for %.2f s; then %s stopped (frame %u): the authority was handed "
      "over",
      subject.peer(other.peer, found.arena, true), in_seconds(other.lasted),
      other.stopped == other.peer ? "it" : "this one", other.stopped_in));
  verdict.possible("the call that told it waited on its link, for a lost message or a slow one",
                   "Hand the authority over on a channel of its own, so that nothing holds the call back",
                   {nullptr, other.stopped_in});
  verdict.possible("the game told it later than the other",
                   "Call set_multiplayer_authority() at the old authority first, and let it confirm");
  Finding& finding = found.add(Problem::two_authorities, verdict);
  finding.node = end.node;
  finding.link(FrameLink::To::other_sender, other.frame);
}

void add_sender(const Subject& subject, const SyncEnd& end, const TwoSenders::Other& other, Findings& found) {
  if (other.stopped != 0) return add_hand_over(subject, end, other, found);
  Finding& finding = found.add(
      Problem::two_senders,
      found.arena.text(
          "%s sends the states of this synchronizer, too (frame %u): receivers accept only those of its authority",
          subject.peer(other.peer, found.arena, true), other.frame),
      "Call set_multiplayer_authority() with the same peer on every peer");
  finding.node = end.node;
  finding.link(FrameLink::To::other_sender, other.frame);
}

void add_receiver(const Subject& subject, const SyncEnd& end, const Agreement::Other& other, Findings& found) {
  found
      .add(Problem::values_differ,
           found.arena.text(
               "%s got different values in frame %u, and so on for a second: no value that one got has reached the "
               "other",
               subject.peer(other.receiver, found.arena, true), other.frame),
           "Properties are read again for each player: let a getter return the same value each time")
      .node = end.node;
}

}  // namespace

/// Another peer gets no states of this synchronizer any more.
void check_views(const Subject& subject, const SyncEnd& end, Findings& found) {
  if (subject.memory().views.empty() || subject.message.repeated || end.object.delta) return;
  // The other peer's state may be behind the cut.
  if (subject.message.link->is_cut()) return;
  const Views::Without* without = subject.memory().views.without(position_of(subject, end.object));
  if (without != nullptr) add_without(subject, end, *without, found);
}

/// Another peer sends the states of this synchronizer, too.
void check_senders(const Subject& subject, const SyncEnd& end, Findings& found) {
  if (subject.memory().authorities.two_senders.empty() || subject.message.repeated) return;
  // The announcement that gives the number to another node may be in a gap of the stream.
  const Link& link = *subject.message.link;
  if (link.transport == Transport::websocket && link.is_incomplete()) return;
  const TwoSenders::Other* other = subject.memory().authorities.two_senders.other(position_of(subject, end.object));
  if (other != nullptr) add_sender(subject, end, *other, found);
}

/// Another peer gets other values of this synchronizer at the same time.
void check_values(const Subject& subject, const SyncEnd& end, Findings& found) {
  if (subject.memory().agreement.empty() || subject.message.repeated || end.object.delta) return;
  if (subject.message.link->is_cut()) return;
  const Agreement::Other* other = subject.memory().agreement.other(position_of(subject, end.object));
  if (other != nullptr) add_receiver(subject, end, *other, found);
}

}  // namespace godot::analysis::account
