// SPDX-License-Identifier: MIT
#include "analyse/reading/tcp_pass.h"

#include <algorithm>
#include <utility>

namespace godot::analyse {

using capture::Segment;

engine::Address address_of(const capture::Endpoint& end) {
  return {.bytes = end.address.bytes, .family = end.address.family, .port = end.port};
}

/// One connection: WebSocket, if a direction begins with HTTP; else bytes, or what is encrypted.
class Streams::Stream final : public capture::Consumer {
 public:
  Stream(Streams& all, const capture::Connection& connection) : all_(all), connection_(connection), socket_(all) {}

  [[nodiscard]] capture::Taken take(const capture::Part& part) override {
    Side& side = sides_[part.side];
    if (side.kind == Kind::unknown) side.kind = kind_of(part);
    switch (side.kind) {
      case Kind::unknown: return {};
      case Kind::http: return take_http(part);
      case Kind::sealed: all_.sealed_ += part.bytes.size(); break;
      case Kind::bytes:
        all_.add(part, std::exchange(side.is_behind_gap, false));
        all_.pieces_.back().described.began_late = !connection_.knows_client;
    }
    return {.bytes = part.bytes.size()};
  }
  void lose(const capture::Part& next, std::uint64_t count) override {
    sides_[next.side].is_behind_gap = true;
    all_.has_lost_ = true;
    socket_.lose(next, count);
  }
  void end(const capture::Part& at) override { socket_.end(at); }

  /// Adds the bytes of HTTP alone.
  void add_to(Http& sums) const noexcept {
    if (socket_.is_upgraded() || has_messages_) return;
    std::uint64_t bytes = 0;
    for (const capture::Side side : {0U, 1U})
      if (sides_[side].kind == Kind::http) bytes += connection_.bytes[side];
    const bool is_answered = connection_.bytes[0] != 0 && connection_.bytes[1] != 0;
    const bool is_incomplete = connection_.lost[0] != 0 || connection_.lost[1] != 0;
    std::uint64_t& others = is_incomplete ? sums.incomplete : sums.other;
    (!socket_.is_asked() ? others : is_answered ? sums.refused : sums.unanswered) += bytes;
  }

 private:
  enum class Kind : std::uint8_t { unknown, http, sealed, bytes };
  struct Side {
    Kind kind = Kind::unknown;
    bool is_behind_gap = false;
  };

  /// Messages come also where the capture lacks the answer.
  [[nodiscard]] capture::Taken take_http(const capture::Part& part) {
    const std::size_t before = all_.messages_.size();
    const capture::Taken taken = socket_.take(part);
    has_messages_ |= all_.messages_.size() != before;
    return taken;
  }

  [[nodiscard]] Kind kind_of(const capture::Part& part) const {
    constexpr std::size_t decided = 4;
    if (connection_.encryption != capture::Encryption::none) return Kind::sealed;
    if (socket_.is_asked() || socket_.is_upgraded()) return Kind::http;
    if (!capture::may_be_http(part.bytes)) return Kind::bytes;
    return part.bytes.size() < decided && part.cut_off == 0 ? Kind::unknown : Kind::http;
  }

  Streams& all_;
  const capture::Connection& connection_;
  capture::WebSocket socket_;
  std::array<Side, 2> sides_;
  bool has_messages_ = false;
};

Streams::Streams() : connections_(*this) {}
Streams::~Streams() = default;

std::unique_ptr<capture::Consumer> Streams::begin(const capture::Connection& connection) {
  auto stream = std::make_unique<Stream>(*this, connection);
  streams_.push_back(stream.get());
  return stream;
}

/// The number of the first byte counts from that of the direction: its absolute value means nothing to its readers.
void Streams::add(const capture::Part& part, bool is_behind_gap) {
  pieces_.push_back({.described = {.side = static_cast<std::uint8_t>(part.side),
                                   .bytes = {},
                                   .reported = static_cast<std::uint32_t>(part.bytes.size()) + part.cut_off,
                                   .sequence = static_cast<std::uint32_t>(part.offset),
                                   .is_behind_gap = is_behind_gap},
                     .bytes = {part.bytes.begin(), part.bytes.end()}});
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
  const bool acknowledges_unseen =
      acknowledged != 0 && others != 0 && static_cast<std::int32_t>(acknowledged - others) > 0;
  // What the capture has cut off is known by the segment itself.
  const bool has_all = packet.payload.size() >= packet.reported;
  return {.stream = connection.number,
          .window = segment.window,
          .has_ended = headers.has_ended,
          .is_reset = (segment.flags & Segment::rst) != 0,
          .lacks = acknowledges_unseen || (has_lost_ && has_all)};
}

void Streams::take_quoted(const engine::Frame& known, const capture::Packet& packet, engine::Engine& engine) const {
  const capture::Connection* connection = connections_.quoted(packet);
  if (connection == nullptr) return;
  engine.segment(known, {.source = address_of(packet.source),
                         .destination = address_of(packet.destination),
                         .tcp = {.stream = connection->number},
                         .is_quoted = true});
}

void Streams::take(const engine::Frame& known, const capture::Frame& frame, const capture::Packet& packet,
                   engine::Engine& engine) {
  if (packet.is_quoted) return take_quoted(known, packet, engine);
  if (packet.is_fragment) return;
  messages_.clear();
  pieces_.clear();
  described_.clear();
  has_lost_ = false;
  const capture::Connection* connection = connections_.add(frame, packet);
  if (connection == nullptr) return;
  for (const Piece& piece : pieces_) {
    described_.push_back(piece.described);
    described_.back().bytes = piece.bytes;
  }
  engine.segment(known, {.source = address_of(packet.source),
                         .destination = address_of(packet.destination),
                         .tcp = describe(*connection, packet),
                         .sequence = packet.segment.sequence,
                         .payload = packet.reported,
                         .acknowledged = packet.segment.acknowledged,
                         .begins = (packet.segment.flags & Segment::syn) != 0,
                         .acknowledges = (packet.segment.flags & Segment::ack) != 0,
                         .ends = (packet.segment.flags & Segment::fin) != 0,
                         .resets = (packet.segment.flags & Segment::rst) != 0,
                         .is_sealed = connection->encryption == capture::Encryption::tls,
                         .captured = packet.payload,
                         .messages = messages_,
                         .pieces = described_});
}

Streams::Http Streams::http() const noexcept {
  Http sums;
  for (const Stream* each : streams_) each->add_to(sums);
  return sums;
}

}  // namespace godot::analyse
