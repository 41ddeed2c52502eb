// SPDX-License-Identifier: MIT
#include "analysis/game/memory/announced_to.h"
#include "analysis/message/account/checks/checks.h"
#include "analysis/message/account/checks/delay.h"
#include "analysis/problems/verdict.h"

namespace godot::analysis::account {
namespace {

/// Links the finding to the spawn and the despawn that decide that a call came too early or too late.
void add_links(Finding& finding, const SpawnedNodes::Presence& presence) {
  for (const std::uint32_t frame : {presence.spawned_in, presence.comes_in}) finding.link(FrameLink::To::spawn, frame);
  finding.link(FrameLink::To::despawn, presence.despawned_in);
}

void check_crossing(const Subject& subject, const Speaker& receiver, const char* path, Findings& found) {
  const SpawnedNodes::Presence later = subject.memory().nodes.presence(receiver, path, UINT32_MAX);
  if (later.despawned_in <= subject.frame || until(subject, later.time) > one_game_frame) return;
  if (!subject.message.link->is_timed()) return;
  found
      .add(Problem::call_crossing,
           found.arena.text("The receiver despawns this node in frame %u, %.0f ms later: if the node was freed before "
                            "the call arrived, the call found no node",
                            later.despawned_in, until(subject, later.time)))
      .link(FrameLink::To::despawn, later.despawned_in);
}

/// True if the message arrives after everything that its sender sent reliably on channel 0 before.
bool is_in_order(const Message& message) {
  return message.link->transport != Transport::enet || (message.delivery == Delivery::reliable && message.channel == 0);
}

/// The receiver has got the spawn, and holds it back until a lost message of its channel comes. Known on the second
/// pass.
bool check_held_spawn(const Subject& subject, const char* path, const SpawnedNodes::Presence& presence,
                      Findings& found) {
  const Message& message = subject.message;
  if (presence.held_until == 0 || message.held_until >= presence.held_until) return false;
  // Where it is passed on, the spawn is another one.
  if (subject.route.relayed) return false;
  // The receiver still has the node that was there before, while it holds that one's despawn back, too.
  const SpawnedNodes::Presence before =
      subject.memory().nodes.presence(subject.route.source, path, presence.spawned_in - 1);
  if (before.despawned_in != 0 && before.lacked == nullptr) {
    const std::int64_t read_at = message.link->readable_at(message.from_client, before.despawn, before.despawned_at);
    if (read_at == 0 || read_at > subject.time) return false;
  }
  Finding& finding = found.add(
      Problem::called_early,
      found.arena.text("The receiver holds the spawn of this node (frame %u) back until frame %u, because a message "
                       "before it was lost; this call, sent unreliably or on another channel, overtakes it",
                       presence.spawned_in, presence.held_until),
      "Send it reliably on channel 0");
  finding.link(FrameLink::To::spawn, presence.spawned_in);
  finding.basis.causes = 1;
  finding.basis.add(presence.held_until);
  return true;
}

/// Why the message is early, and what helps: a sentence each.
struct Early {
  const char* why;
  const char* remedy;
};

/// Why a call comes before the spawn of its node, and the remedy. `fate.presence.comes_late`: the spawn was sent
/// before the call, and was lost or overtaken. `before`: milliseconds.
Early why_early(const Message& message, const SpawnedNodes::Fate& fate, double before) {
  constexpr double ready_within = 100;
  const bool is_again = fate.presence.despawned_in != 0;
  if (is_in_order(message) && is_again && (fate.by_relay || before > ready_within))
    return {"in between it has no such node",
            "Call it only while the receiver has it: hidden nodes are despawned there, and come back with a spawn"};
  if (is_in_order(message) && fate.by_relay)
    return {"the server spawns it there later than for the caller, and passes the call on at once",
            "Call it there only after the receiver has confirmed that it has the node"};
  if (is_in_order(message) && before > ready_within)
    return {"it is called before the node is spawned",
            "Call it afterwards, or let the node at the receiver ask for what it needs in its _ready()"};
  if (is_in_order(message))
    return {"a spawn is sent when the node is ready, so calls in its _ready() or before are sent first",
            "Call it afterwards (await ready), or let the node at the receiver ask for it in its _ready()"};
  if (fate.presence.comes_late)
    return {"it has overtaken the spawn: messages sent unreliably or on another channel keep no order with it",
            "Send it reliably on channel 0, or later"};
  return {
      "messages sent unreliably or on another channel keep no order with the spawn; or it was called before the "
      "spawn was sent",
      "Send it reliably on channel 0, after the node is ready"};
}

void add_early(const Subject& subject, const SpawnedNodes::Fate& fate, Findings& found) {
  const SpawnedNodes::Presence& presence = fate.presence;
  const double later = until(subject, presence.time);
  const Early early = why_early(subject.message, fate, later);
  const char* comes = presence.despawned_in != 0
                          ? found.arena.text("This node was despawned at the receiver in frame %u, and comes back",
                                             presence.despawned_in)
                          : "The receiver gets this node";
  add_links(found.add(Problem::called_early,
                      found.arena.text("%s in frame %u, %.0f ms later: %s", comes, presence.comes_in, later, early.why),
                      early.remedy),
            presence);
}

/// How the node may still have been there for a message that was sent after its despawn; null: it was not. The receiver
/// frees the node at the end of a frame of its game; messages that it reads in the same frame still find the node.
const char* reason_for_presence(const Subject& subject, const SpawnedNodes::Presence& presence) {
  constexpr double resent = 1000;            // after this time, a lost despawn was sent again and has arrived
  constexpr double given_up_after = 30'000;  // after this, the message it waits for has come, or ENet has disconnected
  const double since = -until(subject, presence.time);
  const bool in_order = is_in_order(subject.message);
  // A despawn that is acknowledged waits, too, while a message before it was lost.
  const Message& message = subject.message;
  const std::int64_t read_at = message.link->readable_at(message.from_client, presence.despawn, presence.time);
  const bool overtakes = !have_an_order(presence.despawn, message.turn);
  if (overtakes && message.link->transport == Transport::enet && read_at == 0 && !subject.route.relayed)
    return "the despawn waits for a lost message of its channel, and this one overtakes it";
  const bool is_known_when = comes_first(presence.despawn, message.turn) && (!overtakes || read_at <= subject.time);
  if (since >= (!is_known_when ? given_up_after : in_order ? one_game_frame : resent)) return nullptr;
  if (!is_known_when) return "the despawn waited for a lost message of its channel, and this one has overtaken it";
  return in_order ? "the receiver has read both in one frame of its game"
                  : "this message, sent unreliably or on another channel, has overtaken the despawn";
}

/// The caller has sent the despawn itself, and calls the node on. A node that is not in its caller's tree cannot be
/// called (Node::rpcp), and one that a synchronizer hides from the receiver neither
/// (modules/multiplayer/scene_replication_interface.cpp, is_rpc_visible).
void add_despawned_by_caller(const Subject& subject, const char* path, const SpawnedNodes::Presence& presence,
                             Findings& found) {
  problems::Verdict verdict(
      found.arena.text("The caller despawned this node itself, in frame %u, has one in its tree "
                       "again, and sent no spawn since",
                       presence.despawned_in));
  verdict.possible(
      "the same node was added again (add_child()), and its signal ready, for which its spawner waits, comes once",
      "Call request_ready() of a node before it is added again, or add a new one");
  verdict.possible("a node of this name was added that its spawner does not spawn",
                   "Add it below spawn_path, and its scene to the spawner's list");
  const auto [spawned, below] = subject.memory().nodes.within(subject.route.source, path, presence.despawned_in);
  if (spawned == nullptr || path[below] != '\0')
    verdict.possible("the node above it is hidden from the receiver", "Call no node below one that is hidden there");
  add_links(found.add(Problem::called_late, verdict), presence);
}

/// The despawn was sent before the call.
void add_late(const Subject& subject, const char* path, const SpawnedNodes::Fate& fate, Findings& found) {
  const SpawnedNodes::Presence& presence = fate.presence;
  const char* who = fate.by_relay ? "The server told the receiver" : "The receiver was told";
  if (const char* unless = reason_for_presence(subject, presence); unless != nullptr) {
    const double since = -until(subject, presence.time);
    found
        .add(Problem::call_crossing,
             found.arena.text(
                 "%s in frame %u, %.0f ms before, that this node was despawned: the call finds no node, unless %s", who,
                 presence.despawned_in, since, unless))
        .link(FrameLink::To::despawn, presence.despawned_in);
    return;
  }
  if (!fate.by_relay && !subject.route.relayed && subject.is_4() && is_in_order(subject.message))
    return add_despawned_by_caller(subject, path, presence, found);
  add_links(found.add(Problem::called_late,
                      found.arena.text("%s in frame %u that this node was despawned", who, presence.despawned_in)),
            presence);
}

/// A node that went with one above it, or whose spawn failed: the same, but the receiver was told nothing of it.
void add_lacked(const Subject& subject, const SpawnedNodes::Fate& fate, Findings& found) {
  const SpawnedNodes::Presence& presence = fate.presence;
  const SpawnedNode& node = *presence.lacked;
  const char* unless = node.failed ? nullptr : reason_for_presence(subject, presence);
  Finding& finding = found.add(unless != nullptr ? Problem::call_crossing : Problem::called_late,
                               found.arena.text("The receiver has no such node: %s%s%s", why_lacked(node, found.arena),
                                                unless != nullptr ? ", unless " : "", unless != nullptr ? unless : ""),
                               "Call a node only while all nodes above it are there, too");
  finding.link(FrameLink::To::spawn, presence.spawned_in);
  finding.link(FrameLink::To::despawn, node.gone_with->despawned_in);
}

/// How a receiver that has despawned the node itself may still find it for a call that has the node's number; null: it
/// does not. A number leads to the object, in the tree or not (SceneCacheInterface::get_cached_object); a path does
/// not.
const char* unless_not_freed(const Subject& subject, const Addressed& node, const SpawnedNodes::Presence& presence,
                             const Arena& arena) {
  if (!node.by_number) return nullptr;
  if (presence.comes_in != 0)
    return arena.text("has only taken it out of the tree (remove_child()) until it spawns it again in frame %u",
                      presence.comes_in);
  // States of a later frame of the receiver's game show that the one in which the node left is over.
  if (presence.freed_in != 0 && presence.freed_in < subject.frame) return nullptr;
  return -until(subject, presence.despawned_at) < freed_within
             ? "has taken it out of the tree and not freed it yet (change_scene_to_file(), remove_child())"
             : nullptr;
}

/// The receiver itself has despawned the node. It reads messages once in a frame of its game, and may have spawned the
/// node again before.
void add_gone(const Subject& subject, const Addressed& node, const SpawnedNodes::Presence& presence, Findings& found) {
  const double back = until(subject, presence.time);
  if (presence.comes_in != 0 && back <= one_game_frame) {
    add_links(
        found.add(Problem::call_crossing,
                  found.arena.text("The receiver had despawned this node in frame %u, and spawns it again in frame "
                                   "%u, %.0f ms later: if it read the call before that, the call found no node",
                                   presence.despawned_in, presence.comes_in, back)),
        presence);
    return;
  }
  const char* unless = unless_not_freed(subject, node, presence, found.arena);
  const char* or_kept = unless == nullptr && node.by_number ? ", or keeps it outside of the tree (a pool)" : "";
  add_links(found.add(unless != nullptr ? Problem::call_crossing : Problem::called_late,
                      found.arena.text("The receiver had despawned this node in frame %u, when the call was under way: "
                                       "it finds no node, unless it has only hidden it from the caller%s%s%s",
                                       presence.despawned_in, unless != nullptr ? ", or " : "",
                                       unless != nullptr ? unless : "", or_kept)),
            presence);
}

/// True if the receiver is an end of the link on which the message was captured. False if a client sends it to its
/// server for another client only; a message to everyone is for the server, too.
bool is_for_this_end(const Subject& subject) {
  const Route& route = subject.route;
  if (!route.relayed) return true;
  const Peers& peers = subject.link.peers;
  if (!peers.server_known()) return false;
  if (peers.is_server(subject.from)) return true;
  return route.target_known && route.target_id <= 0 && route.target_id != -multiplayer::server;
}

}  // namespace

/// The receiver has polled for the last time a second or more before: what it said of its nodes holds no longer.
/// (ENet's ends answer each other's pings, one each half second.)
bool has_ended(const Subject& subject) {
  const Message& message = subject.message;
  if (message.is_to_nobody()) return true;
  const std::int64_t last = message.link->reads_at[message.from_client ? 1 : 0];
  return message.link->transport == Transport::enet && last != 0 && subject.time - last > second;
}

bool may_be_unseen(const Subject& subject) {
  return subject.message.link->may_lack() || subject.message.link->is_cut();
}

const char* why_lacked(const SpawnedNode& node, const Arena& arena) {
  const SpawnedNode& above = *node.gone_with;
  if (!node.failed) return arena.text("it went with %s, above it, in frame %u", above.name, above.despawned_in);
  return arena.text("its spawn in frame %u failed, because %s, above its spawner, had been despawned in frame %u",
                    node.frame, above.name, above.despawned_in);
}

bool check_presence(const Subject& subject, const Addressed& node, Findings& found) {
  using Kind = SpawnedNodes::Fate::Kind;
  const char* path = node.path;
  const AnnouncedPath* known = node.known;
  const Route& route = subject.route;
  if (subject.message.repeated || path == nullptr || !is_for_this_end(subject)) return false;
  // A peer that has left, or whose process has ended, looks up no node.
  if (has_ended(subject)) return true;
  const Peers& peers = subject.link.peers;
  const bool passed_on = route.comes_from_relay(peers, subject.from);
  const Speaker relay = peers.speaker(subject.from);
  const Speaker receiver = peers.speaker(other(subject.from));
  const SpawnedNodes& nodes = subject.memory().nodes;
  const SpawnedNodes::Presence by_caller =
      node.by_source != nullptr ? *node.by_source : nodes.presence(route.source, path, subject.frame);
  const SpawnedNodes::Presence by_receiver =
      node.by_target != nullptr && !route.relayed ? *node.by_target : nodes.presence(receiver, path, subject.frame);
  const bool is_known_here =
      node.by_number || is_of_link(subject.memory().paths, known, route.source, path, subject.frame);
  const SpawnedNodes::Fate fate = nodes.fate(by_caller, by_receiver,
                                             {.path = path,
                                              .known = is_known_here ? known : nullptr,
                                              .by_number = node.by_number,
                                              .turn = subject.message.turn},
                                             subject.frame, passed_on ? &relay : nullptr);
  const SpawnedNodes::Presence& presence = fate.presence;
  // A later spawn or despawn may be what the capture lacks, or has cut, or has in another place.
  if (fate.kind != Kind::found && may_be_unseen(subject)) return true;
  switch (fate.kind) {
    case Kind::found:
      if (check_held_spawn(subject, path, presence, found)) return true;
      if (by_receiver.changes_later) check_crossing(subject, receiver, path, found);
      // A script of the receiver may have freed the node. A path that was announced after the spawn shows it: it is
      // confirmed, or the node is missing.
      return presence.known() && (known == nullptr || known->frame < presence.spawned_in);
    case Kind::too_early:
      // ENet's receiver delivers the call after the spawn that it waits for.
      if (subject.message.held_until >= presence.comes_in) return true;
      add_early(subject, fate, found);
      break;
    case Kind::too_late:
      if (presence.lacked != nullptr) add_lacked(subject, fate, found);
      else add_late(subject, path, fate, found);
      break;
    case Kind::gone_at_receiver: add_gone(subject, node, presence, found); break;
  }
  return true;
}

namespace {

/// The same of a state, whose receiver has despawned the node itself or was told that it is; null: nothing.
const char* unless_there_for_state(const Subject& subject, const SpawnedNodes::Fate& fate, const Arena& arena) {
  const SpawnedNodes::Presence& presence = fate.presence;
  if (fate.kind == SpawnedNodes::Fate::Kind::too_late) return reason_for_presence(subject, presence);
  constexpr const char* is_hidden = "it has only hidden the node from the sender";
  if (presence.comes_in == 0 || until(subject, presence.time) > one_game_frame) return is_hidden;
  return arena.text("%s, or reads them only after it spawns the node again in frame %u", is_hidden, presence.comes_in);
}

/// The same of a spawned node that went with one above it, or whose spawn failed: its sender is not told.
void add_state_of_lacked(const Subject& subject, const SpawnedNode& node, Findings& found) {
  if (may_be_unseen(subject)) return;
  SpawnedNodes::Presence presence;
  presence.despawned_in = node.gone_in;
  presence.despawn = node.gone;
  presence.time = presence.despawned_at = node.gone_at;
  const char* unless = node.failed ? nullptr : reason_for_presence(subject, presence);
  Finding& finding =
      found.add(Problem::state_of_gone,
                found.arena.text("The receiver has no node for these values: %s%s%s", why_lacked(node, found.arena),
                                 unless != nullptr ? ", unless " : "", unless != nullptr ? unless : ""));
  finding.link(FrameLink::To::spawn, node.frame);
  finding.link(FrameLink::To::despawn, node.gone_with->despawned_in);
}

}  // namespace

/// States of a node that its player owns go on until the despawn has reached that player.
void check_state_node(const Subject& subject, const SyncBegin& state, Findings& found) {
  using Kind = SpawnedNodes::Fate::Kind;
  // Of most states neither: their nodes were spawned, and are there.
  if (state.lacked == nullptr && state.known == nullptr) return;
  if (subject.message.repeated || !is_for_this_end(subject) || has_ended(subject)) return;
  if (state.lacked != nullptr) return add_state_of_lacked(subject, *state.lacked, found);
  const Peers& peers = subject.link.peers;
  const bool passed_on = subject.route.comes_from_relay(peers, subject.from);
  const Speaker relay = peers.speaker(subject.from);
  const SpawnedNodes& nodes = subject.memory().nodes;
  const char* path = state.known->path;
  const SpawnedNodes::Fate fate =
      nodes.fate(nodes.presence(subject.route.source, path, subject.frame),
                 nodes.presence(peers.speaker(other(subject.from)), path, subject.frame),
                 {.path = path, .known = state.known, .by_number = true, .turn = subject.message.turn}, subject.frame,
                 passed_on ? &relay : nullptr);
  if (fate.kind != Kind::gone_at_receiver && fate.kind != Kind::too_late) return;
  if (may_be_unseen(subject)) return;
  const char* unless = unless_there_for_state(subject, fate, found.arena);
  found
      .add(Problem::state_of_gone,
           found.arena.text("%s in frame %u: it has no node for these values%s%s",
                            fate.kind == Kind::too_late ? "The receiver was told that the node was despawned"
                                                        : "The receiver had despawned the node",
                            fate.presence.despawned_in, unless != nullptr ? ", unless " : "",
                            unless != nullptr ? unless : ""))
      .link(FrameLink::To::despawn, fate.presence.despawned_in);
}

void check_node(const Subject& subject, const Addressed& node, Findings& found) {
  if (check_presence(subject, node, found)) return;
  if (node.by_number || check_untold(subject, node, found)) return;
  if (node.known != nullptr) check_path(subject, *node.known, found);
}

/// A node that leaves with its parent, or with a node further above, cannot be despawned again.
void check_despawn(const Subject& subject, const Despawned& node, Findings& found) {
  if (node.known == nullptr || subject.message.repeated || !node.known->is_lacked(subject.frame)) return;
  if (may_be_unseen(subject)) return;
  found
      .add(Problem::despawn_refused, found.arena.text("The receiver refuses this, as it has no such node: %s",
                                                      why_lacked(*node.known, found.arena)))
      .link(FrameLink::To::despawn, node.known->gone_with->despawned_in);
}

}  // namespace godot::analysis::account
