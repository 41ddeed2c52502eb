// SPDX-License-Identifier: MIT
// Messages of one direction of TCP that wait although both programs work: behind a lost segment, which the receiver's
// TCP needs first (RFC 9293, 3.10.7.4); or by Nagle's algorithm (RFC 9293, 3.7.4), which keeps a small segment back
// until the one before is acknowledged, where the receiver delays acknowledgements (RFC 9293, 3.8.6.3; Linux: 40 ms).
//
// In: headers of the segments of both directions, in the order of the capture, at any place between the ends. Memory:
// the segments that are not acknowledged, at most `most_open` of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/time.h"

namespace godot::analysis::tcp_ends {

/// Segments that waited for an earlier one. Frames are 0 if there is none.
struct HeldSegments {
  std::uint32_t count = 0;
  std::uint64_t bytes = 0;
  std::uint32_t first = 0;   ///< frame of the one that waited longest
  std::uint32_t last = 0;    ///< ... and of the latest
  Nanoseconds longest = 0;   ///< how long it waited
  std::uint32_t missed = 0;  ///< frame of the segment that was lost behind this place; 0: before it
  std::uint32_t filled = 0;  ///< frame that brought it, or what it had
};

/// A segment without its payload.
struct SegmentHead {
  std::uint32_t frame = 0;
  Nanoseconds time = 0;
  std::uint32_t sequence = 0;
  std::uint32_t acknowledged = 0;
  std::uint32_t window = 0;
  std::uint32_t size = 0;  ///< of the payload, on the wire
};

/// Waits behind a lost segment. The receiver says that it lacks one by repeating an acknowledgement.
class HeadOfLine {
 public:
  static constexpr std::size_t most_open = 256;
  static constexpr Nanoseconds limit = 100 * millisecond;

  /// A segment with a payload.
  void sent(const SegmentHead& segment);
  /// A segment of the other end. True if it says that segments had waited for `limit` or longer.
  [[nodiscard]] bool answered(const SegmentHead& answer, HeldSegments& held);

 private:
  struct Open {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::uint32_t frame = 0;
    Nanoseconds time = 0;
    bool is_again = false;
  };

  [[nodiscard]] bool has_waited(HeldSegments& held, std::uint32_t acknowledged) const;
  void forget_before(std::uint32_t acknowledged);

  std::vector<Open> open_;  ///< by their first byte's number
  bool has_answer_ = false;
  bool is_missed_ = false;  ///< the receiver has said that it lacks what follows `acknowledged_`
  std::uint32_t acknowledged_ = 0;
  std::uint32_t window_ = 0;
  std::uint32_t filled_ = 0;  ///< frame with what it lacks, after it said so
  Nanoseconds filled_at_ = 0;
};

/// Small segments that wait for an acknowledgement which is late.
class Nagle {
 public:
  /// So many times it is no accident.
  static constexpr std::uint32_t enough = 8;

  /// The shortest time from something that passes here on its way to an end until its answer passes: of the sender, and
  /// of the receiver. Both are known from the connection's beginning on.
  struct Turns {
    Nanoseconds sender = 0;
    Nanoseconds receiver = 0;
  };

  /// A segment with a payload, not sent before. True if it is one too many to be an accident: once.
  [[nodiscard]] bool sent(const SegmentHead& segment, const Turns& turns);
  void answered(const SegmentHead& answer, const Turns& turns);

  [[nodiscard]] Nanoseconds least() const noexcept { return least_; }  ///< how late acknowledgements were
  [[nodiscard]] Nanoseconds most() const noexcept { return most_; }
  /// Another acknowledgement came at once meanwhile: it is not the way that takes so long.
  [[nodiscard]] bool is_quick() const noexcept { return is_quick_; }

 private:
  void forget() noexcept {
    waited_ = missed_ = unclear_ = 0;
    is_quick_ = false;
  }

  bool is_open_ = false;  ///< the last segment is not acknowledged
  bool was_small_ = false;
  std::uint32_t end_ = 0;  ///< the sequence number behind that segment
  Nanoseconds sent_at_ = 0;
  Nanoseconds late_ = 0;  ///< its acknowledgement, alone in its segment; 0: was not late
  Nanoseconds answered_at_ = 0;
  std::uint32_t waited_ = 0;
  std::uint32_t missed_ = 0;   ///< sent shortly after a late acknowledgement, but not at once
  std::uint32_t unclear_ = 0;  ///< acknowledgements between those at once and the late ones, or later: the way varies
  bool is_said_ = false;
  bool is_quick_ = false;
  Nanoseconds shortest_ = 0;  ///< turn of the receiver so far; 0: none yet
  Nanoseconds least_ = 0;
  Nanoseconds most_ = 0;
};

}  // namespace godot::analysis::tcp_ends
