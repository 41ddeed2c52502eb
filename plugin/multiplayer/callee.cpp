// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/callee.h"

namespace godot::plugin {
namespace {

/// The receiving end; null: a peer behind the server.
const analysis::End* taker(const Annotations& notes, analysis::End& place) {
  const analysis::Route& route = notes.route;
  const analysis::Peers& peers = notes.context.link.peers;
  const bool for_server = route.target_id <= 0 && route.target_id != -multiplayer::server;
  if (route.relayed && !peers.is_server(notes.context.from) && !for_server) return nullptr;
  place = other(notes.context.from);
  return &place;
}

/// Returns the first finding of a check if all projects have one; else none. A weaker finding counts, too.
template <class Check>
const analysis::account::Finding* agreed(const RunBy& run_by, const analysis::account::Arena& arena, Check check) {
  const analysis::account::Finding* verdict = nullptr;
  const bool all = run_by.all([&] {
    analysis::account::Findings found(arena);
    check(found);
    const analysis::account::Finding* first = found.first();
    if (first != nullptr && (verdict == nullptr || !first->counted)) verdict = first;
    return first != nullptr;
  });
  return all ? verdict : nullptr;
}

bool add(const analysis::account::Finding* verdict, analysis::account::Findings& found) {
  if (verdict == nullptr) return false;
  found.add(verdict->problem, verdict->text).counted = verdict->counted;
  return true;
}

}  // namespace

void Callee::begin(const Annotations& notes, const analysis::TaughtPath* known, const multiplayer::Member& method,
                   const char* name) {
  analysis::End place{};
  run_by_ = run_by(notes.context.link.peers, taker(notes, place));
  ask_project_of(notes.context.link.peers, notes.context.from);
  if (!run_by_.several()) return;
  node_ = notes.node;
  name_ = name;
  method_ = method.id;
  if (known == nullptr || !known->methods_differ || method.by_name) return;
  // The receiver has another list, where this number may be another method's.
  const analysis::TaughtPath* own = state().memory.path(notes.route.target, known->path, notes.frame());
  node_.rpc_md5 = own != nullptr ? own->md5 : nullptr;
  name_ = nullptr;
  if (node_.rpc_md5 == nullptr) run_by_ = RunBy::nobody();
}

const char* Callee::name() const { return name_ != nullptr ? name_ : analysis::names::method(node_, method_).text; }

void Callee::check_caller(const analysis::account::Subject& subject, analysis::account::Findings& found) const {
  const analysis::account::Subject there = {.state = subject.state,
                                            .link = subject.link,
                                            .message = subject.message,
                                            .route = subject.route,
                                            .from = subject.from,
                                            .node = node_,
                                            .frame = subject.frame,
                                            .time = subject.time,
                                            .size = subject.size};
  add(agreed(run_by_, found.arena,
             [&](analysis::account::Findings& here) {
               const char* method = name();
               if (method != nullptr)
                 analysis::account::check_caller(there, method, analysis::names::declaration(node_, method), here);
             }),
      found);
}

bool Callee::check_count(std::uint32_t count, bool maybe_one, analysis::account::Findings& found) const {
  return !add(
      agreed(run_by_, found.arena,
             [&](analysis::account::Findings& here) {
               const char* method = name();
               if (method == nullptr) return;
               const analysis::names::Signature declared = analysis::names::signature(node_, method);
               static_cast<void>(analysis::account::check_argument_count(declared, method, count, maybe_one, here));
             }),
      found);
}

bool Callee::check_argument(std::uint32_t index, const char* type, analysis::account::Findings& found) const {
  return !add(agreed(run_by_, found.arena,
                     [&](analysis::account::Findings& here) {
                       const char* method = name();
                       if (method == nullptr) return;
                       const analysis::names::Argument declared = analysis::names::argument(node_, method, index);
                       static_cast<void>(analysis::account::check_argument(declared.type, type, here));
                     }),
              found);
}

}  // namespace godot::plugin
