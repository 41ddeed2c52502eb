// SPDX-License-Identifier: MIT
// The largest message of each end of a WebSocket, and whether its receiver closes the connection right after it: then
// it may have been too large for the receiver.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace godot::analysis {

class Largest {
 public:
  struct Place {
    std::uint32_t frame = 0;
    std::uint32_t index = 0;  ///< of the message in its frame
    std::uint32_t size = 0;
    std::int64_t time = 0;  ///< when the frame was captured, in nanoseconds
  };

  /// A message of an end (0 or 1), in capture order.
  void add(std::size_t end, const Place& message) noexcept {
    End& own = ends_[end];
    own.last = message.time;
    if (message.size <= own.largest.size) return;
    own.largest = message;
  }

  /// This end closes the connection.
  void close(std::size_t end, std::int64_t time) noexcept {
    constexpr std::int64_t right_after = 500'000'000;
    const End& own = ends_[end];
    End& other = ends_[1 - end];
    const Place& message = other.largest;
    other.was_last = message.frame != 0 && own.last < message.time && time - message.time < right_after;
  }

  /// The end's largest message, after which the other end said nothing more and closed.
  [[nodiscard]] bool is_last_words(std::size_t end, std::uint32_t frame, std::uint32_t index) const noexcept {
    const End& own = ends_[end];
    return own.was_last && own.largest.frame == frame && own.largest.index == index;
  }

 private:
  struct End {
    Place largest;
    std::int64_t last = 0;  ///< time of its last message
    bool was_last = false;
  };
  std::array<End, 2> ends_;
};

}  // namespace godot::analysis
