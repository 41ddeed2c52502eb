// SPDX-License-Identifier: GPL-2.0-or-later
// Shows ENet's reasons for missing messages (analysis/enet/problems.h), most of them on the second pass.
#pragma once

#include "analysis/enet/problems.h"
#include "analysis/facts/facts.h"
#include "plugin/enet/record.h"

namespace godot::enet::dissector {

/// The place of problems.
struct ProblemContext {
  packet_info* pinfo;
  proto_tree* tree;  ///< of the command or datagram; null: without items
  proto_item* item;  ///< gets the expert information
  tvbuff_t* tvb;
  int start;                                      ///< of the command, in `tvb`
  analysis::facts::Item* facts_item;              ///< its facts; null: no listeners
  const analysis::facts::Route* route = nullptr;  ///< the peers at its ends; null: those of the item, or not needed
};

/// Reports a command's problems as expert information, values of `godot.problem` and facts.
void report_problems(const ProblemContext& context, const Conversation& conversation, const Record& record,
                     const Command& command, const analysis::enet::Finding& finding);

/// Reports problems of the datagram as a whole.
void report_problems(const ProblemContext& context, const Record& record);

/// The kind of the problem that report_problems() reports for a command of the connection itself; null: none.
[[nodiscard]] const char* problem_of_connection(packet_info* pinfo, const Conversation& conversation,
                                                const Record& record, const Command& command,
                                                const analysis::enet::Finding& finding);

/// The sender of a datagram, for the judgements of the analysis.
[[nodiscard]] analysis::enet::Sender sender_of(const packet_info* pinfo, const Record& record) noexcept;

}  // namespace godot::enet::dissector
