// SPDX-License-Identifier: MIT
// Adds a message's findings to its facts.
#pragma once

#include <cstddef>

#include "analysis/derived/derived_value.h"
#include "analysis/facts/facts.h"
#include "analysis/problems/findings.h"
#include "analysis/problems/problem_table.h"
#include "engine/frame/frame.h"
#include "engine/tree/tree.h"

namespace godot::engine {

/// Whose a finding is, if it does not say so itself.
struct ProblemPlace {
  Packet& packet;
  analysis::facts::Item* item;  ///< null: facts are not needed
  const char* node = nullptr;
  const char* member = nullptr;
  const analysis::facts::Route* route = nullptr;
  TreeItem* shown_in = nullptr;  ///< gets an item with its text; null: none
};

/// The finding in the tree of its frame, if there is one.
template <class Finding>
void show_finding(const ProblemPlace& place, const Finding& finding, const analysis::problems::ProblemInfo& row) {
  if (place.packet.tree == nullptr) return;
  TreeItem* item = place.packet.tree->add(place.shown_in, finding.text != nullptr ? finding.text : row.summary);
  if (item == nullptr) return;
  item->filter = row.filter;
  item->bytes = place.shown_in->bytes;
  item->begin = place.shown_in->begin;
  item->is_derived = item->is_problem = true;
}

/// Returns the kind of the finding; null: it does not count.
template <class Finding>
const char* report(const ProblemPlace& place, const Finding& finding) {
  const analysis::problems::ProblemInfo& row = analysis::problems::row(finding.problem);
  show_finding(place, finding, row);
  if (row.leaves_open && place.item != nullptr) place.item->open = row.filter;
  if (!finding.counted) return nullptr;
  if (place.packet.facts != nullptr && place.item != nullptr)
    place.packet.facts->add_problem(*place.item, {.kind = row.kind,
                                                  .cause = row.cause,
                                                  .node = finding.node != nullptr ? finding.node : place.node,
                                                  .member = place.member,
                                                  .route = place.route,
                                                  .remedy = finding.advice.remedy(place.packet.arena())});
  return row.kind;
}

/// Reports all. Returns the kind of the first that counts; null: none.
template <class Findings>
const char* report_all(const ProblemPlace& place, const Findings& findings) {
  const char* first = nullptr;
  for (const auto* each = findings.first(); each != nullptr; each = each->next) {
    const char* kind = report(place, *each);
    if (first == nullptr) first = kind;
  }
  return first;
}

/// What a library of games derives, without a tree: its problems alone.
template <class Interface, class Field, class Problem>
class HiddenItems : public Interface {
 public:
  explicit HiddenItems(const ProblemPlace& place) noexcept : place_(place) {}

  [[nodiscard]] bool are_shown() const noexcept final { return false; }
  [[nodiscard]] bool has_labels() const noexcept final { return false; }
  void add(Field, analysis::ByteRange, analysis::DerivedValue) final {}
  void set_label(std::initializer_list<std::string_view>) final {}
  void append_label(std::initializer_list<std::string_view>) final {}
  const char* found(const analysis::problems::Findings<Problem>& findings, Offset) final {
    return report_all(place_, findings);
  }

 private:
  ProblemPlace place_;
};

}  // namespace godot::engine
