// SPDX-License-Identifier: MIT
// What is said of players who meet by noray, by the frame that it is about: known once the whole capture was read.
#pragma once

#include "analysis/facts/frame_facts.h"
#include "analysis/noray/meetings.h"
#include "analysis/problems/by_frame.h"

namespace godot::analysis {

using NorayFindings = problems::Findings<problems::Noray>;
using NorayVerdicts = problems::ByFrame<NorayStatement, problems::Noray>;

/// The fact of a line, or of a datagram, of `size` bytes.
[[nodiscard]] inline facts::Item& add_fact_of_noray(facts::Collection& facts, facts::Transport transport,
                                                    std::uint32_t size) {
  facts::Envelope& envelope = facts.begin(transport);
  envelope.streamed = transport == facts::Transport::tcp;
  envelope.size = envelope.streamed ? 0 : size;
  facts::Item& item = facts.add(facts::Kind::meeting);
  item.own = size;
  return item;
}

}  // namespace godot::analysis
