// SPDX-License-Identifier: MIT
#include <string_view>

#include "analysis/message/account/checks/checks.h"
#include "analysis/problems/verdict.h"

namespace godot::analysis::account {

namespace {

/// `.` is the node of the sender's root path. The tree's own API has /root there, which has no remote methods: so the
/// sender has an API of its own for a branch, and the receiver another node at the same path, if it has the same script
/// at all.
bool is_root(const char* path) { return path != nullptr && std::string_view(path) == "."; }

}  // namespace

/// The receiver's node has other remote methods: its confirmation reports it.
void check_version(const Subject& subject, const Confirmation& confirmation, Findings& found) {
  if (confirmation.methods_match || subject.message.repeated) return;
  // Behind a gap in a stream, it may be no message, but the middle of one.
  const Link& transport = *subject.message.link;
  if (transport.transport == Transport::websocket && transport.is_incomplete()) return;
  if (is_root(confirmation.path)) {
    problems::Verdict verdict("The two ends have nodes with different remote methods at the root of their APIs");
    verdict.possible("their MultiplayerAPIs have different root paths, so that one path means two nodes",
                     "call set_multiplayer() for the same branch at both ends");
    verdict.possible("the two ends run different versions of the game", "give both the same");
    found.add(Problem::other_version, verdict);
    return;
  }
  problems::Verdict verdict(
      subject.link.peers.several_other_methods
          ? "The two ends have different remote methods at several paths"
          : "The two ends have different remote methods for this node: calls of it may reach another "
            "method, or none");
  verdict.possible("they run different versions of the game", "Give both ends the same");
  verdict.possible("they have different nodes at this path, as while only one end has changed the scene",
                   "Give nodes of different scripts different paths, or call them when both ends have the scene");
  verdict.possible("rpc_config() added methods at one end alone, or after the node's list was first needed",
                   "Call rpc_config() at both ends, in _init() or _enter_tree()");
  found.add(Problem::other_version, verdict);
}

/// The receiver's confirmation has shown that this number may be another method there. If it is known which, that is
/// said instead.
void check_methods(const Subject& subject, const ReachedMethod& call, Findings& found) {
  if (call.is_known() || call.known == nullptr || !call.known->methods_differ || subject.message.repeated) return;
  // Who confirms on the link of a peer's server is not the one behind it.
  if (subject.route.goes_to_relay(subject.link.peers, subject.from)) return;
  found.add(Problem::other_methods,
            call.known->confirmed_in != 0
                ? found.arena.text("The receiver has other remote methods at this path, as frame %u shows: the number "
                                   "of this method may be another one's there, or none",
                                   call.known->confirmed_in)
                : "The receiver has other remote methods at this path: the number of this method may be another one's "
                  "there, or none");
}

/// Both projects are set, so that it is known what runs.
void check_reached(const Subject& subject, const ReachedMethod& call, Findings& found) {
  if (subject.message.repeated || !call.is_known()) return;
  const char* called = call.called != nullptr ? found.arena.text("%s() at the sender", call.called) : "a method there";
  const char* remedy = "Give both ends the same version: numbers of methods come from the list of all of them";
  if (call.none) {
    found.add(Problem::other_function,
              found.arena.text("The receiver refuses this call: its node has no remote method number %u, which is %s",
                               call.number, called),
              remedy);
    return;
  }
  if (call.called != nullptr && std::string_view(call.called) == call.reached) return;
  found.add(
      Problem::other_function,
      found.arena.text("This call reaches %s() at the receiver: remote method number %u is that one there, and %s",
                       call.reached, call.number, called),
      remedy);
}

/// The ends run two generations of the engine: reported with the first message of each end.
void check_generations(const Subject& subject, const CommandEnd& command, Findings& found) {
  if (command.relayed) return;
  const MessageKey key = {.frame = subject.frame, .index = subject.message.index};
  if (subject.message.repeated || !(subject.link.first[index(subject.from)] == key)) return;
  if (!subject.link.two_generations()) return;
  found.add(Problem::two_generations,
            subject.is_4() ? "This end is Godot 4, the other one is older: neither understands the other"
                           : "This end is older than Godot 4, the other one is not: neither understands the other");
}

}  // namespace godot::analysis::account
