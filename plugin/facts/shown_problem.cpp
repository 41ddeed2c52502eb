// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/facts/shown_problem.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "analysis/derived/common.h"
#include "analysis/mirror/derived.h"
#include "analysis/problems/verdict.h"
#include "answers/questions/problems/row_filter_names.h"
#include "plugin/core/epan/arena.h"
#include "plugin/core/epan/frame_values.h"
#include "plugin/core/epan/longjmp.h"
#include "plugin/core/epan/safe_labels.h"
#include "plugin/core/register/field_registration.h"
#include "plugin/core/register/frame_end.h"
#include "plugin/core/register/rows.h"
#include "plugin/core/tree/items.h"
#include "plugin/core/tree/needed_items.h"
#include "plugin/facts/collector.h"

namespace godot::plugin {
namespace {

LEFT_BY_LONGJMP(ProblemPlace, CountedFinding, analysis::problems::ProblemRow);

constexpr std::uint32_t rows_key = 7;  // key of `godot`'s packet data

using analysis::CommonField;
using analysis::MirrorField;

void add_basis(const ProblemPlace& place, const analysis::problems::Basis& basis) {
  const ItemRange range = {place.tvb, place.start};
  if (basis.causes != 0) add_derived(place.tree, CommonField::problem_causes, range, basis.causes);
  for (std::size_t i = 0; i != basis.frame_count; ++i)
    add_derived(place.tree, CommonField::problem_evidence, range, basis.frames[i]);
}

/// Problems of a frame whose rows are added when its messages are complete: only then nodes and peers are known.
struct Unnamed {
  Unnamed* next;
  proto_tree* tree;
  ItemRange range;
  const analysis::facts::Problem* problem;
  const analysis::facts::Item* item;  ///< null: the problem is the datagram's
  bool is_mirrored;
};

/// The last one of a frame; null: none.
Unnamed*& unnamed_of(packet_info* pinfo) { return in_frame<Unnamed*>(pinfo, protocols.godot, rows_key); }

void name_later(packet_info* pinfo, const Unnamed& problem) {
  Unnamed& kept = arena_of(pinfo).make(problem);
  kept.next = std::exchange(unnamed_of(pinfo), &kept);
}

/// Runs after each frame.
void name_rows(tvbuff_t*, packet_info* pinfo, proto_tree*) {
  if (!problem_rows_wanted()) return;
  for (const Unnamed* each = unnamed_of(pinfo); each != nullptr; each = each->next) {
    if (each->problem->counted_elsewhere) continue;
    const auto row = analysis::problems::row_of(*each->problem, each->item, each->is_mirrored);
    hide(
        add_derived(each->tree, CommonField::problem_row, each->range, analysis::problems::name(row, arena_of(pinfo))));
  }
}

bool is_advice(const proto_node* item) noexcept {
  const field_info* info = PNODE_FINFO(item);
  return info != nullptr && (info->hfinfo->id == header_field(CommonField::problem_why) ||
                             info->hfinfo->id == header_field(CommonField::problem_remedy));
}

/// Moves a tree's new last item before all others but the advice that is there.
void move_up(proto_tree* tree, proto_item* item) {
  if (!bridge::visible(tree) || item == nullptr || item->parent != tree || tree->first_child == item) return;
  proto_node* last = nullptr;  // the last item of the advice
  for (proto_node* child = tree->first_child; child != item && is_advice(child); child = child->next) last = child;
  if (last != nullptr) return proto_tree_move_item(tree, last, item);
  proto_node* first = tree->first_child;
  proto_tree_move_item(tree, first, item);
  proto_tree_move_item(tree, item, first);
}

/// The first lines below the protocol's.
void add_advice(const ProblemPlace& place, const analysis::problems::Advice& advice) {
  if (advice.why == nullptr) return;
  proto_tree* tree = place.tree;
  const auto is_protocol = [](const proto_node* node) {
    const field_info* info = PNODE_FINFO(node);
    return info != nullptr && info->hfinfo->type == FT_PROTOCOL;
  };
  while (!is_protocol(tree) && tree->parent != nullptr) tree = tree->parent;
  const auto add = [&](CommonField field, const char* text) {
    move_up(tree, add_derived(tree, field, {place.tvb}, utf8_text(place.pinfo, text)));
  };
  add(CommonField::problem_why, advice.why);
  for (std::size_t i = 0; i != advice.remedy_count; ++i) add(CommonField::problem_remedy, advice.remedies[i]);
}

/// The items of a problem, which filters find.
void add_counted(const ProblemPlace& place, const CountedFinding& found) {
  add_derived(place.tree, CommonField::problem, {place.tvb, place.start}, found.row.kind);
  add_basis(place, found.basis);
  add_advice(place, found.advice);
}

/// One item, which no filter of `godot.problem` finds: the packet that counts has the others.
void add_uncounted(const ProblemPlace& place, const CountedFinding& found) {
  proto_item* item = add_derived(place.tree, MirrorField::mirror_problem, {place.tvb, place.start}, found.row.kind);
  if (found.advice.why != nullptr) append_label(item, {". ", utf8_text(place.pinfo, found.advice.why)});
}

}  // namespace

void report_problem(const ProblemPlace& place, const CountedFinding& found) {
  if (place.tree != nullptr) found.is_double ? add_uncounted(place, found) : add_counted(place, found);
  Collector* collector = collected_facts(place.pinfo);
  if (collector == nullptr) return;
  analysis::facts::Problem fact = {.kind = found.row.kind,
                                   .cause = found.row.cause,
                                   .node = found.node,
                                   .member = place.member,
                                   .route = place.route};
  if (collector->with_problems)
    if (const char* remedy = found.advice.remedy(collector->arena())) fact.remedy = utf8_text(place.pinfo, remedy);
  // One of the datagram as a whole has no item.
  const analysis::facts::Problem& kept =
      place.facts_item != nullptr ? collector->add_problem(*place.facts_item, fact) : collector->arena().make(fact);
  if (place.tree == nullptr || !problem_rows_wanted()) return;
  const analysis::facts::Envelope* envelope = collector->frame().envelopes;
  name_later(place.pinfo,
             {.next = nullptr,
              .tree = place.tree,
              .range = {place.tvb, place.start},
              .problem = &kept,
              .item = place.facts_item,
              .is_mirrored = envelope != nullptr && envelope->transport == analysis::facts::Transport::mirror});
}

bool problems_wanted(proto_tree* tree) noexcept {
  constexpr CommonField fields[] = {
      CommonField::problem,          CommonField::problem_why, CommonField::problem_remedy, CommonField::problem_causes,
      CommonField::problem_evidence, CommonField::problem_row, CommonField::expert_details};
  const auto is_referenced = [tree](auto field) { return bridge::referenced(tree, row_of(header_field(field))); };
  return std::any_of(std::begin(fields), std::end(fields), is_referenced) || is_referenced(MirrorField::mirror_problem);
}

bool problem_rows_wanted() noexcept {
  static const header_field_info* const row = row_of(header_field(CommonField::problem_row));
  return field_named(row);
}

void hand_off_problem() { at_frame_end(name_rows); }

}  // namespace godot::plugin
