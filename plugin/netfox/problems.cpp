// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/netfox/problems.h"

#include <array>

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

const char* report_netfox_problem(const UpperMessage& message, proto_tree* tree, Offset begin,
                                  const analysis::NetfoxFindings::Finding& finding) {
  const analysis::problems::Row& row = analysis::problems::row(finding.problem);
  add_expert(message.pinfo, tree, expert(experts[static_cast<std::size_t>(finding.problem)]), {finding.text});
  report_problem({.pinfo = message.pinfo,
                  .tree = tree,
                  .tvb = message.tvb,
                  .start = static_cast<int>(begin),
                  .facts_item = message.facts_item,
                  .kind = row.kind,
                  .cause = row.cause,
                  .node = finding.node,
                  .advice = finding.advice});
  return row.kind;
}

}  // namespace godot::plugin
