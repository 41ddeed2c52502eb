// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/sync_annotator.h"

#include <algorithm>
#include <bit>

#include "plugin/core/fields.h"
#include "plugin/core/preferences.h"

namespace godot::plugin {

/// As many nodes as a text may be long; the rest are counted.
void SyncAnnotator::tell(const multiplayer::SyncObject& object) {
  if (text_ == nullptr) text_ = wmem_strbuf_new(notes_.pool(), delta_ ? "changes of " : "sync ");
  const std::uint32_t limit = display().text_limit;
  if (told_ != 0 && limit != variant::no_text_limit && wmem_strbuf_get_len(text_) >= limit) return;
  if (told_++ != 0) wmem_strbuf_append(text_, "; ");
  wmem_strbuf_append_printf(text_, "%s: ", node_);
  values_.append_to(text_);
  if (values_.count() < object.values) wmem_strbuf_append(text_, values_.count() == 0 ? "\u2026" : ", \u2026");
}

const char* SyncAnnotator::text() const {
  if (text_ == nullptr) return delta_ ? "changes of nothing" : "sync of nothing";
  const std::uint32_t more = objects_ - told_;
  if (more != 0) wmem_strbuf_append_printf(text_, "; and %u more", more);
  return wmem_strbuf_get_str(text_);
}

/// A synchronizer of a node that was there from the start: its number is that of its path.
const char* SyncAnnotator::show_fixed(const multiplayer::SyncObject& object, ByteRange range) {
  const TaughtPath* known = notes_.memory().path(notes_.route.source, object.id, notes_.frame());
  if (known == nullptr) {
    notes_.note(MultiplayerExpert::godot_path_unknown);
    return notes_.number_text(object.id);
  }
  const char* text = notes_.path_text(known->path);
  if (notes_.has_path_budget()) synchronizer_.path = known->path;
  notes_.add_node_path(range, text);
  notes_.add_frame(MultiplayerField::godot_learned_in, range, known->frame);
  return text;
}

/// A synchronizer of a spawned node: its number was given by the spawn.
const char* SyncAnnotator::show_spawned(const multiplayer::SyncObject& object, ByteRange range) {
  const SpawnedSynchronizer* known = notes_.memory().synchronizer(notes_.route.source, object.id, notes_.frame());
  if (known == nullptr) {
    notes_.note(MultiplayerExpert::godot_node_unknown);
    return notes_.number_text(object.id);
  }
  const char* text = notes_.node_text(*known->node);
  if (notes_.has_path_budget()) synchronizer_.node = notes_.named(*known->node);
  synchronizer_.position = known->position;
  notes_.add_node_path(range, text);
  notes_.add_frame(MultiplayerField::godot_learned_in, range, known->frame);
  notes_.add_number(MultiplayerField::godot_synchronizer, range, known->position);
  const names::Name name = notes_.tree() != nullptr ? names::synchronizer(synchronizer_) : names::Name{};
  if (name) notes_.add_text(notes_.tree(), header_field(MultiplayerField::godot_synchronizer_name), range, name.text);
  return text;
}

/// The receiver drops values that are older than those it has.
void SyncAnnotator::show_stale(const multiplayer::SyncObject& object, ByteRange range) const {
  const StaleSync* stale =
      notes_.memory().stale({.frame = notes_.frame(), .message = notes_.context.message.index, .part = object.index});
  if (stale == nullptr || notes_.context.message.repeated) return;
  const MultiplayerExpert row =
      stale->last == stale->time ? MultiplayerExpert::godot_sync_duplicate : MultiplayerExpert::godot_sync_stale;
  expert_add_info_format(notes_.context.pinfo, notes_.tree(), expert(row),
                         "The receiver drops these values: their time %u is not after %u", stale->time, stale->last);
  notes_.add_frame(MultiplayerField::godot_sync_last_frame, range, stale->last_frame);
}

void SyncAnnotator::begin(const multiplayer::SyncObject& object) {
  ++objects_;
  values_.forget();
  synchronizer_ = {};
  const ByteRange range = {object.begin, sizeof object.id};
  const char* text = object.by_path ? show_fixed(object, range) : show_spawned(object, range);
  node_ = text;
  values_.of_node(text);
  notes_.summary.node = objects_ == 1 ? text : nullptr;
  if (bridge::visible(notes_.tree())) proto_item_set_text(notes_.tree(), "%s, %u bytes", text, object.size);
  show_stale(object, range);
}

void SyncAnnotator::end(const multiplayer::SyncObject& object) {
  if (object.complete && values_.count() != 0) {
    if (object.delta) name_changes(object);
    else name_all(object);
  }
  tell(object);
}

void SyncAnnotator::name_changes(const multiplayer::SyncObject& object) {
  const auto marked = static_cast<std::uint32_t>(std::popcount(object.indexes));
  if (marked != object.values) return;
  synchronizer_.values = static_cast<int>(std::bit_width(object.indexes));
  const int properties = names::property_count(synchronizer_, names::PropertyList::on_change);
  if (properties >= 0 && properties < synchronizer_.values) {
    expert_add_info_format(notes_.context.pinfo, notes_.tree(), expert(MultiplayerExpert::godot_names_properties),
                           "Property %d changed, but the synchronizer has %d properties that are sent on change",
                           synchronizer_.values - 1, properties);
    return;
  }
  values_.show_scene(synchronizer_, names::PropertyList::on_change, {object.begin, 0});
  values_.name(synchronizer_, names::PropertyList::on_change, 0, std::min(values_.count(), marked), object.indexes);
}

void SyncAnnotator::name_all(const multiplayer::SyncObject& object) {
  synchronizer_.values = static_cast<int>(object.values);
  const int properties = names::property_count(synchronizer_, names::PropertyList::always);
  if (properties < 0) {
    values_.name(synchronizer_, names::PropertyList::always, 0, values_.count(), 0);
    return;
  }
  if (static_cast<std::uint32_t>(properties) != object.values) {
    expert_add_info_format(notes_.context.pinfo, notes_.tree(), expert(MultiplayerExpert::godot_names_properties),
                           "%u values, but the synchronizer has %d properties that are always sent", object.values,
                           properties);
    return;
  }
  values_.show_scene(synchronizer_, names::PropertyList::always, {object.begin, 0});
  values_.name(synchronizer_, names::PropertyList::always, 0, values_.count(), 0);
}

}  // namespace godot::plugin
