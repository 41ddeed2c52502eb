// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/annotations.h"

#include <algorithm>
#include <cstring>

#include "codec/multiplayer/fields.h"
#include "plugin/core/fields.h"
#include "plugin/core/items.h"
#include "plugin/core/joined.h"
#include "plugin/core/labels.h"
#include "plugin/facts/costs.h"

namespace godot::plugin {

namespace {

void* take(void* pool, std::size_t size) { return wmem_alloc(static_cast<wmem_allocator_t*>(pool), size); }

}  // namespace

account::Arena Annotations::arena() const noexcept { return {take, pool()}; }

// --- Items --------------------------------------------------------------------------------------------------------

void Annotations::know_methods(const char* md5) {
  node.rpc_md5 = md5;
  if (md5 == nullptr) return;
  const CalledMethods called = memory().called(md5);
  node.configured = called.configured;
  node.least_methods = called.least;
}

void Annotations::know_spawn() {
  if (node.path == nullptr) return;
  for (const Speaker& spawner : {route.source, route.target}) {
    const Memory::Within found = memory().within(spawner, node.path, frame());
    if (found.node == nullptr || found.node->scene == multiplayer::Spawn::by_function) continue;
    const TaughtPath* path = memory().path(spawner, found.node->spawner, found.node->frame);
    if (path == nullptr) continue;
    node.spawner = path->path;
    node.scene = found.node->scene;
    if (node.path[found.below] != '\0') node.below = node.path + found.below;
    return;
  }
}

void Annotations::add_text(proto_tree* tree, int field, ByteRange range, const char* text) const {
  if (tree == nullptr) return;
  proto_item_set_generated(proto_tree_add_string(tree, field, context.tvb, static_cast<int>(range.begin),
                                                 static_cast<int>(range.length), text));
}

void Annotations::add_number(MultiplayerField field, ByteRange range, std::uint32_t number) const {
  if (tree() == nullptr) return;
  proto_item_set_generated(proto_tree_add_uint(tree(), header_field(field), context.tvb, static_cast<int>(range.begin),
                                               static_cast<int>(range.length), number));
}

void Annotations::add_frame(MultiplayerField field, ByteRange range, std::uint32_t frame) const {
  if (frame != 0) add_number(field, range, frame);
}

void Annotations::add_node_path(ByteRange range, const char* path) const {
  add_text(tree(), header_field(field::godot_node_path), range, path);
}

void Annotations::add_peer(int field, PeerId peer) const {
  if (tree() == nullptr) return;
  proto_item* item = proto_tree_add_int(tree(), field, context.tvb, 0, 0, peer);
  proto_item_set_generated(item);
  add_peer_name(item, peer);
}

/// Whatever the preferences say: here the id is beside it.
void Annotations::add_peer_name(proto_item* item, PeerId peer) const {
  const int row = header_field(MultiplayerField::godot_peer_name);
  const bool is_wanted = bridge::visible(tree()) || proto_field_is_referenced(tree(), row) != 0;
  if (peer <= 0 || !is_wanted || item == nullptr) return;
  const char* name = context.state.peer_names.find(context.link.peers, peer, frame());
  if (name == nullptr) return;
  name = utf8_text(context.pinfo, name);
  append_label(item, " (%s)", name);
  add_text(proto_item_add_subtree(item, subtree(MultiplayerField::godot_peer_name)), row, {0, 0}, name);
}

void Annotations::add_costs(proto_tree* tree, ByteRange range, std::optional<std::uint32_t> own,
                            std::uint32_t total) const {
  plugin::add_costs(tree, {context.tvb, static_cast<int>(range.begin), static_cast<int>(range.length)}, own, total);
}

void Annotations::add_sum(MultiplayerField field, ByteRange range, std::uint32_t bytes) const {
  if (tree() == nullptr || bytes == 0) return;
  proto_item* item = proto_tree_add_uint(tree(), header_field(field), context.tvb, static_cast<int>(range.begin),
                                         static_cast<int>(range.length), bytes);
  proto_item_set_generated(item);
  proto_item_set_hidden(item);
}

void Annotations::add_script(ByteRange range) const {
  const names::Name script = names::script(node);
  if (script) add_text(tree(), header_field(MultiplayerField::godot_names_script), range, script.text);
  if (script.certainty == names::Certainty::certain) return;
  if (const char* difference = names::checksum_unknown(node)) {
    add_expert(context.pinfo, tree(), expert(MultiplayerExpert::godot_names_checksum_unknown), "%s", difference);
  }
}

void Annotations::note(MultiplayerExpert row) const { expert_add_info(context.pinfo, tree(), expert(row)); }

// --- Texts --------------------------------------------------------------------------------------------------------

bool Annotations::affords(const char* path) noexcept {
  if (path_budget_ == 0) return false;
  path_budget_ -= std::min(std::strlen(path), path_budget_);
  return path_budget_ != 0;
}

const char* Annotations::path_text(const char* kept) {
  return affords(kept) ? utf8_text(context.pinfo, kept) : "\u2026";
}

const char* Annotations::number_text(std::uint32_t number) const { return wmem_strdup_printf(pool(), "#%u", number); }

/// The wire has its name and its spawner, not below which node it was made.
const char* Annotations::node_text(const SpawnedNode& spawned) {
  const names::Node about = named(spawned);
  if (about.spawner != nullptr && !affords(about.spawner)) return "\u2026";
  const names::Name parent = about.spawner != nullptr ? names::parent(about.spawner) : names::Name{};
  const char* above = parent ? parent.text : memory().parent(route.source, spawned);
  const char* name = path_text(spawned.name);
  return joined(pool(), {above != nullptr ? path_text(above) : "\u2026", "/", name});
}

names::Node Annotations::named(const SpawnedNode& spawned) const {
  const TaughtPath* spawner = memory().path(route.source, spawned.spawner, spawned.frame);
  const bool by_function = spawned.scene == multiplayer::Spawn::by_function;
  return {.path = nullptr,
          .rpc_md5 = nullptr,
          .spawner = spawner != nullptr ? spawner->path : nullptr,
          .scene = by_function ? names::Node::no_scene : spawned.scene,
          .synchronizers = spawned.synchronizers,
          .spawn_values = spawned.values,
          .spawn_types = spawned.types};
}

}  // namespace godot::plugin
