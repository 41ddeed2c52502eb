// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/spawn_annotator.h"

#include <algorithm>

#include "plugin/core/fields.h"
#include "plugin/core/labels.h"
#include "plugin/multiplayer/findings.h"

namespace godot::plugin {

void SpawnAnnotator::spawn(const multiplayer::Spawn& spawn) {
  const analysis::account::Spawned& spawned = notes_.account().spawned();
  const ByteRange spawner = {spawn.spawner_begin, sizeof spawn.spawner};
  if (spawned.spawner != nullptr) {
    notes_.add_text(notes_.tree(), header_field(MultiplayerField::godot_spawner_path), spawner, spawned.spawner_text);
    notes_.add_frame(MultiplayerField::godot_learned_in, spawner, spawned.spawner->frame);
  } else {
    notes_.note(MultiplayerExpert::godot_path_unknown);
  }
  const ByteRange range = {spawn.name_begin, spawn.name_length};
  notes_.add_node_path(range, spawned.text);
  const analysis::SpawnedNode* known = notes_.memory().nodes.find(notes_.route.source, spawn.net_id, notes_.frame());
  if (known != nullptr && known->frame == notes_.frame()) {
    if (!notes_.route.relayed) known->held_until = notes_.context.message.held_until;
    notes_.add_frame(MultiplayerField::godot_despawned_in, range, known->despawned_in);
    show_missed(*known, false);
  }
  notes_.node = spawned.node;
  synchronizers_ = spawn.sync_count;
  net_id_ = spawn.net_id;
  notes_.summary.node = spawned.text;
  const char*& text = notes_.summary.text;
  by_function_ = spawn.scene_id == multiplayer::Spawn::by_function;
  if (by_function_) {
    text = wmem_strdup_printf(notes_.pool(), "spawn %s (function)", spawned.text);
  } else if (!spawned.scene) {
    text = wmem_strdup_printf(notes_.pool(), "spawn %s (scene %u)", spawned.text, spawn.scene_id);
  } else {
    notes_.add_text(notes_.tree(), header_field(MultiplayerField::godot_names_scene), {spawn.spawner_begin, 0},
                    spawned.scene.text);
    text = wmem_strdup_printf(notes_.pool(), "spawn %s (%s)", spawned.text, spawned.scene.text);
  }
  show_findings(notes_, notes_.account().findings());
}

/// The values may show what a spawn function has made.
void SpawnAnnotator::state(std::uint32_t values) {
  state_values_ = values;
  notes_.node.spawn_values = static_cast<int>(values);
  if (!by_function_) return;
  const analysis::SpawnedNode* known = notes_.memory().nodes.find(notes_.route.source, net_id_, notes_.frame());
  if (known != nullptr && known->frame == notes_.frame()) notes_.node.spawn_types = known->types;
  const analysis::names::Synchronizer first = {.path = nullptr, .node = notes_.node, .position = 0};
  const analysis::names::Name scene = analysis::names::property(first, analysis::names::PropertyList::spawn, 0);
  if (scene.source == nullptr) return;
  const char* guess = scene.certainty == analysis::names::Certainty::guessed ? "?" : "";
  notes_.summary.text = wmem_strdup_printf(notes_.pool(), "spawn %s (%s%s)", notes_.summary.node, scene.source, guess);
}

void SpawnAnnotator::despawn(const multiplayer::Despawn& despawn) {
  const ByteRange range = {despawn.begin, despawn.length};
  const analysis::account::Spawned& gone = notes_.account().spawned();
  notes_.summary.node = gone.text;
  if (const analysis::SpawnedNode* known = gone.known) {
    notes_.add_node_path(range, gone.text);
    notes_.add_frame(MultiplayerField::godot_spawned_in, range, known->frame);
    notes_.add_frame(MultiplayerField::godot_learned_in, range, known->frame);
    if (known->despawned_in == notes_.frame()) show_missed(*known, true);
    show_findings(notes_, notes_.account().findings());
  } else {
    notes_.note(MultiplayerExpert::godot_node_unknown);
  }
  notes_.summary.text = wmem_strdup_printf(notes_.pool(), "despawn %s", gone.text);
}

/// Adds links to the calls that found no node: those before the spawn, or those after the despawn.
void SpawnAnnotator::show_missed(const analysis::SpawnedNode& node, bool despawned) const {
  const analysis::Route& route = notes_.route;
  if (route.relayed || notes_.context.message.repeated || notes_.tree() == nullptr) return;
  const analysis::Memory& memory = notes_.memory();
  const analysis::Missed missed = despawned ? memory.nodes.missed_despawn(route.source, route.target, node)
                                            : memory.nodes.missed_spawn(route.source, route.target, node);
  if (missed.count == 0) return;
  notes_.add_number(despawned ? MultiplayerField::godot_despawn_missed : MultiplayerField::godot_spawn_missed, {},
                    missed.count);
  const MultiplayerField link =
      despawned ? MultiplayerField::godot_despawn_missed_in : MultiplayerField::godot_spawn_missed_in;
  for (std::size_t i = 0; i != missed.shown; ++i) notes_.add_frame(link, {}, missed.frames[i]);
}

/// The state has the properties of all listed synchronizers in order.
void SpawnAnnotator::name_state() const {
  const std::uint32_t shown = values_.count();
  if (shown == 0) return;
  name_values(shown);
  values_.add_values(notes_.summary.node, "spawn", 0, shown);
}

void SpawnAnnotator::name_values(std::uint32_t shown) const {
  analysis::names::Synchronizer synchronizer = {.path = nullptr, .node = notes_.node, .position = 0};
  synchronizer.node.spawn_values = static_cast<int>(state_values_);
  int all = 0;
  for (; synchronizer.position < synchronizers_; ++synchronizer.position) {
    const int properties = analysis::names::property_count(synchronizer, analysis::names::PropertyList::spawn);
    if (properties < 0) return;
    all += properties;
  }
  if (static_cast<std::uint32_t>(all) != state_values_) {
    add_expert(notes_.context.pinfo, notes_.tree(), expert(MultiplayerExpert::godot_names_properties),
               {state_values_, " values, but the synchronizers have ", all, " properties that are sent with a spawn"});
    return;
  }
  synchronizer.position = 0;
  if (notes_.node.scene == analysis::names::Node::no_scene) {
    values_.show_scene(synchronizer, analysis::names::PropertyList::spawn, {0, 0});
  }
  std::uint32_t first = 0;
  for (; synchronizer.position < synchronizers_ && first < shown; ++synchronizer.position) {
    const auto count =
        static_cast<std::uint32_t>(analysis::names::property_count(synchronizer, analysis::names::PropertyList::spawn));
    values_.name(synchronizer, analysis::names::PropertyList::spawn, first, std::min(count, shown - first), 0);
    first += count;
  }
}

}  // namespace godot::plugin
