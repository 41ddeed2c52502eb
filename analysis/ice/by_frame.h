// SPDX-License-Identifier: MIT
// What is said of players who do not meet by WebRTC, by the frame that it is about: known once the whole capture was
// read.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "analysis/facts/frame_facts.h"
#include "analysis/ice/meetings.h"
#include "analysis/problems/by_frame.h"
#include "codec/enet/icmp.h"

namespace godot::analysis {

using IceFindings = problems::Findings<problems::Ice>;
using IceVerdicts = problems::ByFrame<IceStatement, problems::Ice>;

/// The fact of a frame of which something is said. It is not a message: the packet's bytes are not recognised by it.
[[nodiscard]] inline facts::Item& add_fact_of_meeting(facts::Collection& facts, facts::Transport transport) {
  facts::Envelope& envelope = facts.begin(transport);
  envelope.is_remark = true;
  envelope.streamed = transport == facts::Transport::tcp;
  facts::Item& item = facts.add(facts::Kind::meeting);
  item.again = true;
  return item;
}

/// The statements that are problems, without the others.
[[nodiscard]] inline std::vector<IceStatement> problems_of(const IceMeetings& meetings, const Arena& arena) {
  std::vector<IceStatement> all = meetings.statements(arena);
  all.erase(std::remove_if(all.begin(), all.end(), [](const IceStatement& each) { return !each.is_problem; }),
            all.end());
  return all;
}

/// RFC 792 and 4443: destination unreachable, of which code 3 or 4 means the port. Others do not say that it was lost
/// for good.
[[nodiscard]] inline IceMeetings::Returned returned_by(const godot::enet::IcmpError& error) noexcept {
  if (error.type != (error.is_v6 ? 1 : 3)) return IceMeetings::Returned::no;
  if (error.code == (error.is_v6 ? 4 : 3)) return IceMeetings::Returned::closed;
  const bool is_too_large = !error.is_v6 && error.code == 4;
  return is_too_large ? IceMeetings::Returned::no : IceMeetings::Returned::no_way;
}

}  // namespace godot::analysis
