// SPDX-License-Identifier: MIT
// Objects in states, changes and spawns. The engine sends the id of an object, and the receiver gets an
// EncodedObjectAsID with that number: allow_object_decoding concerns calls alone.
//
// Source: modules/multiplayer/scene_replication_interface.cpp, _make_spawn_packet, _send_sync and _send_delta, which
// call encode_and_compress_variants() without allow_object.
#include <bit>
#include <cstdint>

#include "analysis/message/account/checks/checks.h"
#include "analysis/message/account/marked_properties.h"

namespace godot::analysis::account {
namespace {

/// What becomes of the value at the receiver.
constexpr const char* becomes =
    "an object is sent as its id. The receiver sets an EncodedObjectAsID, and a property that is declared as another "
    "class, like Node or Resource, keeps what it had";

/// The index of a value's property in its list: of changes, the mask says which.
std::uint32_t property_of(const multiplayer::SyncObject& object, std::uint32_t value) {
  if (!object.delta) return value;
  std::uint64_t left = object.indexes;
  for (std::uint32_t i = 0; i != value && left != 0; ++i) left &= left - 1;
  return static_cast<std::uint32_t>(std::countr_zero(left));
}

/// The properties as the project lists them, unless it lists another number of them, or a bit of a change's mask means
/// several.
names::Properties properties_of(names::Synchronizer synchronizer, const multiplayer::SyncObject& object) {
  const auto marked = static_cast<std::uint32_t>(std::popcount(object.indexes));
  if (object.delta && marked != object.values) return {};
  const auto list = object.delta ? names::PropertyList::on_change : names::PropertyList::always;
  synchronizer.values = static_cast<int>(object.delta ? std::bit_width(object.indexes) : object.values);
  const names::Properties known = names::properties(synchronizer, list);
  const bool fits = object.delta ? known.count() >= static_cast<std::uint32_t>(synchronizer.values) &&
                                       !MarkedProperties(object.indexes, known.count()).is_beyond()
                                 : known.count() == object.values;
  return known.certainty == names::Certainty::certain && fits ? known : names::Properties{};
}

}  // namespace

void check_object_ids(const Subject& subject, const SyncEnd& end, Findings& found) {
  if (end.with_object_id == nullptr || end.is_lacked || subject.message.repeated) return;
  const auto first = static_cast<std::uint32_t>(std::countr_zero(end.object.object_ids));
  const auto more = static_cast<std::uint32_t>(std::popcount(end.object.object_ids)) - 1;
  const names::Name name = properties_of(*end.with_object_id, end.object)[property_of(end.object, first)];
  const char* which = name ? name.text : found.arena.text("Value %u", first);
  const char* others = more == 0 ? "" : found.arena.text(" (and %u more)", more);
  found.add(Problem::object_ids, found.arena.text("%s%s: %s", which, others, becomes)).node = end.node;
}

void check_spawned_object_ids(const Subject& subject, const NewNode& made, Findings& found) {
  if (made.known == nullptr || made.known->frame != subject.frame || subject.message.repeated) return;
  if (made.known->argument_has_object_id)
    found.add(Problem::spawned_object_ids,
              "The argument of spawn(): an object is sent as its id. The receiver's spawn_function gets an "
              "EncodedObjectAsID");
  if (made.known->object_ids == 0) return;
  const auto first = static_cast<std::uint32_t>(std::countr_zero(made.known->object_ids));
  found.add(Problem::spawned_object_ids, found.arena.text("Value %u of its state: %s", first, becomes));
}

}  // namespace godot::analysis::account
