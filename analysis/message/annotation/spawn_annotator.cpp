// SPDX-License-Identifier: MIT
#include "analysis/message/annotation/spawn_annotator.h"

#include <algorithm>
#include <cstddef>

#include "base/plural.h"

namespace godot::analysis::annotation {

using names::PropertyList;

/// The node that is spawned in this frame.
const SpawnedNode* SpawnAnnotator::known(std::uint32_t net_id) const {
  const std::uint32_t frame = notes_.message.frame;
  const SpawnedNode* known = notes_.message.state.memory.nodes.find(notes_.route.source, net_id, frame);
  return known != nullptr && known->frame == frame ? known : nullptr;
}

void SpawnAnnotator::spawn(const multiplayer::Spawn& spawn) {
  const account::Spawned& spawned = notes_.account().spawned();
  const ByteRange spawner = {spawn.spawner_begin, sizeof spawn.spawner};
  if (spawned.spawner != nullptr) {
    notes_.add_text(MultiplayerField::spawner_path, spawner, spawned.spawner_text);
    notes_.add_frame(MultiplayerField::learned_in, spawner, spawned.spawner->frame);
  } else {
    notes_.remark(MultiplayerExpert::godot_path_unknown);
  }
  const ByteRange range = {spawn.name_begin, spawn.name_length};
  notes_.add_text(MultiplayerField::node_path, range, spawned.text);
  if (const SpawnedNode* node = known(spawn.net_id)) {
    if (!notes_.route.relayed) node->held_until = notes_.message.message.held_until;
    notes_.add_frame(MultiplayerField::despawned_in, range, node->despawned_in);
    show_missed(*node, false);
  }
  notes_.node = spawned.node;
  synchronizers_ = spawn.sync_count;
  net_id_ = spawn.net_id;
  notes_.summary.node = spawned.text;
  by_function_ = spawn.scene_id == multiplayer::Spawn::by_function;
  if (notes_.context.reads_texts) say(spawn.scene_id, spawner.start());
  notes_.show_findings();
}

/// The line of a spawn, and its scene. `at`: the spawner.
void SpawnAnnotator::say(std::uint32_t number, ByteRange at) const {
  const account::Spawned& spawned = notes_.account().spawned();
  const char*& text = notes_.summary.text;
  if (by_function_) {
    text = notes_.arena().joined({"spawn ", spawned.text, " (function)"});
  } else if (!spawned.scene) {
    text = notes_.arena().text("spawn %s (scene %u)", spawned.text, number);
  } else {
    const bool is_guess = spawned.scene.certainty == names::Certainty::guessed;
    const char* scene = is_guess ? notes_.arena().joined({spawned.scene.text, "?"}) : spawned.scene.text;
    notes_.add_text(MultiplayerField::names_scene, at, scene);
    text = notes_.arena().joined({"spawn ", spawned.text, " (", scene, ")"});
  }
}

/// The values may show what a spawn function has made.
void SpawnAnnotator::state(std::uint32_t values) {
  state_values_ = values;
  notes_.node.spawn_values = static_cast<int>(values);
  if (!by_function_ || synchronizers_ == 0) return;  // no scene with properties
  if (const SpawnedNode* node = known(net_id_)) notes_.node.spawn_types = node->types;
  const names::Synchronizer first = {.path = nullptr, .node = notes_.node, .position = 0};
  const names::Properties listed = names::properties(first, PropertyList::spawn);
  if (listed.count() == 0 || listed.scene == nullptr) return;
  const char* guess = listed.certainty == names::Certainty::guessed ? "?" : "";
  notes_.summary.text = notes_.arena().joined({"spawn ", notes_.summary.node, " (", listed.scene, guess, ")"});
}

void SpawnAnnotator::despawn(const multiplayer::Despawn& despawn) {
  const ByteRange range = {despawn.begin, despawn.length};
  const account::Spawned& gone = notes_.account().spawned();
  notes_.summary.node = gone.text;
  if (const SpawnedNode* known = gone.known) {
    notes_.add_text(MultiplayerField::node_path, range, gone.text);
    notes_.add_frame(MultiplayerField::spawned_in, range, known->frame);
    notes_.add_frame(MultiplayerField::learned_in, range, known->frame);
    if (known->despawned_in == notes_.message.frame) show_missed(*known, true);
    notes_.show_findings();
  } else {
    notes_.remark(MultiplayerExpert::godot_node_unknown);
  }
  notes_.summary.text = notes_.arena().joined({"despawn ", gone.text});
}

/// Adds links to the calls that found no node: those before the spawn, or those after the despawn.
void SpawnAnnotator::show_missed(const SpawnedNode& node, bool despawned) const {
  const Route& route = notes_.route;
  if (route.relayed || notes_.repeated() || !notes_.show.has_tree) return;
  const auto& nodes = notes_.message.state.memory.nodes;
  const Missed missed = despawned ? nodes.missed_despawn(route.source, route.target, node)
                                  : nodes.missed_spawn(route.source, route.target, node);
  if (missed.count == 0) return;
  notes_.add_number(despawned ? MultiplayerField::despawn_missed : MultiplayerField::spawn_missed, {}, missed.count);
  const MultiplayerField link = despawned ? MultiplayerField::despawn_missed_in : MultiplayerField::spawn_missed_in;
  for (std::size_t i = 0; i != missed.shown; ++i) notes_.add_frame(link, {}, missed.frames[i]);
}

/// The state has the properties of all listed synchronizers in order.
void SpawnAnnotator::name_state() const {
  const std::uint32_t shown = values_.count();
  if (shown == 0) return;
  name_values(shown);
  const SpawnedNode* made = notes_.account().spawned().on_link;
  if (made == nullptr || !made->failed) values_.add_values(notes_.summary.node, PropertyList::spawn);
}

void SpawnAnnotator::name_values(std::uint32_t shown) const {
  names::Synchronizer synchronizer = {.path = nullptr, .node = notes_.node, .position = 0};
  synchronizer.node.spawn_values = static_cast<int>(state_values_);
  std::uint32_t all = 0;
  for (; synchronizer.position < synchronizers_; ++synchronizer.position) {
    const names::Properties listed = names::properties(synchronizer, PropertyList::spawn);
    if (!listed) return;
    all += listed.count();
  }
  if (all != state_values_) {
    notes_.remark(MultiplayerExpert::godot_names_properties,
                  notes_.arena().text("%u %s, but the synchronizers have %u %s sent with a spawn", state_values_,
                                      plural(state_values_, "value", "values"), all,
                                      plural(all, "property that is", "properties that are")));
    return;
  }
  synchronizer.position = 0;
  if (notes_.node.scene == names::Node::no_scene) values_.show_scene({synchronizer, PropertyList::spawn}, {});
  std::uint32_t first = 0;
  for (; synchronizer.position < synchronizers_ && first < shown; ++synchronizer.position) {
    const SyncList list = {synchronizer, PropertyList::spawn};
    values_.name(list, first, std::min(list.properties.count(), shown - first));
    first += list.properties.count();
  }
}

}  // namespace godot::analysis::annotation
