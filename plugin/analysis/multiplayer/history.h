// SPDX-License-Identifier: GPL-2.0-or-later
// What a capture has taught about an id, and when. An id may be taught anew, with another meaning: what holds in a
// frame is what was taught last before it or in it. A capture may begin after the teaching; what is taught later is
// then the best that is known, on the second pass.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace godot::plugin {

/// The lessons about one id, by frame. `Lesson` has a member `frame`; lessons live elsewhere and never move.
template <class Lesson>
class History {
 public:
  /// Frames never go back on the first pass, which is the only one that teaches.
  void add(Lesson* lesson) { lessons_.push_back(lesson); }

  [[nodiscard]] Lesson* newest() const noexcept { return lessons_.empty() ? nullptr : lessons_.back(); }

  /// The newest lesson of this frame or of one before it, or null.
  [[nodiscard]] Lesson* until(std::uint32_t frame) const noexcept {
    const auto after = first_after(frame);
    return after == lessons_.begin() ? nullptr : *(after - 1);
  }

  /// The first lesson of a later frame, or null.
  [[nodiscard]] Lesson* after(std::uint32_t frame) const noexcept {
    const auto found = first_after(frame);
    return found == lessons_.end() ? nullptr : *found;
  }

 private:
  [[nodiscard]] auto first_after(std::uint32_t frame) const noexcept {
    return std::upper_bound(lessons_.begin(), lessons_.end(), frame,
                            [](std::uint32_t wanted, const Lesson* lesson) { return wanted < lesson->frame; });
  }

  std::vector<Lesson*> lessons_;
};

}  // namespace godot::plugin
