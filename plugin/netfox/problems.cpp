// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/netfox/problems.h"

#include <array>

#include "plugin/core/arena.h"
#include "plugin/core/labels.h"
#include "plugin/facts/problem.h"
#include "plugin/netfox/generated.h"

namespace godot::plugin {
namespace {

constexpr std::array experts = {
#define GODOT_PROBLEM(id, ...) NetfoxExpert::id,
#define GODOT_REMARK(id, ...) NetfoxExpert::id,
#include "analysis/problems/netfox.def"
};

}  // namespace

const char* report_netfox_problem(const UpperMessage& message, const NetfoxProblemPlace& place,
                                  analysis::problems::Netfox problem, const char* why) {
  const analysis::problems::Row& row = analysis::problems::row(problem);
  const analysis::Arena arena = arena_of(message.pinfo);
  const char* text = analysis::problems::statement(why, row.what_to_do(), arena);
  add_expert(message.pinfo, place.tree, expert(experts[static_cast<std::size_t>(problem)]), {text});
  report_problem({.pinfo = message.pinfo,
                  .tree = place.tree,
                  .tvb = message.tvb,
                  .start = static_cast<int>(place.begin),
                  .facts_item = message.facts_item,
                  .kind = row.kind,
                  .cause = row.cause,
                  .node = place.node,
                  .advice = analysis::problems::advice(why, row.what_to_do(), arena)});
  return row.kind;
}

}  // namespace godot::plugin
