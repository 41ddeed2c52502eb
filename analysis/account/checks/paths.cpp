// SPDX-License-Identifier: MIT
#include "analysis/account/checks/checks.h"
#include "analysis/account/checks/delay.h"
#include "analysis/problems/verdict.h"

namespace godot::analysis::account {

namespace {

using Missing = Paths::Missing;

/// The signs of life of the message's receiver, after it has acknowledged the message.
Paths::Signs signs_of(const Subject& subject) {
  const Link* link = subject.link.link;
  const Message& message = subject.message;
  if (link == nullptr) return {};
  if (message.link->transport == Transport::enet && message.delivery == Delivery::reliable && !message.acknowledged)
    return {};
  const std::size_t receiver = message.from_client ? 1 : 0;
  return {.reads_at = link->reads_at[receiver], .acks_at = link->acks_at[receiver]};
}

const char* evidence_of(Missing why) {
  switch (why) {
    case Missing::keeps_reading: return "it reads what is sent to it, but never confirmed this path";
    case Missing::acknowledged: return "its system acknowledges what is sent to it, but the path was never confirmed";
    case Missing::no:
    case Missing::later_confirmed:
    case Missing::keeps_sending: break;
  }
  return "it sends other messages, but never confirmed this path";
}

}  // namespace

void check_path(const Subject& subject, const AnnouncedPath& path, Findings& found) {
  const MultiplayerLink& link = subject.link;
  if (subject.message.repeated || link.two_generations()) return;
  // Of a relayed message, only the last hop is on the receiver's link, which has the confirmations.
  if (subject.route.relayed && !link.peers.is_server(subject.from)) return;
  // A receiver that has not authenticated the sender ignores everything from it.
  if (link.peers.admission.ignores_by(index(other(subject.from)), subject.frame) != 0) return;
  // The confirmation may be what the capture lacks.
  if (subject.message.link->is_cut() || subject.message.link->lacks[index(other(subject.from))]) return;
  const Missing why =
      subject.memory().paths.never_confirmed(subject.route.source, subject.route.target, path, signs_of(subject));
  if (why == Missing::no) return;
  // A path is announced once and may never be confirmed. Its calls then contain the path, and arrive when a node
  // exists.
  const double since = -until(subject, path.time);
  constexpr double second = 1000;
  if (since > one_game_frame) {
    found.add(Problem::path_was_missing,
              found.arena.text("The receiver had no node %s when its path was announced in frame %u, %.1f s before: if "
                               "it still has none, it ignores this",
                               subject.node.path, path.frame, since / second));
    return;
  }
  // Its spawn came before, on this link: the receiver got it, and has no such node all the same.
  const SpawnedNodes::Presence presence =
      subject.memory().nodes.presence(subject.route.source, subject.node.path, subject.frame);
  if (presence.spawned_in != 0 && presence.despawned_in == 0 && !subject.route.relayed) {
    problems::Verdict verdict(found.arena.text("The receiver has no node %s, although it got its spawn in frame %u",
                                               subject.node.path, presence.spawned_in));
    verdict.possible("the spawn failed there", "Compare spawn_path and the list of scenes of the spawner at both ends",
                     {"the engine prints why, for example 'Parameter \"parent\" is null'", presence.spawned_in});
    verdict.possible("a script of the receiver has freed or renamed the node", nullptr);
    if (why == Missing::acknowledged)
      verdict.possible("its game stands still, and confirms the path later (loading, a breakpoint)", nullptr);
    found.add(Problem::no_such_node, verdict);
    return;
  }
  const char* evidence = evidence_of(why);
  const char* or_else = why == Missing::acknowledged
                            ? ", unless its game stands still (loading, a breakpoint): then it confirms it later"
                            : "";
  Finding& finding =
      found.add(Problem::no_such_node,
                found.arena.text("The receiver has no node %s: %s%s", subject.node.path, evidence, or_else),
                "Add the node there before it is called, under the same name (add_child(node, true)), or let a "
                "MultiplayerSpawner create it");
  finding.basis.causes = why == Missing::acknowledged ? 2 : 1;
  finding.basis.add(path.frame);
}

}  // namespace godot::analysis::account
