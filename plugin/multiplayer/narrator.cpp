// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/narrator.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "codec/variant/recognise.h"
#include "plugin/core/fields.h"
#include "plugin/core/items.h"
#include "plugin/multiplayer/hooks.h"
#include "plugin/variant/preferences.h"

namespace godot::plugin {

using multiplayer::CommandType;
using multiplayer::SystemCommand;

// --- The tree -----------------------------------------------------------------------------------------------------

proto_item* Narrator::add_text(proto_tree* tree, int field, Place place, const char* text) const {
  if (tree == nullptr) return nullptr;
  proto_item* item = proto_tree_add_string(tree, field, scene_.tvb, static_cast<int>(place.begin),
                                           static_cast<int>(place.length), text);
  proto_item_set_generated(item);
  return item;
}

void Narrator::add_node_path(Place place, const char* path) const {
  add_text(tree(), header_field(Field::godot_node_path), place, path);
}

void Narrator::add_frame(Generated field, Place place, std::uint32_t frame) const {
  if (tree() == nullptr || frame == 0) return;
  proto_item_set_generated(proto_tree_add_uint(tree(), header_field(field), scene_.tvb, static_cast<int>(place.begin),
                                               static_cast<int>(place.length), frame));
}

void Narrator::add_peer(Field field, PeerId peer) const {
  if (tree() == nullptr) return;
  proto_item_set_generated(proto_tree_add_int(tree(), header_field(field), scene_.tvb, 0, 0, peer));
}

/// The script of the node, or why there is none.
void Narrator::add_script(Place place) const {
  if (const names::Name script = names::script(node_)) {
    add_text(tree(), header_field(Generated::godot_names_script), place, script.text);
  } else if (const char* difference = names::checksum_unknown(node_)) {
    expert_add_info_format(scene_.pinfo, tree(), expert(Expert::godot_names_checksum_unknown), "%s", difference);
  }
}

void Narrator::note(Expert row) const { expert_add_info(scene_.pinfo, tree(), expert(row)); }

// --- Texts --------------------------------------------------------------------------------------------------------

/// A remembered path may be long, and a message may name it in a few bytes as often as it likes.
bool Narrator::affords(const char* path) const {
  if (path_budget_ == 0) return false;
  path_budget_ -= std::min(std::strlen(path), path_budget_);
  return path_budget_ != 0;
}

const char* Narrator::path_text(const char* kept) const {
  return affords(kept) ? utf8_text(scene_.pinfo, kept) : "\u2026";
}

const char* Narrator::way() const {
  wmem_allocator_t* pool = scene_.pinfo->pool;
  if (!route_.target_known) return "";
  const PeerId target = route_.target_id;
  // Everyone but one peer is that one, negative. The least number has no positive, hence the detour.
  const char* to = target > 0    ? wmem_strdup_printf(pool, "%d", target)
                   : target == 0 ? "all"
                                 : wmem_strdup_printf(pool, "all but %u", 0U - static_cast<unsigned>(target));
  // Where the server speaks for another peer, the packet's addresses do not tell whose word it is.
  const bool others_word = route_.relayed && route_.source.voice > 0;
  return others_word ? wmem_strdup_printf(pool, "%d \u2192 %s", route_.source_id, to)
                     : wmem_strdup_printf(pool, "\u2192 %s", to);
}

names::Node Narrator::named(const SpawnedNode& node) const {
  const TaughtPath* spawner = scene_.state.memory.path(route_.source, node.spawner, node.frame);
  const bool by_function = node.scene == multiplayer::Spawn::by_function;
  return {.path = nullptr,
          .rpc_md5 = nullptr,
          .spawner = spawner != nullptr ? spawner->path : nullptr,
          .scene = by_function ? names::Node::no_scene : node.scene,
          .synchronizers = node.synchronizers};
}

/// The wire has its name and its spawner, not below which node it was made.
const char* Narrator::node_text(const SpawnedNode& node) const {
  const names::Node about = named(node);
  if (about.spawner != nullptr && !affords(about.spawner)) return "\u2026";
  const names::Name parent = about.spawner != nullptr ? names::parent(about.spawner) : names::Name{};
  const char* above = parent ? parent.text : scene_.state.memory.parent(route_.source, node);
  const char* name = path_text(node.name);
  return wmem_strdup_printf(scene_.pinfo->pool, "%s/%s", above != nullptr ? path_text(above) : "\u2026", name);
}

const char* Narrator::call_text(bool good) const {
  wmem_strbuf_t* text = wmem_strbuf_new(scene_.pinfo->pool, node_text_);
  if (member_ == nullptr) return wmem_strbuf_get_str(text);
  wmem_strbuf_append_printf(text, ".%s", member_);
  if (type_ == CommandType::remote_set) {
    wmem_strbuf_append_printf(text, " = %s", values_ != nullptr ? wmem_strbuf_get_str(values_) : "");
  } else {
    const char* missing = good ? "" : values_ != nullptr ? ", \u2026" : "\u2026";
    wmem_strbuf_append_printf(text, "(%s%s)", values_ != nullptr ? wmem_strbuf_get_str(values_) : "", missing);
  }
  return wmem_strbuf_get_str(text);
}

const char* Narrator::sync_text(const multiplayer::Command& command) const {
  return wmem_strdup_printf(scene_.pinfo->pool, "sync %u node%s, %u bytes%s", sync_objects_,
                            sync_objects_ == 1 ? "" : "s", command.end - command.begin, delta_ ? " (changes)" : "");
}

// --- Who speaks to whom -------------------------------------------------------------------------------------------

void Narrator::header(const multiplayer::Header& header) {
  if (learner_ != nullptr) learner_->header(header);
  router_.header(header);
  story_.way = way();
}

void Narrator::peer(const multiplayer::PeerChange& change) {
  if (learner_ != nullptr) learner_->peer(change);
  router_.between_ends();
  story_.way = way();
  const char* what = "";
  switch (change.kind) {
    case multiplayer::PeerChange::Kind::added: what = "add peer"; break;
    case multiplayer::PeerChange::Kind::removed: what = "remove peer"; break;
    case multiplayer::PeerChange::Kind::assigned: what = "assign id"; break;
  }
  story_.kind = "Peers";
  story_.text = wmem_strdup_printf(scene_.pinfo->pool, "%s %d", what, change.peer);
}

void Narrator::command(const multiplayer::Command& command) {
  if (learner_ != nullptr) learner_->command(command);
  router_.begin(command.relayed);
  type_ = command.type;
  story_.kind = info(multiplayer::node_of(command.type)).title;
  story_.way = way();
  if (router_.has_header()) return;  // it says so itself
  if (route_.source_id != 0) add_peer(Field::godot_peer_source, route_.source_id);
  if (route_.target_known) add_peer(Field::godot_peer_target, route_.target_id);
}

void Narrator::system(const multiplayer::System& system) {
  if (learner_ != nullptr) learner_->system(system);
  router_.system(system);
  switch (system.command) {
    case SystemCommand::authenticate: story_.text = "authentication complete"; break;  // bytes() tells more
    case SystemCommand::add_peer:
    case SystemCommand::delete_peer:
      story_.text =
          wmem_strdup_printf(scene_.pinfo->pool, "%s %d",
                             system.command == SystemCommand::add_peer ? "add peer" : "remove peer", system.peer);
      break;
    case SystemCommand::relay: break;  // the command inside tells
  }
}

// --- Calls --------------------------------------------------------------------------------------------------------

void Narrator::node(const multiplayer::Node& node) {
  const Memory& memory = scene_.state.memory;
  const std::uint32_t frame = scene_.pinfo->num;
  const Place place = {node.begin, node.length};
  const TaughtPath* known = nullptr;
  if (node.by_path) {
    node_text_ = utf8_text(scene_.pinfo, node.path);
    known = memory.announced(route_.source, node.path, frame);
  } else {
    known = memory.path(route_.source, node.id, frame);
    if (known != nullptr) {
      node_text_ = path_text(known->path);
      add_node_path(place, node_text_);
      add_frame(Generated::godot_learned_in, place, known->frame);
    } else {
      node_text_ = wmem_strdup_printf(scene_.pinfo->pool, "#%u", node.id);
      note(Expert::godot_path_unknown);
    }
  }
  const bool has_path = node.by_path || known != nullptr;
  node_ = {.path = has_path ? node_text_ : nullptr, .rpc_md5 = known != nullptr ? known->md5 : nullptr};
  story_.node = node_text_;
}

void Narrator::method(const multiplayer::Member& method) {
  const Place place = {method.begin, method.length};
  if (method.by_name) {
    member_ = utf8_text(scene_.pinfo, method.name);
  } else {
    method_ = names::method(node_, method.id);
    if (method_) {
      const bool guessed = method_.certainty == names::Certainty::guessed;
      member_ = guessed ? wmem_strdup_printf(scene_.pinfo->pool, "%s?", method_.text) : method_.text;
      add_text(tree(), header_field(Field::godot_rpc_method), place, method_.text);
    } else {
      member_ = wmem_strdup_printf(scene_.pinfo->pool, "#%u", method.id);
    }
  }
  add_script(place);
  story_.member = member_;
}

void Narrator::property(const multiplayer::Member& property) {
  member_ = utf8_text(scene_.pinfo, property.name);
  add_script({property.begin, property.length});
  story_.member = member_;
}

void Narrator::arguments(const multiplayer::Arguments& arguments) {
  argument_count_ = arguments.count;
  maybe_no_bytes_ = arguments.count == 0 && arguments.bytes_only;
}

void Narrator::value(const OutermostValue& value) {
  switch (value.role) {
    case Field::godot_rpc_argument: add_argument(value); break;
    case Field::godot_set_value: values_ = wmem_strbuf_new(scene_.pinfo->pool, value.text); break;
    case Field::godot_spawn_value:
    case Field::godot_sync_value: {
      if (value.item == nullptr) break;
      if (unnamed_ == nullptr) unnamed_ = wmem_array_new(scene_.pinfo->pool, sizeof(Unnamed));
      const Unnamed unnamed = {value.item, value.text, value.index, value.begin, value.end};
      wmem_array_append(unnamed_, &unnamed, 1);
      if (bridge::visible(tree())) proto_item_set_text(value.item, "[%u]: %s", value.index, value.text);
      break;
    }
    default: break;
  }
}

namespace {

/// As the generations call it.
bool is_byte_array(std::string_view type) {
  return type == "PackedByteArray" || type == "PoolByteArray" || type == "RawArray";
}

}  // namespace

void Narrator::add_argument(const OutermostValue& value) {
  const names::Argument declared = member_ != nullptr && member_[0] != '#'
                                       ? names::argument(node_, method_ ? method_.text : member_, value.index)
                                       : names::Argument{};
  if (values_ == nullptr) values_ = wmem_strbuf_new(scene_.pinfo->pool, "");
  else wmem_strbuf_append(values_, ", ");
  if (declared.name) wmem_strbuf_append_printf(values_, "%s: ", declared.name.text);
  wmem_strbuf_append(values_, value.text);
  if (bridge::visible(tree())) {
    if (declared.name) proto_item_set_text(value.item, "%s: %s", declared.name.text, value.text);
    else proto_item_set_text(value.item, "[%u]: %s", value.index, value.text);
  }
  if (declared.name) {
    add_text(proto_item_get_subtree(value.item), header_field(Generated::godot_argument_name),
             {value.begin, value.end - value.begin}, declared.name.text);
  }
  if (declared.type != nullptr && !names::accepts(declared.type, value.type)) {
    expert_add_info_format(scene_.pinfo, value.item, expert(Expert::godot_names_arguments),
                           "Declared as %s, sent as %s", declared.type, value.type);
  }
  if (!scene_.message.repeated && scene_.packed.seen && scene_.packed.begin >= value.begin &&
      is_byte_array(value.type)) {
    const ArgumentBytes bytes = {.node = node_.path,
                                 .method = method_ ? method_.text : member_,
                                 .begin = static_cast<int>(scene_.packed.begin),
                                 .length = static_cast<int>(scene_.packed.length)};
    dissect_argument(scene_.tvb, scene_.pinfo, proto_item_get_subtree(value.item), bytes);
  }
}

void Narrator::check_arguments() const {
  if (member_ == nullptr || member_[0] == '#') return;
  const names::Signature declared = names::signature(node_, method_ ? method_.text : member_);
  // One argument, a PackedByteArray without elements, is sent as no argument is.
  if (maybe_no_bytes_ && declared.required <= 1) return;
  if (!declared.known || (argument_count_ >= declared.required && argument_count_ <= declared.count)) return;
  expert_add_info_format(scene_.pinfo, tree(), expert(Expert::godot_names_arguments),
                         "%s() takes %u argument%s, the call has %u", member_, declared.count,
                         declared.count == 1 ? "" : "s", argument_count_);
}

// --- Paths --------------------------------------------------------------------------------------------------------

void Narrator::taught(const multiplayer::TaughtPath& path) {
  if (learner_ != nullptr) learner_->taught(path);
  const char* text = utf8_text(scene_.pinfo, path.path);
  node_ = {.path = text, .rpc_md5 = nullptr};
  const Place place = {path.path_begin, path.path_length};
  const TaughtPath* known = scene_.state.memory.announced(route_.source, path.id, scene_.pinfo->num);
  if (known != nullptr) {
    node_.rpc_md5 = known->md5;
    add_frame(Generated::godot_path_confirmed_in, place, known->confirmed_in);
  }
  add_script(place);
  story_.node = text;
  story_.text = wmem_strdup_printf(scene_.pinfo->pool, "path #%u is %s", path.id, text);
}

void Narrator::confirmed(const multiplayer::ConfirmedPath& path) {
  if (learner_ != nullptr) learner_->confirmed(path);
  const Memory& memory = scene_.state.memory;
  const std::uint32_t frame = scene_.pinfo->num;
  const Place place = {path.begin, path.length};
  const TaughtPath* known =
      path.by_id ? memory.path(route_.target, path.id, frame) : memory.announced(route_.target, path.path, frame);
  const char* text = nullptr;
  if (!path.by_id) {
    text = utf8_text(scene_.pinfo, path.path);
  } else if (known != nullptr) {
    text = path_text(known->path);
    add_text(tree(), header_field(Field::godot_path_name), place, text);
  } else {
    text = wmem_strdup_printf(scene_.pinfo->pool, "#%u", path.id);
    note(Expert::godot_path_unknown);
  }
  if (known != nullptr) add_frame(Generated::godot_path_announced_in, place, known->frame);
  story_.node = text;
  story_.text =
      wmem_strdup_printf(scene_.pinfo->pool, "confirm %s%s", text, path.methods_match ? "" : ", whose methods differ");
}

// --- Spawned nodes ------------------------------------------------------------------------------------------------

const char* Narrator::spawner_text(std::uint32_t spawner) const {
  const TaughtPath* path = scene_.state.memory.path(route_.source, spawner, scene_.pinfo->num);
  return path != nullptr ? path_text(path->path) : nullptr;
}

void Narrator::spawn(const multiplayer::Spawn& spawn) {
  if (learner_ != nullptr) learner_->spawn(spawn);
  const std::uint32_t frame = scene_.pinfo->num;
  const Place spawner_place = {spawn.spawner_begin, sizeof spawn.spawner};
  const TaughtPath* spawner = scene_.state.memory.path(route_.source, spawn.spawner, frame);
  if (spawner != nullptr) {
    add_text(tree(), header_field(Generated::godot_spawner_path), spawner_place, path_text(spawner->path));
    add_frame(Generated::godot_learned_in, spawner_place, spawner->frame);
  } else {
    note(Expert::godot_path_unknown);
  }
  const SpawnedNode* known = scene_.state.memory.node(route_.source, spawn.net_id, frame);
  const SpawnedNode told = {.frame = frame,
                            .name = utf8_text(scene_.pinfo, spawn.name),
                            .net_id = spawn.net_id,
                            .spawner = spawn.spawner,
                            .scene = spawn.scene_id,
                            .synchronizers = spawn.sync_count};
  const char* path = node_text(told);
  const Place name_place = {spawn.name_begin, spawn.name_length};
  add_node_path(name_place, path);
  if (known != nullptr && known->frame == frame) {
    add_frame(Generated::godot_despawned_in, name_place, known->despawned_in);
  }
  node_ = named(told);
  sync_ids_ = spawn.sync_count;
  story_.node = path;
  const bool by_function = spawn.scene_id == multiplayer::Spawn::by_function;
  const names::Name scene =
      spawner != nullptr && !by_function ? names::scene(spawner->path, spawn.scene_id) : names::Name{};
  if (scene) add_text(tree(), header_field(Generated::godot_names_scene), {spawn.spawner_begin, 0}, scene.text);
  if (by_function) story_.text = wmem_strdup_printf(scene_.pinfo->pool, "spawn %s (function)", path);
  else if (scene) story_.text = wmem_strdup_printf(scene_.pinfo->pool, "spawn %s (%s)", path, scene.text);
  else story_.text = wmem_strdup_printf(scene_.pinfo->pool, "spawn %s (scene %u)", path, spawn.scene_id);
}

void Narrator::despawn(const multiplayer::Despawn& despawn) {
  const std::uint32_t frame = scene_.pinfo->num;
  const Place place = {despawn.begin, despawn.length};
  const SpawnedNode* known = scene_.state.memory.node(route_.source, despawn.net_id, frame);
  if (learner_ != nullptr) learner_->despawn(despawn);
  if (known != nullptr) {
    story_.node = node_text(*known);
    add_node_path(place, story_.node);
    add_frame(Generated::godot_spawned_in, place, known->frame);
    add_frame(Generated::godot_learned_in, place, known->frame);
  } else {
    story_.node = wmem_strdup_printf(scene_.pinfo->pool, "#%u", despawn.net_id);
    note(Expert::godot_node_unknown);
  }
  story_.text = wmem_strdup_printf(scene_.pinfo->pool, "despawn %s", story_.node);
}

// --- Synchronizers ------------------------------------------------------------------------------------------------

void Narrator::sync(const multiplayer::Sync& sync) {
  if (learner_ != nullptr) learner_->sync(sync);
  delta_ = sync.delta;
}

void Narrator::sync_begin(const multiplayer::SyncObject& object) {
  if (learner_ != nullptr) learner_->sync_begin(object);
  ++sync_objects_;
  unnamed_ = nullptr;
  synchronizer_ = {};
  const Memory& memory = scene_.state.memory;
  const std::uint32_t frame = scene_.pinfo->num;
  const Place place = {object.begin, sizeof object.id};
  const char* text = nullptr;
  if (object.by_path) {
    const TaughtPath* path = memory.path(route_.source, object.id, frame);
    if (path != nullptr) {
      text = path_text(path->path);
      if (path_budget_ != 0) synchronizer_.path = path->path;
      add_node_path(place, text);
      add_frame(Generated::godot_learned_in, place, path->frame);
    } else {
      note(Expert::godot_path_unknown);
    }
  } else if (const SpawnedSynchronizer* known = memory.synchronizer(route_.source, object.id, frame)) {
    text = node_text(*known->node);
    if (path_budget_ != 0) synchronizer_.node = named(*known->node);
    synchronizer_.position = known->position;
    add_node_path(place, text);
    add_frame(Generated::godot_learned_in, place, known->frame);
    if (tree() != nullptr) {
      proto_item_set_generated(proto_tree_add_uint(tree(), header_field(Generated::godot_synchronizer), scene_.tvb,
                                                   static_cast<int>(place.begin), static_cast<int>(place.length),
                                                   known->position));
    }
  } else {
    note(Expert::godot_node_unknown);
  }
  if (text == nullptr) text = wmem_strdup_printf(scene_.pinfo->pool, "#%u", object.id);
  story_.node = sync_objects_ == 1 ? text : nullptr;
  if (bridge::visible(tree())) proto_item_set_text(tree(), "%s, %u bytes", text, object.size);
  const StaleSync* stale = memory.stale({.frame = frame, .message = scene_.message.index, .part = object.index});
  if (stale != nullptr && !scene_.message.repeated) {
    const bool same = stale->last == stale->time;
    expert_add_info_format(scene_.pinfo, tree(), expert(same ? Expert::godot_sync_duplicate : Expert::godot_sync_stale),
                           "The receiver drops these values: their time %u is not after %u", stale->time, stale->last);
    add_frame(Generated::godot_sync_last_frame, place, stale->last_frame);
  }
}

bool Narrator::list_fits(int properties) const {
  return unnamed_ != nullptr && properties == static_cast<int>(wmem_array_get_count(unnamed_));
}

/// Names `count` of the values that wait, from `first` on: those of the list, or those of it that `indexes` marks.
void Narrator::name_values(const names::Synchronizer& synchronizer, names::PropertyList list, std::uint32_t first,
                           std::uint32_t count, std::uint64_t indexes) const {
  for (std::uint32_t i = 0; i < count; ++i) {
    std::uint32_t property = i;
    if (list == names::PropertyList::on_change) {
      property = static_cast<std::uint32_t>(std::countr_zero(indexes));
      indexes &= indexes - 1;
    }
    const auto* value = static_cast<const Unnamed*>(wmem_array_index(unnamed_, first + i));
    const names::Name name = names::property(synchronizer, list, property);
    if (!name) {
      if (list == names::PropertyList::on_change && bridge::visible(tree())) {
        proto_item_set_text(value->item, "[%u]: %s", property, value->text);
      }
      continue;
    }
    add_text(proto_item_get_subtree(value->item), header_field(Generated::godot_sync_property),
             {value->begin, value->end - value->begin}, name.text);
    if (bridge::visible(tree())) proto_item_set_text(value->item, "%s: %s", name.text, value->text);
  }
}

/// The scene whose synchronizer this is.
void Narrator::show_scene(const names::Synchronizer& synchronizer, names::PropertyList list, Place place) const {
  const names::Name first = names::property(synchronizer, list, 0);
  if (first.source != nullptr) add_text(tree(), header_field(Generated::godot_names_scene), place, first.source);
}

void Narrator::sync_end(const multiplayer::SyncObject& object) {
  if (!object.complete || unnamed_ == nullptr) return;
  const auto shown = static_cast<std::uint32_t>(wmem_array_get_count(unnamed_));
  if (object.delta) {
    const auto marked = static_cast<std::uint32_t>(std::popcount(object.indexes));
    if (marked != object.values) return;
    synchronizer_.values = static_cast<int>(std::bit_width(object.indexes));
    const int properties = names::property_count(synchronizer_, names::PropertyList::on_change);
    if (properties >= 0 && properties < synchronizer_.values) {
      expert_add_info_format(scene_.pinfo, tree(), expert(Expert::godot_names_properties),
                             "Property %d changed, but the synchronizer has %d properties that are sent on change",
                             synchronizer_.values - 1, properties);
      return;
    }
    show_scene(synchronizer_, names::PropertyList::on_change, {object.begin, 0});
    name_values(synchronizer_, names::PropertyList::on_change, 0, std::min(shown, marked), object.indexes);
    return;
  }
  synchronizer_.values = static_cast<int>(object.values);
  const int properties = names::property_count(synchronizer_, names::PropertyList::always);
  if (properties < 0) return;
  if (static_cast<std::uint32_t>(properties) == object.values) {
    show_scene(synchronizer_, names::PropertyList::always, {object.begin, 0});
    name_values(synchronizer_, names::PropertyList::always, 0, shown, 0);
  } else {
    expert_add_info_format(scene_.pinfo, tree(), expert(Expert::godot_names_properties),
                           "%u values, but the synchronizer has %d properties that are always sent", object.values,
                           properties);
  }
}

/// The state has the properties of all listed synchronizers, one after the other.
void Narrator::name_spawn_state() const {
  if (unnamed_ == nullptr) return;
  names::Synchronizer synchronizer = {.path = nullptr, .node = node_, .position = 0};
  synchronizer.node.spawn_values = static_cast<int>(wmem_array_get_count(unnamed_));
  int all = 0;
  for (; synchronizer.position < sync_ids_; ++synchronizer.position) {
    const int properties = names::property_count(synchronizer, names::PropertyList::spawn);
    if (properties < 0) return;
    all += properties;
  }
  if (!list_fits(all)) {
    expert_add_info_format(scene_.pinfo, tree(), expert(Expert::godot_names_properties),
                           "%u values, but the synchronizers have %d properties that are sent with a spawn",
                           wmem_array_get_count(unnamed_), all);
    return;
  }
  synchronizer.position = 0;
  if (node_.scene == names::Node::no_scene) show_scene(synchronizer, names::PropertyList::spawn, {0, 0});
  std::uint32_t first = 0;
  for (synchronizer.position = 0; synchronizer.position < sync_ids_; ++synchronizer.position) {
    const auto count = static_cast<std::uint32_t>(names::property_count(synchronizer, names::PropertyList::spawn));
    name_values(synchronizer, names::PropertyList::spawn, first, count, 0);
    first += count;
  }
}

// --- The game's own bytes -----------------------------------------------------------------------------------------

bool Narrator::bytes(const multiplayer::UserBytes& bytes) {
  packet_info* pinfo = scene_.pinfo;
  const bool is_raw = bytes.field == Field::godot_raw_data;
  const char* what = is_raw ? "raw" : "authenticate";
  const Buffer payload(bytes.captured, bytes.length);
  const variant::CandidateSet candidates =
      variant::candidates_of(scene_.dialect.generation) & variant::candidates_of(variant::Precision::single_);
  const bool is_value = variant::possible(payload) && variant::observe(payload, candidates).fits != 0 &&
                        bytes.captured.size() == bytes.length;
  if (!is_value) {
    if (is_raw && bytes.captured.size() == bytes.length) note(Expert::godot_raw_opaque);
    story_.text = wmem_strdup_printf(pinfo->pool, "%s %u byte%s", what, bytes.length, bytes.length == 1 ? "" : "s");
    return false;
  }
  proto_item* item = nullptr;
  proto_tree* below = nullptr;
  if (tree() != nullptr) {
    item = add_item(tree(), bytes.field, scene_.tvb, static_cast<int>(bytes.begin), static_cast<int>(bytes.length), {},
                    pinfo);
    below = proto_item_add_subtree(item, subtree(bytes.field));
  }
  expert_add_info(pinfo, item, expert(Expert::godot_raw_guess));
  TreeSink sink(scene_.tvb, static_cast<int>(bytes.begin), bytes.captured.size(), pinfo, below, display(),
                scene_.dialect, "heuristic");
  variant::walk(payload, {.dialect = &scene_.dialect}, sink);
  story_.text = wmem_strdup_printf(pinfo->pool, "%s %s", what, sink.text());
  return true;
}

// --- The end ------------------------------------------------------------------------------------------------------

void Narrator::end(const multiplayer::Command& command, bool good) {
  const Place whole = {command.begin, command.end - command.begin};
  switch (command.type) {
    case CommandType::remote_call:
      story_.text = call_text(good);
      add_text(tree(), header_field(Generated::godot_rpc_text), whole, story_.text);
      if (good) check_arguments();
      break;
    case CommandType::remote_set:
      story_.text = call_text(good);
      add_text(tree(), header_field(Generated::godot_set_text), whole, story_.text);
      break;
    case CommandType::sync: story_.text = sync_text(command); break;
    case CommandType::spawn:
      if (good) name_spawn_state();
      break;
    default: break;
  }
  if (!bridge::visible(tree()) || *story_.text == '\0') return;
  const bool relays = command.type == CommandType::system && route_.relayed;
  if (relays) proto_item_append_text(tree(), ": relay %s  %s", story_.way, story_.text);
  else proto_item_append_text(tree(), ": %s", story_.text);
}

}  // namespace godot::plugin
