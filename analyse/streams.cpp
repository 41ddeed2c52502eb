// SPDX-License-Identifier: MIT
#include "analyse/streams.h"

#include <algorithm>

namespace godot::analyse {

using capture::Segment;

engine::Address address_of(const capture::Endpoint& end) {
  return {.bytes = end.address.bytes, .family = end.address.family, .port = end.port};
}

Streams::Streams() : connections_(*this) {}
Streams::~Streams() = default;

std::unique_ptr<capture::Consumer> Streams::begin(const capture::Connection& connection) {
  capture::WebSocketReader& reader = *this;
  auto socket = std::make_unique<capture::WebSocket>(reader);
  sockets_.push_back({&connection, socket.get()});
  return socket;
}

void Streams::message(const capture::WebSocketMessage& message) {
  const bool has_data = message.opcode == capture::opcode::text || message.opcode == capture::opcode::binary;
  if (has_data && !message.is_unreadable) messages_.emplace_back(message.payload.begin(), message.payload.end());
}

engine::TcpSegment Streams::describe(const capture::Connection& connection, const capture::Packet& packet) {
  const Segment& segment = packet.segment;
  Headers& headers = headers_[connection.number];
  const std::size_t side = packet.source == connection.ends[0] ? 0 : 1;
  const std::uint32_t flags = (segment.flags & (Segment::syn | Segment::fin)) != 0 ? 1 : 0;
  const std::uint32_t behind = segment.sequence + packet.reported + flags;
  std::uint32_t& next = headers.next[side];
  if (next == 0 || static_cast<std::int32_t>(behind - next) > 0) next = behind;
  if ((segment.flags & Segment::ack) != 0) headers.acknowledged[side] = segment.acknowledged;
  headers.has_ended |= (segment.flags & (Segment::fin | Segment::rst)) != 0;
  const std::uint32_t acknowledged = headers.acknowledged[side];
  const std::uint32_t others = headers.next[1 - side];
  return {
      .stream = connection.number,
      .window = segment.window,
      .has_ended = headers.has_ended,
      .acknowledges_unseen = acknowledged != 0 && others != 0 && static_cast<std::int32_t>(acknowledged - others) > 0};
}

void Streams::take(const engine::Frame& known, const capture::Frame& frame, const capture::Packet& packet,
                   engine::Engine& engine) {
  if (packet.is_quoted || packet.is_fragment) return;
  messages_.clear();
  const capture::Connection* connection = connections_.add(frame, packet);
  if (connection == nullptr) return;
  engine.segment(known, {.source = address_of(packet.source),
                         .destination = address_of(packet.destination),
                         .tcp = describe(*connection, packet),
                         .sequence = packet.segment.sequence,
                         .payload = packet.reported,
                         .begins = (packet.segment.flags & Segment::syn) != 0,
                         .is_sealed = connection->encryption == capture::Encryption::tls,
                         .messages = messages_});
}

std::uint64_t Streams::not_read() const noexcept {
  std::uint64_t sum = 0;
  for (const Socket& each : sockets_)
    if (!each.socket->is_upgraded()) sum += each.connection->bytes[0] + each.connection->bytes[1];
  return sum;
}

}  // namespace godot::analyse
