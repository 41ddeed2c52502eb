// SPDX-License-Identifier: MIT
#include "analysis/message/account/checks/call_verdict.h"

#include "analysis/message/account/checks/checks.h"

namespace godot::analysis {
namespace {

constexpr CallJudgement allowed = {CallVerdict::allowed};
constexpr CallJudgement unknown = {CallVerdict::unknown};
constexpr CallJudgement refused(RefusalCause cause) noexcept { return {CallVerdict::refused, cause}; }

CallJudgement judge_of_authority(const CallFacts& call) noexcept {
  constexpr multiplayer::PeerId server = multiplayer::server;
  if (call.caller == 0) return unknown;
  if (call.never_given) return call.caller == server ? allowed : refused(RefusalCause::never_given);
  // Peers that have sent its states may be its authority, and so may the server.
  if (call.caller == server || call.senders.has(call.caller)) return unknown;
  if (call.senders.known() && !call.may_be_split) return refused(RefusalCause::states_from_others);
  return call.named_after == call.caller ? unknown : CallJudgement{CallVerdict::refused_unless_given};
}

/// Only the node's master accepts it. That is the server, unless a script gives the node to another peer. Of a call to
/// all, the server accepts its own copy alone.
CallJudgement judge_of_master(const CallFacts& call) noexcept {
  constexpr multiplayer::PeerId server = multiplayer::server;
  if (!call.never_given) {
    const multiplayer::PeerId taker = call.taker();
    const bool may_be_master = taker <= server || taker == call.named_after;
    return may_be_master ? unknown : CallJudgement{CallVerdict::refused_unless_given};
  }
  if (call.target > 0) return call.target == server ? allowed : refused(RefusalCause::for_the_master);
  if (call.receiver > server) return refused(RefusalCause::for_the_master);
  return call.goes_to_others ? refused(RefusalCause::by_other_clients) : allowed;
}

}  // namespace

CallJudgement judge(const CallFacts& call) noexcept {
  using names::Callers;
  if (!call.declaration) return unknown;
  switch (call.declaration.callers) {
    case Callers::anybody: return allowed;
    case Callers::none:
      return refused(call.declaration.is_written ? RefusalCause::for_nobody : RefusalCause::not_written);
    case Callers::authority: return judge_of_authority(call);
    case Callers::toward_authority: return judge_of_master(call);
    case Callers::unknown: break;
  }
  return unknown;
}

namespace account {

bool is_godot_4(const Subject& subject) noexcept { return subject.node.rpc_md5 != nullptr; }

Refusal why_refused(const Subject& subject, const CallFacts& call, RefusalCause cause, const Member& member,
                    Arena arena) {
  const bool is_4 = is_godot_4(subject);
  const char* give = is_4 ? "give the node to the caller with set_multiplayer_authority() on every peer"
                          : "give the node to the caller with set_network_master() on every peer";
  const char* open = is_4 ? "@rpc(\"any_peer\") above " : "remote before ";
  const char* open_or_give = arena.joined({open, member.text, ", or ", give});
  const char* mode = call.declaration.mode;
  switch (cause) {
    case RefusalCause::none: break;
    case RefusalCause::not_written:
      return {arena.text(
                  "The node's script has no %s with a keyword (remote, master, puppet ...): nobody may %s it remotely",
                  member.text, member.verb),
              arena.text("Write the %s in that script, with a keyword, or correct the name", member.keyword)};
    case RefusalCause::for_nobody:
      if (!is_4)
        return {arena.text("%s has no keyword (remote, master, puppet ...): nobody may %s it remotely", member.text,
                           member.verb),
                arena.text("Write one before its %s", member.keyword)};
      return {arena.text("%s is declared \"%s\": nobody may %s it remotely", member.text, mode, member.verb),
              arena.text("%s%s", open, member.text)};
    case RefusalCause::for_the_master:
      return {arena.text("%s is declared \"%s\": only the node's master accepts it, and that is the server",
                         member.text, mode),
              arena.text("%s%s, or %s it at the server", open, member.text, member.verb)};
    case RefusalCause::by_other_clients:
      return {arena.text("%s is declared \"%s\": only the node's master accepts it, and that is the server. It goes to "
                         "all, and the other clients refuse it",
                         member.text, mode),
              arena.text("%s it at the server alone (%s(1, ...)), or %s%s", member.verb_first, member.at_one, open,
                         member.text)};
    case RefusalCause::never_given:
      return {
          arena.text("%s is declared \"%s\": %s may not %s it, only the server, because no script gives this node to "
                     "another peer",
                     member.text, mode, subject.peer(call.caller, arena), member.verb),
          open_or_give};
    case RefusalCause::states_from_others:
      return {
          arena.text("%s is declared \"%s\": %s may not %s it, because the node's states come from %s (since frame %u)",
                     member.text, mode, subject.peer(call.caller, arena), member.verb,
                     subject.peer(call.senders.last(), arena), call.senders.since()),
          open_or_give};
  }
  return {};
}

}  // namespace account
}  // namespace godot::analysis
