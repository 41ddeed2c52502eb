// SPDX-License-Identifier: GPL-2.0-or-later
// One direction of a TCP connection, as bytes that wait for the messages that they are pieces of. A message that ends
// in a segment takes its bytes from all that have come since the one before; the segments' headers go with them in
// proportion. The first message of a connection takes none of what came before its segment, where it can.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "plugin/analysis/facts/attribution.h"

namespace godot::analysis::facts {

/// What WebSocket puts in front of a message that it does not divide (RFC 6455, 5.2). Clients mask what they send.
[[nodiscard]] constexpr std::uint32_t websocket_header(std::uint32_t length, bool masked) noexcept {
  constexpr std::uint32_t longest_short = 125;
  constexpr std::uint32_t longest_medium = 65535;
  constexpr std::uint32_t mask = 4;
  const std::uint32_t header = length <= longest_short ? 2 : length <= longest_medium ? 4 : 10;
  return header + (masked ? mask : 0);
}

class Stream {
 public:
  /// Unclaimed bytes, and their share of headers.
  struct Bytes {
    std::uint64_t payload = 0;
    std::uint64_t headers = 0;
  };

  /// False: all of the segment has been there before.
  [[nodiscard]] bool is_new(std::uint32_t sequence, std::uint32_t payload) const noexcept {
    return !begun_ || static_cast<std::int32_t>(sequence + payload - end_) > 0;
  }

  /// A segment with data, in a frame of `length` bytes. Where IP has divided it, the frame has only its end.
  void add(std::uint32_t sequence, std::uint32_t payload, std::uint32_t length) noexcept {
    begun_ = true;
    end_ = sequence + payload;
    last_.payload = std::min(payload, length);
    last_.headers = length - last_.payload;
    waiting_.payload += last_.payload;
    waiting_.headers += last_.headers;
  }

  /// What a message costs that ends in the segment that was added last: its bytes, those of headers, and its share.
  /// `sealed`: TLS has put more around the one before, which this one pays for as the next one does for its own.
  [[nodiscard]] Cost claim(std::uint32_t own, std::uint32_t protocol, bool sealed) noexcept {
    const std::uint64_t wanted = std::uint64_t{own} + protocol;
    constexpr std::uint64_t longest_seal = 64;
    const std::uint64_t seal = sealed ? std::min(left_, longest_seal) : 0;
    left_ = 0;
    if (!delivers_ && fits(wanted)) set_aside();
    const std::uint64_t paid = std::min(wanted + seal, waiting_.payload);
    const std::uint64_t plain = std::min(wanted, paid);
    const std::uint64_t headers = part_of_headers(paid);
    Division bytes(plain, wanted);
    Cost cost = {.own = bytes.next(own), .protocol = bytes.next(protocol)};
    cost.protocol += static_cast<std::uint32_t>(paid - plain);
    cost.share = static_cast<std::uint32_t>(headers);
    take({.payload = paid, .headers = headers});
    delivers_ = true;
    return cost;
  }

  /// When all messages have been claimed that end in the segment. Returns what had been waiting in front of them and is
  /// no part of any message: what is behind the last one is the beginning of the next.
  Bytes leave() noexcept {
    Bytes strange = aside_;
    aside_ = {};
    if (waiting_.payload > last_.payload) {
      const std::uint64_t more = waiting_.payload - last_.payload;
      const Bytes rest = {.payload = more, .headers = part_of_headers(more)};
      take(rest);
      strange.payload += rest.payload;
      strange.headers += rest.headers;
    }
    left_ = waiting_.payload;
    return strange;
  }

  /// True if so many bytes can be in the segment that was added last.
  [[nodiscard]] bool fits(std::uint64_t bytes) const noexcept { return bytes <= last_.payload; }

  [[nodiscard]] const Bytes& waiting() const noexcept { return waiting_; }
  /// A message has been delivered.
  [[nodiscard]] bool delivers() const noexcept { return delivers_; }

 private:
  [[nodiscard]] std::uint64_t part_of_headers(std::uint64_t payload) const noexcept {
    return waiting_.payload == 0 ? 0 : waiting_.headers * payload / waiting_.payload;
  }
  /// What came before the first message is no part of it.
  void set_aside() noexcept {
    aside_ = {.payload = waiting_.payload - last_.payload, .headers = waiting_.headers - last_.headers};
    waiting_ = last_;
  }
  void take(const Bytes& bytes) noexcept {
    waiting_.payload -= bytes.payload;
    waiting_.headers -= bytes.headers;
  }

  Bytes waiting_;
  Bytes aside_;             // in front of the first message
  Bytes last_;              // of the last segment
  std::uint64_t left_ = 0;  // of what waits, what was behind the last message
  std::uint32_t end_ = 0;   // sequence number behind the last segment
  bool begun_ = false;
  bool delivers_ = false;
};

/// Both directions of a connection.
struct Streams {
  bool begun = false;
  std::uint8_t asks = 0;  ///< who sent its first frame
  std::array<Stream, 2> sides;

  void hear(std::uint8_t side) noexcept {
    if (!begun) asks = side;
    begun = true;
  }
  /// Of a message of so many bytes.
  [[nodiscard]] std::uint32_t websocket_header_of(std::uint8_t side, std::uint32_t length) const noexcept {
    return websocket_header(length, side == asks);
  }
};

}  // namespace godot::analysis::facts
