// SPDX-License-Identifier: MIT
// A capture written by hand, of pairs of ports whose datagrams are tracked.
#pragma once

#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include "analysis/enet/capture/capture.h"
#include "tests/unit/analysis/enet/order/analysed.h"

namespace godot::test {

inline constexpr analysis::enet::Direction up = 0;  // from the client
inline constexpr analysis::enet::Direction down = 1;

/// The body of Connect or Verify connect: the sender's number of the other end, the connect id.
inline Bytes handshake(unsigned command, unsigned peer_id, std::uint32_t id) {
  Wire wire;
  wire.u8(command).u8(0xFF).u16(1).u16(peer_id).u8(0).u8(0).u32(1392).u32(65536).u32(2).u32(0);
  wire.u32(0).u32(5000).u32(2).u32(2).u32(id);
  if (command == 0x82) wire.u32(0);
  return wire.bytes;
}

/// A pair of ports, settled: the client is number 3 of the server's, and the server number 5 of the client's.
class Captured : private analysis::enet::LikelierServer {
 public:
  analysis::enet::Pair& begin_pair() {
    analysis::enet::Pair& pair = pairs_.emplace_back();
    pair.streams = &capture_.connections().begin_pair();
    pair.recognition.accept();
    const auto count = static_cast<std::uint32_t>(ends_.size());
    analysis::enet::Endpoint& client = ends_.emplace_back();
    analysis::enet::Endpoint& server = ends_.emplace_back();
    client.number = count;
    server.number = count + 1;
    pair.settle(client, server);
    return pair;
  }

  /// The bytes of a datagram with these commands. Their sent time is that of the capture, 20 ms after the last one.
  Bytes bytes_of(analysis::enet::Direction direction, const std::vector<Bytes>& commands) {
    const bool asks = !commands.empty() && commands[0][0] == 0x82;
    Wire wire;
    wire.u16(0x8000U | (asks ? 0xFFFU : direction == up ? 3U : 5U)).u16(frame_ * 20 & 0xFFFFU);
    for (const Bytes& command : commands) wire.bytes.insert(wire.bytes.end(), command.begin(), command.end());
    return wire.bytes;
  }
  const enet::Reading& read(const Bytes& bytes, std::size_t cut = 0) {
    const Bytes& kept = kept_.emplace_back(bytes);
    const Buffer all(kept);
    const Buffer datagram(all.captured.first(kept.size() - cut), all.reported);
    return readings_.emplace_back(reader_->read(datagram, {}, enet::Checksum::absent));
  }

  /// The next frame, with a datagram.
  analysis::enet::Record& see(analysis::enet::Pair& pair, analysis::enet::Direction direction,
                              const enet::Reading& reading, const analysis::enet::Tracking& wanted = {}) {
    ++frame_;
    return again(pair, direction, reading, 1, wanted);
  }
  /// Another datagram in the same frame.
  analysis::enet::Record& again(analysis::enet::Pair& pair, analysis::enet::Direction direction,
                                const enet::Reading& reading, analysis::enet::RecordKey key,
                                const analysis::enet::Tracking& wanted = {}) {
    return capture_.track({.frame = frame_,
                           .captured = frame_ * 20 * analysis::millisecond,
                           .key = key,
                           .direction = direction,
                           .reading = reading,
                           .commands = enet::CommandList(reading.reader())},
                          pair, *this, wanted);
  }
  analysis::enet::Record& send(analysis::enet::Pair& pair, analysis::enet::Direction direction,
                               const std::vector<Bytes>& commands) {
    return see(pair, direction, read(bytes_of(direction, commands)));
  }
  /// A pair with its handshake: two frames.
  analysis::enet::Pair& connected(std::uint32_t id = 77) {
    analysis::enet::Pair& pair = begin_pair();
    send(pair, up, {handshake(0x82, 5, id)});
    send(pair, down, {handshake(0x83, 3, id)});
    return pair;
  }

  [[nodiscard]] analysis::enet::Capture& capture() { return capture_; }
  [[nodiscard]] std::uint32_t frame() const { return frame_; }
  [[nodiscard]] const enet::Reading& last_reading() const { return readings_.back(); }

 private:
  [[nodiscard]] analysis::enet::Direction likelier_server() const override { return down; }

  HeapArena heap_;
  analysis::enet::Capture capture_{heap_.arena()};
  std::unique_ptr<enet::DatagramReader> reader_ = std::make_unique<enet::DatagramReader>(enet::Decompressors{});
  std::deque<analysis::enet::Pair> pairs_;
  std::deque<analysis::enet::Endpoint> ends_;
  std::deque<Bytes> kept_;
  std::deque<enet::Reading> readings_;
  std::uint32_t frame_ = 0;
};

}  // namespace godot::test
