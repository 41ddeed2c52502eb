// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/call_check.h"

#include <algorithm>

#include "plugin/analysis/multiplayer/rules.h"
#include "plugin/core/fields.h"
#include "plugin/core/labels.h"
#include "plugin/facts/collector.h"
#include "plugin/multiplayer/problems.h"

namespace godot::plugin {
namespace {

const char* name(names::Transfer transfer) {
  switch (transfer) {
    case names::Transfer::reliable: return "reliable";
    case names::Transfer::unreliable: return "unreliable";
    case names::Transfer::unreliable_ordered: return "unreliable_ordered";
    case names::Transfer::unknown: break;
  }
  return "unknown";
}

Sent sent_as(const MessageContext& context) {
  const Message& message = context.message;
  if (message.link->transport != Transport::enet) return {};
  return {.transfer = names::transfer_of(multiplayer::mode_of(message.delivery)),
          .channel = multiplayer::script_channel(message.channel),
          .fragmented = message.fragmented};
}

const char* why_refused(const Annotations& notes, const CallFacts& call, const char* method) {
  wmem_allocator_t* pool = notes.pool();
  if (call.declaration.callers == names::Callers::nobody && notes.node.rpc_md5 == nullptr)
    return wmem_strdup_printf(
        pool,
        "%s() has no keyword (remote, master, puppet ...): nobody may call it from afar. Write one "
        "before func",
        method);
  if (call.declaration.callers == names::Callers::nobody)
    return wmem_strdup_printf(pool, "%s() is declared \"%s\": nobody may call it from afar", method,
                              call.declaration.mode);
  if (call.declaration.callers == names::Callers::toward_authority)
    return wmem_strdup_printf(pool, "%s() is declared \"%s\": only the node's master takes it, which is the server",
                              method, call.declaration.mode);
  if (call.never_given)
    return wmem_strdup_printf(
        pool,
        "%s() is declared \"%s\": peer %d may not call it, only the server, for no script gives a "
        "node to anybody else. Declare it for any peer, or give the node to the caller",
        method, call.declaration.mode, call.caller);
  return wmem_strdup_printf(pool,
                            "%s() is declared \"%s\": peer %d may not call it, for the node's states come from peer %d "
                            "(since frame %u). Declare it \"any_peer\", or give the node to the caller with "
                            "set_multiplayer_authority() on every peer",
                            method, call.declaration.mode, call.caller, call.senders.last(), call.senders.since());
}

void check_caller(Annotations& notes, const names::Declaration& declaration, const char* method) {
  const Route& route = notes.route;
  const CallFacts call = {.declaration = declaration,
                          .caller = route.source_id,
                          .target = route.target_known ? route.target_id : multiplayer::everyone,
                          .senders = notes.memory().state_senders(route.source, notes.node.path),
                          .never_given = names::authority_never_set(notes.node),
                          .named_after_caller = is_named_after(notes.node.path, route.source_id)};
  const Verdict verdict = judge(call);
  if (verdict == Verdict::refused) report_problem(notes, Problems::call_refused, why_refused(notes, call, method));
  if (verdict != Verdict::refused_unless_given) return;
  add_expert(notes.context.pinfo, notes.tree(), expert(MultiplayerExpert::godot_rpc_refused_unless),
             "%s() is declared \"%s\": the receiver refuses it, unless %s() was called to give this node to "
             "peer %d, which nothing here shows",
             method, declaration.mode,
             notes.node.rpc_md5 != nullptr ? "set_multiplayer_authority" : "set_network_master", call.caller);
}

void check_sending(Annotations& notes, const names::Declaration& declaration, const char* method) {
  const Sent sent = sent_as(notes.context);
  const bool transfer = other_transfer(declaration, sent);
  const bool channel = other_channel(declaration, sent);
  if (!transfer && !channel) return;
  const char* remedy =
      transfer ? wmem_strdup_printf(notes.pool(),
                                    "%s() is declared \"%s\" on channel %d, and was sent \"%s\" on channel %d: the "
                                    "sender's project is another than yours",
                                    method, name(declaration.transfer), declaration.channel, name(sent.transfer),
                                    sent.channel)
               : wmem_strdup_printf(notes.pool(),
                                    "%s() is declared for channel %d, and was sent on channel %d: the sender's project "
                                    "is another than yours",
                                    method, declaration.channel, sent.channel);
  report_problem(notes, Problems::sent_otherwise, remedy);
}

}  // namespace

namespace {

/// How long until then, in milliseconds.
double until(const packet_info* pinfo, std::int64_t time) {
  constexpr double millisecond = 1e6;
  return static_cast<double>(time - absolute_time(pinfo)) / millisecond;
}

/// A game's frame takes no longer, as a rule: so late a call may be read. In milliseconds.
constexpr double soon = 20;

}  // namespace

void check_path(Annotations& notes, const TaughtPath& path) {
  const MultiplayerLink& link = notes.context.link;
  if (notes.context.message.repeated || notes.route.relayed || link.two_generations()) return;
  // Who has not let the sender in ignores all of it.
  if (link.peers.admission.ignores_since(index(other(notes.context.from)), notes.frame()) != 0) return;
  if (!notes.memory().never_confirmed(notes.route.source, notes.route.target, path)) return;
  // A path is announced once, and stays unconfirmed for ever; its calls carry it, and arrive once there is a node.
  const double since = -until(notes.context.pinfo, path.time);
  if (since > soon) {
    add_expert(notes.context.pinfo, notes.tree(), expert(MultiplayerExpert::godot_path_was_missing),
               "The receiver had no node %s when its path was announced in frame %u, %.1f s before: if it has "
               "none yet, it does not take this",
               notes.node.path, path.frame, since / 1000);
    return;
  }
  report_problem(notes, Problems::no_such_node,
                 wmem_strdup_printf(notes.pool(),
                                    "The receiver has no node %s: it never confirmed this path, and goes on. Add the "
                                    "node there before it is called, under the same name (add_child(node, true)), or "
                                    "let a MultiplayerSpawner make it",
                                    notes.node.path));
}

namespace {

/// To the spawn and the despawn that a call came too early for, or too late.
void add_links(Annotations& notes, const Memory::Presence& presence) {
  for (const std::uint32_t frame : {presence.spawned_in, presence.comes_in})
    notes.add_frame(MultiplayerField::godot_node_spawned_in, {}, frame);
  notes.add_frame(MultiplayerField::godot_node_despawned_in, {}, presence.despawned_in);
}

void check_crossing(Annotations& notes, const char* path) {
  const Memory::Presence later = notes.memory().presence(notes.route.target, path, UINT32_MAX);
  if (later.despawned_in <= notes.frame() || until(notes.context.pinfo, later.time) > soon) return;
  notes.add_frame(MultiplayerField::godot_node_despawned_in, {}, later.despawned_in);
  add_expert(
      notes.context.pinfo, notes.tree(), expert(MultiplayerExpert::godot_call_crossing),
      "The receiver despawns this node in frame %u, %.0f ms later: if it had decided so before the call came, the "
      "call found no node",
      later.despawned_in, until(notes.context.pinfo, later.time));
}

}  // namespace

namespace {

/// Why a call comes before the spawn of its node, and what to do. `comes_late`: the spawn was sent before, and lost or
/// overtaken.
const char* why_early(const Message& message, bool comes_late) {
  const bool in_order =
      message.link->transport != Transport::enet || (message.delivery == Delivery::reliable && message.channel == 0);
  if (in_order)
    return "a spawn goes out when the node is ready, what is called in its _ready() or before goes first. Call it "
           "afterwards (await ready), or let the node ask for it in its _ready() over there";
  if (comes_late)
    return "it has overtaken the spawn: what goes unreliably or on another channel is not in order with that. Send it "
           "reliably on channel 0, or later";
  return "sent unreliably or on another channel, it is not in order with the spawn; or it was called before that went "
         "out. Send it reliably on channel 0, after the node is ready";
}

}  // namespace

bool check_presence(Annotations& notes, const char* path, const TaughtPath* known) {
  using Kind = Memory::Fate::Kind;
  if (notes.context.message.repeated || notes.route.relayed || path == nullptr) return false;
  const Memory::Fate fate = notes.memory().fate(notes.route.source, notes.route.target, path, known, notes.frame());
  const Memory::Presence& presence = fate.presence;
  if (fate.kind == Kind::found) {
    check_crossing(notes, path);
    return presence.known();
  }
  // ENet's receiver hands it on after the spawn that it waits for.
  if (fate.kind == Kind::too_early && notes.context.message.held_until >= presence.comes_in) return true;
  add_links(notes, presence);
  const auto report = [&](Problems problem, const char* remedy) { report_problem(notes, problem, remedy); };
  switch (fate.kind) {
    case Kind::too_early:
      report(Problems::called_early,
             wmem_strdup_printf(notes.pool(), "The receiver gets this node in frame %u, %.0f ms later: %s",
                                presence.comes_in, until(notes.context.pinfo, presence.time),
                                why_early(notes.context.message, presence.comes_late)));
      break;
    case Kind::too_late:
      report(Problems::called_late,
             wmem_strdup_printf(notes.pool(), "The receiver was told in frame %u that this node goes",
                                presence.despawned_in));
      break;
    default:
      report(Problems::called_late,
             wmem_strdup_printf(notes.pool(),
                                "The receiver had despawned this node in frame %u, when the call was on its way: it "
                                "finds no node, unless it has only hidden it from the caller",
                                presence.despawned_in));
      break;
  }
  return true;
}

void check_admission(Annotations& notes) {
  if (notes.context.message.repeated) return;
  const End from = notes.context.from;
  const std::uint32_t since = notes.context.link.peers.admission.ignores_since(index(other(from)), notes.frame());
  if (since == 0) return;
  report_problem(notes, Problems::not_admitted,
                 wmem_strdup_printf(notes.pool(),
                                    "The receiver ignores this: since frame %u it waits for the sender to prove who it "
                                    "is. Both ends need an auth_callback, and complete_auth() in it; wait for "
                                    "peer_connected",
                                    since));
}

void check_receiver(Annotations& notes) {
  const MessageContext& context = notes.context;
  if (context.message.repeated) return;
  std::uint32_t left_in = context.message.left_in;
  const PeerId peer = notes.route.target_id;
  // What a client hands to its server for another one.
  const bool to_pass_on =
      notes.route.relayed && peer > multiplayer::server && context.link.peers.is_client(context.from);
  if (left_in == 0 && to_pass_on) left_in = notes.memory().peer_gone_in(context.link.peers.link(), peer, notes.frame());
  if (left_in == 0) return;
  notes.add_frame(MultiplayerField::godot_peer_left_in, {}, left_in);
  report_problem(
      notes, Problems::receiver_gone,
      wmem_strdup_printf(notes.pool(),
                         "Nobody gets this: its receiver had left, as frame %u says. What was on its way then is "
                         "lost; do not call a peer after peer_disconnected",
                         left_in));
}

void check_speaker(Annotations& notes, bool by_number) {
  const MessageContext& context = notes.context;
  const PeerId peer = notes.route.source_id;
  const bool passed_on =
      notes.route.relayed && peer > multiplayer::server && context.link.peers.is_server(context.from);
  if (context.message.repeated || !passed_on) return;
  const std::uint32_t link = context.link.peers.link();
  const std::uint32_t heard_in = std::max(notes.frame(), context.message.held_until);
  const std::uint32_t left_in = by_number ? notes.memory().peer_gone_in(link, peer, heard_in) : 0;
  if (left_in != 0) {
    notes.add_frame(MultiplayerField::godot_peer_left_in, {}, left_in);
    report_problem(notes, Problems::caller_gone,
                   wmem_strdup_printf(notes.pool(),
                                      "The receiver was told in frame %u that peer %d has left, and knows the numbers "
                                      "of its nodes no longer: it finds no node. Let a player wait for an answer to "
                                      "its last calls before it leaves",
                                      left_in, peer));
    return;
  }
  const std::uint32_t comes_in = notes.memory().peer_comes_in(link, peer, heard_in);
  if (comes_in == 0) return;
  notes.add_frame(MultiplayerField::godot_peer_known_in, {}, comes_in);
  report_problem(notes, Problems::caller_not_yet_known,
                 wmem_strdup_printf(notes.pool(),
                                    "The receiver is told of peer %d only in frame %u: this comes before its "
                                    "peer_connected, and it cannot answer yet. Let who has just come wait until the "
                                    "others call it",
                                    peer, comes_in));
}

void check_version(Annotations& notes) {
  const std::uint32_t nodes = notes.context.link.peers.other_methods;
  if (notes.context.message.repeated) return;
  report_problem(notes, Problems::other_version,
                 nodes > 1 ? wmem_strdup_printf(notes.pool(),
                                                "So it is with %u nodes of this connection: the two ends run different "
                                                "versions of the game. Give both the same",
                                                nodes)
                           : "The two ends have different scripts for this node: calls of it may reach another method, "
                             "or none. Give both the same version of the game");
}

void check_generations(Annotations& notes) {
  const MessageContext& context = notes.context;
  const MessageKey key = {.frame = notes.frame(), .index = context.message.index};
  if (context.message.repeated || !(context.link.first[index(context.from)] == key)) return;
  if (!context.link.two_generations()) return;
  const bool is_4 = context.link.speech(context.from).format() == multiplayer::Format::scene;
  report_problem(
      notes, Problems::two_generations,
      is_4 ? "This end is Godot 4, the other one is older: neither understands the other. Build both with the "
             "same version of the engine"
           : "This end is older than Godot 4, the other one is not: neither understands the other. Build both "
             "with the same version of the engine");
}

void check_loss(Annotations& notes, multiplayer::CommandType type, bool delta) {
  using multiplayer::CommandType;
  if (!notes.context.message.lost || notes.context.message.repeated) return;
  constexpr const char* after = "What is sent reliably stays in order: nothing later of this channel gets there either";
  const auto report = [&](Problems problem, const char* what) {
    report_problem(notes, problem,
                   wmem_strdup_printf(notes.pool(),
                                      "The receiver never acknowledged this: %s, unless it was only the "
                                      "acknowledgements that were lost. %s",
                                      what, after));
  };
  if (type == CommandType::spawn) report(Problems::spawn_lost, "it has no such node");
  if (type == CommandType::despawn) report(Problems::despawn_lost, "it keeps the node, which others have no longer");
  if (type == CommandType::sync && delta) report(Problems::change_lost, "it keeps the values from before");
}

namespace {

/// True if messages of this peer's own link, or of the link that its states go through, come later, and nobody has said
/// that it has left.
bool is_there(const Annotations& notes, const Views::Receiver& who) {
  if (notes.context.state.links[who.link - 1].peers.heard_until() <= notes.frame()) return false;
  if (notes.memory().peer_gone_in(who.link, who.peer, notes.frame()) != 0) return false;
  const Peers& watched = notes.context.state.links[who.link - 1].peers;
  return std::all_of(
      notes.context.state.links.begin(), notes.context.state.links.end(), [&](const MultiplayerLink& link) {
        const bool is_own = link.peers.session() == watched.session() &&
                            (link.peers.id(End::first) == who.peer || link.peers.id(End::second) == who.peer);
        return !is_own || who.peer == multiplayer::server || link.peers.heard_until() > notes.frame();
      });
}

}  // namespace

void check_views(Annotations& notes, const multiplayer::SyncObject& object, const char* node) {
  const MessageContext& context = notes.context;
  if (context.message.repeated || object.delta) return;
  const Views::Without* without = notes.memory().views.without(
      {.frame = notes.frame(), .message = context.message.index, .part = object.index, .time = 0});
  if (without == nullptr || without->who.link == 0 || without->who.link > context.state.links.size()) return;
  // Who has left misses nothing.
  if (!is_there(notes, without->who)) return;
  report_problem(
      notes, Problems::views_differ,
      wmem_strdup_printf(notes.pool(),
                         "Peer %d has got no state of this since frame %u, others get them, and no message to it "
                         "is missing: it is hidden from it (public_visibility, set_visibility_for(), a visibility "
                         "filter)",
                         without->who.peer, without->since),
      node);
}

void check_senders(Annotations& notes, const multiplayer::SyncObject& object, const char* node) {
  const MessageContext& context = notes.context;
  if (context.message.repeated) return;
  const TwoSenders::Other* other = notes.memory().two_senders.other(
      {.frame = notes.frame(), .message = context.message.index, .part = object.index, .time = 0});
  if (other == nullptr) return;
  notes.add_frame(MultiplayerField::godot_sync_other_sender_in, {}, other->frame);
  report_problem(
      notes, Problems::two_senders,
      wmem_strdup_printf(notes.pool(),
                         "Peer %d sends the states of this synchronizer, too (frame %u): receivers take those of its "
                         "authority alone. Call set_multiplayer_authority() on every peer, for the same one",
                         other->peer, other->frame),
      node);
}

void check_values(Annotations& notes, const multiplayer::SyncObject& object, const char* node) {
  const MessageContext& context = notes.context;
  if (context.message.repeated || object.delta) return;
  const Agreement::Other* other = notes.memory().agreement.other(
      {.frame = notes.frame(), .message = context.message.index, .part = object.index, .time = 0});
  if (other == nullptr) return;
  report_problem(
      notes, Problems::values_differ,
      wmem_strdup_printf(notes.pool(),
                         "Peer %d got other values in frame %u, and so it was for a second: nothing that one got has "
                         "reached the other. Properties are read anew for each player, so a getter must not say "
                         "something else each time",
                         other->receiver, other->frame),
      node);
}

void check_states(Annotations& notes) {
  if (notes.context.message.repeated) return;
  const std::uint32_t before = notes.memory().continues(notes.frame(), notes.context.message.index);
  if (before == 0) return;
  report_problem(notes, Problems::sync_cut,
                 wmem_strdup_printf(notes.pool(),
                                    "The states of this moment began in frame %u: more than %u bytes go in several "
                                    "messages, of which each may be lost. Synchronize less, or less often",
                                    before, multiplayer::max_sync));
}

/// Told at the 64th, the 128th, the 256th ... if it has gone on for some time.
void check_change(Annotations& notes, const sync::Step& step, std::uint32_t bytes, const char* node) {
  constexpr std::uint32_t first_told = 64;
  constexpr std::int64_t second = 1'000'000'000;
  const bool told = step.unchanged >= first_told && (step.unchanged & (step.unchanged - 1)) == 0;
  if (notes.context.message.repeated || !told || step.unchanged_for < 3 * second) return;
  const double seconds = static_cast<double>(step.unchanged_for) / static_cast<double>(second);
  report_problem(
      notes, Problems::sync_unchanged,
      wmem_strdup_printf(notes.pool(),
                         "%u times in %.1f s the same values: %.0f bytes/s to this peer, which the property's "
                         "replication mode On Change would save",
                         step.unchanged, seconds, bytes * step.unchanged / seconds),
      node);
}

void check_size(Annotations& notes) {
  const Message& message = notes.context.message;
  if (message.repeated || !message.fragmented || message.delivery == Delivery::reliable) return;
  report_problem(
      notes, Problems::above_mtu,
      wmem_strdup_printf(notes.pool(),
                         "%u bytes sent unreliably need several datagrams: all are lost if one is. Send less, "
                         "or reliably",
                         tvb_reported_length(notes.context.tvb)));
}

void check_call(Annotations& notes, const char* method, ByteRange whole) {
  if (notes.node.path == nullptr || notes.context.message.repeated) return;
  const names::Declaration declaration = names::declaration(notes.node, method);
  if (!declaration) return;
  notes.add_text(notes.tree(), header_field(MultiplayerField::godot_rpc_mode), whole, declaration.mode);
  // Godot 4 says which methods a node has, Godot 3 does not: there its place in the scene has to do.
  if (notes.node.rpc_md5 != nullptr && declaration.certainty != names::Certainty::certain) return;
  check_caller(notes, declaration, method);
  check_sending(notes, declaration, method);
}

}  // namespace godot::plugin
