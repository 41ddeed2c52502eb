// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/facts/problem.h"

#include "plugin/core/generated.h"
#include "plugin/core/items.h"
#include "plugin/core/longjmp.h"
#include "plugin/facts/collector.h"

namespace godot::plugin {
namespace {

LEFT_BY_LONGJMP(ReportedProblem);

enum class ProblemField : std::uint8_t { problem, count_ };

constexpr const char* blurb = "Why something does not arrive:"
#define GODOT_PROBLEM_KIND(kind, ...) " " #kind
#include "analysis/problems/kinds.def"
    ;

}  // namespace

void report_problem(const ReportedProblem& problem) {
  if (problem.tree != nullptr) {
    add_generated_text(problem.tree, header_field(ProblemField::problem), {problem.tvb, problem.start}, problem.kind);
  }
  const Collector* collector = problem.facts_item != nullptr ? collected_facts(problem.pinfo) : nullptr;
  if (collector == nullptr) return;
  collector->add_problem(
      *problem.facts_item,
      {.kind = problem.kind, .cause = problem.cause, .node = problem.node, .member = problem.member});
}

bool problems_wanted(proto_tree* tree) noexcept {
  static const header_field_info* const problem =
      proto_registrar_get_nth(static_cast<guint>(header_field(ProblemField::problem)));
  return bridge::referenced(tree, problem);
}

void register_problem() {
  RegisteredFields<ProblemField>::register_all({{{"godot.problem", FT_STRING, BASE_NONE, nullptr, "Problem", blurb}}});
}

}  // namespace godot::plugin
