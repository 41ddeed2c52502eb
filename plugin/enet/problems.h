// SPDX-License-Identifier: GPL-2.0-or-later
// Reports ENet's reasons for missing messages: commands that were lost, held back, dropped or never answered. Most are
// known only after the whole capture was read, that is, on the second pass.
#pragma once

#include "analysis/facts/facts.h"
#include "codec/enet/protocol.h"
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

/// The kind of the problem that report_problems() reports for a command of the connection itself (a request, its
/// answer, an acknowledgement, the end); null: none.
[[nodiscard]] const char* problem_of_connection(const packet_info* pinfo, const Record& record, const Command& command,
                                                const analysis::enet::Finding& finding) noexcept;

/// True if this command was never acknowledged until the connection was closed, or for so long that it counts as lost.
[[nodiscard]] bool is_lost(const Record& record, const analysis::enet::Finding& finding) noexcept;

/// True if the sender of this message left just after it, and it was never acknowledged. Second pass.
[[nodiscard]] bool is_left_unread(const packet_info* pinfo, const Record& record,
                                  const analysis::enet::Finding& finding) noexcept;

/// True if both ends are on one machine, and every missing message of this direction was dropped by its sender's
/// throttle. Second pass.
[[nodiscard]] bool is_local(const packet_info* pinfo, const Record& record) noexcept;

/// True if this reliable command was acknowledged, in this transmission or in a later one.
[[nodiscard]] bool is_acknowledged(const analysis::enet::Finding& finding) noexcept;

/// True if the sender's throttle drops messages; known after the first pass.
[[nodiscard]] bool is_throttled(const packet_info* pinfo, const Record& record) noexcept;

/// True if the messages missing before this command were more likely dropped by the sender's throttle than lost. Second
/// pass.
[[nodiscard]] bool is_unsent(const packet_info* pinfo, const Record& record,
                             const analysis::enet::Finding& finding) noexcept;

/// Reports problems of the datagram as a whole.
void report_problems(const ProblemContext& context, const analysis::enet::Datagram& datagram);

}  // namespace godot::enet::dissector
