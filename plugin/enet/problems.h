// SPDX-License-Identifier: GPL-2.0-or-later
// Shows ENet's reasons for missing messages (analysis/enet/problems/problems.h), most of them on the second pass: as
// expert information, values of `godot.problem` and facts.
#pragma once

#include "plugin/enet/datagram_context.h"
#include "plugin/facts/problem.h"

namespace godot::plugin::enet {

/// Reports a command's problems; `view` has a record.
void report_problems(const plugin::ProblemPlace& place, const View& view, const DatagramContext& context,
                     const Command& command, const analysis::enet::Finding& finding);

/// Reports problems of the datagram as a whole.
void report_problems(const plugin::ProblemPlace& place, const View& view);

/// The kind of the problem that report_problems() reports for a command of the connection itself; null: none.
[[nodiscard]] const char* problem_of_connection(const View& view, const DatagramContext& context,
                                                const Command& command, const analysis::enet::Finding& finding);

}  // namespace godot::plugin::enet
