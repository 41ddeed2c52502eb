// SPDX-License-Identifier: MIT
// The meanings of an id, with the frames that announced them. An id may be announced again with another meaning: a
// frame uses the last announcement before it or in it. If a capture begins after an announcement, the second pass uses
// the next one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "base/pointer_list.h"

namespace godot::analysis {

/// The announcements of one id, by frame. `Entry` has a member `frame`; entries live elsewhere and never move.
template <class Entry>
class History {
 public:
  /// Frames never decrease on the first pass, which is the only one that adds.
  void add(Entry* entry) { entries_.push_back(entry); }

  [[nodiscard]] Entry* newest() const noexcept { return entries_.back(); }

  /// The newest announcement in this frame or an earlier one, or null.
  [[nodiscard]] Entry* until(std::uint32_t frame) const noexcept { return valid_in(frame).entry; }

  /// The same, and the last frame with this answer, as far as the capture was read.
  struct Valid {
    Entry* entry = nullptr;
    std::uint32_t last = UINT32_MAX;
  };
  [[nodiscard]] Valid valid_in(std::uint32_t frame) const noexcept {
    const std::span<Entry* const> all = entries_.all();
    const auto after = first_after(all, frame);
    if (after == all.begin()) return {};
    return {.entry = *(after - 1), .last = after == all.end() ? UINT32_MAX : (*after)->frame - 1};
  }

  /// The first announcement in a later frame, or null.
  [[nodiscard]] Entry* after(std::uint32_t frame) const noexcept {
    const std::span<Entry* const> all = entries_.all();
    const auto found = first_after(all, frame);
    return found == all.end() ? nullptr : *found;
  }

 private:
  [[nodiscard]] static auto first_after(std::span<Entry* const> all, std::uint32_t frame) noexcept {
    return std::upper_bound(all.begin(), all.end(), frame,
                            [](std::uint32_t wanted, const Entry* entry) { return wanted < entry->frame; });
  }

  PointerList<Entry> entries_;  ///< most ids have one meaning
};

}  // namespace godot::analysis
