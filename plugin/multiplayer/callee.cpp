// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/callee.h"

namespace godot::plugin {
namespace {

/// The receiving end; null: a peer behind the server.
const End* taker(const Annotations& notes, End& place) {
  const Route& route = notes.route;
  const Peers& peers = notes.context.link.peers;
  const bool for_server = route.target_id <= 0 && route.target_id != -multiplayer::server;
  if (route.relayed && !peers.is_server(notes.context.from) && !for_server) return nullptr;
  place = other(notes.context.from);
  return &place;
}

/// Returns the first finding of a check if all projects have one; else none. A weaker finding counts, too.
template <class Check>
const account::Finding* agreed(const RunBy& run_by, const account::Arena& arena, Check check) {
  const account::Finding* verdict = nullptr;
  const bool all = run_by.all([&] {
    account::Findings found(arena);
    check(found);
    const account::Finding* first = found.first();
    if (first != nullptr && (verdict == nullptr || !first->counted)) verdict = first;
    return first != nullptr;
  });
  return all ? verdict : nullptr;
}

bool add(const account::Finding* verdict, account::Findings& found) {
  if (verdict == nullptr) return false;
  found.add(verdict->problem, verdict->text).counted = verdict->counted;
  return true;
}

}  // namespace

void Callee::begin(const Annotations& notes, const TaughtPath* known, const multiplayer::Member& method,
                   const char* name) {
  End place{};
  run_by_ = run_by(notes.context.link.peers, taker(notes, place));
  ask_project_of(notes.context.link.peers, notes.context.from);
  if (!run_by_.several()) return;
  node_ = notes.node;
  name_ = name;
  method_ = method.id;
  if (known == nullptr || !known->methods_differ || method.by_name) return;
  // The receiver has another list, where this number may be another method's.
  const TaughtPath* own = state().memory.path(notes.route.target, known->path, notes.frame());
  node_.rpc_md5 = own != nullptr ? own->md5 : nullptr;
  name_ = nullptr;
  if (node_.rpc_md5 == nullptr) run_by_ = RunBy::nobody();
}

const char* Callee::name() const { return name_ != nullptr ? name_ : names::method(node_, method_).text; }

void Callee::check_caller(const account::Subject& subject, account::Findings& found) const {
  const account::Subject there = {.state = subject.state,
                                  .link = subject.link,
                                  .message = subject.message,
                                  .route = subject.route,
                                  .from = subject.from,
                                  .node = node_,
                                  .frame = subject.frame,
                                  .time = subject.time,
                                  .size = subject.size};
  add(agreed(run_by_, found.arena,
             [&](account::Findings& here) {
               const char* method = name();
               if (method != nullptr) account::check_caller(there, method, names::declaration(node_, method), here);
             }),
      found);
}

bool Callee::check_count(std::uint32_t count, bool maybe_one, account::Findings& found) const {
  return !add(agreed(run_by_, found.arena,
                     [&](account::Findings& here) {
                       const char* method = name();
                       if (method == nullptr) return;
                       const names::Signature declared = names::signature(node_, method);
                       static_cast<void>(account::check_argument_count(declared, method, count, maybe_one, here));
                     }),
              found);
}

bool Callee::check_argument(std::uint32_t index, const char* type, account::Findings& found) const {
  return !add(agreed(run_by_, found.arena,
                     [&](account::Findings& here) {
                       const char* method = name();
                       if (method == nullptr) return;
                       const names::Argument declared = names::argument(node_, method, index);
                       static_cast<void>(account::check_argument(declared.type, type, here));
                     }),
              found);
}

}  // namespace godot::plugin
