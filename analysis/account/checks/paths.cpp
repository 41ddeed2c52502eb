// SPDX-License-Identifier: MIT
#include "analysis/account/checks/checks.h"
#include "analysis/account/checks/delay.h"

namespace godot::analysis::account {

void check_path(const Subject& subject, const AnnouncedPath& path, Findings& found) {
  const MultiplayerLink& link = subject.link;
  if (subject.message.repeated || link.two_generations()) return;
  // Of a relayed message, only the last hop is on the receiver's link, which has the confirmations.
  if (subject.route.relayed && !link.peers.is_server(subject.from)) return;
  // A receiver that has not authenticated the sender ignores everything from it.
  if (link.peers.admission.ignores_by(index(other(subject.from)), subject.frame) != 0) return;
  // The confirmation may be what the capture lacks.
  if (subject.message.link->is_cut() || subject.message.link->lacks[index(other(subject.from))]) return;
  if (!subject.memory().paths.never_confirmed(subject.route.source, subject.route.target, path)) return;
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
  found.add(Problem::no_such_node,
            found.arena.text("The receiver has no node %s: it sends other messages, but never confirmed this path",
                             subject.node.path),
            "Add the node there before it is called, under the same name (add_child(node, true)), or let a "
            "MultiplayerSpawner create it");
}

}  // namespace godot::analysis::account
