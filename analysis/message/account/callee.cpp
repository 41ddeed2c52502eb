// SPDX-License-Identifier: MIT
#include "analysis/message/account/callee.h"

#include <string_view>
#include <type_traits>

#include "project/text/checksum.h"

namespace godot::analysis::account {
namespace {

/// The receiving end; null: a peer behind the server.
const End* taker(const Subject& call, End& place) {
  const Route& route = call.route;
  const bool for_server = route.target_id <= 0 && route.target_id != -multiplayer::server;
  if (route.goes_to_relay(call.link.peers, call.from) && !for_server) return nullptr;
  place = other(call.from);
  return &place;
}

/// The receiver's node has other remote methods than the caller's. `taker`: null: the receiver is behind the server.
bool has_other_methods(const Subject& call, const AnnouncedPath& known, const End* taker) {
  if (taker != nullptr) return known.methods_differ;
  return call.memory().paths.passed(known, call.route.target_id).methods_differ;
}

/// What the projects that the receiver may run say of a call.
struct Opinions {
  const Finding* verdict = nullptr;  ///< the first finding of each of them, the weakest one; null: none has one
  bool all = true;                   ///< each of them has one
};

template <class Check>
Opinions opinions_of(const RunBy& run_by, const Arena& arena, Check check) {
  Opinions opinions;
  run_by.all([&] {
    Findings found(arena);
    check(found);
    const Finding* first = found.first();
    opinions.all = opinions.all && first != nullptr;
    if (first != nullptr && (opinions.verdict == nullptr || !first->counted)) opinions.verdict = first;
    return true;
  });
  return opinions;
}

/// One project refuses the call, another one takes it.
void add_dispute(const Finding& verdict, Findings& found) {
  if (verdict.problem == Problem::refused_unless) return;
  found.add(Problem::caller_open, found.arena.text("The projects differ, and nothing shows which of them the receiver "
                                                   "runs. In one of them: %s",
                                                   verdict.advice.why));
}

}  // namespace

void Callee::begin(const Subject& call, const AnnouncedPath* known, const multiplayer::Member& method,
                   const char* name) {
  End place{};
  const End* receiver = taker(call, place);
  run_by_ = projects_.run_by(call.link, receiver);
  projects_.ask_of(call.link, call.from);
  has_another_list_ = known != nullptr && !method.by_name && has_other_methods(call, *known, receiver);
  if (!run_by_.several()) return;
  node_ = call.node;
  name_ = name;
  method_ = method.id;
  if (!has_another_list_) return;
  // The receiver has another list, where this number may be another method's.
  const AnnouncedPath* own = call.memory().paths.find(call.route.target, known->path, call.frame);
  node_.rpc_md5 = own != nullptr ? own->md5 : nullptr;
  name_ = nullptr;
  if (node_.rpc_md5 == nullptr) run_by_ = RunBy::unknown();
}

/// All projects that the receiver may run have its list: they agree, or nothing is known.
ReachedMethod Callee::reached(const Subject& call, const char* called) const {
  ReachedMethod reached = {.number = method_, .called = called};
  if (!has_another_list_ || !run_by_.several() || node_.rpc_md5 == nullptr) return reached;
  if (method_ >= multiplayer::first_configured_method || node_.configured) return reached;
  bool asked = false;
  bool agree = true;
  std::string_view first;
  run_by_.all([&] {
    const names::Name found = names::method(node_, method_);
    const bool knows_list =
        found || names::method(node_, 0) || std::string_view(node_.rpc_md5) == project::empty_checksum;
    const std::string_view text = found ? std::string_view(found.text) : std::string_view();
    agree =
        agree && knows_list && (!found || found.certainty == names::Certainty::certain) && (!asked || text == first);
    if (!asked && found) reached.reached = found.text;
    first = text;
    asked = true;
    return agree;
  });
  projects_.ask_of(call.link, call.from);
  if (!asked || !agree) reached.reached = nullptr;
  else reached.none = first.empty();
  return reached;
}

const char* Callee::name() const { return name_ != nullptr ? name_ : names::method(node_, method_).text; }

/// The same part of the call, by the currently selected project; `method` null: it has no such method.
Arguments Callee::here(const Arguments& arguments) const {
  Arguments here = arguments;
  here.method = name();
  here.is_reached = has_another_list_;
  if (here.method == nullptr) return here;
  if (here.type != nullptr) here.type_asked = names::argument(node_, here.method, here.index).type;
  else here.asked = names::signature(node_, here.method);
  return here;
}

ReceivedCall Callee::here(const ReceivedCall&) const {
  const char* method = name();
  if (method == nullptr) return {};
  return {.method = method, .declaration = names::declaration(node_, method)};
}

template <class Part>
void Callee::judge(const Subject& call, const Part& part, Findings& found) const {
  if (!run_by_.several()) {
    // By no list that is set: the project is the caller's.
    if (!has_another_list_) account::judge(call, part, found);
    return;
  }
  const Subject there{call, call.route, node_};
  bool is_known = true;  // ... to each of them: what one lacks, is another version's
  const Opinions opinions = opinions_of(run_by_, found.arena, [&](Findings& project) {
    const Part judged = here(part);
    if (judged.method != nullptr) account::judge(there, judged, project);
    else is_known = false;
  });
  if (opinions.verdict != nullptr && opinions.all) found.copy(*opinions.verdict);
  else if (opinions.verdict != nullptr && is_known && std::is_same_v<Part, ReceivedCall>)
    add_dispute(*opinions.verdict, found);
  projects_.ask_of(call.link, call.from);
}

template void Callee::judge(const Subject& call, const Arguments& part, Findings& found) const;
template void Callee::judge(const Subject& call, const ReceivedCall& part, Findings& found) const;

}  // namespace godot::analysis::account
