// SPDX-License-Identifier: MIT
// The connections of TCP of one pass: their WebSocket messages, and the bytes of those that are no WebSocket, go to the
// engine with the segments that complete them.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "capture/tcp/connections.h"
#include "capture/websocket/websocket.h"
#include "engine/engine.h"

namespace godot::analyse {

[[nodiscard]] engine::Address address_of(const capture::Endpoint& end);

class Streams final : private capture::Consumers, private capture::WebSocketReader {
 public:
  Streams();
  ~Streams() override;

  /// A segment, in the order of the capture.
  void take(const engine::Frame& known, const capture::Frame& frame, const capture::Packet& packet,
            engine::Engine& engine);

  /// How many bytes TLS has encrypted.
  [[nodiscard]] std::uint64_t sealed() const noexcept { return sealed_; }
  /// Bytes of HTTP that became no WebSocket.
  struct Http {
    std::uint64_t unanswered = 0;  ///< of requests for a WebSocket, without an answer in the capture
    std::uint64_t refused = 0;     ///< ... that got one, and of the answers
    std::uint64_t other = 0;
    std::uint64_t incomplete = 0;  ///< of connections of which the capture lacks parts: nothing says whose they are
  };
  [[nodiscard]] Http http() const noexcept;

 private:
  class Stream;
  /// What TCP's headers have said of a connection.
  struct Headers {
    std::array<std::uint32_t, 2> next = {};          ///< by side: the number behind the last byte
    std::array<std::uint32_t, 2> acknowledged = {};  ///< by side: of the other's bytes
    bool has_ended = false;
  };
  /// A piece of a connection that is no WebSocket.
  struct Piece {
    engine::StreamPiece described;
    std::vector<std::uint8_t> bytes;
  };

  [[nodiscard]] std::unique_ptr<capture::Consumer> begin(const capture::Connection& connection) override;
  void upgrade(const capture::Part&, std::string_view) override {}
  void message(const capture::WebSocketMessage& message) override;
  void lose(const capture::Part&, std::uint64_t) override { has_lost_ = true; }
  void add(const capture::Part& part, bool is_behind_gap);
  /// A segment that an ICMP error quotes.
  void take_quoted(const engine::Frame& known, const capture::Packet& packet, engine::Engine& engine) const;
  [[nodiscard]] engine::TcpSegment describe(const capture::Connection& connection, const capture::Packet& packet);

  capture::Connections connections_;
  std::unordered_map<std::uint32_t, Headers> headers_;  ///< by the connection's number
  std::vector<std::vector<std::uint8_t>> messages_;     ///< of the segment that is read
  std::vector<Piece> pieces_;                           ///< of the segment that is read
  std::vector<engine::StreamPiece> described_;
  bool has_lost_ = false;  ///< by the segment that is read: bytes that come before it, or its own, are not read
  std::vector<const Stream*> streams_;
  std::uint64_t sealed_ = 0;
};

}  // namespace godot::analyse
