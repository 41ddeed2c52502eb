// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/message_items.h"

#include "analysis/game/learning/derived.h"
#include "analysis/message/annotation/derived.h"
#include "codec/multiplayer/fields.h"
#include "plugin/core/epan/frames.h"
#include "plugin/core/epan/longjmp.h"
#include "plugin/core/epan/safe_labels.h"
#include "plugin/core/exports/objects.h"
#include "plugin/core/register/field_registration.h"
#include "plugin/core/settings/preferences.h"
#include "plugin/core/tree/items.h"
#include "plugin/core/tree/needed_items.h"
#include "plugin/facts/message_costs.h"
#include "plugin/facts/shown_problem.h"
#include "plugin/game/multiplayer_state.h"
#include "plugin/multiplayer/hooks.h"
#include "plugin/multiplayer/watches.h"
#include "plugin/project_settings/project_settings.h"

namespace godot::plugin {
namespace {

using analysis::MultiplayerExpert;
using analysis::MultiplayerField;

using analysis::annotation::MessageItem;

LEFT_BY_LONGJMP(MessageItems, MessageItem);

proto_tree* tree_of(void* handle) { return static_cast<proto_tree*>(handle); }

}  // namespace

void MessageItems::show_in(const TreeSink* sink) {
  sink_ = sink;
  has_tree = tree() != nullptr;
  visible = bridge::visible(tree());
  names_peers =
      visible || (has_tree && proto_field_is_referenced(tree(), header_field(MultiplayerField::peer_name)) != 0);
}

void MessageItems::add(const MessageItem& item) {
  proto_tree* in = item.in != nullptr ? proto_item_get_subtree(tree_of(item.in)) : tree();
  if (in == nullptr) return;
  proto_item* added = add_derived(in, item, items(item.range));
  if (added == nullptr) return;
  if (item.label != nullptr) append_label(added, {item.label});
  if (item.below == nullptr || !hidden_item_wanted(in, header_field(item.below->row))) return;
  const bool is_age = item.row == MultiplayerField::sync_age;
  proto_tree* below =
      proto_item_add_subtree(added, subtree(is_age ? MultiplayerField::sync_age : MultiplayerField::peer_name));
  add_hidden(below, item.below->row, items(item.below->range), item.below->value);
}

bool MessageItems::wants(MultiplayerField row) { return hidden_item_wanted(tree(), header_field(row)); }

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
    add_derived(tree(), analysis::ProjectField::godot_names_missing, items(range),
                "add your project for names: Tools > Godot > Project folder\u2026");
}

void MessageItems::add_costs(Handle subtree, ByteRange range, std::optional<std::uint32_t> own, std::uint32_t total) {
  plugin::add_costs(tree_of(subtree), items(range), own, total);
}

void MessageItems::remark(MultiplayerExpert row, const char* text) {
  if (counted_in(pinfo_) != 0) return;  // expert information is the packet's that counts
  expert_field* field = expert(row);
  if (text != nullptr) add_counted_expert(pinfo_, tree(), field, nullptr, {tvb_}, text);
  else expert_add_info(pinfo_, tree(), field);
}

const char* MessageItems::problem(const analysis::account::Finding& finding, Handle item, const char* node,
                                  const char* member) {
  return show_problem({.pinfo = pinfo_,
                       .tree = tree(),
                       .item = item != nullptr ? tree_of(item) : tree(),
                       .tvb = tvb_,
                       .start = 0,
                       .facts_item = context_.item,
                       .node = node,
                       .member = member,
                       .doubles = &multiplayer_state().doubles},
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
