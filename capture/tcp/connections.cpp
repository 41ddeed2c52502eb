// SPDX-License-Identifier: MIT
#include "capture/tcp/connections.h"

#include <algorithm>

namespace godot::capture {
namespace {

constexpr std::uint8_t opening = Segment::syn;
constexpr std::uint8_t of_opening = Segment::syn | Segment::ack;

bool opens(const Segment& segment) { return (segment.flags & of_opening) == opening; }

bool is_answer(const Segment& segment) { return (segment.flags & of_opening) == of_opening; }

}  // namespace

const Connection* Connections::add(const Frame& frame, const Packet& packet) {
  if (packet.carrier != Carrier::tcp || packet.is_quoted || packet.is_fragment) return nullptr;
  Tracked& found = find(packet);
  const Segment& segment = packet.segment;
  const Side side = packet.source == found.connection.ends[0] ? 0 : 1;
  const Origin origin{frame.number, frame.time, frame.reported};
  Direction& direction = found.directions[side];
  std::uint32_t sequence = segment.sequence;
  if ((segment.flags & Segment::syn) != 0) direction.begin(++sequence);
  if ((segment.flags & Segment::ack) != 0) found.directions[side ^ 1].acknowledge(segment.acknowledged);
  if (packet.reported != 0 && (segment.flags & Segment::rst) == 0)
    direction.add(sequence, packet.payload, packet.reported, origin);
  if ((segment.flags & Segment::fin) != 0) direction.end(sequence + packet.reported, origin);
  if ((segment.flags & Segment::rst) != 0)
    for (Direction& each : found.directions) each.finish();
  return &found.connection;
}

const Connection* Connections::quoted(const Packet& packet) const {
  const auto at = current_.find(std::minmax(packet.source, packet.destination));
  return packet.carrier == Carrier::tcp && at != current_.end() ? &at->second->connection : nullptr;
}

/// A SYN with another number begins another connection between the same ends.
Connections::Tracked& Connections::find(const Packet& packet) {
  const Key key = std::minmax(packet.source, packet.destination);
  const auto at = current_.find(key);
  if (at == current_.end()) return open(key, packet);
  Tracked& found = *at->second;
  const Direction& direction = found.directions[packet.source == found.connection.ends[0] ? 0 : 1];
  const bool begins = (packet.segment.flags & Segment::syn) != 0 && direction.has_begun();
  if (!begins || direction.first_sequence() == packet.segment.sequence + 1) return found;
  for (Direction& each : found.directions) each.finish();
  return open(key, packet);
}

Connections::Tracked& Connections::open(const Key& key, const Packet& packet) {
  Tracked& opened = *tracked_.emplace_back(std::make_unique<Tracked>());
  current_[key] = &opened;
  Connection& connection = opened.connection;
  connection.number = static_cast<std::uint32_t>(all_.size());
  connection.ends = {packet.source, packet.destination};
  connection.knows_client = opens(packet.segment) || is_answer(packet.segment);
  connection.client = is_answer(packet.segment) ? 1 : 0;
  all_.push_back(&connection);
  opened.consumer = consumers_.begin(connection);
  for (const Side side : {0U, 1U}) opened.directions[side].attach(side, opened.consumer.get(), connection);
  return opened;
}

void Connections::finish() {
  for (const auto& each : tracked_)
    for (Direction& direction : each->directions) direction.finish();
}

}  // namespace godot::capture
