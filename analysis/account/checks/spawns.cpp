// SPDX-License-Identifier: MIT
#include "analysis/account/checks/checks.h"
#include "analysis/problems/verdict.h"

namespace godot::analysis::account {
namespace {

/// The number is an index into the receiver's own list.
void check_scene(const Subject& subject, const Made& made, const names::SpawnedScene& known, Findings& found) {
  if (known.scenes < 0 || subject.node.scene < static_cast<std::uint32_t>(known.scenes)) return;
  problems::Verdict verdict(found.arena.text("In the project, the spawner %s lists %d %s, and this is number %u",
                                             made.spawner, known.scenes, known.scenes == 1 ? "scene" : "scenes",
                                             subject.node.scene));
  verdict.possible("the sender's list differs, and at a receiver with this project the spawn fails",
                   "Give both ends the same list of spawnable scenes, in the same order");
  found.add(Problem::scene_unknown, verdict);
}

/// A synchronizer whose authority is not the spawner's is left out.
void check_left_out(const Made& made, const names::SpawnedScene& known, Findings& found) {
  if (known.properties == 0 || known.synchronizers <= static_cast<int>(made.synchronizers)) return;
  found.add(Problem::synchronizers_left_out,
            found.arena.text(
                "The scene has %d %s, and the spawn lists %u: one whose authority is not the spawner's is "
                "left out, and its spawn properties reach nobody. Set these values after the spawn, or give "
                "the player its input alone",
                known.synchronizers, known.synchronizers == 1 ? "synchronizer" : "synchronizers", made.synchronizers));
}

}  // namespace

void check_made(const Subject& subject, const Made& made, Findings& found) {
  if (made.spawner == nullptr || subject.message.repeated || subject.node.scene == names::Node::no_scene) return;
  const names::SpawnedScene known = names::spawned_scene(subject.node);
  check_scene(subject, made, known, found);
  check_left_out(made, known, found);
}

}  // namespace godot::analysis::account
