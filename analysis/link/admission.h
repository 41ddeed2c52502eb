// SPDX-License-Identifier: MIT
// Whether the two ends of a link admit each other: SceneMultiplayer's authentication, as far as messages show it.
// In: authentication messages, in capture order. Out: until which frame an end ignores the other's messages. Not known:
// an end that requests authentication without sending anything. Cost: two frames for each end.
// (modules/multiplayer/scene_multiplayer.cpp, poll: from a pending peer only authentication is accepted, until
// complete_auth() was called for it)
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace godot::analysis {

class Admission {
 public:
  /// Adds an authentication message of an end (0 or 1); without bytes, the end has accepted the other.
  void add(std::size_t end, bool with_bytes, std::uint32_t frame) noexcept {
    if (asked_[end] == 0) asked_[end] = frame;
    if (!with_bytes && admits_[end] == 0) admits_[end] = frame;
  }

  /// The frame that shows that this end requests authentication, and ignores all other messages of the other end in
  /// `frame`; 0: it does not, as far as known. An end requests it from the connection's beginning, so this frame may be
  /// a later one.
  [[nodiscard]] std::uint32_t ignores_by(std::size_t end, std::uint32_t frame) const noexcept {
    const bool admits = admits_[end] != 0 && admits_[end] <= frame;
    return admits ? 0 : asked_[end];
  }

  /// True if authentication has begun, and not both ends have completed it.
  [[nodiscard]] bool is_open() const noexcept {
    return (asked_[0] != 0 || asked_[1] != 0) && (admits_[0] == 0 || admits_[1] == 0);
  }

 private:
  std::array<std::uint32_t, 2> asked_ = {};
  std::array<std::uint32_t, 2> admits_ = {};
};

}  // namespace godot::analysis
