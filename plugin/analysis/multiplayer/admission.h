// SPDX-License-Identifier: GPL-2.0-or-later
// Whether the two ends of a link let each other in: SceneMultiplayer's authentication, as far as messages show.
//
// In: authentication messages, in the order of the capture. Out: until when an end ignores what the other says. What it
// cannot know: an end that asks for proof without a word of its own. Cost: two frames for each end.
// (modules/multiplayer/scene_multiplayer.cpp, poll: from a peer that is pending, nothing but authentication is taken,
// until complete_auth() was called for it)
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace godot::analysis {

class Admission {
 public:
  /// Adds an authentication message of an end (0 or 1); without bytes, the end has accepted the other.
  void said(std::size_t end, bool with_bytes, std::uint32_t frame) noexcept {
    if (asked_[end] == 0) asked_[end] = frame;
    if (!with_bytes && admits_[end] == 0) admits_[end] = frame;
  }

  /// The frame that shows that this end wants proof, and ignores everything else that the other says in `frame`; 0: it
  /// does not, as far as that is known. Who wants proof does so from the connection's beginning: such a frame may be a
  /// later one.
  [[nodiscard]] std::uint32_t ignores_by(std::size_t end, std::uint32_t frame) const noexcept {
    const bool admits = admits_[end] != 0 && admits_[end] <= frame;
    return admits ? 0 : asked_[end];
  }

  /// True if it has begun, and not both ends have completed it.
  [[nodiscard]] bool is_open() const noexcept {
    return (asked_[0] != 0 || asked_[1] != 0) && (admits_[0] == 0 || admits_[1] == 0);
  }

 private:
  std::array<std::uint32_t, 2> asked_ = {};
  std::array<std::uint32_t, 2> admits_ = {};
};

}  // namespace godot::analysis
