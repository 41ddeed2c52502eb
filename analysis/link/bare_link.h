// SPDX-License-Identifier: MIT
// A link whose transport Wireshark dissects itself (WebSocket, WebRTC), with what of it shows on later messages: pauses
// of an end, and who closes it. Ends: 0 is the one that sends first, over WebSocket the server.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>

#include "analysis/link/largest_message.h"
#include "analysis/link/link.h"
#include "analysis/link/silence.h"

namespace godot::analysis {

class BareLink {
 public:
  Link link;

  /// First pass, before message(): a message over TCP, which may end a pause of its sender.
  void listen(std::size_t end, std::uint32_t frame, std::int64_t time, std::uint32_t size) {
    Silence silence;
    if (polling_.add_message(end, frame, time, size, silence)) silences_.push_back({frame, silence});
  }

  /// Of a connection over TCP: until a segment of an end comes, the capture may have nothing of it.
  void expect_segments() noexcept { link.lacks = {true, true}; }

  /// First pass: the capture has only the beginning of this frame.
  void cut(std::uint32_t frame) noexcept {
    if (completeness_.cut_in == 0) completeness_.cut_in = frame;
    link.capture = &completeness_;
    link.lacks = {true, true};
  }

  /// First pass: this frame acknowledges data that the capture does not have, or not before it.
  void lack(std::uint32_t frame) noexcept {
    if (completeness_.lacks_in != 0) return;
    completeness_.lacks_in = frame;
    link.capture = &completeness_;
    link.lacks = {true, true};
  }

  /// A segment of TCP acknowledges what came before it, also if its program stands still.
  void add_segment(std::size_t end, std::int64_t time, std::uint32_t window) noexcept {
    polling_.add_segment(end, time, window);
    const std::size_t place = 1 - end;  // here the client is [0], and the server [1]
    if (!polling_.lags(end)) link.acks_at[place] = time;
    if (completeness_.whole()) link.lacks[place] = false;
    if (polling_.reads(end)) link.reads_at[place] = time;
  }

  /// A message with what the link knows of it.
  [[nodiscard]] Message message(std::size_t end, const Largest::Place& place, bool first_pass) {
    Message message = {.link = &link, .from_client = end != 0, .index = place.index};
    // Godot closes both directions: who has closed its end reads no more.
    if (is_closed() && closed_in_ < place.frame && closer_ != end) message.left_in = closed_in_;
    if (leaves_in_ != 0 && leaver_ == end && place.frame <= leaves_in_ && leaves_at_ - place.time <= just_before) {
      message.leaves_in = leaves_in_;
      message.leaves_after = leaves_at_ - place.time;
    }
    if (reset_in_ != 0 && closer_ != end && place.frame <= reset_in_ && closed_at_ - place.time <= soon &&
        polling_.last_frame(closer_) < place.frame) {
      message.reset_in = reset_in_;
      message.reset_after = closed_at_ - place.time;
    }
    message.silence = place.index == 0 ? silence_in(place.frame) : nullptr;
    if (!first_pass && place.index == 0 && message.silence == nullptr)
      message.silence = silence_after(end, place.frame);
    if (first_pass) largest_.add(end, place);
    else if (is_closed() && largest_.is_last_words(end, place.frame, place.index)) message.closed_after = closed_in_;
    return message;
  }

  [[nodiscard]] bool is_closed() const noexcept { return closed_in_ != 0; }
  /// `is_reset`: not by FIN. A system resets a connection whose program ends before it has read all.
  void close(std::size_t end, std::uint32_t frame, std::int64_t time, bool is_reset = false) noexcept {
    closed_in_ = frame;
    closed_at_ = time;
    closer_ = end;
    if (is_reset && leaves_in_ == 0) reset_in_ = frame;
    // Who finds a message too large says so by a Close. Without one, the end of TCP is that of a program or a network.
    if (leaves_in_ != 0) largest_.close(leaver_, leaves_at_);
    leave(end, frame, time);
  }
  /// The first Close of WebSocket, which may come long before the end of TCP; without one, that end.
  void leave(std::size_t end, std::uint32_t frame, std::int64_t time) noexcept {
    if (leaves_in_ != 0) return;
    leaves_in_ = frame;
    leaver_ = end;
    leaves_at_ = time;
    polling_.end();
  }

 private:
  /// A program reads in steps: what comes in between, it reads at once.
  static constexpr Nanoseconds just_before = 5 * millisecond;
  /// Longer than a program's steps take as a rule: what came earlier was read.
  static constexpr Nanoseconds soon = 100 * millisecond;

  struct Pause {
    std::uint32_t frame;  ///< the frame that ends the pause
    Silence silence;
  };

  [[nodiscard]] const Silence* silence_in(std::uint32_t frame) const noexcept {
    const auto found = std::lower_bound(silences_.begin(), silences_.end(), frame,
                                        [](const Pause& pause, std::uint32_t of) { return pause.frame < of; });
    return found != silences_.end() && found->frame == frame ? &found->silence : nullptr;
  }

  /// Behind the last message of an end that then stands until the connection or the capture ends. Null: none.
  [[nodiscard]] const Silence* silence_after(std::size_t end, std::uint32_t frame) noexcept {
    const bool is_over = (leaves_in_ != 0 && leaver_ == end) || polling_.last_frame(end) != frame;
    return !is_over && polling_.stands(end, stands_[end]) ? &stands_[end] : nullptr;
  }

  Polling polling_;
  std::array<Silence, 2> stands_;
  Completeness completeness_;
  std::deque<Pause> silences_;  ///< in the order of the capture; messages refer to them
  Largest largest_;
  std::uint32_t closed_in_ = 0;  ///< the frame in which one end closes it; 0: none
  std::size_t closer_ = 0;
  Nanoseconds closed_at_ = 0;
  std::uint32_t reset_in_ = 0;   ///< the frame in which one end resets it without a Close before; 0: none
  std::uint32_t leaves_in_ = 0;  ///< the frame in which one end says that it closes it; 0: none
  std::size_t leaver_ = 0;
  Nanoseconds leaves_at_ = 0;
};

/// All of a capture.
class BareLinks {
 public:
  [[nodiscard]] BareLink& begin() { return all_.emplace_back(); }
  void forget() noexcept { all_.clear(); }

 private:
  std::deque<BareLink> all_;
};

}  // namespace godot::analysis
