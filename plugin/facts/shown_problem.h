// SPDX-License-Identifier: GPL-2.0-or-later
// A problem of a message or its transport: a value of `godot.problem`, and a fact for the table of problems.
#pragma once

#include <cstdint>

#include "analysis/facts/facts.h"
#include "analysis/mirror/doubles.h"
#include "analysis/problems/problem_table.h"
#include "analysis/problems/verdict.h"
#include "plugin/core/epan/bridge.h"
#include "plugin/core/epan/frames.h"
#include "plugin/core/register/field_registration.h"
#include "plugin/core/tree/items.h"

namespace godot::plugin {

/// Where a finding of the analysis is shown.
struct ProblemPlace {
  packet_info* pinfo;
  proto_tree* tree;  ///< null: no items are wanted
  proto_item* item;  ///< gets the expert information
  tvbuff_t* tvb;
  int start;
  analysis::facts::Item* facts_item;  ///< the item with the problem; null: facts are not needed
  const char* node = nullptr;         ///< if the finding has none; null: the item's node
  const char* member = nullptr;
  const analysis::facts::Route* route = nullptr;  ///< the way of the message: see facts::Problem
  analysis::Doubles* doubles = nullptr;           ///< of messages that other records may have, too; null: of no message
};

/// What counts of a finding.
struct CountedFinding {
  const analysis::problems::ProblemInfo& row;
  const char* node;
  const analysis::problems::Basis& basis;
  const analysis::problems::Advice& advice;
  /// Another record of the message has the problem, and counts: `godot.problem` is its item, `godot.mirror.problem` is
  /// this one's.
  bool is_double;
};
/// Reports a problem: as a value of `godot.problem`, and as a fact.
void report_problem(const ProblemPlace& place, const CountedFinding& found);

/// Another record of the message has the finding.
template <class Finding>
bool is_double(const ProblemPlace& place, const Finding& finding, const analysis::problems::ProblemInfo& its) {
  if (place.doubles == nullptr) return false;
  const std::uint32_t frame = frame_number(place.pinfo);
  const bool first_pass = is_first_pass(place.pinfo);
  if (!finding.counted && !its.leaves_open) return place.doubles->counted_in(frame, first_pass) != 0;
  return !place.doubles->counts_problem(frame, first_pass, finding.counted ? its.kind : its.filter);
}

/// Shows a finding (analysis::problems::Finding) as expert information, and reports it if it counts. Returns its kind;
/// null: it does not count.
template <class Finding>
const char* show_problem(const ProblemPlace& place, const Finding& finding) {
  const analysis::problems::ProblemInfo& its = row(finding.problem);
  const bool is_others = is_double(place, finding, its);
  if (finding.text != nullptr && !is_others)
    add_counted_expert(place.pinfo, place.item, expert(finding.problem), its.summary, {place.tvb, place.start},
                       finding.text);
  if (its.leaves_open && place.facts_item != nullptr) place.facts_item->open = its.filter;
  if (!finding.counted) return nullptr;
  const char* node = finding.node != nullptr ? finding.node : place.node;
  report_problem(place, {its, node, finding.basis, finding.advice, is_others});
  return its.kind;
}

/// Shows all. Returns the kind of the first that counts; null: none does.
template <class Findings>
const char* show_problems(const ProblemPlace& place, const Findings& findings) {
  const char* first = nullptr;
  for (const auto* each = findings.first(); each != nullptr; each = each->next) {
    const char* kind = show_problem(place, *each);
    if (first == nullptr) first = kind;
  }
  return first;
}

/// Shows all that is said at the end of a frame, and names each in the Info column.
template <class Findings>
void show_at_frame_end(const ProblemPlace& place, const Findings& findings) {
  for (const auto* each = findings.first(); each != nullptr; each = each->next)
    if (const char* kind = show_problem(place, *each))
      col_append_fstr(place.pinfo->cinfo, COL_INFO, " [%s]", analysis::problems::word_of(kind));
}

/// The frame's own item for that: a protocol's, with this title and this field. `its`: the facts'; null: not needed.
template <analysis::DerivedId Field>
[[nodiscard]] ProblemPlace at_frame_end(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const char* title,
                                        Field field, analysis::facts::Item* its) {
  ProblemPlace place = {.pinfo = pinfo, .tree = nullptr, .item = nullptr, .tvb = tvb, .start = 0, .facts_item = its};
  if (tree == nullptr) return place;
  place.item = proto_tree_add_protocol_format(tree, protocols.godot, tvb, 0, 0, "%s", title);
  place.tree = proto_item_add_subtree(place.item, subtree(field));
  add_derived(place.tree, field, {tvb}, true);
  return place;
}

/// True if a filter or a column needs problems.
[[nodiscard]] bool problems_wanted(proto_tree* tree) noexcept;

/// True if a filter or a column names rows of the table of problems: they follow from facts.
[[nodiscard]] bool problem_rows_wanted() noexcept;

}  // namespace godot::plugin
