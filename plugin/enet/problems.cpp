// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/enet/problems.h"

#include "analysis/enet/shown/derived.h"
#include "plugin/core/epan/arena.h"
#include "plugin/core/epan/frames.h"
#include "plugin/core/epan/longjmp.h"
#include "plugin/core/register/fields.h"
#include "plugin/enet/preferences.h"

namespace godot::plugin::enet {
namespace {

using analysis::EnetExpert;
using analysis::enet::ProblemFindings;
using analysis::enet::Subject;

LEFT_BY_LONGJMP(plugin::ProblemPlace, ProblemFindings, Subject);

void show(const plugin::ProblemPlace& place, const ProblemFindings& found) {
  for (const auto* finding = found.first(); finding != nullptr; finding = finding->next)
    plugin::show_problem(place, *finding);
}

Subject subject_of(const View& view, const DatagramContext& context, const Command& command,
                   const analysis::enet::Finding& finding) {
  return {view.sender,
          context,
          finding,
          command.type,
          command.acknowledge,
          plugin::frame_number(view.pinfo),
          view.record->compression,
          view.stream()->compresses,
          preferences::held_limit(),
          view.record->captured};
}

}  // namespace

void report_problems(const plugin::ProblemPlace& place, const View& view, const DatagramContext& context,
                     const Command& command, const analysis::enet::Finding& finding) {
  if (view.stream() == nullptr) return;
  ProblemFindings found(plugin::arena_of(place.pinfo));
  analysis::enet::judge(subject_of(view, context, command, finding), found);
  show(place, found);
}

const char* problem_of_connection(const View& view, const DatagramContext& context, const Command& command,
                                  const analysis::enet::Finding& finding) {
  if (view.stream() == nullptr || command.has_payload()) return nullptr;
  return analysis::enet::problem_of_connection(subject_of(view, context, command, finding),
                                               plugin::arena_of(view.pinfo));
}

void report_problems(const plugin::ProblemPlace& place, const View& view) {
  const analysis::Completeness& known = capture().completeness();
  if (view.record->frame == known.cut_in)
    expert_add_info(place.pinfo, place.item, plugin::expert(EnetExpert::enet_capture_cut));
  if (view.record->frame == known.lacks_in)
    expert_add_info(place.pinfo, place.item, plugin::expert(EnetExpert::enet_capture_lacks));
  if (view.record->frame == known.unread_in)
    expert_add_info(place.pinfo, place.item, plugin::expert(EnetExpert::enet_capture_unread));
  if (view.record->frame == known.disordered_in)
    expert_add_info(place.pinfo, place.item, plugin::expert(EnetExpert::enet_capture_disordered));
  ProblemFindings found(plugin::arena_of(place.pinfo));
  analysis::enet::judge(view.sender, *view.record, found);
  show(place, found);
}

}  // namespace godot::plugin::enet
