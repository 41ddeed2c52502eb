// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/message_facts.h"

#include <array>
#include <bit>

#include "codec/multiplayer/fields.h"
#include "plugin/analysis/facts/attribution.h"
#include "plugin/analysis/facts/digest.h"
#include "plugin/core/items.h"
#include "plugin/core/labels.h"
#include "plugin/core/longjmp.h"

namespace godot::plugin {
namespace {

LEFT_BY_LONGJMP(MessageFacts);

facts::Kind kind_of(multiplayer::CommandType type) {
  using multiplayer::CommandType;
  switch (type) {
    case CommandType::remote_call: return facts::Kind::remote_call;
    case CommandType::remote_set: return facts::Kind::remote_set;
    case CommandType::simplify_path: return facts::Kind::simplify_path;
    case CommandType::confirm_path: return facts::Kind::confirm_path;
    case CommandType::raw: return facts::Kind::raw;
    case CommandType::spawn: return facts::Kind::spawn;
    case CommandType::despawn: return facts::Kind::despawn;
    case CommandType::sync: return facts::Kind::sync;
    case CommandType::system: return facts::Kind::system;
    // A command that facts have no word for yet.
    default: return facts::Kind::other_message;
  }
}

}  // namespace

facts::Part& MessageFacts::only_part() { return item_.parts != nullptr ? *item_.parts : collector_.part(item_); }

/// First speaker and last hearer; and who passes it to whom here.
void MessageFacts::set_route() {
  const Route& route = notes_.route;
  const Peers& peers = notes_.context.link.peers;
  item_.source = route.source_id;
  item_.target = route.target_id;
  item_.target_known = route.target_known;
  item_.relayed = route.relayed;
  item_.hop_source = peers.id(notes_.context.from);
  item_.hop_target = peers.id(other(notes_.context.from));
  // What the server passes on to one client by a relay is for that client.
  if (route.relayed && !notes_.router.has_header() && peers.is_server(notes_.context.from)) {
    item_.target = item_.hop_target;
    item_.target_known = item_.hop_target != 0;
  }
}

void MessageFacts::header(const multiplayer::Header& header) {
  notes_.router.header(header);
  set_route();
}

void MessageFacts::peer(const multiplayer::PeerChange& change) {
  notes_.router.between_ends();
  item_.kind = facts::Kind::peers;
  if (change.kind == multiplayer::PeerChange::Kind::removed) item_.left = change.peer;
  set_route();
}

void MessageFacts::command(const multiplayer::Command& command) {
  notes_.router.begin(command.relayed);
  item_.kind = kind_of(command.type);
  headers_ = command.begin;
  set_route();
}

void MessageFacts::system(const multiplayer::System& system) {
  notes_.router.system(system);
  if (system.command == multiplayer::SystemCommand::delete_peer) item_.left = system.peer;
  set_route();
}

// --- Names ----------------------------------------------------------------------------------------------------------

const char* MessageFacts::path_name(const TaughtPath& path) {
  const char* name = interned_for(&path);
  return name != nullptr ? name : intern_for(&path, notes_.path_text(path.path));
}

/// What is above a spawned node may be learned later.
const char* MessageFacts::spawned_name(const SpawnedNode& node) {
  const char* known = interned_for(&node);
  if (known != nullptr) return known;
  const char* text = notes_.node_text(node);
  constexpr std::string_view unknown = "\u2026";
  return std::string_view(text).substr(0, unknown.size()) == unknown ? interned(text) : intern_for(&node, text);
}

/// Where nobody knows the scene by name, its number in the spawner's list tells it from others.
MessageFacts::Instance MessageFacts::instance_of(const SpawnedNode& node, bool stays) const {
  const names::Node named = notes_.named(node);
  if (named.spawner == nullptr || named.scene == names::Node::no_scene) return {};
  if (const names::Name scene = names::scene(named.spawner, named.scene)) {
    const char* text = interned(scene.text);
    return {.scene = text, .kin = scene.certainty == names::Certainty::certain ? text : nullptr};
  }
  const void* place = stays ? &node.scene : nullptr;
  const char* known = interned_for(place);
  if (known != nullptr) return {.kin = known};
  const char* spawner = utf8_text(notes_.context.pinfo, named.spawner);
  const char* text = wmem_strdup_printf(notes_.pool(), "scene %u of %s", named.scene, spawner);
  return {.kin = stays ? intern_for(place, text) : interned(text)};
}

void MessageFacts::node(const multiplayer::Node& node) {
  facts::Part& part = only_part();
  const TaughtPath* known = node.by_path ? notes_.memory().path(notes_.route.source, node.path, notes_.frame())
                                         : notes_.memory().path(notes_.route.source, node.id, notes_.frame());
  part.by_path = true;
  part.net_id = node.id;
  if (node.by_path) part.node = interned(utf8_text(notes_.context.pinfo, node.path));
  else part.node = known != nullptr ? path_name(*known) : interned(notes_.number_text(node.id));
  const bool has_path = node.by_path || known != nullptr;
  notes_.node = {.path = has_path ? part.node : nullptr};
  notes_.know_methods(known != nullptr ? known->md5 : nullptr);
  notes_.know_spawn();
}

void MessageFacts::method(const multiplayer::Member& method) {
  facts::Part& part = only_part();
  const names::Name script = names::script(notes_.node);
  part.scene = interned(script.text);
  if (script.certainty == names::Certainty::certain) part.kin = part.scene;
  if (method.by_name) {
    part.member = interned(utf8_text(notes_.context.pinfo, method.name));
    return;
  }
  const names::Name name = names::method(notes_.node, method.id);
  if (!name) part.member = interned(notes_.number_text(method.id));
  else if (name.certainty == names::Certainty::certain) part.member = interned(name.text);
  else part.member = interned(wmem_strdup_printf(notes_.pool(), "%s?", name.text));
}

void MessageFacts::property(const multiplayer::Member& property) {
  only_part().member = interned(utf8_text(notes_.context.pinfo, property.name));
}

void MessageFacts::taught(const multiplayer::TaughtPath& path) {
  only_part().node = interned(utf8_text(notes_.context.pinfo, path.path));
}

void MessageFacts::confirmed(const multiplayer::ConfirmedPath& path) {
  facts::Part& part = only_part();
  if (!path.by_id) {
    part.node = interned(utf8_text(notes_.context.pinfo, path.path));
    return;
  }
  const TaughtPath* known = notes_.memory().path(notes_.route.target, path.id, notes_.frame());
  part.node = known != nullptr ? path_name(*known) : interned(notes_.number_text(path.id));
}

void MessageFacts::spawn(const multiplayer::Spawn& spawn) {
  facts::Part& part = only_part();
  const SpawnedNode told = {.frame = notes_.frame(),
                            .name = utf8_text(notes_.context.pinfo, spawn.name),
                            .net_id = spawn.net_id,
                            .spawner = spawn.spawner,
                            .scene = spawn.scene_id,
                            .synchronizers = spawn.sync_count};
  part.node = interned(notes_.node_text(told));
  notes_.node = notes_.named(told);
  part.net_id = spawn.net_id;
  const Instance instance = instance_of(told, false);
  part.scene = instance.scene;
  part.kin = instance.kin;
}

void MessageFacts::despawn(const multiplayer::Despawn& despawn) {
  facts::Part& part = only_part();
  const SpawnedNode* known = notes_.memory().node(notes_.route.source, despawn.net_id, notes_.frame());
  part.net_id = despawn.net_id;
  part.node = known != nullptr ? spawned_name(*known) : interned(notes_.number_text(despawn.net_id));
  if (known == nullptr) return;
  const Instance instance = instance_of(*known, true);
  part.scene = instance.scene;
  part.kin = instance.kin;
}

// --- Synchronizers --------------------------------------------------------------------------------------------------

void MessageFacts::sync(const multiplayer::Sync& sync) {
  item_.delta = sync.delta;
  item_.has_clock = !sync.delta;
  item_.clock = sync.time;
}

void MessageFacts::sync_begin(const multiplayer::SyncObject& object) {
  in_sync_ = true;
  first_value_ = nullptr;
  synchronizer_ = {};
  instance_ = {};
  node_ = nullptr;
  const Memory& memory = notes_.memory();
  if (object.by_path) {
    const TaughtPath* path = memory.path(notes_.route.source, object.id, notes_.frame());
    if (path != nullptr) {
      node_ = path_name(*path);
      synchronizer_.path = path->path;
    }
  } else if (const auto* known = memory.synchronizer(notes_.route.source, object.id, notes_.frame())) {
    node_ = spawned_name(*known->node);
    instance_ = instance_of(*known->node, true);
    synchronizer_.node = notes_.named(*known->node);
    synchronizer_.position = known->position;
  }
  if (node_ == nullptr) node_ = interned(notes_.number_text(object.id));
}

multiplayer::HalfPrecision MessageFacts::halves(const multiplayer::Spawn&) {
  return names::spawned_halves(notes_.node);
}

multiplayer::HalfPrecision MessageFacts::halves(const multiplayer::SyncObject& object) {
  return names::sent_halves(synchronizer_, object);
}

void MessageFacts::value_end(const multiplayer::ValuePlace& place) {
  if (!in_sync_ || place.role != field::godot_sync_value || !place.good) return;
  facts::Part& part = collector_.part(item_);
  if (first_value_ == nullptr) first_value_ = &part;
  part.node = node_;
  part.scene = instance_.scene;
  part.kin = instance_.kin;
  part.own = place.end - place.begin;
  part.digest = facts::digest(bytes_.captured.subspan(place.begin, part.own));
}

/// The place in its list of a property that nobody knows the name of.
const char* MessageFacts::nameless(bool on_change, std::uint32_t index) const {
  // What such names are kept for: nothing but their addresses counts.
  static constexpr std::uint32_t few = 64;
  static std::array<std::array<char, few>, 2> places;
  const char* place = index < few ? &places[on_change ? 1 : 0][index] : nullptr;
  const char* known = place != nullptr ? interned_for(place) : nullptr;
  if (known != nullptr) return known;
  const char* text = wmem_strdup_printf(notes_.pool(), on_change ? "on change #%u" : "always #%u", index);
  return place != nullptr ? intern_for(place, text) : interned(text);
}

/// As the synchronizer's configuration calls them; where nobody knows it, by their place in its list.
void MessageFacts::name_properties(const multiplayer::SyncObject& object) {
  const auto list = object.delta ? names::PropertyList::on_change : names::PropertyList::always;
  synchronizer_.values =
      object.delta ? static_cast<int>(std::bit_width(object.indexes)) : static_cast<int>(object.values);
  const int known = names::property_count(synchronizer_, list);
  const bool fits = object.delta ? known >= synchronizer_.values : known == synchronizer_.values;
  std::uint64_t indexes = object.indexes;
  std::uint32_t index = 0;
  for (facts::Part* part = first_value_; part != nullptr; part = part->next, ++index) {
    if (object.delta) {
      if (indexes == 0) break;
      index = static_cast<std::uint32_t>(std::countr_zero(indexes));
      indexes &= indexes - 1;
    }
    const names::Name name = fits ? names::property(synchronizer_, list, index) : names::Name{};
    part->member = name ? interned(name.text) : nameless(object.delta, index);
    if (part->scene == nullptr && name) part->scene = interned(name.source);
  }
}

void MessageFacts::sync_end(const multiplayer::SyncObject& object) {
  in_sync_ = false;
  // Without values there is the state of a node all the same.
  if (first_value_ == nullptr) {
    first_value_ = &collector_.part(item_);
    first_value_->node = node_;
    first_value_->scene = instance_.scene;
    first_value_->kin = instance_.kin;
  } else if (object.complete) {
    name_properties(object);
  }
  std::uint64_t values = 0;
  for (const facts::Part* part = first_value_; part != nullptr; part = part->next) values += part->own;
  // Its number and the size of its values.
  facts::Division headers(object.values_begin - object.begin, values);
  for (facts::Part* part = first_value_; part != nullptr; part = part->next) {
    part->net_id = object.id;
    part->by_path = object.by_path;
    part->synchronizer = synchronizers_;
    part->protocol = headers.next(part->own);
  }
  ++synchronizers_;
}

// --- The end --------------------------------------------------------------------------------------------------------

void MessageFacts::finish() {
  const std::uint32_t size = bytes_.reported;
  if (item_.parts == nullptr) {
    collector_.part(item_).own = size - headers_;
    item_.parts->protocol = headers_;
  } else if (item_.kind != facts::Kind::sync) {
    item_.parts->own = size - headers_;
    item_.parts->protocol = headers_;
  }
  std::uint32_t own = 0;
  for (const facts::Part* part = item_.parts; part != nullptr; part = part->next) own += part->own;
  // The datagram pays for fragments; a message alone in its command is its own.
  if (item_.message != 0 || item_.own < own) return;
  item_.protocol += item_.own - own;
  item_.own = own;
}

}  // namespace godot::plugin
