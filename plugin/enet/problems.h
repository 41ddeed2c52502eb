// SPDX-License-Identifier: GPL-2.0-or-later
// Shows ENet's reasons for missing messages (analysis/enet/problems.h), most of them on the second pass.
#pragma once

#include "analysis/enet/problems.h"
#include "plugin/enet/conversation.h"
#include "plugin/facts/problem.h"

namespace godot::enet::dissector {

/// Reports a command's problems as expert information, values of `godot.problem` and facts.
void report_problems(const plugin::ProblemPlace& place, const Conversation& conversation, const Record& record,
                     const Command& command, const analysis::enet::Finding& finding);

/// Reports problems of the datagram as a whole.
void report_problems(const plugin::ProblemPlace& place, const Record& record);

/// The kind of the problem that report_problems() reports for a command of the connection itself; null: none.
[[nodiscard]] const char* problem_of_connection(packet_info* pinfo, const Conversation& conversation,
                                                const Record& record, const Command& command,
                                                const analysis::enet::Finding& finding);

}  // namespace godot::enet::dissector
