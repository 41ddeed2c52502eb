// SPDX-License-Identifier: MIT
#include "analysis/message/account/message_facts.h"

#include <bit>
#include <limits>

#include "analysis/facts/attribution.h"
#include "analysis/facts/digest.h"
#include "analysis/message/account/age.h"
#include "analysis/message/account/marked_properties.h"
#include "codec/multiplayer/fields.h"

namespace godot::analysis::account {
namespace {

facts::Kind kind_of(multiplayer::CommandType type) {
  using multiplayer::CommandType;
  switch (type) {
    case CommandType::remote_call: return facts::Kind::remote_call;
    case CommandType::remote_set: return facts::Kind::remote_set;
    case CommandType::simplify_path: return facts::Kind::simplify_path;
    case CommandType::confirm_path: return facts::Kind::confirm_path;
    case CommandType::raw: return facts::Kind::raw;
    case CommandType::packet: return facts::Kind::packet;
    case CommandType::spawn: return facts::Kind::spawn;
    case CommandType::despawn: return facts::Kind::despawn;
    case CommandType::sync: return facts::Kind::sync;
    case CommandType::system: return facts::Kind::system;
    // A command without a kind of fact.
    default: return facts::Kind::other_message;
  }
}

}  // namespace

facts::Part& MessageFacts::only_part() { return item_.parts != nullptr ? *item_.parts : facts_.part(item_); }

/// Sets the original sender and the final receiver; and the hop of this frame.
void MessageFacts::set_route() {
  const Route& route = account_.route();
  const Peers& peers = message_.link.peers;
  facts::Route& fact = facts_.route(item_);
  fact.source = route.source_id;
  fact.target = route.target_id;
  fact.target_known = route.target_known;
  fact.relayed = route.relayed;
  fact.hop_source = peers.id(message_.from);
  fact.hop_target = peers.id(other(message_.from));
  // A message that the server relays to one client is addressed to that client.
  if (route.comes_from_relay(peers, message_.from) && !account_.router().has_header()) {
    fact.target = fact.hop_target;
    fact.target_known = fact.hop_target != 0;
  }
}

void MessageFacts::header(const multiplayer::Header&) { set_route(); }

void MessageFacts::peer(const multiplayer::PeerChange& change) {
  item_.kind = facts::Kind::peers;
  if (change.kind == multiplayer::PeerChange::Kind::removed) facts_.route(item_).left = change.peer;
  set_route();
}

void MessageFacts::command(const multiplayer::Command& command) {
  item_.kind = kind_of(command.type);
  headers_ = command.begin;
  set_route();
}

void MessageFacts::system(const multiplayer::System& system) {
  if (system.command == multiplayer::SystemCommand::delete_peer) facts_.route(item_).left = system.peer;
  set_route();
}

// --- Names ----------------------------------------------------------------------------------------------------------

/// A name from the message itself.
const char* MessageFacts::wire_name(std::string_view text) const { return names_.keep(account_.host().shown(text)); }

/// Without a known scene, its number in the spawner's list distinguishes it. `place`: stores the number; null: nowhere.
MessageFacts::Instance MessageFacts::instance_of(const names::Node& node, const names::Name& scene,
                                                 const void* place) const {
  if (node.spawner == nullptr || node.scene == names::Node::no_scene) return {};
  if (scene) {
    if (scene.certainty != names::Certainty::certain)
      return {.scene = names_.keep(facts_.arena().text("%s?", scene.text)), .kin = nullptr};
    const char* text = names_.keep(scene.text);
    return {.scene = text, .kin = text};
  }
  const auto number = [&] {
    return facts_.arena().text("scene %u of %s", node.scene, account_.host().shown(node.spawner));
  };
  return {.kin = names_.of(place, number)};
}

void MessageFacts::node(const multiplayer::Node& node) {
  facts::Part& part = only_part();
  const Call& call = account_.call();
  part.by_path = true;
  part.net_id = node.id;
  part.node = names_.of(node.by_path ? nullptr : call.known, [&] { return call.text; });
}

void MessageFacts::method(const multiplayer::Member& method) {
  facts::Part& part = only_part();
  const names::Name& script = account_.script();
  part.scene = names_.keep(script.text);
  if (script.certainty == names::Certainty::certain) part.kin = part.scene;
  if (method.by_name) {
    part.member = wire_name(method.name);
    return;
  }
  const names::Name& name = account_.call().method;
  if (!name) part.member = names_.numbered(method.id);
  else if (name.certainty == names::Certainty::certain) part.member = names_.keep(name.text);
  else part.member = names_.keep(facts_.arena().text("%s?", name.text));
}

void MessageFacts::property(const multiplayer::Member& property) { only_part().member = wire_name(property.name); }

void MessageFacts::announced(const multiplayer::AnnouncedPath& path) { only_part().node = wire_name(path.path); }

void MessageFacts::confirmed(const multiplayer::ConfirmedPath& path) {
  const Path& confirmed = account_.path();
  confirm_ = path.by_id ? multiplayer::ConfirmForm::by_id : multiplayer::ConfirmForm::by_path;
  only_part().node = names_.of(path.by_id ? confirmed.known : nullptr, [&] { return confirmed.text; });
}

void MessageFacts::set_instance(facts::Part& part, const Instance& instance) {
  part.scene = instance.scene;
  part.kin = instance.kin;
}

void MessageFacts::spawn(const multiplayer::Spawn& spawn) {
  facts::Part& part = only_part();
  const Spawned& spawned = account_.spawned();
  part.node = names_.keep(spawned.text);
  part.net_id = spawn.net_id;
  part.is_lacked = spawned.on_link != nullptr && spawned.on_link->failed;
  set_instance(part, instance_of(spawned.node, spawned.scene, nullptr));
}

void MessageFacts::despawn(const multiplayer::Despawn& despawn) {
  facts::Part& part = only_part();
  const Spawned& gone = account_.spawned();
  part.net_id = despawn.net_id;
  part.node = names_.of(gone.known, [&] { return gone.text; });
  if (gone.known != nullptr) set_instance(part, instance_of(gone.node, gone.scene, &gone.known->scene));
}

// --- Synchronizers --------------------------------------------------------------------------------------------------

void MessageFacts::sync(const multiplayer::Sync& sync) {
  facts_.sync(item_) = {.delta = sync.delta, .clock = sync.time};
}

void MessageFacts::sync_begin(const multiplayer::SyncObject&) {
  first_value_ = nullptr;
  values_ = 0;
  instance_ = {};
  const Synchronized& found = account_.synchronizer();
  const void* object = found.path;
  if (found.spawned != nullptr) {
    const SpawnedNode& node = *found.spawned->node;
    object = &node;
    const auto [scene, kin] = instance_of(found.names.node, Builder::scene_of(found.names.node), &node.scene);
    instance_.scene = scene;
    instance_.kin = kin;
  }
  node_ = names_.of(object, [&] { return account_.synchronizer_text(); });
}

void MessageFacts::value_end(const multiplayer::ValuePlace& place) {
  if (place.role == field::godot_sync_value && place.good) add_value(place.begin, place.end);
}

void MessageFacts::good_values(const multiplayer::GoodValues& values) {
  if (values.role != field::godot_sync_value) return;
  Offset begin = values.begin;
  for (const Offset end : values.ends) {
    add_value(begin, end);
    begin = end;
  }
}

void MessageFacts::add_value(Offset begin, Offset end) {
  facts::Part& part = facts_.part(item_);
  if (first_value_ == nullptr) first_value_ = &part;
  part.node = node_;
  part.scene = instance_.scene;
  part.kin = instance_.kin;
  part.own = end - begin;
  constexpr std::uint8_t type = 0x3F;  // of the first byte; a code is the type's id and 1
  const std::size_t most = value_types_.size() - 1;
  if (values_ < most && begin < bytes_.captured.size())
    value_types_[values_++] = static_cast<char>((bytes_.captured[begin] & type) + 1);
  if (facts_.with_ages) part.digest = facts::digest(bytes_.captured.subspan(begin, part.own));
}

/// Names a value that has no name by its number.
void MessageFacts::name_property(facts::Part& part, const names::Properties& properties, names::PropertyList list,
                                 std::uint32_t index) {
  const names::Name name = properties[index];
  part.member = name ? names_.keep(name.text) : names_.nameless(list, index);
  if (part.scene == nullptr && name) part.scene = names_.keep(name.source);
}

/// Names a value by all properties that a bit of the mask may mean: "test0 or test64".
void MessageFacts::name_by_bit(facts::Part& part, const names::Properties& properties, const MarkedProperties& marked,
                               std::uint32_t bit) {
  name_property(part, properties, names::PropertyList::on_change, bit);
  for (std::uint32_t property = bit + MarkedProperties::bits; property < marked.properties();
       property += MarkedProperties::bits) {
    const char* before = part.member;
    name_property(part, properties, names::PropertyList::on_change, property);
    part.member = names_.keep(facts_.arena().joined({before, " or ", part.member}));
  }
}

/// Of more than 64 properties, bits of the mask may mean several. Sent are the values of all of them, or one for each
/// bit; of other numbers nothing is named.
void MessageFacts::name_beyond_mask(const multiplayer::SyncObject& object, const names::Properties& properties,
                                    const MarkedProperties& marked) {
  const bool has_all = marked.count() == object.values;
  if (!has_all && object.values != static_cast<std::uint32_t>(std::popcount(object.indexes))) return;
  const std::uint32_t end = has_all ? marked.properties() : MarkedProperties::bits;
  facts::Part* part = first_value_;
  for (std::uint32_t property = 0; property != end && part != nullptr; ++property) {
    if (!marked.marks(property)) continue;
    if (has_all) name_property(*part, properties, names::PropertyList::on_change, property);
    else name_by_bit(*part, properties, marked, property);
    part = part->next;
  }
}

void MessageFacts::name_changes(const multiplayer::SyncObject& object) {
  names::Synchronizer synchronizer = account_.synchronizer().names;
  synchronizer.values = static_cast<int>(std::bit_width(object.indexes));
  names::Properties properties = names::properties(synchronizer, names::PropertyList::on_change);
  const bool sure{properties};
  const sync::BeyondMask seen = sure ? sync::BeyondMask{} : account_.beyond_mask();
  const MarkedProperties marked(object.indexes, sure ? properties.count() : seen.properties);
  if (marked.is_beyond()) return name_beyond_mask(object, properties, marked);
  std::uint64_t indexes = object.indexes;
  // Bits mean several properties, and which is not known.
  if (seen.is_seen && marked.properties() == 0) return;
  if (!properties && object.values > static_cast<std::uint32_t>(std::popcount(indexes))) return;
  if (properties.count() < static_cast<std::uint32_t>(synchronizer.values)) properties = {};
  for (facts::Part* part = first_value_; part != nullptr && indexes != 0; part = part->next, indexes &= indexes - 1)
    name_property(*part, properties, names::PropertyList::on_change,
                  static_cast<std::uint32_t>(std::countr_zero(indexes)));
}

/// Named as in the synchronizer's configuration or, if unknown, by index.
void MessageFacts::name_properties(const multiplayer::SyncObject& object) {
  if (object.delta) return name_changes(object);
  names::Properties properties;
  if (names::know_scenes()) {
    names::Synchronizer synchronizer = account_.synchronizer().names;
    value_types_[values_] = '\0';
    if (synchronizer.path != nullptr) synchronizer.node.spawn_types = value_types_.data();
    synchronizer.values = static_cast<int>(object.values);
    properties = names::properties(synchronizer, names::PropertyList::always);
  }
  if (properties.count() != object.values) properties = {};
  std::uint32_t index = 0;
  for (facts::Part* part = first_value_; part != nullptr; part = part->next)
    name_property(*part, properties, names::PropertyList::always, index++);
}

/// Sets the age of the first part.
void MessageFacts::set_age(const multiplayer::SyncObject& object) {
  const Message& message = message_.message;
  if (!message.transit.known || message.repeated) return;
  const bool is_stale = account_.stale() != nullptr;
  const auto age = sync::age_of(account_.router().series(object), account_.step(), message, message_.time, is_stale);
  if (!age) return;
  first_value_->age = age->nanoseconds;  // NOLINT(clang-analyzer-core.NullDereference): sync_end() has set it
  first_value_->age_estimated = age->estimated;
}

void MessageFacts::sync_end(const multiplayer::SyncObject& object) {
  // Adds a state without values as well.
  if (first_value_ == nullptr) {
    first_value_ = &facts_.part(item_);
    first_value_->node = node_;
    first_value_->scene = instance_.scene;
    first_value_->kin = instance_.kin;
  } else if (object.complete) {
    name_properties(object);
  }
  std::uint64_t values = 0;
  for (const facts::Part* part = first_value_; part != nullptr; part = part->next) values += part->own;
  // The headers of the object: its number and the size of its values.
  facts::Division headers(object.values_begin - object.begin, values);
  for (facts::Part* part = first_value_; part != nullptr; part = part->next) {
    part->net_id = object.id;
    part->by_path = object.by_path;
    part->synchronizer = synchronizers_;
    part->is_lacked = account_.synchronizer().lacked != nullptr;
    part->protocol = headers.next(part->own);
  }
  if (account_.list_change().frame != 0) ++facts_.sync(item_).list_changes;
  if (facts_.with_ages) {
    first_value_->begins = account_.step().change == sync::Change::begins;
    set_age(object);
  }
  ++synchronizers_;
}

// --- Peers ----------------------------------------------------------------------------------------------------------

/// Interned; null: the peer has no name.
const char* MessageFacts::peer_name(PeerId peer, PeerNames::Ask which) const {
  if (peer <= 0) return nullptr;
  const char* name = message_.state.peer_names.find(message_.link.peers, peer, message_.frame, which);
  if (name == nullptr) return nullptr;
  return names_.of(name, [&] { return account_.host().shown(name); });
}

void MessageFacts::name_peers() {
  const PeerNames::Ask which = message_.peer_names;
  facts::Route& route = facts_.route(item_);
  route.session = message_.link.peers.session();
  route.source_name = peer_name(route.source, which);
  // Negative: everyone but that peer.
  const bool is_one = route.target >= 0 || route.target == std::numeric_limits<PeerId>::min();
  route.target_name = peer_name(is_one ? route.target : -route.target, which);
  route.hop_target_name = route.hop_target == route.target ? route.target_name : peer_name(route.hop_target, which);
}

void MessageFacts::identify() {
  name_peers();
  item_.engine = message_.message.engine;
  if (item_.engine != nullptr) return;
  const multiplayer::Recognition& recognition = message_.link.recognition_of(message_.from);
  if (!message_.link.chosen && recognition.certain()) item_.engine = recognition.engines(confirm_);
}

// --- The end --------------------------------------------------------------------------------------------------------

void MessageFacts::finish() {
  const std::uint32_t size = bytes_.reported;
  if (item_.parts == nullptr) {
    facts_.part(item_).own = size - headers_;
    item_.parts->protocol = headers_;
    if (item_.kind == facts::Kind::raw && headers_ <= bytes_.captured.size())
      item_.parts->digest = facts::digest(bytes_.captured.subspan(headers_));
  } else if (item_.kind != facts::Kind::sync) {
    item_.parts->own = size - headers_;
    item_.parts->protocol = headers_;
  }
  std::uint32_t own = 0;
  for (const facts::Part* part = item_.parts; part != nullptr; part = part->next) own += part->own;
  // The cost of fragments belongs to the datagram; a message alone in its command counts as its own.
  if (item_.message != 0 || item_.own < own) return;
  item_.protocol += item_.own - own;
  item_.own = own;
}

}  // namespace godot::analysis::account
