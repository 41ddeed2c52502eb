// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/call_check.h"

#include "codec/enet/protocol.h"
#include "plugin/analysis/multiplayer/rules.h"
#include "plugin/core/fields.h"
#include "plugin/multiplayer/problems.h"

namespace godot::plugin {
namespace {

// Longer messages may have been sent in fragments, which are the same for both unreliable modes.
constexpr unsigned surely_whole = 500;

names::Transfer transfer_of(Delivery delivery) {
  switch (delivery) {
    case Delivery::reliable: return names::Transfer::reliable;
    case Delivery::unreliable: return names::Transfer::unreliable_ordered;
    case Delivery::unsequenced: return names::Transfer::unreliable;
  }
  return names::Transfer::unknown;
}

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
  return {.transfer = transfer_of(message.delivery),
          .channel = multiplayer::script_channel(message.channel),
          .fragmented = tvb_reported_length(context.tvb) > surely_whole};
}

const char* why_refused(const Annotations& notes, const CallFacts& call, const char* method) {
  wmem_allocator_t* pool = notes.pool();
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
                          .never_given = names::authority_never_set(notes.node)};
  if (judge(call) != Verdict::refused) return;
  report_problem(notes, Problems::call_refused, why_refused(notes, call, method));
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

void check_path(Annotations& notes, const TaughtPath& path) {
  if (notes.context.message.repeated || notes.route.relayed) return;
  if (!notes.memory().never_confirmed(notes.route.source, path)) return;
  report_problem(
      notes, Problems::no_such_node,
      wmem_strdup_printf(notes.pool(),
                         "The receiver has no node %s: it never confirmed this path, but later ones. Add the "
                         "node there before it is called, under the same name (add_child(node, true)), or "
                         "let a MultiplayerSpawner make it",
                         notes.node.path));
}

void check_size(Annotations& notes) {
  const Message& message = notes.context.message;
  const unsigned length = tvb_reported_length(notes.context.tvb);
  if (message.repeated || message.link->transport != Transport::enet || message.delivery == Delivery::reliable ||
      length <= enet::default_mtu)
    return;
  report_problem(
      notes, Problems::above_mtu,
      wmem_strdup_printf(notes.pool(),
                         "%u bytes sent unreliably need several datagrams: all are lost if one is. Send less, "
                         "or reliably",
                         length));
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
