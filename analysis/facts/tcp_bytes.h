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
#include "codec/websocket/frame_head.h"

namespace godot::analysis::facts {

class Stream {
 public:
  /// Unclaimed bytes, and their share of headers.
  struct Bytes {
    std::uint64_t payload = 0;
    std::uint64_t headers = 0;
  };

  /// How many bytes of the segment were seen before: it is sent again, maybe with other borders.
  [[nodiscard]] std::uint32_t seen(std::uint32_t sequence, std::uint32_t payload) const noexcept {
    const std::int32_t behind = begun_ ? distance(end_, sequence + payload) : INT32_MAX;
    if (behind >= 0 && static_cast<std::uint32_t>(behind) >= payload) return 0;
    std::uint32_t old = behind > 0 ? payload - static_cast<std::uint32_t>(behind) : payload;
    for (const Hole& hole : holes_) old -= common(hole, sequence, payload);
    return old;
  }

  /// False if all bytes of the segment were seen before.
  [[nodiscard]] bool is_new(std::uint32_t sequence, std::uint32_t payload) const noexcept {
    return seen(sequence, payload) < payload;
  }

  /// A segment with data, in a frame of `length` bytes. If IP fragmented it, the frame has only its end. Bytes that
  /// were seen before are left out, unless there are no others.
  void add(std::uint32_t sequence, std::uint32_t payload, std::uint32_t length) noexcept {
    const std::uint32_t old = payload <= length ? seen(sequence, payload) : 0;
    pass(sequence, payload);
    before_last_ = last_;
    last_.payload = std::min(payload, length);
    last_.headers = length - last_.payload;
    if (old < payload) last_.payload -= old;
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
  /// Numbers that were passed over, and did not come yet; empty if both are equal.
  struct Hole {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
  };

  /// From one number to another: numbers wrap.
  [[nodiscard]] static std::int32_t distance(std::uint32_t from, std::uint32_t to) noexcept {
    return static_cast<std::int32_t>(to - from);
  }
  /// How many bytes of the segment are in the hole.
  [[nodiscard]] static std::uint32_t common(const Hole& hole, std::uint32_t sequence, std::uint32_t payload) noexcept {
    const std::int32_t begin = std::max(distance(sequence, hole.begin), 0);
    const std::int32_t end = std::min(distance(sequence, hole.end), static_cast<std::int32_t>(payload));
    return end > begin ? static_cast<std::uint32_t>(end - begin) : 0;
  }
  /// Remembers the last holes: what fills one comes late, not again.
  void pass(std::uint32_t sequence, std::uint32_t payload) noexcept {
    for (Hole& hole : holes_) fill(hole, sequence, payload);
    if (begun_ && distance(end_, sequence) > 0) {
      std::rotate(holes_.begin(), holes_.end() - 1, holes_.end());
      holes_.front() = {end_, sequence};
    }
    if (!begun_ || distance(end_, sequence + payload) > 0) end_ = sequence + payload;
    begun_ = true;
  }
  /// A segment in the middle of a hole leaves the part behind it.
  static void fill(Hole& hole, std::uint32_t sequence, std::uint32_t payload) noexcept {
    if (common(hole, sequence, payload) == 0) return;
    if (distance(sequence + payload, hole.end) > 0) hole.begin = sequence + payload;
    else hole.end = distance(hole.begin, sequence) > 0 ? sequence : hole.begin;
  }

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
  std::array<Hole, 8> holes_;
  std::uint32_t end_ = 0;  // the highest sequence number so far, after a segment
  bool begun_ = false;
  bool delivers_ = false;
};

/// Both directions of a connection.
struct Streams {
  bool begun = false;
  std::uint8_t asks = 0;  ///< the end that opened it: it sent the first frame, unless that one is the other's answer
  std::array<Stream, 2> sides;

  void begin(std::uint8_t side, bool is_answer) noexcept {
    if (!begun) asks = is_answer ? side ^ 1 : side;
    begun = true;
  }
  /// Of a message of so many bytes in one frame.
  [[nodiscard]] std::uint32_t websocket_header_of(std::uint8_t side, std::uint32_t length) const noexcept {
    return websocket::head_size(length, side == asks);
  }
};

}  // namespace godot::analysis::facts
