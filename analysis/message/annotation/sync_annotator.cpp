// SPDX-License-Identifier: MIT
#include "analysis/message/annotation/sync_annotator.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "analysis/facts/attribution.h"
#include "analysis/message/account/age.h"
#include "base/duration.h"
#include "base/plural.h"
#include "base/time.h"
#include "codec/variant/text.h"

namespace godot::analysis::annotation {

using names::PropertyList;

/// As many nodes as fit the limit of texts; the rest are counted, unless the connection is followed.
void SyncAnnotator::list(const multiplayer::SyncObject& object) {
  if (text_.empty()) text_.append(delta_ ? "changes of " : "sync ");
  const std::uint32_t limit = notes_.context.text_limit;
  const bool is_full = limit != variant::no_text_limit && text_.size() >= limit;
  if (listed_ != 0 && is_full && !notes_.context.lists_all_nodes) return;
  if (listed_++ != 0) text_.append("; ");
  append_node(text_, object);
}

/// "Main/Ball: position = Vector2(1, 2)".
void SyncAnnotator::append_node(Line& text, const multiplayer::SyncObject& object) const {
  text.append(node_);
  text.append(": ");
  values_.append_to(text);
  if (values_.count() < object.values) text.append(values_.count() == 0 ? "\u2026" : ", \u2026");
}

const char* SyncAnnotator::text() {
  if (text_.empty()) return delta_ ? "changes of nothing" : "sync of nothing";
  if (objects_ != listed_) text_.append(notes_.arena().text("; and %u more", objects_ - listed_));
  return text_.text();
}

/// Adds the synchronizer's node: by the number of its path if it was not spawned, otherwise by the number from its
/// spawn.
void SyncAnnotator::show_node(const account::Synchronized& object, bool by_path, ByteRange range) {
  node_ = notes_.account().synchronizer_text();
  stranger_ = !object.known() || (!by_path && object.spawner == nullptr);
  if (!object.known())
    return notes_.remark(by_path ? MultiplayerExpert::godot_path_unknown : MultiplayerExpert::godot_node_unknown);
  notes_.add_text(MultiplayerField::node_path, range, node_);
  notes_.add_frame(MultiplayerField::learned_in, range, by_path ? object.path->frame : object.spawned->frame);
  if (by_path || !notes_.show.has_tree) return;
  // Nearly all scenes have one.
  const std::uint32_t position = object.spawned->position;
  notes_.add({{MultiplayerField::synchronizer, position, position == 0}, range});
  if (const names::Name name = names::synchronizer(synchronizer_))
    notes_.add_text(MultiplayerField::synchronizer_name, range, name.text);
}

/// The receiver drops values that are older than its current ones.
void SyncAnnotator::show_stale(ByteRange range) {
  const StaleSync* stale = notes_.account().stale();
  is_stale_ = stale != nullptr;
  if (is_stale_ && !notes_.repeated()) notes_.add_frame(MultiplayerField::sync_last_frame, range, stale->last_frame);
}

void SyncAnnotator::begin(const multiplayer::SyncObject& object) {
  ++objects_;
  notes_.node_is_late = !notes_.context.reads_texts && objects_ == 1;
  if (!notes_.context.reads_texts) {
    notes_.summary.node = nullptr;
    return notes_.show_findings();
  }
  values_.forget();
  const account::Synchronized& synchronized = notes_.account().synchronizer();
  synchronizer_ = synchronized.names;
  const ByteRange range = {object.begin, sizeof object.id};
  show_node(synchronized, object.by_path, range);
  values_.of_node(node_);
  notes_.summary.node = objects_ == 1 ? node_ : nullptr;
  if (notes_.show.visible) notes_.show.label(node_, false);
  notes_.show_findings();
  show_stale(range);
}

void SyncAnnotator::end(const multiplayer::SyncObject& object) {
  if (!notes_.context.reads_texts) return notes_.show_findings();
  if (object.complete && values_.count() != 0) {
    if (object.delta) {
      name_changes(object);
    } else {
      name_all(object);
      add_values(PropertyList::always);
    }
  }
  if (notes_.context.shows_states) list(object);
  const ByteRange range = {object.begin, object.values_begin - object.begin + (object.complete ? object.size : 0)};
  if (notes_.show.has_tree) {
    add_text(object, range);
    const sync::Step& step = notes_.account().step();
    add_step(step, range.start());
    add_age(object, step, range.start());
    remember_cost(object, range);
  }
  // Problems are counted without trees, too.
  notes_.show_findings();
}

// --- The items of each node -----------------------------------------------------------------------------------------

/// The label has it.
void SyncAnnotator::add_text(const multiplayer::SyncObject& object, ByteRange range) const {
  if (!notes_.show.visible && !notes_.show.wants(MultiplayerField::sync_text)) return;
  Line text(notes_.arena());
  append_node(text, object);
  if (notes_.show.visible) notes_.show.label(text.text(), false);
  notes_.add({{MultiplayerField::sync_text, text.text(), true}, range});
}

/// Adds the relation of this state to the previous one, on one line.
void SyncAnnotator::add_step(const sync::Step& step, ByteRange range) const {
  if (notes_.repeated() || step.previous_in == 0) return;
  const bool is_known = step.change != sync::Change::unknown;
  const bool is_other = step.change == sync::Change::other;
  MessageItem line = {{MultiplayerField::sync_previous_in, step.previous_in}, range};
  if (notes_.show.visible)
    line.label = notes_.arena().text(", %.1f ms before%s", in_milliseconds(step.interval),
                                     !is_known  ? ""
                                     : is_other ? ", changed"
                                                : ", the same");
  notes_.add(line);
  notes_.add({{MultiplayerField::sync_interval, step.interval, true}, range});
  if (is_known) notes_.add({{MultiplayerField::sync_changed, is_other, true}, range});
}

/// Adds the age of the receiver's view of the node before this state.
void SyncAnnotator::add_age(const multiplayer::SyncObject& object, const sync::Step& step, ByteRange range) const {
  const account::Received& message = notes_.message;
  const std::optional<sync::Age> age =
      sync::age_of(notes_.account().router().series(object), step, message.message, message.time, is_stale_);
  if (!age) return;
  const MessageItem estimated = {{MultiplayerField::sync_age_estimated, age->estimated}, range};
  const char* how = age->estimated ? " (estimated)" : " (both sides captured)";
  notes_.add({{MultiplayerField::sync_age, age->nanoseconds}, range, how, &estimated});
}

/// The message's cost is divided after it has been read to its end.
void SyncAnnotator::remember_cost(const multiplayer::SyncObject& object, ByteRange range) {
  auto& cost = *notes_.arena().make<NodeCost>();
  cost.part.own = object.complete ? object.size : 0;
  cost.part.protocol = object.values_begin - object.begin;
  cost.tree = notes_.show.open();
  cost.range = range;
  if (last_cost_ == nullptr) {
    costs_ = &cost;
  } else {
    last_cost_->next = &cost;
    last_cost_->part.next = &cost.part;
  }
  last_cost_ = &cost;
}

std::uint32_t SyncAnnotator::own_bytes() const noexcept {
  std::uint32_t own = 0;
  for (const NodeCost* cost = costs_; cost != nullptr; cost = cost->next) own += cost->part.own;
  return own;
}

void SyncAnnotator::add_costs() const {
  if (costs_ == nullptr) return;
  const std::uint32_t own = own_bytes();
  // Bytes other than values are headers. Scaled to the compressed size, if the message was compressed.
  facts::Cost whole = notes_.message.message.cost;
  const std::uint32_t sent = whole.own + whole.protocol;
  const std::uint32_t plain = std::max(notes_.message.message.plain, own);
  whole.own = facts::Division(std::min(sent, plain), plain).next(own);
  whole.protocol = sent - whole.own;
  facts::Item item = {.parts = &costs_->part};
  facts::divide(item, whole);
  for (const NodeCost* cost = costs_; cost != nullptr; cost = cost->next)
    notes_.show.add_costs(cost->tree, cost->range, cost->part.own, cost->part.cost.total());
}

/// Reports the values that the receiver applies.
void SyncAnnotator::add_values(PropertyList list) const {
  if (!is_stale_ && notes_.account().synchronizer().lacked == nullptr)
    values_.add_values(node_, list, synchronizer_.position);
}

/// Guesses a synchronizer of which only the values are known; requires all of them.
void SyncAnnotator::ask_for_guess(const multiplayer::SyncObject& object) {
  if (!stranger_ || values_.count() != object.values) return;
  synchronizer_.types = values_.types();
  synchronizer_.indexes = object.indexes;
}

void SyncAnnotator::name_changes(const multiplayer::SyncObject& object) {
  const auto marked = static_cast<std::uint32_t>(std::popcount(object.indexes));
  synchronizer_.values = static_cast<int>(std::bit_width(object.indexes));
  if (marked == object.values) ask_for_guess(object);
  const SyncList list = {synchronizer_, PropertyList::on_change};
  const bool sure = list.properties && list.synchronizer.types.empty();
  const sync::BeyondMask seen = sure ? sync::BeyondMask{} : notes_.account().beyond_mask();
  const std::uint32_t properties = sure ? list.properties.count() : seen.properties;
  const bool is_not_named = seen.is_seen && properties == 0;
  if (is_not_named || MarkedProperties(object.indexes, properties).is_beyond() ||
      (!list.properties && object.values > marked))
    return name_beyond_mask(object, list, properties);
  if (marked != object.values) return;
  if (list.properties && list.properties.count() < static_cast<std::uint32_t>(synchronizer_.values)) {
    notes_.remark(MultiplayerExpert::godot_names_properties,
                  notes_.arena().text("Property %d changed, but the synchronizer has %u %s sent on change",
                                      synchronizer_.values - 1, list.properties.count(),
                                      plural(list.properties.count(), "property that is", "properties that are")));
    return;
  }
  values_.show_scene(list, {object.begin, 0});
  values_.name(list, 0, std::min(values_.count(), marked), object.indexes);
  add_values(PropertyList::on_change);
}

/// Of more than 64 properties, several share a bit of the mask: the engine shifts by their number modulo 64. Receivers
/// expect a value for each of them, and refuse the change if there are fewer (godot#103938).
void SyncAnnotator::name_beyond_mask(const multiplayer::SyncObject& object, const SyncList& list,
                                     std::uint32_t properties) {
  const MarkedProperties marked(object.indexes, properties);
  const bool is_known = properties > MarkedProperties::bits;
  const bool is_refused = is_known && marked.count() != object.values;
  notes_.remark(MultiplayerExpert::godot_sync_beyond_mask);
  if (!is_known || (is_refused && object.values != static_cast<std::uint32_t>(std::popcount(object.indexes)))) return;
  values_.show_scene(list, {object.begin, 0});
  values_.name_marked(list, marked, is_refused);
  if (!is_refused) add_values(PropertyList::on_change);
}

void SyncAnnotator::name_all(const multiplayer::SyncObject& object) {
  // Values keep their order; names are known from scenes only.
  if (!names::know_scenes() && !notes_.context.watched) return;
  synchronizer_.values = static_cast<int>(object.values);
  if (synchronizer_.path != nullptr && values_.count() == object.values)
    synchronizer_.node.spawn_types = values_.type_codes();
  ask_for_guess(object);
  const SyncList list = {synchronizer_, PropertyList::always};
  if (list.properties && list.properties.count() != object.values) {
    notes_.remark(MultiplayerExpert::godot_names_properties,
                  notes_.arena().text("%u %s, but the synchronizer has %u %s always sent", object.values,
                                      plural(object.values, "value", "values"), list.properties.count(),
                                      plural(list.properties.count(), "property that is", "properties that are")));
    return;
  }
  values_.show_scene(list, {object.begin, 0});
  values_.name(list, 0, values_.count());
}

}  // namespace godot::analysis::annotation
