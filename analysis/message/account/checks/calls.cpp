// SPDX-License-Identifier: MIT
#include "analysis/message/account/checks/call_verdict.h"
#include "analysis/message/account/checks/checks.h"
#include "analysis/problems/verdict.h"
#include "base/names/conversions.h"

namespace godot::analysis::account {
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

Sent sent_as(const Message& message) {
  if (message.link->transport != Transport::enet) return {};
  return {.transfer = names::transfer_of(multiplayer::mode_of(message.delivery)),
          .channel = multiplayer::script_channel(message.channel),
          .fragmented = message.fragmented};
}

/// A client's call to all, which the server relays to other clients. Godot 3 alone asks for it.
bool goes_to_others(const Subject& subject) {
  const Peers& peers = subject.link.peers;
  const Route& route = subject.route;
  if (!route.target_known || route.target_id > 0 || !peers.is_client(subject.from)) return false;
  const SessionPeers& session = subject.memory().peers;
  // One of the others may be the one that does not get it.
  const std::uint32_t excluded = route.target_id < -multiplayer::server ? 1 : 0;
  return session.others(peers.link(), subject.frame) > excluded ||
         session.is_relayed(peers.session(), peers.link(), route.source_id, subject.frame);
}

CallFacts facts_of(const Subject& subject, const names::Declaration& declaration) {
  const Route& route = subject.route;
  const Authorities& authorities = subject.memory().authorities;
  // The caller may be among the senders, as far as their nodes are known.
  const bool is_unclear = authorities.sends_of_unknown(route.source);
  const bool is_for_authority = declaration.callers == names::Callers::authority;
  const bool is_for_one = is_for_authority || declaration.callers == names::Callers::toward_authority;
  const auto is_client = [&](multiplayer::PeerId id) {
    return id == route.source_id || subject.state.peer_names.appeared_in(id) != 0;
  };
  return {.declaration = declaration,
          .caller = route.source_id,
          .target = route.target_known ? route.target_id : multiplayer::everyone,
          .receiver = subject.link.peers.id(other(subject.from)),
          .goes_to_others = goes_to_others(subject),
          .senders = is_unclear ? Senders{} : authorities.senders(route.source, subject.node.path),
          .never_given = names::authority_never_set(subject.node),
          .may_be_split = is_for_authority && names::authority_may_be_split(subject.node),
          .is_given = is_for_one && names::authority_is_given(subject.node),
          .named_after = is_for_one ? client_in_path(subject.node.path, is_client) : 0};
}

/// Null: the method takes that number of arguments. The receiver counts as the wire does: a PackedByteArray without
/// elements is no argument (modules/multiplayer/scene_rpc_interface.cpp, _process_rpc).
const char* why_other_count(const Arguments& call, Arena arena) {
  const names::Signature& asked = call.asked;
  if (!asked.known || asked.takes(call.count)) return nullptr;
  const bool optional = asked.required != asked.count;
  const char* from = optional ? arena.text("%u to ", asked.required) : "";
  const char* maybe_bytes = call.maybe_one && asked.required == 1 ? ", or an empty PackedByteArray, which is lost" : "";
  return arena.text("%s() takes %s%u argument%s, the call has %u%s", call.method, from, asked.count,
                    asked.count == 1 ? "" : "s", call.count, maybe_bytes);
}

/// Null: a value of this type may be passed.
const char* why_other_type(const Subject& subject, const Arguments& call, Arena arena) {
  const variant::Generation generation = subject.link.recognition_of(subject.from).generation();
  if (call.type_asked == nullptr || names::accepts(generation, call.type_asked, call.type)) return nullptr;
  const char* why = std::string_view(call.type) == "EncodedObjectAsID"
                        ? ": an object is sent as its id, which only RefCounted and Object accept"
                        : "";
  return arena.text("Declared as %s, sent as %s%s", call.type_asked, call.type, why);
}

constexpr const char* given_by_script = "a script gives this node, or one above it, to a peer";

/// Why it is open whether the caller is the node's authority at the receiver, which changes hands: null: it is not, or
/// nothing speaks against it. A node is the server's until a script gives it to another peer, often to the client after
/// which it is named.
const char* why_authority_is_open(const Subject& subject, const CallFacts& call, const Arena& arena) {
  if (call.caller == 0) return "the capture does not show the caller's id";
  if (call.senders.several()) return "more than one peer has sent the node's states";
  if (call.senders.has(call.caller)) return nullptr;
  const bool is_own = call.named_after == call.caller;
  if (call.named_after != 0 && (is_own || !call.senders.known()))
    return arena.joined({"the node is named after ", is_own ? "its caller" : subject.peer(call.named_after, arena)});
  if (call.caller != multiplayer::server) return nullptr;
  if (!call.senders.known()) return call.is_given ? given_by_script : nullptr;
  return arena.text("the node's states come from %s (since frame %u)", subject.peer(call.senders.last(), arena),
                    call.senders.since());
}

/// The same of the receiver as the node's master.
const char* why_master_is_open(const Subject& subject, const CallFacts& call, const Arena& arena) {
  if (call.taker() == 0) return "the capture does not show the receiver's id";
  if (call.named_after == 0) return call.is_given ? given_by_script : nullptr;
  return arena.joined({"the node is named after ", subject.peer(call.named_after, arena)});
}

const char* why_open(const Subject& subject, const CallFacts& call, const Arena& arena) {
  switch (call.declaration.callers) {
    case names::Callers::authority: return why_authority_is_open(subject, call, arena);
    case names::Callers::toward_authority: return why_master_is_open(subject, call, arena);
    default: return nullptr;
  }
}

/// The problems of a call, and of a set.
struct Refusals {
  Problem refused;
  Problem refused_by_others;
  Problem open;
  Problem refused_unless;
};
constexpr Refusals of_calls = {Problem::call_refused, Problem::call_refused_by_others, Problem::caller_open,
                               Problem::refused_unless};
constexpr Refusals of_sets = {Problem::set_refused, Problem::set_refused_by_others, Problem::sender_open,
                              Problem::set_refused_unless};

/// Whether the receiver lets the sender call the method, or set the variable.
void check_rules(const Subject& subject, const names::Declaration& declaration, const Member& member,
                 const Refusals& problems, Findings& found) {
  if (!is_judged(subject, declaration) || reaches_nobody(subject)) return;
  const CallFacts call = facts_of(subject, declaration);
  const auto [verdict, cause] = judge(call);
  const bool asks_caller = declaration.callers == names::Callers::authority;
  switch (verdict) {
    case CallVerdict::allowed: break;
    case CallVerdict::refused: {
      const Refusal refusal = why_refused(subject, call, cause, member, found.arena);
      const bool by_others = cause == RefusalCause::by_other_clients;
      found.add(by_others ? problems.refused_by_others : problems.refused, refusal.why, refusal.remedy);
      break;
    }
    case CallVerdict::unknown:
      if (const char* why = why_open(subject, call, found.arena))
        found.add(problems.open,
                  found.arena.text("%s is declared \"%s\", and %s: the receiver refuses the %s, unless %s there",
                                   member.text, declaration.mode, why, member.verb,
                                   asks_caller ? "the caller is the node's authority" : "it is the node's master"));
      break;
    case CallVerdict::refused_unless_given:
      found.add(problems.refused_unless,
                found.arena.text("%s is declared \"%s\": the receiver refuses it, unless %s() was called to give this "
                                 "node to %s, which neither capture nor project shows",
                                 member.text, declaration.mode,
                                 is_godot_4(subject) ? "set_multiplayer_authority" : "set_network_master",
                                 subject.peer(asks_caller ? call.caller : call.taker(), found.arena)));
      break;
  }
}

}  // namespace

/// In Godot 4 the checksum of a node's methods identifies its script, so that a declaration that is only guessed is
/// none. Godot 3 has no checksum: what all scripts at its place agree on is its declaration.
bool is_judged(const Subject& subject, const names::Declaration& declaration) noexcept {
  if (subject.node.path == nullptr || subject.message.repeated || !declaration) return false;
  return !is_godot_4(subject) || declaration.certainty == names::Certainty::certain;
}

/// The caller may not call the method.
void check_caller(const Subject& subject, const ReceivedCall& received, Findings& found) {
  const Member member = {.text = found.arena.text("%s()", received.method),
                         .verb = "call",
                         .verb_first = "Call",
                         .at_one = "rpc_id",
                         .keyword = "func"};
  check_rules(subject, received.declaration, member, of_calls, found);
}

/// The sender may not set the variable.
void check_setter(const Subject& subject, const ReceivedSet& received, Findings& found) {
  const Member member = {
      .text = received.property, .verb = "set", .verb_first = "Set", .at_one = "rset_id", .keyword = "var"};
  check_rules(subject, received.declaration, member, of_sets, found);
}

/// Another peer sets this variable, too. A puppet variable is its master's alone to set, and each receiver has one.
/// (Godot 3: core/io/multiplayer_api.cpp, _process_rset)
void check_setters(const Subject& subject, const ReceivedSet& set, Findings& found) {
  if (subject.message.repeated) return;
  const names::Callers callers = set.declaration.callers;
  if (set.declaration && callers != names::Callers::authority && callers != names::Callers::unknown) return;
  const TwoSenders::Other* other = subject.memory().authorities.two_setters.other(
      {.frame = subject.frame, .message = subject.message.index, .part = 0, .time = 0});
  // One that stopped has handed the node over.
  if (other == nullptr || other->stopped != 0) return;
  problems::Verdict verdict(found.arena.text("%s sets %s of this node, too (frame %u)",
                                             subject.peer(other->peer, found.arena, true), set.property, other->frame));
  constexpr const char* refused = "it is a puppet variable, and each receiver refuses those of one of them";
  constexpr const char* remedy =
      "Call set_network_master() with the same peer on every peer, and give nodes the same names everywhere";
  if (callers == names::Callers::authority) {
    verdict.proven(refused, remedy, {found.arena.text("declared \"%s\"", set.declaration.mode), 0});
  } else {
    verdict.possible(refused, remedy);
    verdict.possible("it is a remote variable, and each overwrites what the other has set",
                     "Let one peer alone set it");
  }
  found.add(Problem::two_setters, verdict).link(FrameLink::To::other_sender, other->frame);
}

/// The call was sent with another transfer mode or channel than declared.
void check_sending(const Subject& subject, const SentCall& call, Findings& found) {
  const auto& [method, declaration] = call;
  if (!is_judged(subject, declaration)) return;
  const Sent sent = sent_as(subject.message);
  const bool transfer = other_transfer(declaration, sent);
  const bool channel = other_channel(declaration, sent);
  if (!transfer && !channel) return;
  const char* on_channel = declaration.channel >= 0 ? found.arena.text(" on channel %d", declaration.channel) : "";
  found.add(
      Problem::sent_otherwise,
      transfer
          ? found.arena.text("%s() is declared \"%s\"%s, and was sent \"%s\" on channel %d: the sender's project "
                             "differs from yours",
                             method, name(declaration.transfer), on_channel, name(sent.transfer), sent.channel)
          : found.arena.text(
                "%s() is declared for channel %d, and was sent on channel %d: the sender's project differs from yours",
                method, declaration.channel, sent.channel));
}

/// The method does not take that number of arguments, or an argument of that type.
void check_arguments(const Subject& subject, const Arguments& call, Findings& found) {
  const char* text =
      call.type != nullptr ? why_other_type(subject, call, found.arena) : why_other_count(call, found.arena);
  if (text == nullptr) return;
  const char* remedy = nullptr;
  if (call.is_reached) {
    text = found.arena.text("This number is %s() at the receiver. %s", call.method, text);
    remedy = "Run the same version of the project at both ends";
  }
  // The call counts once, whatever is wrong with its arguments.
  found.add(Problem::other_arguments, text, remedy).counted = false;
}

}  // namespace godot::analysis::account
