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
const analysis::account::Finding* agreed(const RunBy& run_by, const analysis::Arena& arena, Check check) {
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

}  // namespace

void Callee::begin(const Annotations& notes, const analysis::AnnouncedPath* known, const multiplayer::Member& method,
                   const char* name) {
  analysis::End place{};
  run_by_ = run_by(notes.context.link, taker(notes, place));
  ask_project_of(notes.context.link, notes.context.from);
  if (!run_by_.several()) return;
  node_ = notes.node;
  name_ = name;
  method_ = method.id;
  if (known == nullptr || !known->methods_differ || method.by_name) return;
  // The receiver has another list, where this number may be another method's.
  const analysis::AnnouncedPath* own = state().memory.paths.find(notes.route.target, known->path, notes.frame());
  node_.rpc_md5 = own != nullptr ? own->md5 : nullptr;
  name_ = nullptr;
  if (node_.rpc_md5 == nullptr) run_by_ = RunBy::unknown();
}

const char* Callee::name() const { return name_ != nullptr ? name_ : analysis::names::method(node_, method_).text; }

/// The same part of the call, by the currently selected project; `method` null: it has no such method.
analysis::account::Arguments Callee::here(const analysis::account::Arguments& arguments) const {
  analysis::account::Arguments here = arguments;
  here.method = name();
  if (here.method == nullptr) return here;
  if (here.type != nullptr) here.type_asked = analysis::names::argument(node_, here.method, here.index).type;
  else here.asked = analysis::names::signature(node_, here.method);
  return here;
}

analysis::account::ReceivedCall Callee::here(const analysis::account::ReceivedCall&) const {
  const char* method = name();
  if (method == nullptr) return {};
  return {.method = method, .declaration = analysis::names::declaration(node_, method)};
}

template <class Part>
void Callee::judge(const Annotations& notes, const Part& part, analysis::account::Findings& found) const {
  if (!run_by_.several()) return analysis::account::judge(subject_of(notes), part, found);
  const analysis::account::Subject there{notes.account().message(), notes.route, node_};
  const analysis::account::Finding* verdict = agreed(run_by_, found.arena, [&](analysis::account::Findings& project) {
    const Part judged = here(part);
    if (judged.method != nullptr) analysis::account::judge(there, judged, project);
  });
  if (verdict != nullptr) found.copy(*verdict);
  ask_project_of(notes.context.link, notes.context.from);
}

template void Callee::judge(const Annotations& notes, const analysis::account::Arguments& part,
                            analysis::account::Findings& found) const;
template void Callee::judge(const Annotations& notes, const analysis::account::ReceivedCall& part,
                            analysis::account::Findings& found) const;

}  // namespace godot::plugin
