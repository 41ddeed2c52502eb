// SPDX-License-Identifier: MIT
#include "analysis/enet/shown/command_costs.h"

#include "analysis/facts/attribution.h"

namespace godot::analysis::enet {

using namespace godot::enet;

CommandCosts::CommandCosts(const Arena& arena, std::uint32_t length, const CountedCommands& commands) {
  const Reading& reading = commands.reading;
  facts::Envelope envelope;
  envelope.size = reading.datagram.reported;
  envelope.header = static_cast<std::uint32_t>(reading.header.size);
  facts::Item** end = &envelope.items;
  std::uint32_t all = 0;
  const auto add = [&](std::uint32_t header, std::uint32_t payload) {
    *end = arena.make<facts::Item>();
    (*end)->own = payload;
    (*end)->protocol = header;
    end = &(*end)->next;
    all += header + payload;
  };
  commands.list.each([&](const Command& command) {
    add(command.payload_begin - command.begin, command.has_payload() ? command.payload_length : 0);
  });
  const bool is_compressed = commands.plain != 0;
  const std::uint32_t plain = is_compressed ? commands.plain : envelope.size - envelope.header;
  // Padding before compression is not on the wire.
  if (plain > all && !(is_compressed && reading.is_padded())) add(0, plain - all);
  facts::Frame frame;
  frame.length = length;
  frame.envelopes = &envelope;
  facts::attribute(frame);
  next_ = envelope.items;
}

facts::Cost CommandCosts::next() noexcept {
  if (next_ == nullptr) return {};
  const facts::Cost cost = next_->cost;
  next_ = next_->next;
  return cost;
}

}  // namespace godot::analysis::enet
