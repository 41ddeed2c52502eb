// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/enet/tree_builder.h"

#include "plugin/core/epan/labels.h"
#include "plugin/core/epan/longjmp.h"
#include "plugin/core/register/fields.h"
#include "plugin/core/tree/items.h"
#include "plugin/core/tree/needed_items.h"
#include "plugin/enet/codec.h"

namespace godot::plugin::enet {

LEFT_BY_LONGJMP(TreeBuilder);

void TreeBuilder::open(Field field, Offset begin, const Value& value) {
  Node& node = nodes_[depth_];
  node.item = plugin::add_item(tree(), field, {tvb_, static_cast<int>(begin), 0}, value, pinfo_);
  node.tree = proto_item_add_subtree(node.item, plugin::subtree(field));
  node.begin = begin;
  last_ = node.item;
  ++depth_;
}

void TreeBuilder::leaf(Field field, Offset begin, Offset length, const Value& value) {
  const bool is_hidden = plugin::is_unset_bit(field, value);
  if (is_hidden && !plugin::hidden_item_wanted(tree(), plugin::header_field(field))) return;
  last_ = plugin::add_item(tree(), field, {tvb_, static_cast<int>(begin), static_cast<int>(length)}, value, pinfo_);
  if (is_hidden) plugin::hide(last_);
}

void TreeBuilder::close(Field field, Offset end) {
  const Node& node = nodes_[--depth_];
  closed_ = node.item;
  plugin::set_length(node.item, field, static_cast<int>(end - node.begin));
}

void TreeBuilder::note(Note note, Offset, Offset) {
  expert_add_info(pinfo_, last_ != nullptr ? last_ : item(), plugin::expert(note));
}

void TreeBuilder::problem(const Problem& problem) {
  if (problem.code == Problem::Code::cut) return;  // the capture is cut; not the sender's fault
  char buffer[max_problem_text];
  const std::string_view sentence = describe(problem, buffer);
  plugin::add_expert(pinfo_, item(), plugin::malformed(field::enet), {sentence});
}

}  // namespace godot::plugin::enet
