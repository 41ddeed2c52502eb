// SPDX-License-Identifier: GPL-2.0-or-later
// What ENet tells of why something does not arrive: of a command that was lost, held back, dropped or never answered.
// Most of it is known once the whole capture was read: on the second pass.
#pragma once

#include "codec/enet/protocol.h"
#include "plugin/analysis/facts/facts.h"
#include "plugin/enet/record.h"

namespace godot::enet::dissector {

/// Where problems go.
struct ProblemContext {
  packet_info* pinfo;
  proto_tree* tree;  ///< of the command or datagram; null: no items
  proto_item* item;  ///< gets the expert information
  tvbuff_t* tvb;
  int start;          ///< of the command, in `tvb`
  facts::Item* told;  ///< its facts; null: nobody listens
};

/// What is wrong with a command, as expert information, values of `godot.problem` and facts.
void report_problems(const ProblemContext& context, const Conversation& conversation, const Record& record,
                     const Command& command, const Finding& finding);

/// Nobody has acknowledged this command, until the connection was left, or for so long that it was given up.
[[nodiscard]] bool is_lost(std::uint32_t frame, const Stream& stream, const Finding& finding) noexcept;

/// The throttle of who sent the datagram drops messages; known when all of the capture has been read once.
[[nodiscard]] bool is_throttled(const packet_info* pinfo, const Record& record) noexcept;

/// What is missing in front of this command was more likely dropped by its sender's throttle than lost. Second pass.
[[nodiscard]] bool is_unsent(const packet_info* pinfo, const Record& record, const Finding& finding) noexcept;

/// What is wrong with the datagram as a whole.
void report_problems(const ProblemContext& context, const Datagram& datagram);

}  // namespace godot::enet::dissector
