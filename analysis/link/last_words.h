// SPDX-License-Identifier: MIT
// What the ends of a WebSocket send behind their last messages, for hosts that do not see WebSocket's own frames: what
// is as small as a Close is taken for one when TCP ends. Ends: as BareLink has them. Trivial: a host may leave by
// longjmp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "analysis/link/bare_link.h"

namespace godot::analysis {

class LastWords {
 public:
  /// A segment of this end has a message.
  void message(std::size_t end) noexcept { said_[end] = {}; }
  /// A segment without one: `size` bytes that are new.
  void add(std::size_t end, std::uint32_t size, std::uint32_t frame, std::int64_t time) noexcept {
    if (size != 0) said_[end] = {said_[end].size + size, frame, time};
  }
  /// TCP ends: who has sent a Close, first of both, has left.
  void finish(BareLink& link) const noexcept {
    const bool is_first = is_close(0) && (!is_close(1) || said_[0].frame < said_[1].frame);
    const std::size_t end = is_first ? 0 : 1;
    if (is_close(end)) link.leave(end, said_[end].frame, said_[end].time);
  }

 private:
  struct Said {
    std::uint32_t size = 0;   ///< bytes that are no message
    std::uint32_t frame = 0;  ///< the last of them; 0: none
    std::int64_t time = 0;
  };
  struct Sizes {
    std::uint32_t least;
    std::uint32_t most;
  };
  /// Of the server, and of the client, whose frames have a mask. (RFC 6455, 5.2 and 5.5: a head of 2 bytes, a mask of
  /// 4, at most 125 more; Godot always sends the code, of 2.) Less is the head of a message that did not follow.
  static constexpr std::array<Sizes, 2> of_close = {{{4, 127}, {8, 131}}};

  [[nodiscard]] bool is_close(std::size_t end) const noexcept {
    const Said& said = said_[end];
    return said.frame != 0 && said.size >= of_close[end].least && said.size <= of_close[end].most;
  }

  std::array<Said, 2> said_;
};

}  // namespace godot::analysis
