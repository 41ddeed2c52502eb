// SPDX-License-Identifier: MIT
#include "analysis/enet/order/transit_times.h"

#include "analysis/enet/shown/command_facts.h"
#include "base/time.h"

namespace godot::analysis::enet {
namespace {

/// How long the receiver has held it back; -1: uncertain.
Nanoseconds held(const Finding& finding) {
  const Sequel* sequel = finding.sequel();
  if (sequel == nullptr || sequel->held_until == 0) return 0;
  return sequel->perhaps ? -1 : sequel->held;
}

/// The time from this transmission to the acknowledged one; -1: none was acknowledged.
Nanoseconds until_acknowledged(const Datagram& datagram, const Finding& sending, const Transmissions& later) {
  const Finding* last = &sending;
  Nanoseconds captured = datagram.captured;
  std::uint32_t frame = datagram.frame;
  for (int left = most_sendings; last->acked_in == 0; --left) {
    const Datagram* next = last->sent_again_in() != 0 && left != 0 ? later.in(last->sent_again_in()) : nullptr;
    if (next == nullptr) return -1;
    const Finding* again = next->first;
    while (again != nullptr && (again->type != last->type || again->earlier() != frame)) again = again->next;
    if (again == nullptr) return -1;
    last = again;
    captured = next->captured;
    frame = next->frame;
  }
  return captured - datagram.captured;
}

}  // namespace

bool Passing::is_reliable() const noexcept { return delivery_of(type) == multiplayer::Delivery::reliable; }

Transit estimated_transit(const Passing& command, const SmoothedRoundTrips& to_receiver,
                          const SmoothedRoundTrips& to_sender, const Transmissions& later) {
  const std::uint32_t frame = command.datagram.frame;
  const Nanoseconds there = to_receiver.at(frame);
  const Nanoseconds back = to_sender.at(frame);
  const Nanoseconds wait = held(command.finding);
  if (there < 0 || back < 0 || wait < 0) return {};
  Nanoseconds again = 0;
  if (command.is_reliable()) {
    // Unknown without the first transmission (as beside the receiver) or without an acknowledgement.
    if (command.finding.type != command.type || command.finding.has(Event::retransmission)) return {};
    again = until_acknowledged(command.datagram, command.finding, later);
    if (again < 0) return {};
  }
  return {.known = true, .estimated = true, .before = back / 2, .after = again + there / 2 + wait};
}

Transit exact_transit(const Passing& command, Nanoseconds sent, const Finding* sending) {
  const Nanoseconds wait = held(command.finding);
  if (wait < 0) return {};
  if (command.is_reliable()) {
    if (sending == nullptr) return {};
    sent = Analysis::first_sent(*sending);
  }
  return {.known = true, .before = command.datagram.captured - sent, .after = wait};
}

const Finding* finding_of(const Datagram* datagram, std::uint16_t index, CommandType type) {
  Findings findings(datagram);
  const Finding* finding = findings.next();
  for (unsigned i = 0; i != index; ++i) finding = findings.next();
  return finding != nullptr && finding->type == type ? finding : nullptr;
}

}  // namespace godot::analysis::enet
