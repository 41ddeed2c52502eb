// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/problems.h"

#include "plugin/core/labels.h"
#include "plugin/core/longjmp.h"
#include "plugin/facts/collector.h"

namespace godot::plugin {
namespace {

LEFT_BY_LONGJMP(ToldProblem);

struct ProblemRow {
  const char* kind;
  MultiplayerExpert expert;
  const char* cause;
};
constexpr ProblemRow rows[] = {
#define GODOT_PROBLEM(id, kind, expert, cause) {kind, MultiplayerExpert::expert, cause},
#include "plugin/multiplayer/problems.def"
#undef GODOT_PROBLEM
};

}  // namespace

void tell_problem(const ToldProblem& problem) {
  if (problem.tree != nullptr) {
    proto_item_set_generated(proto_tree_add_string(problem.tree, header_field(MultiplayerField::godot_problem),
                                                   problem.tvb, problem.start, 0, problem.kind));
  }
  if (problem.told == nullptr) return;
  auto* fact = wmem_new(problem.pinfo->pool, facts::Problem);
  *fact = {.next = problem.told->problems,
           .kind = problem.kind,
           .cause = problem.cause,
           .node = interned(problem.node),
           .member = interned(problem.member)};
  problem.told->problems = fact;
}

void tell_problem(const Annotations& notes, Problems problem, const char* node) {
  const ProblemRow& row = rows[static_cast<std::size_t>(problem)];
  tell_problem({.pinfo = notes.context.pinfo,
                .tree = notes.tree(),
                .tvb = notes.context.tvb,
                .start = 0,
                .told = notes.context.told,
                .kind = row.kind,
                .cause = row.cause,
                .node = node != nullptr ? node : notes.summary.node,
                .member = notes.summary.member});
}

void report_problem(const Annotations& notes, Problems problem, const char* remedy, const char* node) {
  const ProblemRow& row = rows[static_cast<std::size_t>(problem)];
  add_expert(notes.context.pinfo, notes.tree(), expert(row.expert), "%s", remedy);
  tell_problem(notes, problem, node);
}

}  // namespace godot::plugin
