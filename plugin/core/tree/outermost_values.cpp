// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/core/tree/outermost_values.h"

#include "analysis/derived/common.h"
#include "plugin/core/epan/longjmp.h"
#include "plugin/core/epan/safe_labels.h"
#include "plugin/core/register/field_registration.h"

namespace godot::plugin {

LEFT_BY_LONGJMP(TextSink, PlainTexts);

void report_problem(packet_info* pinfo, proto_item* item, const Problem& problem, bool in_value) {
  if (problem.code == Problem::Code::cut) return;  // the capture is cut; not the sender's fault
  char buffer[max_problem_text];
  const std::string_view sentence = describe(problem, buffer);
  add_expert(pinfo, item, malformed(in_value ? field::variant : problem.field), {sentence});
}

void TextSink::note(Note note, Offset, Offset) { expert_add_info(pinfo_, nullptr, expert(note)); }

}  // namespace godot::plugin
