// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/core/epan/frames.h"

#include "base/renumbered.h"

namespace godot::plugin {

detail::LastFrame detail::last;
std::uint32_t detail::dropped = 0;

namespace {

using detail::last;

/// By a read filter.
analysis::Renumbered& renumbered() {
  static analysis::Renumbered all;
  return all;
}

}  // namespace

void detail::begin_frame(const frame_data& data) noexcept {
  if (data.num == last.number && data.file_off == last.offset) {
    last.is_again |= last.has_ended;
    last.has_ended = false;
    return;
  }
  if (data.num == last.number) {  // the packet before had this number, too: the filter dropped it
    renumbered().drop(data.num);
    dropped = renumbered().dropped();
  }
  last = {.number = data.num, .offset = data.file_off};
}

std::uint32_t frame_of_shown(std::uint32_t number) noexcept { return renumbered().among_all(number); }

std::uint32_t shown_number(std::uint32_t frame) noexcept {
  return has_dropped_frames() ? renumbered().among_kept(frame) : frame;
}

void forget_frames() {
  last = {};
  detail::dropped = 0;
  renumbered().forget();
}

}  // namespace godot::plugin
