// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/core/tree/tree_sink.h"

#include "analysis/derived/common.h"
#include "plugin/core/epan/longjmp.h"
#include "plugin/core/exports/objects.h"

namespace godot::plugin {
namespace {

LEFT_BY_LONGJMP(TreeSink, TextSink, PlainTexts);

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

void EpanItems::too_deep(proto_item* item) const {
  expert_add_info(pinfo_, item, expert(analysis::CommonExpert::variant_depth));
}
void EpanItems::too_many_items(proto_item* item) const {
  expert_add_info(pinfo_, item, expert(analysis::CommonExpert::variant_items));
}

void report_problem(packet_info* pinfo, proto_item* item, const Problem& problem, bool in_value) {
  if (problem.code == Problem::Code::cut) return;  // the capture is cut; not the sender's fault
  char buffer[max_problem_text];
  const std::string_view sentence = describe(problem, buffer);
  add_expert(pinfo, item, malformed(in_value ? field::variant : problem.field), {sentence});
}

void TextSink::note(Note note, Offset, Offset) { expert_add_info(pinfo_, nullptr, expert(note)); }

}  // namespace godot::plugin

template class godot::analysis::items::ItemSink<godot::plugin::EpanItems>;
