// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/message_facts.h"

#include <array>
#include <bit>

#include "codec/multiplayer/fields.h"
#include "plugin/analysis/facts/attribution.h"
#include "plugin/analysis/facts/digest.h"
#include "plugin/analysis/sync/age.h"
#include "plugin/core/items.h"
#include "plugin/core/labels.h"
#include "plugin/core/longjmp.h"

namespace godot::plugin {
namespace {

LEFT_BY_LONGJMP(MessageFacts);

analysis::facts::Kind kind_of(multiplayer::CommandType type) {
  using multiplayer::CommandType;
  switch (type) {
    case CommandType::remote_call: return analysis::facts::Kind::remote_call;
    case CommandType::remote_set: return analysis::facts::Kind::remote_set;
    case CommandType::simplify_path: return analysis::facts::Kind::simplify_path;
    case CommandType::confirm_path: return analysis::facts::Kind::confirm_path;
    case CommandType::raw: return analysis::facts::Kind::raw;
    case CommandType::spawn: return analysis::facts::Kind::spawn;
    case CommandType::despawn: return analysis::facts::Kind::despawn;
    case CommandType::sync: return analysis::facts::Kind::sync;
    case CommandType::system: return analysis::facts::Kind::system;
    // A command without a kind of fact.
    default: return analysis::facts::Kind::other_message;
  }
}

}  // namespace

analysis::facts::Part& MessageFacts::only_part() {
  return item_.parts != nullptr ? *item_.parts : collector_.part(item_);
}

/// Sets the original sender and the final receiver; and the hop of this frame.
void MessageFacts::set_route() {
  const analysis::Route& route = account_.route();
  const analysis::Peers& peers = context_.link.peers;
  analysis::facts::Route& fact = collector_.route(item_);
  fact.source = route.source_id;
  fact.target = route.target_id;
  fact.target_known = route.target_known;
  fact.relayed = route.relayed;
  fact.hop_source = peers.id(context_.from);
  fact.hop_target = peers.id(other(context_.from));
  // A message that the server relays to one client is addressed to that client.
  if (route.relayed && !account_.router().has_header() && peers.is_server(context_.from)) {
    fact.target = fact.hop_target;
    fact.target_known = fact.hop_target != 0;
  }
}

void MessageFacts::header(const multiplayer::Header&) { set_route(); }

void MessageFacts::peer(const multiplayer::PeerChange& change) {
  item_.kind = analysis::facts::Kind::peers;
  if (change.kind == multiplayer::PeerChange::Kind::removed) collector_.route(item_).left = change.peer;
  set_route();
}

void MessageFacts::command(const multiplayer::Command& command) {
  item_.kind = kind_of(command.type);
  headers_ = command.begin;
  set_route();
}

void MessageFacts::system(const multiplayer::System& system) {
  if (system.command == multiplayer::SystemCommand::delete_peer) collector_.route(item_).left = system.peer;
  set_route();
}

// --- Names ----------------------------------------------------------------------------------------------------------

const char* MessageFacts::path_name(const analysis::AnnouncedPath& path, const char* text) {
  const char* name = interned_for(&path);
  return name != nullptr ? name : intern_for(&path, text);
}

/// The path above a spawned node may be learned later.
const char* MessageFacts::spawned_name(const analysis::SpawnedNode& node, const char* text) {
  constexpr std::string_view unknown = "\u2026";
  return std::string_view(text).substr(0, unknown.size()) == unknown ? interned(text) : intern_for(&node, text);
}

/// Without a known scene, its number in the spawner's list distinguishes it. `place`: stores the number; null: nowhere.
MessageFacts::Instance MessageFacts::instance_of(const analysis::names::Node& node, const analysis::names::Name& scene,
                                                 const void* place) const {
  if (node.spawner == nullptr || node.scene == analysis::names::Node::no_scene) return {};
  if (scene) {
    const char* text = interned(scene.text);
    return {.scene = text, .kin = scene.certainty == analysis::names::Certainty::certain ? text : nullptr};
  }
  const char* known = interned_for(place);
  if (known != nullptr) return {.kin = known};
  const char* spawner = utf8_text(context_.pinfo, node.spawner);
  const char* text = wmem_strdup_printf(context_.pinfo->pool, "scene %u of %s", node.scene, spawner);
  return {.kin = place != nullptr ? intern_for(place, text) : interned(text)};
}

void MessageFacts::node(const multiplayer::Node& node) {
  analysis::facts::Part& part = only_part();
  const analysis::account::Call& call = account_.call();
  part.by_path = true;
  part.net_id = node.id;
  part.node = call.known != nullptr && !node.by_path ? path_name(*call.known, call.text) : interned(call.text);
}

void MessageFacts::method(const multiplayer::Member& method) {
  analysis::facts::Part& part = only_part();
  const analysis::names::Name& script = account_.script();
  part.scene = interned(script.text);
  if (script.certainty == analysis::names::Certainty::certain) part.kin = part.scene;
  if (method.by_name) {
    part.member = interned(utf8_text(context_.pinfo, method.name));
    return;
  }
  const analysis::names::Name& name = account_.call().method;
  if (!name) part.member = interned(account_.number_text(method.id));
  else if (name.certainty == analysis::names::Certainty::certain) part.member = interned(name.text);
  else part.member = interned(wmem_strdup_printf(context_.pinfo->pool, "%s?", name.text));
}

void MessageFacts::property(const multiplayer::Member& property) {
  only_part().member = interned(utf8_text(context_.pinfo, property.name));
}

void MessageFacts::announced(const multiplayer::AnnouncedPath& path) {
  only_part().node = interned(utf8_text(context_.pinfo, path.path));
}

void MessageFacts::confirmed(const multiplayer::ConfirmedPath& path) {
  const analysis::account::Path& confirmed = account_.path();
  confirm_ = path.by_id ? multiplayer::ConfirmForm::by_id : multiplayer::ConfirmForm::by_path;
  only_part().node =
      path.by_id && confirmed.known != nullptr ? path_name(*confirmed.known, confirmed.text) : interned(confirmed.text);
}

void MessageFacts::set_instance(analysis::facts::Part& part, const Instance& instance) {
  part.scene = instance.scene;
  part.kin = instance.kin;
}

void MessageFacts::spawn(const multiplayer::Spawn& spawn) {
  analysis::facts::Part& part = only_part();
  const analysis::account::Spawned& spawned = account_.spawned();
  part.node = interned(spawned.text);
  part.net_id = spawn.net_id;
  set_instance(part, instance_of(spawned.node, spawned.scene, nullptr));
}

void MessageFacts::despawn(const multiplayer::Despawn& despawn) {
  analysis::facts::Part& part = only_part();
  const analysis::account::Spawned& gone = account_.spawned();
  part.net_id = despawn.net_id;
  if (gone.known == nullptr) {
    part.node = interned(gone.text);
    return;
  }
  const char* name = interned_for(gone.known);
  part.node = name != nullptr ? name : spawned_name(*gone.known, gone.text);
  set_instance(part, instance_of(gone.node, gone.scene, &gone.known->scene));
}

// --- Synchronizers --------------------------------------------------------------------------------------------------

void MessageFacts::sync(const multiplayer::Sync& sync) {
  collector_.sync(item_) = {.delta = sync.delta, .clock = sync.time};
}

void MessageFacts::sync_begin(const multiplayer::SyncObject&) {
  in_sync_ = true;
  first_value_ = nullptr;
  instance_ = {};
  const analysis::account::Synchronized& found = account_.synchronizer();
  synchronizer_ = found.names;
  node_ = nullptr;
  if (found.path != nullptr) node_ = interned_for(found.path);
  if (found.spawned != nullptr) {
    const analysis::SpawnedNode& node = *found.spawned->node;
    node_ = interned_for(&node);
    instance_ = instance_of(found.names.node, analysis::account::Builder::scene_of(found.names.node), &node.scene);
  }
  if (node_ != nullptr) return;
  const char* text = account_.synchronizer_text();
  if (found.path != nullptr) node_ = intern_for(found.path, text);
  else node_ = found.spawned != nullptr ? spawned_name(*found.spawned->node, text) : interned(text);
}

void MessageFacts::value_end(const multiplayer::ValuePlace& place) {
  if (!in_sync_ || place.role != field::godot_sync_value || !place.good) return;
  analysis::facts::Part& part = collector_.part(item_);
  if (first_value_ == nullptr) first_value_ = &part;
  part.node = node_;
  part.scene = instance_.scene;
  part.kin = instance_.kin;
  part.own = place.end - place.begin;
  part.digest = analysis::facts::digest(bytes_.captured.subspan(place.begin, part.own));
}

/// The index in its list of a property without a known name.
const char* MessageFacts::nameless(bool on_change, std::uint32_t index) const {
  // The keys for such names: only their addresses matter.
  static constexpr std::uint32_t few = 64;
  static std::array<std::array<char, few>, 2> places;
  const char* place = index < few ? &places[on_change ? 1 : 0][index] : nullptr;
  const char* known = place != nullptr ? interned_for(place) : nullptr;
  if (known != nullptr) return known;
  const char* text = wmem_strdup_printf(context_.pinfo->pool, on_change ? "on change #%u" : "always #%u", index);
  return place != nullptr ? intern_for(place, text) : interned(text);
}

/// Named as in the synchronizer's configuration or, if unknown, by index.
void MessageFacts::name_properties(const multiplayer::SyncObject& object) {
  const auto list = object.delta ? analysis::names::PropertyList::on_change : analysis::names::PropertyList::always;
  synchronizer_.values =
      object.delta ? static_cast<int>(std::bit_width(object.indexes)) : static_cast<int>(object.values);
  const int known = analysis::names::property_count(synchronizer_, list);
  const bool fits = object.delta ? known >= synchronizer_.values : known == synchronizer_.values;
  std::uint64_t indexes = object.indexes;
  std::uint32_t index = 0;
  for (analysis::facts::Part* part = first_value_; part != nullptr; part = part->next, ++index) {
    if (object.delta) {
      if (indexes == 0) break;
      index = static_cast<std::uint32_t>(std::countr_zero(indexes));
      indexes &= indexes - 1;
    }
    const analysis::names::Name name =
        fits ? analysis::names::property(synchronizer_, list, index) : analysis::names::Name{};
    part->member = name ? interned(name.text) : nameless(object.delta, index);
    if (part->scene == nullptr && name) part->scene = interned(name.source);
  }
}

/// Sets the age of the first part.
void MessageFacts::set_age(const multiplayer::SyncObject& object) {
  const analysis::Message& message = context_.message;
  if (!message.transit.known || message.repeated) return;
  const bool is_stale = account_.stale() != nullptr;
  const auto age = analysis::sync::age_of(account_.router().series(object), account_.step(), message,
                                          absolute_time(context_.pinfo), is_stale);
  if (!age) return;
  first_value_->age = age->nanoseconds;
  first_value_->age_estimated = age->estimated;
}

void MessageFacts::sync_end(const multiplayer::SyncObject& object) {
  in_sync_ = false;
  // Adds a state without values as well.
  if (first_value_ == nullptr) {
    first_value_ = &collector_.part(item_);
    first_value_->node = node_;
    first_value_->scene = instance_.scene;
    first_value_->kin = instance_.kin;
  } else if (object.complete) {
    name_properties(object);
  }
  std::uint64_t values = 0;
  for (const analysis::facts::Part* part = first_value_; part != nullptr; part = part->next) values += part->own;
  // The headers of the object: its number and the size of its values.
  analysis::facts::Division headers(object.values_begin - object.begin, values);
  for (analysis::facts::Part* part = first_value_; part != nullptr; part = part->next) {
    part->net_id = object.id;
    part->by_path = object.by_path;
    part->synchronizer = synchronizers_;
    part->protocol = headers.next(part->own);
  }
  set_age(object);
  ++synchronizers_;
}

// --- The end --------------------------------------------------------------------------------------------------------

void MessageFacts::finish() {
  const std::uint32_t size = bytes_.reported;
  if (item_.parts == nullptr) {
    collector_.part(item_).own = size - headers_;
    item_.parts->protocol = headers_;
  } else if (item_.kind != analysis::facts::Kind::sync) {
    item_.parts->own = size - headers_;
    item_.parts->protocol = headers_;
  }
  std::uint32_t own = 0;
  for (const analysis::facts::Part* part = item_.parts; part != nullptr; part = part->next) own += part->own;
  // The cost of fragments belongs to the datagram; a message alone in its command counts as its own.
  if (item_.message != 0 || item_.own < own) return;
  item_.protocol += item_.own - own;
  item_.own = own;
}

}  // namespace godot::plugin
