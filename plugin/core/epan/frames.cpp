// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/core/epan/frames.h"

#include <algorithm>
#include <iterator>

namespace godot::plugin {

detail::LastFrame detail::last;
std::uint32_t detail::dropped = 0;

namespace {

using detail::dropped;
using detail::last;

/// From this number on, a read filter has dropped so many packets.
struct Renumbered {
  std::uint32_t from;
  std::uint32_t dropped;
};

wmem_array_t* renumbered = nullptr;  ///< in order; null: no packet was dropped

const Renumbered* all() { return static_cast<const Renumbered*>(wmem_array_get_raw(renumbered)); }
std::size_t count() { return renumbered != nullptr ? wmem_array_get_count(renumbered) : 0; }

/// The packet before had this number, too: the filter dropped it.
void drop(std::uint32_t number) {
  ++dropped;
  if (renumbered == nullptr) renumbered = wmem_array_new(wmem_file_scope(), sizeof(Renumbered));
  if (const std::size_t known = count(); known != 0) {
    auto* newest = static_cast<Renumbered*>(wmem_array_index(renumbered, static_cast<guint>(known - 1)));
    if (newest->from == number) {
      newest->dropped = dropped;
      return;
    }
  }
  const Renumbered row = {number, dropped};
  wmem_array_append(renumbered, &row, 1);
}

std::uint32_t dropped_before(std::uint32_t number) noexcept {
  const Renumbered* end = all() + count();
  const Renumbered* next = std::upper_bound(
      all(), end, number, [](std::uint32_t wanted, const Renumbered& each) { return wanted < each.from; });
  return next != all() ? std::prev(next)->dropped : 0;
}

}  // namespace

void detail::begin_frame(const frame_data& data) noexcept {
  if (data.num == last.number && data.file_off == last.offset) {
    last.is_again |= last.has_ended;
    last.has_ended = false;
    return;
  }
  if (data.num == last.number) drop(data.num);
  last = {.number = data.num, .offset = data.file_off};
}

std::uint32_t frame_of_shown(std::uint32_t number) noexcept {
  return has_dropped_frames() ? number + dropped_before(number) : number;
}

std::uint32_t shown_number(std::uint32_t frame) noexcept {
  if (!has_dropped_frames()) return frame;
  const Renumbered* end = all() + count();
  const Renumbered* next = std::upper_bound(all(), end, frame, [](std::uint32_t wanted, const Renumbered& each) {
    return wanted < each.from + each.dropped;
  });
  const std::uint32_t number = frame - (next != all() ? std::prev(next)->dropped : 0);
  return next == end || number < next->from ? number : 0;
}

void forget_frames() {
  last = {};
  dropped = 0;
  renumbered = nullptr;
}

}  // namespace godot::plugin
