// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/enet/transit.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "analysis/enet/command_facts.h"
#include "plugin/enet/other_side.h"
#include "plugin/enet/problems.h"

namespace godot::enet::dissector {
namespace {

constexpr analysis::enet::Nanoseconds microsecond = 1000;

void update_round_trip(RoundTrips& trips, std::uint32_t frame, analysis::enet::Nanoseconds rtt) {
  constexpr analysis::enet::Nanoseconds weight = 8;
  constexpr analysis::enet::Nanoseconds part = 8;  // smaller changes are not stored
  const analysis::enet::Nanoseconds before = trips.smoothed;
  trips.smoothed = before < 0 ? rtt : before + (rtt - before) / weight;
  if (trips.steps == nullptr) trips.steps = wmem_tree_new(wmem_file_scope());
  const auto* kept = static_cast<const std::uint32_t*>(wmem_tree_lookup32_le(trips.steps, frame));
  if (kept != nullptr && std::abs(trips.smoothed - *kept * microsecond) <= *kept * microsecond / part) return;
  constexpr analysis::enet::Nanoseconds most = std::numeric_limits<std::uint32_t>::max();
  auto* step = wmem_new(wmem_file_scope(), std::uint32_t);
  *step = static_cast<std::uint32_t>(std::min(trips.smoothed / microsecond, most));
  wmem_tree_insert32(trips.steps, frame, step);
}

/// The round trip time when the capture had reached a frame; -1: none so far.
analysis::enet::Nanoseconds round_trip_at(const RoundTrips& trips, std::uint32_t frame) {
  if (trips.steps == nullptr) return -1;
  const auto* kept = static_cast<const std::uint32_t*>(wmem_tree_lookup32_le(trips.steps, frame));
  return kept != nullptr ? *kept * microsecond : -1;
}

bool is_reliable(const Command& command) {
  return analysis::enet::delivery_of(command.type) == analysis::Delivery::reliable;
}

/// How long the receiver has held it back; -1: uncertain.
analysis::enet::Nanoseconds held(const analysis::enet::Finding& finding) {
  const analysis::enet::Sequel* sequel = finding.sequel;
  if (sequel == nullptr || sequel->held_until == 0) return 0;
  return sequel->perhaps ? -1 : sequel->held;
}

/// The transmission of a reliable command; null: unknown.
const analysis::enet::Finding* sending_of(const Record& record, const Command& command, std::uint16_t index) {
  analysis::enet::Findings findings(record.analysis());
  const analysis::enet::Finding* finding = findings.next();
  for (unsigned i = 0; i != index; ++i) finding = findings.next();
  return finding != nullptr && finding->type == command.type ? finding : nullptr;
}

analysis::Transit between_sides(const View& view, const Command& command, std::uint16_t index,
                                const analysis::enet::Finding& finding) {
  const OtherSide other = other_side(*view.record, view.pinfo);
  const analysis::enet::Nanoseconds wait = held(finding);
  if (other.in == 0 || other.is_receivers || wait < 0) return {};
  analysis::enet::Nanoseconds sent = other.captured;
  if (is_reliable(command)) {
    const Record* there = first_record(other.in);
    const bool is_same = there != nullptr && there->stream == view.stream()->other_side;
    const analysis::enet::Finding* sending = is_same ? sending_of(*there, command, index) : nullptr;
    if (sending == nullptr) return {};
    sent = analysis::enet::Analysis::first_sent(*sending);
  }
  return {.known = true, .before = view.record->captured - sent, .after = wait};
}

/// The time from this transmission to the acknowledged one; -1: none was acknowledged.
analysis::enet::Nanoseconds until_acknowledged(const Record& record, const analysis::enet::Finding& sending) {
  constexpr int most_sendings = 16;
  const analysis::enet::Finding* last = &sending;
  analysis::enet::Nanoseconds captured = record.captured;
  std::uint32_t frame = record.frame;
  for (int left = most_sendings; last->acked_in == 0; --left) {
    const Record* next = last->sent_again_in() != 0 && left != 0 ? first_record(last->sent_again_in()) : nullptr;
    if (next == nullptr || next->stream != record.stream) return -1;
    const analysis::enet::Finding* again = next->first;
    while (again != nullptr && (again->type != last->type || again->earlier() != frame)) again = again->next;
    if (again == nullptr) return -1;
    last = again;
    captured = next->captured;
    frame = next->frame;
  }
  return captured - record.captured;
}

analysis::Transit estimate(const View& view, const Command& command, const analysis::enet::Finding& finding) {
  const Record& record = *view.record;
  const Stream& stream = *record.stream;
  const analysis::enet::Nanoseconds to_receiver = round_trip_at(stream.round_trips[record.direction], record.frame);
  const analysis::enet::Nanoseconds to_sender =
      round_trip_at(stream.round_trips[opposite(record.direction)], record.frame);
  const analysis::enet::Nanoseconds wait = held(finding);
  if (to_receiver < 0 || to_sender < 0 || wait < 0) return {};
  analysis::enet::Nanoseconds again = 0;
  if (is_reliable(command)) {
    // Unknown without the first transmission (as beside the receiver) or without an acknowledgement.
    if (finding.type != command.type || finding.has(analysis::enet::Event::retransmission)) return {};
    again = until_acknowledged(record, finding);
    if (again < 0) return {};
  }
  return {.known = true, .estimated = true, .before = to_sender / 2, .after = again + to_receiver / 2 + wait};
}

}  // namespace

analysis::Transit transit_of(const View& view, const Command& command, std::uint16_t index,
                             const analysis::enet::Finding* finding) {
  if (finding == nullptr || finding->has(analysis::enet::Event::repeated)) return {};
  if (view.stream()->sides != nullptr) return between_sides(view, command, index, *finding);
  return estimate(view, command, *finding);
}

void update_round_trips(const Record& record) {
  Stream& stream = *record.stream;
  if (stream.link.godot == nullptr) return;
  for (const analysis::enet::Finding* finding = record.first; finding != nullptr; finding = finding->next) {
    if (finding->has(analysis::enet::Event::has_ack_rtt) && finding->ack_rtt() >= 0)
      update_round_trip(stream.round_trips[opposite(record.direction)], record.frame, finding->ack_rtt());
  }
}

}  // namespace godot::enet::dissector
