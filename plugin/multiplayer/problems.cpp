// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/problems.h"

#include <algorithm>
#include <iterator>
#include <string_view>

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

const char* word_of(const char* kind) {
  if (kind == nullptr) return nullptr;
  struct Word {
    std::string_view kind;
    const char* word;
  };
  constexpr Word words[] = {
      {"not_allowed", "refused"},
      {"declared_otherwise", "declared otherwise"},
      {"node_missing", "node missing"},
      {"never_delivered", "never arrived"},
      {"held", "held back"},
      {"not_connected", "not connected"},
      {"views_differ", "views differ"},
      {"too_much", "too much"},
      {"two_senders", "two senders"},
      {"not_polling", "not polling"},
  };
  const auto* row =
      std::find_if(std::begin(words), std::end(words), [&](const Word& each) { return each.kind == kind; });
  return row != std::end(words) ? row->word : "problem";
}

void tell_problem(const Annotations& notes, Problems problem, const char* node) {
  const ProblemRow& row = rows[static_cast<std::size_t>(problem)];
  if (notes.problem == nullptr) notes.problem = row.kind;
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
