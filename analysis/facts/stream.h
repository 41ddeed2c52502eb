// SPDX-License-Identifier: MIT
// One direction of a TCP connection, as bytes that wait for the messages that they belong to. A message that ends in a
// segment takes all bytes since the previous message; the segments' headers go with them in proportion. The first
// message of a connection takes no bytes from before its segment, or, if that is too short, from before the segment in
// front of it: some peers send a message's header alone.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "analysis/facts/attribution.h"

namespace godot::analysis::facts {

/// The header that WebSocket puts before an unfragmented message (RFC 6455, 5.2). Clients mask their messages.
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

  /// False if all bytes of the segment were seen before.
  [[nodiscard]] bool is_new(std::uint32_t sequence, std::uint32_t payload) const noexcept {
    return !begun_ || static_cast<std::int32_t>(sequence + payload - end_) > 0;
  }

  /// A segment with data, in a frame of `length` bytes. If IP fragmented it, the frame has only its end.
  void add(std::uint32_t sequence, std::uint32_t payload, std::uint32_t length) noexcept {
    begun_ = true;
    end_ = sequence + payload;
    before_last_ = last_;
    last_.payload = std::min(payload, length);
    last_.headers = length - last_.payload;
    waiting_.payload += last_.payload;
    waiting_.headers += last_.headers;
  }

  /// The cost of a message that ends in the segment added last: its bytes, header bytes, and its share. `sealed`: TLS
  /// put further bytes around the previous one, which this one pays for, as the next one does for its own.
  [[nodiscard]] Cost claim(std::uint32_t own, std::uint32_t protocol, bool sealed) noexcept {
    const std::uint64_t wanted = std::uint64_t{own} + protocol;
    constexpr std::uint64_t longest_seal = 64;
    const std::uint64_t seal = sealed ? std::min(left_, longest_seal) : 0;
    left_ = 0;
    if (!delivers_) set_aside(wanted);
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

  /// Called when all messages that end in the segment have been claimed. Returns the bytes before them that belong to
  /// no message: bytes after the last message are the beginning of the next one.
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

  /// True if the segment added last can contain so many bytes.
  [[nodiscard]] bool fits(std::uint64_t bytes) const noexcept { return bytes <= last_.payload; }

  [[nodiscard]] const Bytes& waiting() const noexcept { return waiting_; }
  /// A message has been delivered.
  [[nodiscard]] bool delivers() const noexcept { return delivers_; }

 private:
  [[nodiscard]] std::uint64_t part_of_headers(std::uint64_t payload) const noexcept {
    return waiting_.payload == 0 ? 0 : waiting_.headers * payload / waiting_.payload;
  }
  /// Bytes before the first message, of so many bytes, do not belong to it.
  void set_aside(std::uint64_t wanted) noexcept {
    Bytes kept = last_;
    if (kept.payload < wanted) kept = {last_.payload + before_last_.payload, last_.headers + before_last_.headers};
    if (kept.payload < wanted || kept.payload > waiting_.payload || kept.headers > waiting_.headers) return;
    aside_ = {.payload = waiting_.payload - kept.payload, .headers = waiting_.headers - kept.headers};
    waiting_ = kept;
  }
  void take(const Bytes& bytes) noexcept {
    waiting_.payload -= bytes.payload;
    waiting_.headers -= bytes.headers;
  }

  Bytes waiting_;
  Bytes aside_;             // before the first message
  Bytes last_;              // of the last segment
  Bytes before_last_;       // of the one in front of it
  std::uint64_t left_ = 0;  // of the waiting bytes, those after the last message
  std::uint32_t end_ = 0;   // sequence number after the last segment
  bool begun_ = false;
  bool delivers_ = false;
};

/// Both directions of a connection.
struct Streams {
  bool begun = false;
  std::uint8_t asks = 0;  ///< the end that sent its first frame
  std::array<Stream, 2> sides;

  void begin(std::uint8_t side) noexcept {
    if (!begun) asks = side;
    begun = true;
  }
  /// For a message of so many bytes.
  [[nodiscard]] std::uint32_t websocket_header_of(std::uint8_t side, std::uint32_t length) const noexcept {
    return websocket_header(length, side == asks);
  }
};

}  // namespace godot::analysis::facts
