// SPDX-License-Identifier: MIT
#include <cstdint>

#include "analysis/message/account/checks/checks.h"
#include "analysis/problems/verdict.h"

namespace godot::analysis::account {
namespace {

/// The number is an index into the receiver's own list. True: it is too large.
bool check_scene(const Subject& subject, const NewNode& made, const names::SpawnedScene& known, Findings& found) {
  const std::int64_t scenes = known.scenes;
  if (scenes < 0 || subject.node.scene < scenes) return false;
  problems::Verdict verdict(found.arena.text("In the project, the spawner %s lists %d %s, and this is number %u",
                                             made.spawner, known.scenes, known.scenes == 1 ? "scene" : "scenes",
                                             subject.node.scene));
  verdict.possible("the sender's list differs, and at a receiver with this project the spawn fails",
                   "Give both ends the same list of spawnable scenes, in the same order");
  found.add(Problem::scene_unknown, verdict);
  return true;
}

}  // namespace

std::uint64_t projects_of(const Subject& subject, End end) {
  const MethodLists::Fit& fit = subject.link.peers.lists[index(end)].fit;
  if (fit.project == MethodLists::Fit::none) return 0;
  return fit.project >= 0 ? fit.all : ~std::uint64_t{0};
}

namespace {

/// The spawn has no place: the receiver adds the node where its own spawn_path leads.
/// (modules/multiplayer/scene_replication_interface.cpp, on_spawn_receive: get_spawn_node of the receiver's spawner)
void add_other_place(const NewNode& made, const names::OtherScenes& other, Findings& found) {
  const char* places = found.arena.text("The spawner %s makes its nodes %s", made.spawner, other.text);
  if (!other.is_certain) {
    found.add(Problem::scenes_may_differ,
              found.arena.text("%s: if the receiver runs the second project, the node has another path there, or the "
                               "spawn fails",
                               places));
    return;
  }
  found.add(
      Problem::spawned_elsewhere,
      found.arena.text("%s: the receiver adds the node where its own spawn_path leads, so that it has another path "
                       "there, or the spawn fails",
                       places),
      "Give the spawner the same spawn_path at both ends");
}

/// The ends may run two projects, whose lists differ here.
void check_lists(const Subject& subject, const NewNode& made, Findings& found) {
  if (subject.route.relayed) return;  // the receiver is behind the server
  const names::OtherScenes other_scenes =
      names::other_scenes(subject.node, projects_of(subject, subject.from), projects_of(subject, other(subject.from)));
  if (other_scenes.text == nullptr) return;
  if (other_scenes.is_place) return add_other_place(made, other_scenes, found);
  const char* lists =
      found.arena.text("Number %u of the spawner %s is %s", subject.node.scene, made.spawner, other_scenes.text);
  if (!other_scenes.is_certain) {
    found.add(Problem::scenes_may_differ,
              found.arena.text("%s: if the receiver runs the second project, it makes another scene, or none", lists));
    return;
  }
  found.add(Problem::scene_unknown, found.arena.text("%s: the number is an index into the receiver's own list", lists),
            "Give both ends the same list of spawnable scenes, in the same order");
}

/// The sender counts the spawner's synchronizers when the node is ready, the receiver when they enter the tree.
void check_ready(const NewNode& made, const names::SpawnedScene& known, Findings& found) {
  if (known.gives_in_ready == nullptr || known.synchronizers <= static_cast<int>(made.synchronizers)) return;
  found.add(
      Problem::authority_in_ready,
      found.arena.text("%s calls set_multiplayer_authority() in _ready(): the spawn lists %u of %d synchronizers, "
                       "those of the spawner's authority after that call. The receiver expects them as they are "
                       "before it, and says \"... has no network ID\". Call it in _enter_tree()",
                       known.gives_in_ready, made.synchronizers, known.synchronizers));
}

/// A synchronizer whose authority is not the spawner's is left out.
void check_left_out(const NewNode& made, const names::SpawnedScene& known, Findings& found) {
  if (known.properties == 0 || known.synchronizers <= static_cast<int>(made.synchronizers)) return;
  found.add(Problem::synchronizers_left_out,
            found.arena.text(
                "The scene has %d %s, and the spawn lists %u: one whose authority is not the spawner's is "
                "left out, and its spawn properties reach nobody. Set these values after the spawn, or give "
                "the player its input alone",
                known.synchronizers, known.synchronizers == 1 ? "synchronizer" : "synchronizers", made.synchronizers));
}

/// The spawner, or the node below which it makes nodes, went with a spawned node above it.
void check_above(const Subject& subject, const NewNode& made, Findings& found) {
  if (made.known == nullptr || !made.known->failed || made.known->frame != subject.frame) return;
  if (subject.message.repeated || subject.route.goes_to_relay(subject.link.peers, subject.from)) return;
  if (subject.message.is_to_nobody() || may_be_unseen(subject)) return;
  const SpawnedNode& above = *made.known->gone_with;
  Finding& finding = found.add(
      Problem::spawn_fails,
      found.arena.text("The spawn fails at the receiver: %s, above the spawner, was despawned there in frame %u",
                       above.name, above.despawned_in));
  finding.link(FrameLink::To::despawn, above.despawned_in);
  finding.basis.causes = 1;
}

}  // namespace

void check_new_node(const Subject& subject, const NewNode& made, Findings& found) {
  check_above(subject, made, found);
  if (made.spawner == nullptr || subject.message.repeated || subject.node.scene == names::Node::no_scene) return;
  const names::SpawnedScene known = names::spawned_scene(subject.node);
  if (!check_scene(subject, made, known, found)) check_lists(subject, made, found);
  check_ready(made, known, found);
  check_left_out(made, known, found);
}

}  // namespace godot::analysis::account
