// SPDX-License-Identifier: MIT
// The bytes that messages over TCP take in their frames, computed from the segments of their connections while the
// frames pass: those of a frame's messages first, then the end of the frame.
//
// A message's price is known if all of its connection was seen, or messages before it, or if it fits into its segment.
// A frame with a smaller number begins another pass.
#pragma once

#include <cstdint>
#include <deque>

#include "analysis/facts/facts.h"
#include "analysis/facts/tcp_bytes.h"

namespace godot::analysis::facts {

/// Bytes of a message, and of the headers that are its own, below those of WebSocket.
struct MessageSize {
  std::uint32_t own = 0;
  std::uint32_t protocol = 0;
  bool framed = false;  ///< it came in a frame of WebSocket
};

struct Price {
  Cost cost = {};
  std::uint32_t plain = 0;  ///< size before compression or encryption of the own and protocol bytes in `cost`
};

/// Of a message alone in its frame, which is no segment of TCP. Zeros: its first bytes came in other fragments of IP.
[[nodiscard]] inline Price price_alone(const MessageSize& size, std::uint32_t frame_length) noexcept {
  const std::uint32_t bytes = size.own + size.protocol;
  if (bytes > frame_length) return {};
  return {.cost = {.own = size.own, .protocol = size.protocol, .share = frame_length - bytes}, .plain = bytes};
}

/// A segment of TCP, as facts::Frame: number, length, flow, side, sequence, payload.
class Segment {
 public:
  Segment(const Frame& frame, bool opens) noexcept : frame(frame), opens(opens) {}

  /// The capture has the first segment of this frame's sender in its connection.
  [[nodiscard]] virtual bool has_begun() const = 0;
  /// It is inside of TLS.
  [[nodiscard]] virtual bool is_sealed() const = 0;

  const Frame& frame;
  bool opens;  ///< with SYN: the connection begins

 protected:
  ~Segment() = default;  // never owned through this interface
};

class SegmentPrices {
 public:
  /// `from_the_first`: every frame of the pass will be reported.
  void begin_pass(bool from_the_first) {
    *this = {};
    from_the_first_ = from_the_first;
  }

  /// Of a message that ends in this segment. Zeros: unknown.
  [[nodiscard]] Price price(const Segment& segment, const MessageSize& size);

  /// The end of the frame of this segment.
  void end_frame(const Segment& segment);

 private:
  /// A connection, and whether all of it was observed.
  struct Connection {
    Streams streams;
    bool is_whole = false;
  };
  [[nodiscard]] Connection& connection_of(const Segment& segment);

  std::deque<Connection> connections_;  ///< by the number of the flow
  std::uint32_t last_frame_ = 0;
  std::uint32_t open_frame_ = 0;  ///< whose segment is added before the end of the frame
  bool from_the_first_ = false;
};

}  // namespace godot::analysis::facts
