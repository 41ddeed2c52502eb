// SPDX-License-Identifier: MIT
// The connections of TCP of one pass: their WebSocket messages go to the engine with the segments that complete them.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
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

  /// Bytes of connections that are no WebSocket.
  [[nodiscard]] std::uint64_t not_read() const noexcept;

 private:
  /// What TCP's headers have said of a connection.
  struct Headers {
    std::array<std::uint32_t, 2> next = {};          ///< by side: the number behind the last byte
    std::array<std::uint32_t, 2> acknowledged = {};  ///< by side: of the other's bytes
    bool has_ended = false;
  };

  [[nodiscard]] std::unique_ptr<capture::Consumer> begin(const capture::Connection& connection) override;
  void upgrade(const capture::Part&, std::string_view) override {}
  void message(const capture::WebSocketMessage& message) override;
  void lose(const capture::Part&, std::uint64_t) override {}
  [[nodiscard]] engine::TcpSegment describe(const capture::Connection& connection, const capture::Packet& packet);

  capture::Connections connections_;
  std::unordered_map<std::uint32_t, Headers> headers_;  ///< by the connection's number
  std::vector<std::vector<std::uint8_t>> messages_;     ///< of the segment that is read
  struct Socket {
    const capture::Connection* connection;
    const capture::WebSocket* socket;
  };
  std::vector<Socket> sockets_;
};

}  // namespace godot::analyse
