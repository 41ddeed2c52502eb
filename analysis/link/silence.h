// SPDX-License-Identifier: MIT
// Detects an end of a connection over TCP that pauses for a second or more, although it otherwise sends regularly. If
// its TCP acknowledges data meanwhile, the link works: the program did not poll, or had nothing to send. If the offered
// window shrinks by the bytes sent to it, the program did not read them: it certainly did not poll. If the other end is
// silent for most of the pause, too, nothing is known: the machine, the capture or its clock may have stood still. If
// its TCP is silent for most of it, the link or its whole system stood still.
//
// In: the first pass, in the order of the frames. Memory: constant for a connection, one Silence for each pause.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "base/time.h"

namespace godot::analysis {

/// A pause of an end. Times are nanoseconds by the capture's clock.
struct Silence {
  std::uint32_t last = 0;     ///< the frame with its last message before
  std::int64_t since = 0;     ///< when that was captured
  std::int64_t until = 0;     ///< when the next one was
  std::int64_t every = 0;     ///< the interval at which it sent before
  std::int64_t answered = 0;  ///< when its TCP last acknowledged meanwhile
  std::uint32_t waited = 0;   ///< messages to it that arrived half a second or more before the pause's end
  std::uint32_t unread = 0;   ///< bytes that arrived in it
  std::uint32_t fell = 0;     ///< bytes by which the window shrank
  std::int64_t quiet = 0;     ///< the longest time in it in which the other end sent nothing, either
  std::int64_t mute = 0;      ///< ... in which its own TCP sent nothing
  bool lasts = false;         ///< it has sent nothing since: `until` is the connection's last segment

  /// True if the link worked meanwhile: the end itself was silent.
  [[nodiscard]] bool is_of_its_end() const noexcept {
    constexpr Nanoseconds recent = second / 2;
    return waited != 0 && answered > since && until - answered < recent && quiet * 2 < until - since &&
           mute * 2 < until - since;
  }
  [[nodiscard]] bool is_certain() const noexcept {
    return is_of_its_end() && fell != 0 && fell * std::uint64_t{2} >= unread;
  }
};

/// Both ends of a connection.
class Polling {
 public:
  /// An end sends a message of so many bytes. True if it had paused before.
  bool add_message(std::size_t end, std::uint32_t frame, std::int64_t time, std::uint32_t size,
                   Silence& silence) noexcept {
    End& speaker = ends_[end];
    ends_[1 - end].add_received(time, size);
    const std::int64_t interval = time - speaker.time;
    const bool silent = speaker.messages > enough && speaker.every <= often && interval >= long_pause;
    if (silent) silence = pause_of(speaker, time);
    if (speaker.messages != 0 && interval < long_pause) speaker.every += (interval - speaker.every) / weight;
    ++speaker.messages;
    speaker.frame = frame;
    speaker.time = time;
    speaker.early = speaker.unread = 0;
    speaker.quiet = speaker.mute = 0;
    speaker.segment = time;
    speaker.spoke = true;
    return silent;
  }

  /// The pause of an end that sends nothing more until the capture ends, or, if it certainly did not poll, the
  /// connection. True if it is one.
  bool stands(std::size_t end, Silence& silence) const noexcept {
    const End& speaker = ends_[end];
    const std::int64_t until = std::max(speaker.segment, ends_[1 - end].segment);
    if (speaker.messages <= enough || speaker.every > often || until - speaker.time < long_pause) return false;
    silence = pause_of(speaker, until);
    // What it has read meanwhile is free again; so is all, in the segment that ends the connection.
    silence.fell = speaker.open - (ended_ ? speaker.before : speaker.window);
    silence.lasts = true;
    // Who closes, or answers a close, may have had nothing to send since: the game is over, or the other players left.
    return !ended_ || silence.is_certain();
  }
  /// The connection ends with the segment that was added last, or with the next one.
  void end() noexcept { ended_ = true; }
  /// The frame of an end's last message; 0: none.
  [[nodiscard]] std::uint32_t last_frame(std::size_t end) const noexcept { return ends_[end].frame; }

  /// A segment of an end, after its messages, and the window that it offers.
  void add_segment(std::size_t end, std::int64_t time, std::uint32_t window) noexcept {
    if (ended_) return;
    End& offering = ends_[end];
    offering.before = offering.window;
    if (offering.spoke || window > offering.open) offering.open = offering.low = window;
    if (window < offering.low) offering.low = window;
    offering.window = window;
    offering.mute = std::max(offering.mute, time - offering.segment);
    offering.segment = time;
    if (!offering.spoke) offering.answered = time;
    offering.spoke = false;
  }

  /// True if an end reads what is sent to it: more came since its last message than its window has shrunk, and more
  /// than its system may keep without showing it.
  [[nodiscard]] bool reads(std::size_t end) const noexcept {
    const End& reader = ends_[end];
    return reader.unread >= most_hidden && std::uint64_t{reader.open - reader.window} * 2 < reader.unread;
  }

  /// True if it does not read what came since its last message: its window has shrunk by most of it.
  [[nodiscard]] bool lags(std::size_t end) const noexcept {
    const End& reader = ends_[end];
    return reader.unread >= clear_bytes && std::uint64_t{reader.open - reader.window} * 2 >= reader.unread;
  }

 private:
  static constexpr std::uint32_t clear_bytes = 2048;
  // Linux's largest buffer (tcp_rmem). Until it is full, the window may even grow while its program reads nothing.
  static constexpr std::uint32_t most_hidden = 6U << 20U;
  static constexpr std::int64_t long_pause = second;
  static constexpr std::int64_t long_wait = second / 2;
  static constexpr std::int64_t often = second / 10;
  static constexpr std::uint32_t enough = 20;
  static constexpr std::int64_t weight = 8;

  struct End {
    std::uint32_t messages = 0;
    std::uint32_t frame = 0;  ///< of its last message, with its time
    std::int64_t time = 0;
    std::int64_t every = 0;     ///< recent interval between its messages
    std::int64_t answered = 0;  ///< its last segment without a message
    std::uint32_t early = 0;    ///< messages to it in the half second after its own last one
    std::uint32_t unread = 0;   ///< bytes of all that came since
    std::uint32_t open = 0;     ///< the window that it offered then, and the least since
    std::uint32_t low = 0;
    std::uint32_t window = 0;  ///< the window of its latest segment
    std::uint32_t before = 0;  ///< ... and of the one before it
    bool spoke = false;        ///< it has sent a message in this segment
    std::int64_t heard = 0;    ///< when the latest message to it came
    std::int64_t quiet = 0;    ///< the longest time between two of those, since its own last message
    std::int64_t segment = 0;  ///< when its latest segment came
    std::int64_t mute = 0;     ///< the longest time between two of those, since its own last message

    void add_received(std::int64_t when, std::uint32_t size) noexcept {
      unread += size;
      quiet = std::max(quiet, when - std::max(heard, time));
      heard = when;
      if (when - time < long_wait) ++early;
    }
  };
  [[nodiscard]] static Silence pause_of(const End& speaker, std::int64_t until) noexcept {
    return {.last = speaker.frame,
            .since = speaker.time,
            .until = until,
            .every = speaker.every,
            .answered = speaker.answered,
            .waited = speaker.early,
            .unread = speaker.unread,
            .fell = speaker.open - speaker.low,
            .quiet = std::max(speaker.quiet, until - std::max(speaker.heard, speaker.time)),
            .mute = std::max(speaker.mute, until - speaker.segment)};
  }

  std::array<End, 2> ends_;
  bool ended_ = false;
};

}  // namespace godot::analysis
