// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/problems.h"

#include "plugin/facts/collector.h"

namespace godot::plugin {
namespace {

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

void report_problem(Annotations& notes, Problems problem, const char* remedy) {
  const ProblemRow& row = rows[static_cast<std::size_t>(problem)];
  proto_tree* tree = notes.tree();
  expert_add_info_format(notes.context.pinfo, tree, expert(row.expert), "%s", remedy);
  notes.add_text(tree, header_field(MultiplayerField::godot_problem), {}, row.kind);
  facts::Item* told = notes.context.told;
  if (told == nullptr) return;
  auto* fact = wmem_new(notes.pool(), facts::Problem);
  *fact = {.next = told->problems,
           .kind = row.kind,
           .cause = row.cause,
           .node = interned(notes.summary.node),
           .member = interned(notes.summary.member)};
  told->problems = fact;
}

}  // namespace godot::plugin
