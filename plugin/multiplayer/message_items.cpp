// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/message_items.h"

#include <cstddef>

#include "codec/multiplayer/fields.h"
#include "plugin/core/epan/frames.h"
#include "plugin/core/epan/labels.h"
#include "plugin/core/epan/longjmp.h"
#include "plugin/core/epan/time.h"
#include "plugin/core/exports/objects.h"
#include "plugin/core/register/fields.h"
#include "plugin/core/settings/preferences.h"
#include "plugin/core/tree/items.h"
#include "plugin/core/tree/needed_items.h"
#include "plugin/facts/costs.h"
#include "plugin/facts/problem.h"
#include "plugin/multiplayer/generated.h"
#include "plugin/multiplayer/hooks.h"
#include "plugin/multiplayer/state.h"
#include "plugin/multiplayer/watches.h"
#include "plugin/project_settings/generated.h"
#include "plugin/project_settings/project_settings.h"

namespace godot::plugin {
namespace {

using analysis::annotation::Item;
using analysis::annotation::Remark;
using analysis::annotation::Row;

LEFT_BY_LONGJMP(MessageItems, Item);

int field_of(Row row) {
  static const int fields[] = {
#define GODOT_WIRE(id) header_field(field::godot_##id),
#define GODOT_DERIVED(id, ...) header_field(MultiplayerField::godot_##id),
#include "analysis/message/annotation/items.def"
#undef GODOT_WIRE
#undef GODOT_DERIVED
  };
  return fields[static_cast<std::size_t>(row)];
}

MultiplayerExpert expert_of(Remark row) {
  switch (row) {
    case Remark::path_unknown: return MultiplayerExpert::godot_path_unknown;
    case Remark::node_unknown: return MultiplayerExpert::godot_node_unknown;
    case Remark::raw_opaque: return MultiplayerExpert::godot_raw_opaque;
    case Remark::checksum_unknown: return MultiplayerExpert::godot_names_checksum_unknown;
    case Remark::beyond_mask: return MultiplayerExpert::godot_sync_beyond_mask;
    case Remark::properties_differ: break;
  }
  return MultiplayerExpert::godot_names_properties;
}

proto_tree* tree_of(void* handle) { return static_cast<proto_tree*>(handle); }

}  // namespace

void MessageItems::show_in(const TreeSink* sink) {
  sink_ = sink;
  has_tree = tree() != nullptr;
  visible = bridge::visible(tree());
  names_peers = visible || (has_tree && proto_field_is_referenced(tree(), field_of(Row::peer_name)) != 0);
}

void MessageItems::value(const OutermostValue& value) {
  annotator.value({value.role, value.index, value.begin, value.end, value.text, value.type, value.item});
}

proto_item* MessageItems::add_to(proto_tree* tree, const Item& item) const {
  const int field = field_of(item.row);
  const ItemRange range = items(item.range);
  switch (item.type) {
    case Item::Type::text: return add_generated_text(tree, field, range, item.text);
    case Item::Type::number: return add_generated_number(tree, field, range, static_cast<std::uint32_t>(item.number));
    case Item::Type::integer: return add_generated_integer(tree, field, range, static_cast<std::int32_t>(item.number));
    case Item::Type::boolean: return add_generated_boolean(tree, field, range, item.number != 0);
    case Item::Type::time: break;
  }
  return add_generated_time(tree, field, range, nstime(item.number));
}

void MessageItems::add(const Item& item) {
  proto_tree* in = item.in != nullptr ? proto_item_get_subtree(tree_of(item.in)) : tree();
  if (in == nullptr || (item.hidden && !hidden_item_wanted(in, field_of(item.row)))) return;
  proto_item* added = add_to(in, item);
  if (item.hidden) hide(added);
  if (item.label != nullptr) append_label(added, {item.label});
  if (item.below == nullptr || !hidden_item_wanted(in, field_of(item.below->row))) return;
  const bool is_age = item.row == Row::sync_age;
  hide(add_to(proto_item_add_subtree(
                  added, subtree(is_age ? MultiplayerField::godot_sync_age : MultiplayerField::godot_peer_name)),
              *item.below));
}

bool MessageItems::wants(Row row) { return hidden_item_wanted(tree(), field_of(row)); }

void MessageItems::label(const char* text, bool continues) {
  if (continues) append_label(tree(), {text});
  else set_label(tree(), {text});
}

void MessageItems::label_value(Handle item, const char* name, std::uint32_t index, const char* text) {
  if (name != nullptr) set_label(tree_of(item), {name, ": ", text});
  else set_label(tree_of(item), {"[", index, "]: ", text});
}

void MessageItems::name_missing(ByteRange range) {
  if (tree() != nullptr && !has_projects())
    add_generated_text(tree(), header_field(ProjectField::godot_names_missing), items(range),
                       "add your project for names: Tools > Godot > Project folder\u2026");
}

void MessageItems::add_costs(Handle subtree, ByteRange range, std::optional<std::uint32_t> own, std::uint32_t total) {
  plugin::add_costs(tree_of(subtree), items(range), own, total);
}

bool MessageItems::is_double() const {
  return state().doubles.counted_in(frame_number(pinfo_), is_first_pass(pinfo_)) != 0;
}

void MessageItems::remark(Remark row, const char* text) {
  if (is_double()) return;
  expert_field* field = expert(expert_of(row));
  if (text != nullptr) add_counted_expert(pinfo_, tree(), field, nullptr, {tvb_}, text);
  else expert_add_info(pinfo_, tree(), field);
}

const char* MessageItems::problem(const analysis::account::Finding& finding, Handle item, const char* node,
                                  const char* member) {
  return show_problem<MultiplayerExpert>({.pinfo = pinfo_,
                                          .tree = tree(),
                                          .item = item != nullptr ? tree_of(item) : tree(),
                                          .tvb = tvb_,
                                          .start = 0,
                                          .facts_item = context_.item,
                                          .node = node,
                                          .member = member,
                                          .is_double = is_double()},
                                         finding);
}

void MessageItems::watch(ByteRange range, const analysis::plots::WatchedValue& where,
                         const analysis::plots::ValueNumbers& numbers) {
  add_watches({pinfo_, context_.account.message().message, annotator.route(), tree(), tvb_,
               static_cast<int>(range.begin), static_cast<int>(range.length)},
              where, numbers);
}

void MessageItems::hand_on(const analysis::annotation::ArgumentBytes& bytes, Handle item) {
  dissect_argument(tvb_, pinfo_, proto_item_get_subtree(tree_of(item)), bytes);
}

const char* MessageItems::variant(const multiplayer::UserBytes& bytes) {
  const int begin = static_cast<int>(bytes.begin);
  proto_item* item = nullptr;
  proto_tree* below = nullptr;
  if (tree() != nullptr) {
    item = add_item(tree(), bytes.field, {tvb_, begin, static_cast<int>(bytes.length)}, {}, pinfo_);
    below = proto_item_add_subtree(item, subtree(bytes.field));
  }
  expert_add_info(pinfo_, item, expert(MultiplayerExpert::godot_raw_guess));
  TreeSink sink({tvb_, begin, pinfo_, below}, bytes.captured.size(), display(), dialect_, "heuristic");
  variant::walk(Buffer(bytes.captured, bytes.length), {.dialect = &dialect_}, sink);
  return sink.text();
}

void MessageItems::found_bytes(ByteRange range) {
  objects::forget(pinfo_);  // candidates that guesses about the bytes have found
  objects::found(pinfo_, tvb_, static_cast<int>(range.begin), static_cast<int>(range.length));
}

/// A retransmission has no new objects.
void MessageItems::name_objects(const analysis::annotation::Owner& owner) {
  if (!objects::waiting(pinfo_)) return;
  if (context_.account.message().message.repeated) return objects::forget(pinfo_);
  objects::name(pinfo_, {.node = owner.node, .member = owner.member, .argument = owner.argument, .from = owner.from});
}

}  // namespace godot::plugin
