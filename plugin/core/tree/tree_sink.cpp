// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/core/tree/tree_sink.h"

#include "analysis/derived/common.h"
#include "plugin/core/epan/labels.h"
#include "plugin/core/epan/longjmp.h"
#include "plugin/core/exports/objects.h"
#include "plugin/core/register/fields.h"
#include "plugin/core/tree/items.h"
#include "plugin/core/tree/needed_items.h"

namespace godot::plugin {
namespace {

LEFT_BY_LONGJMP(TreeSink);

/// What Wireshark's preferences leave room for.
analysis::items::Limits limits_of(const proto_tree* tree) {
  analysis::items::Limits limits = {.depth = 0, .items = 0, .collects_objects = objects::wanted()};
  if (tree == nullptr) return limits;
  // A leaf, its expert information and the header's flags are at most this much deeper than their subtree.
  constexpr unsigned depth_reserve = 8;
  constexpr unsigned items_reserve = 2000;
  unsigned used = depth_reserve;
  for (const proto_node* node = tree; node != nullptr; node = node->parent) ++used;
  const unsigned depth = bridge::max_tree_depth();
  const unsigned items = bridge::max_tree_items();
  limits.depth = depth > used ? depth - used : 1;
  limits.items = items > items_reserve ? items - items_reserve : items / 2;
  return limits;
}

}  // namespace

TreeSink::TreeSink(const TreePlace& place, std::size_t size, const Display& display, const variant::Dialect& dialect,
                   const char* evidence, ValueListener* listener)
    : ItemSink({place.tvb, place.offset, place.pinfo, listener}, size, place.tree, display, limits_of(place.tree),
               dialect, evidence) {}

proto_item* EpanItems::add(proto_tree* parent, Field field, Offset begin, Offset length, const Value& value,
                           bool like_printf) const {
  return add_item(parent, field, {tvb_, at(begin), static_cast<int>(length)}, value, pinfo_, like_printf);
}

proto_item* EpanItems::add_text(proto_tree* parent, Field field, Offset begin, Offset length, const char* text) const {
  return proto_tree_add_string(parent, header_field(field), tvb_, at(begin), static_cast<int>(length), text);
}

proto_item* EpanItems::add_derived(proto_tree* parent, Field field, Offset begin, Offset length,
                                   const char* text) const {
  return plugin::add_derived(parent, field, {tvb_, at(begin), static_cast<int>(length)}, text);
}

proto_item* EpanItems::add_derived_number(proto_tree* parent, Field field, Offset begin, Offset length,
                                          std::uint32_t number) const {
  return plugin::add_derived(parent, field, {tvb_, at(begin), static_cast<int>(length)}, number);
}

proto_tree* EpanItems::add_subtree(proto_item* item, Field field) {
  return proto_item_add_subtree(item, subtree(field));
}

bool EpanItems::hidden_item_wanted(proto_tree* tree, Field field) {
  return plugin::hidden_item_wanted(tree, header_field(field));
}
void EpanItems::hide(proto_item* item) { plugin::hide(item); }
void EpanItems::set_length(proto_item* item, Field field, Offset length) {
  plugin::set_length(item, field, static_cast<int>(length));
}
void EpanItems::set_text(proto_item* item, Field field, const char* text) {
  bridge::set_string(item, header_field(field), text);
}

void EpanItems::set_label(proto_item* item, LabelParts parts) { plugin::set_label(item, parts); }
void EpanItems::append_label(proto_item* item, LabelParts parts) { plugin::append_label(item, parts); }
void EpanItems::prepend_label(proto_item* item, LabelParts parts) { plugin::prepend_label(item, parts); }

const char* EpanItems::value_text(std::string_view text) const { return plugin::value_text(pinfo_, text); }
std::string_view EpanItems::bytes(Offset begin, Offset length) const {
  return {reinterpret_cast<const char*>(tvb_get_ptr(tvb_, at(begin), static_cast<int>(length))), length};
}

void EpanItems::too_deep(proto_item* item) const {
  expert_add_info(pinfo_, item, expert(analysis::CommonExpert::variant_depth));
}
void EpanItems::too_many_items(proto_item* item) const {
  expert_add_info(pinfo_, item, expert(analysis::CommonExpert::variant_items));
}
void EpanItems::note(proto_item* item, Note note) const { expert_add_info(pinfo_, item, expert(note)); }
void EpanItems::problem(proto_item* item, const Problem& problem, bool in_value) const {
  report_problem(pinfo_, item, problem, in_value);
}
void EpanItems::found(Offset begin, Offset length, const char* what) const {
  objects::found(pinfo_, tvb_, at(begin), static_cast<int>(length), what);
}

}  // namespace godot::plugin

template class godot::analysis::items::ItemSink<godot::plugin::EpanItems>;
