// SPDX-License-Identifier: MIT
#include "analysis/enet/shown/counted.h"

#include <cstdio>

#include "codec/enet/fields.h"

namespace godot::analysis::enet {
namespace {

enum Title : unsigned { sizes, by_command, by_channel, retransmissions, by_event, by_compression };

struct EventName {
  Event event;
  const char* name;
};
constexpr EventName event_names[] = {
    {Event::duplicate, "Duplicate commands"},
    {Event::out_of_order, "Commands out of order"},
    {Event::lost_command, "Gaps in sequence numbers"},
    {Event::duplicate_ack, "Duplicate acknowledgements"},
    {Event::ack_unseen, "Acknowledgements of unseen commands"},
    {Event::timeout, "Connections about to time out"},
};

/// The name of the row in which a channel counts.
struct ChannelName {
  explicit ChannelName(std::uint8_t channel) { std::snprintf(text, sizeof text, "Channel %u", unsigned{channel}); }
  char text[24];
};

void count_finding(Counts& counts, const Command& command, const Finding& finding) {
  if (finding.has(Event::retransmission)) {
    const bool is_connection = command.channel == godot::enet::connection_channel;
    counts.entry(retransmissions, is_connection ? "Connection" : ChannelName(command.channel).text);
  }
  for (const EventName& row : event_names)
    if (finding.has(row.event)) counts.entry(by_event, row.name);
}

}  // namespace

void CountedDatagram::count_in(Counts& counts) const {
  counts.size(sizes, size);
  // The number beside a compression is the compressed size in percent.
  constexpr Offset percent = 100;
  const Offset ratio = plain == 0 ? percent : (size - header_size) * percent / plain;
  counts.entry(by_compression, name(compression).data(), ratio);
  Findings findings(analysis);
  godot::enet::CommandReader reader = commands;
  for (Command command; reader.next(command);) {
    const Finding* finding = findings.next();
    counts.entry(by_command, value_name(field::enet_command, static_cast<std::uint32_t>(command.type)).data());
    // A message's size is its number of bytes; each fragment counts as one message.
    if (command.has_payload()) counts.entry(by_channel, ChannelName(command.channel).text, command.payload_length);
    if (finding != nullptr) count_finding(counts, command, *finding);
  }
  if (malformed) counts.entry(by_event, "Malformed datagrams");
}

}  // namespace godot::analysis::enet
