// SPDX-License-Identifier: MIT
// An end of TCP from which nothing comes for a second or more: no message and no acknowledgement, although the other
// end sends, and sends again. Neither its program nor its system ran, or the link was out. A program that ran meanwhile
// has written all the time: its system sends that when the link works again. One that stood still has nothing to send.
//
// In: the segments of both directions, in the order of the capture, at the other end or between the two. Memory:
// constant.
#pragma once

#include <cstdint>

#include "base/time.h"

namespace godot::analysis::tcp_ends {

/// Frames are 0 if there is none.
struct Sleep {
  std::uint32_t last = 0;      ///< the end's last segment before
  std::uint32_t first = 0;     ///< ... and the first one after it
  std::uint32_t repeated = 0;  ///< segments to it that were sent again meanwhile
  Nanoseconds length = 0;      ///< the time between these two
  Nanoseconds every = 0;       ///< the interval at which it sent messages before
};

/// One end of a connection, and what it may have slept through.
class Sleeper {
 public:
  /// A segment of this end. `size`: of a payload that is new. True once, when what follows a silence is known and fits
  /// an end that did not run.
  [[nodiscard]] bool sent(std::uint32_t frame, Nanoseconds time, std::uint32_t size, Sleep& sleep) noexcept;
  /// It has sent bytes that the capture lacks.
  void sent_unseen(std::uint64_t size) noexcept { came_ += size; }
  /// A segment with a payload of the other end.
  void received(Nanoseconds time, bool is_new) noexcept;

 private:
  void fall_silent(std::uint32_t frame, Nanoseconds time) noexcept;
  void keep_pace(Nanoseconds time, std::uint32_t size) noexcept;
  [[nodiscard]] bool has_slept(Nanoseconds time) const noexcept;

  std::uint32_t last_ = 0;  ///< frame of its last segment
  Nanoseconds last_at_ = 0;
  std::uint32_t count_ = 0;     ///< of its segments with a payload
  Nanoseconds spoke_at_ = 0;    ///< when the last of them was sent
  Nanoseconds pace_ = 0;        ///< recent interval between them
  Nanoseconds bytes_ = 0;       ///< recent size of one
  Nanoseconds heard_at_ = 0;    ///< the other end's last payload
  Nanoseconds asked_at_ = 0;    ///< ... and the first one since `last_at_`; 0: none
  Nanoseconds quiet_ = 0;       ///< the longest time between two of those
  std::uint32_t repeated_ = 0;  ///< ... of which so many were sent again
  Sleep sleep_ = {};            ///< what may be one; `first` is 0 otherwise
  Nanoseconds before_ = 0;      ///< its last payload before that
  Nanoseconds resumed_at_ = 0;  ///< its first payload after it; 0: none yet
  std::uint64_t came_ = 0;      ///< bytes of it since then, with those that the capture lacks
};

}  // namespace godot::analysis::tcp_ends
