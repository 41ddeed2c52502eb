// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/facts/problem.h"

#include <algorithm>
#include <iterator>

#include "plugin/core/generated.h"
#include "plugin/core/items.h"
#include "plugin/core/longjmp.h"
#include "plugin/facts/collector.h"

namespace godot::plugin {
namespace {

LEFT_BY_LONGJMP(ReportedProblem);

enum class ProblemField : std::uint8_t { problem, causes, evidence, count_ };

constexpr const char* blurb = "Why something does not arrive:"
#define GODOT_PROBLEM_KIND(kind, ...) " " #kind
#include "analysis/problems/kinds.def"
    ;

void add_basis(const ReportedProblem& problem) {
  const analysis::problems::Basis& basis = problem.basis;
  const ItemRange range = {problem.tvb, problem.start};
  if (basis.causes != 0) add_generated_number(problem.tree, header_field(ProblemField::causes), range, basis.causes);
  for (std::size_t i = 0; i != basis.frame_count; ++i)
    add_generated_number(problem.tree, header_field(ProblemField::evidence), range, basis.frames[i]);
}

}  // namespace

void report_problem(const ReportedProblem& problem) {
  if (problem.tree != nullptr) {
    add_generated_text(problem.tree, header_field(ProblemField::problem), {problem.tvb, problem.start}, problem.kind);
    add_basis(problem);
  }
  const Collector* collector = problem.facts_item != nullptr ? collected_facts(problem.pinfo) : nullptr;
  if (collector == nullptr) return;
  collector->add_problem(
      *problem.facts_item,
      {.kind = problem.kind, .cause = problem.cause, .node = problem.node, .member = problem.member});
}

bool problems_wanted(proto_tree* tree) noexcept {
  constexpr ProblemField fields[] = {ProblemField::problem, ProblemField::causes, ProblemField::evidence};
  return std::any_of(std::begin(fields), std::end(fields), [tree](ProblemField field) {
    return bridge::referenced(tree, proto_registrar_get_nth(static_cast<guint>(header_field(field))));
  });
}

void register_problem() {
  RegisteredFields<ProblemField>::register_all(
      {{{"godot.problem", FT_STRING, BASE_NONE, nullptr, "Problem", blurb},
        {"godot.problem.causes", FT_UINT8, BASE_DEC, nullptr, "Causes that remain",
         "How many causes of the problem remain after the evidence: 1 = proven, or the only one left"},
        {"godot.problem.evidence", FT_FRAMENUM, BASE_NONE, nullptr, "Evidence",
         "A frame that the verdict on the problem rests on"}}});
}

}  // namespace godot::plugin
