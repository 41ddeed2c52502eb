// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/sync_annotator.h"

#include <algorithm>
#include <bit>

#include "analysis/account/age.h"
#include "analysis/facts/attribution.h"
#include "plugin/core/fields.h"
#include "plugin/core/items.h"
#include "plugin/core/labels.h"
#include "plugin/core/needed_items.h"
#include "plugin/core/preferences.h"
#include "plugin/core/time.h"
#include "plugin/multiplayer/findings.h"

namespace godot::plugin {

/// As many nodes as fit the limit of texts; the rest are counted, unless the connection is followed.
void SyncAnnotator::list(const multiplayer::SyncObject& object) {
  if (text_.empty()) text_.append(delta_ ? "changes of " : "sync ");
  const std::uint32_t limit = display().text_limit;
  const bool is_followed = notes_.context.message.line != nullptr && follows_all_nodes();
  if (listed_ != 0 && !is_followed && limit != variant::no_text_limit && text_.size() >= limit) return;
  if (listed_++ != 0) text_.append("; ");
  append_node(text_, object);
}

/// "Main/Ball: position = Vector2(1, 2)".
void SyncAnnotator::append_node(analysis::Line& text, const multiplayer::SyncObject& object) const {
  text.append(node_);
  text.append(": ");
  values_.append_to(text);
  if (values_.count() < object.values) text.append(values_.count() == 0 ? "\u2026" : ", \u2026");
}

const char* SyncAnnotator::text() const {
  if (text_.empty()) return delta_ ? "changes of nothing" : "sync of nothing";
  const std::uint32_t more = objects_ - listed_;
  if (more != 0) text_.append(wmem_strdup_printf(notes_.pool(), "; and %u more", more));
  return text_.text();
}

/// Adds the synchronizer's node: by the number of its path if it was not spawned, otherwise by the number from its
/// spawn.
void SyncAnnotator::show_node(const analysis::account::Synchronized& object, bool by_path, ByteRange range) {
  node_ = notes_.account().synchronizer_text();
  if (!object.known()) {
    notes_.note(by_path ? MultiplayerExpert::godot_path_unknown : MultiplayerExpert::godot_node_unknown);
    stranger_ = true;
    return;
  }
  notes_.add_node_path(range, node_);
  if (by_path) {
    notes_.add_frame(MultiplayerField::godot_learned_in, range, object.path->frame);
    return;
  }
  stranger_ = object.spawner == nullptr;
  notes_.add_frame(MultiplayerField::godot_learned_in, range, object.spawned->frame);
  // Nearly all scenes have one.
  const int row = header_field(MultiplayerField::godot_synchronizer);
  if (object.spawned->position != 0)
    notes_.add_number(MultiplayerField::godot_synchronizer, range, object.spawned->position);
  else if (hidden_item_wanted(notes_.tree(), row))
    hide(add_generated_number(notes_.tree(), row, notes_.item_range(range), 0));
  const analysis::names::Name name =
      notes_.tree() != nullptr ? analysis::names::synchronizer(synchronizer_) : analysis::names::Name{};
  if (name) notes_.add_text(notes_.tree(), header_field(MultiplayerField::godot_synchronizer_name), range, name.text);
}

/// The receiver drops values that are older than its current ones.
void SyncAnnotator::show_stale(ByteRange range) {
  const analysis::StaleSync* stale = notes_.account().stale();
  is_stale_ = stale != nullptr;
  if (stale == nullptr || notes_.context.message.repeated) return;
  notes_.add_frame(MultiplayerField::godot_sync_last_frame, range, stale->last_frame);
}

void SyncAnnotator::begin(const multiplayer::SyncObject& object) {
  ++objects_;
  by_number_ = by_number_ || object.by_path;
  values_.forget();
  const analysis::account::Synchronized& synchronized = notes_.account().synchronizer();
  synchronizer_ = synchronized.names;
  stranger_ = false;
  const ByteRange range = {object.begin, sizeof object.id};
  show_node(synchronized, object.by_path, range);
  values_.of_node(node_);
  notes_.summary.node = objects_ == 1 ? node_ : nullptr;
  set_label(notes_.tree(), {node_});
  show_findings(notes_, notes_.account().findings());
  show_stale(range);
}

void SyncAnnotator::end(const multiplayer::SyncObject& object) {
  if (object.complete && values_.count() != 0) {
    if (object.delta) {
      name_changes(object);
    } else {
      name_all(object);
      add_values("always");
    }
  }
  list(object);
  const ByteRange range = {object.begin, object.values_begin - object.begin + (object.complete ? object.size : 0)};
  if (notes_.tree() != nullptr) {
    add_text(object, range);
    const analysis::sync::Step& step = notes_.account().step();
    add_step(step, range);
    add_age(object, step, range);
    remember_cost(object, range);
  }
  // Problems are counted without trees, too.
  show_findings(notes_, notes_.account().findings());
}

// --- The items of each node ---------------------------------------------------------------------------------------

void SyncAnnotator::add_text(const multiplayer::SyncObject& object, ByteRange range) const {
  const int row = header_field(MultiplayerField::godot_sync_text);
  const bool is_wanted = hidden_item_wanted(notes_.tree(), row);  // the label has it
  if (!is_wanted && !bridge::visible(notes_.tree())) return;
  analysis::Line text(notes_.arena());
  append_node(text, object);
  set_label(notes_.tree(), {text.text()});
  if (!is_wanted) return;
  notes_.add_text(notes_.tree(), row, range, text.text());
  hide(notes_.tree()->last_child);
}

/// Adds the relation of this state to the previous one.
void SyncAnnotator::add_step(const analysis::sync::Step& step, ByteRange range) const {
  if (notes_.context.message.repeated || step.previous_in == 0) return;
  const ItemRange items = notes_.item_range(range).start();
  proto_tree* tree = notes_.tree();
  const bool is_known = step.change != analysis::sync::Change::unknown;
  const bool is_other = step.change == analysis::sync::Change::other;
  // One line.
  proto_item* line =
      add_generated_number(tree, header_field(MultiplayerField::godot_sync_previous_in), items, step.previous_in);
  if (bridge::visible(tree)) {
    constexpr double milliseconds = 1e6;
    const char* before =
        wmem_strdup_printf(notes_.pool(), ", %.1f ms before", static_cast<double>(step.interval) / milliseconds);
    append_label(line, {before, !is_known ? "" : is_other ? ", changed" : ", the same"});
  }
  const int interval = header_field(MultiplayerField::godot_sync_interval);
  if (hidden_item_wanted(tree, interval)) hide(add_generated_time(tree, interval, items, nstime(step.interval)));
  const int changed = header_field(MultiplayerField::godot_sync_changed);
  if (is_known && hidden_item_wanted(tree, changed)) hide(add_generated_boolean(tree, changed, items, is_other));
}

/// Adds the age of the receiver's view of the node before this state.
void SyncAnnotator::add_age(const multiplayer::SyncObject& object, const analysis::sync::Step& step,
                            ByteRange range) const {
  const auto age = analysis::sync::age_of(notes_.router().series(object), step, notes_.context.message,
                                          absolute_time(notes_.context.pinfo), is_stale_);
  if (!age) return;
  const ItemRange items = notes_.item_range(range).start();
  proto_item* item = add_generated_time(notes_.tree(), header_field(MultiplayerField::godot_sync_age), items,
                                        nstime(age->nanoseconds));
  append_label(item, {age->estimated ? " (estimated)" : " (both sides captured)"});
  const int row = header_field(MultiplayerField::godot_sync_age_estimated);
  if (!hidden_item_wanted(notes_.tree(), row)) return;  // the label says it
  proto_tree* below = proto_item_add_subtree(item, subtree(MultiplayerField::godot_sync_age));
  hide(add_generated_boolean(below, row, items, age->estimated));
}

/// The message's cost is divided after it has been read to its end.
void SyncAnnotator::remember_cost(const multiplayer::SyncObject& object, ByteRange range) {
  auto* cost = wmem_new0(notes_.pool(), NodeCost);
  cost->part.own = object.complete ? object.size : 0;
  cost->part.protocol = object.values_begin - object.begin;
  cost->tree = notes_.tree();
  cost->range = range;
  if (last_cost_ == nullptr) {
    costs_ = cost;
  } else {
    last_cost_->next = cost;
    last_cost_->part.next = &cost->part;
  }
  last_cost_ = cost;
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
  analysis::facts::Cost whole = notes_.context.message.cost;
  const std::uint32_t sent = whole.own + whole.protocol;
  const std::uint32_t plain = std::max(notes_.context.message.plain, own);
  whole.own = analysis::facts::Division(std::min(sent, plain), plain).next(own);
  whole.protocol = sent - whole.own;
  analysis::facts::Item item = {.parts = &costs_->part};
  analysis::facts::divide(item, whole);
  for (const NodeCost* cost = costs_; cost != nullptr; cost = cost->next)
    notes_.add_costs(cost->tree, cost->range, cost->part.own, cost->part.cost.total());
}

/// Reports the values that the receiver applies: those of a node's further synchronizers are prefixed by their number.
void SyncAnnotator::add_values(const char* list) const {
  if (is_stale_) return;
  if (synchronizer_.position != 0)
    list = wmem_strdup_printf(notes_.pool(), "synchronizer %u %s", synchronizer_.position, list);
  values_.add_values(node_, list, 0, values_.count());
}

/// Guesses a synchronizer of which only the values are known; requires all of them.
void SyncAnnotator::ask_for_guess(const multiplayer::SyncObject& object) {
  if (!stranger_ || values_.count() != object.values) return;
  synchronizer_.types = values_.types();
  synchronizer_.indexes = object.indexes;
}

void SyncAnnotator::name_changes(const multiplayer::SyncObject& object) {
  const auto marked = static_cast<std::uint32_t>(std::popcount(object.indexes));
  if (marked != object.values) return;
  synchronizer_.values = static_cast<int>(std::bit_width(object.indexes));
  ask_for_guess(object);
  const int properties = analysis::names::property_count(synchronizer_, analysis::names::PropertyList::on_change);
  if (properties >= 0 && properties < synchronizer_.values) {
    add_expert(notes_.context.pinfo, notes_.tree(), expert(MultiplayerExpert::godot_names_properties),
               {"Property ", synchronizer_.values - 1, " changed, but the synchronizer has ", properties,
                " properties that are sent on change"});
    return;
  }
  values_.show_scene(synchronizer_, analysis::names::PropertyList::on_change, {object.begin, 0});
  values_.name(synchronizer_, analysis::names::PropertyList::on_change, 0, std::min(values_.count(), marked),
               object.indexes);
  add_values("on change");
}

void SyncAnnotator::name_all(const multiplayer::SyncObject& object) {
  synchronizer_.values = static_cast<int>(object.values);
  ask_for_guess(object);
  const int properties = analysis::names::property_count(synchronizer_, analysis::names::PropertyList::always);
  if (properties < 0) {
    values_.name(synchronizer_, analysis::names::PropertyList::always, 0, values_.count(), 0);
    return;
  }
  if (static_cast<std::uint32_t>(properties) != object.values) {
    add_expert(notes_.context.pinfo, notes_.tree(), expert(MultiplayerExpert::godot_names_properties),
               {object.values, " values, but the synchronizer has ", properties, " properties that are always sent"});
    return;
  }
  values_.show_scene(synchronizer_, analysis::names::PropertyList::always, {object.begin, 0});
  values_.name(synchronizer_, analysis::names::PropertyList::always, 0, values_.count(), 0);
}

}  // namespace godot::plugin
