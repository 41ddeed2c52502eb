// SPDX-License-Identifier: GPL-2.0-or-later
// One direction of a TCP connection, as bytes that wait for the messages that they are pieces of. A message that ends
// in a segment takes its bytes from all that have come since the one before; the segments' headers go with them in
// proportion.
#pragma once

#include <algorithm>
#include <cstdint>

#include "plugin/analysis/facts/attribution.h"

namespace godot::profile {

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
  /// Bytes that nobody has claimed, and their part of headers.
  struct Bytes {
    std::uint64_t payload = 0;
    std::uint64_t headers = 0;
  };

  /// False: all of the segment has been there before.
  [[nodiscard]] bool is_new(std::uint32_t sequence, std::uint32_t payload) const noexcept {
    return !begun_ || static_cast<std::int32_t>(sequence + payload - end_) > 0;
  }

  /// A segment with data.
  void add(std::uint32_t sequence, std::uint32_t payload, std::uint32_t headers) noexcept {
    begun_ = true;
    end_ = sequence + payload;
    waiting_.payload += payload;
    waiting_.headers += headers;
  }

  /// Sets the costs of the items that end in the segment that was added last, which had `payload` bytes. Returns what
  /// had been waiting in front of them and is no part of any message.
  Bytes claim(facts::Frame& frame, bool masked) noexcept {
    std::uint64_t claims = 0;
    for_each(frame, masked, [&](facts::Item& item, std::uint64_t headers) { claims += item.own + headers; });
    const std::uint64_t paid = std::min(claims, waiting_.payload);
    const std::uint64_t headers = part_of_headers(paid);
    facts::Division bytes(paid, claims);
    facts::Division shares(headers, claims);
    for_each(frame, masked, [&](facts::Item& item, std::uint64_t protocol) {
      item.cost.own = bytes.next(item.own);
      item.cost.protocol = bytes.next(protocol);
      item.cost.share = shares.next(item.own + protocol);
    });
    take({.payload = paid, .headers = headers});
    delivers_ = true;
    // What is behind the last message is the beginning of the next one.
    if (waiting_.payload <= frame.payload) return {};
    const std::uint64_t strange = waiting_.payload - frame.payload;
    const Bytes left = {.payload = strange, .headers = part_of_headers(strange)};
    take(left);
    return left;
  }

  [[nodiscard]] const Bytes& waiting() const noexcept { return waiting_; }
  /// A message has been delivered.
  [[nodiscard]] bool delivers() const noexcept { return delivers_; }

 private:
  /// Calls `visit` with each item and the bytes of its headers.
  template <class Visit>
  static void for_each(facts::Frame& frame, bool masked, Visit visit) {
    for (facts::Envelope* envelope = frame.envelopes; envelope != nullptr; envelope = envelope->next) {
      const bool framed = envelope->transport == facts::Transport::websocket;
      for (facts::Item* item = envelope->items; item != nullptr; item = item->next) {
        const std::uint32_t header = framed ? websocket_header(item->own + item->protocol, masked) : 0;
        visit(*item, std::uint64_t{item->protocol} + header);
      }
    }
  }
  [[nodiscard]] std::uint64_t part_of_headers(std::uint64_t payload) const noexcept {
    return waiting_.payload == 0 ? 0 : waiting_.headers * payload / waiting_.payload;
  }
  void take(const Bytes& bytes) noexcept {
    waiting_.payload -= bytes.payload;
    waiting_.headers -= bytes.headers;
  }

  Bytes waiting_;
  std::uint32_t end_ = 0;  // sequence number behind the last segment
  bool begun_ = false;
  bool delivers_ = false;
};

}  // namespace godot::profile
