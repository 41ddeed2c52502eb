// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/core/epan/frames.h"

#include <algorithm>
#include <iterator>

namespace godot::plugin {
namespace {

/// From this number on, a read filter has dropped so many packets.
struct Renumbered {
  std::uint32_t from;
  std::uint32_t dropped;
};

/// The packet that was dissected last, of those that are not marked as visited.
struct Last {
  std::uint32_t number = 0;
  gint64 offset = -1;  ///< in the file: no two packets have the same
  bool has_ended = false;
  bool is_again = false;
};

Last last;
std::uint32_t dropped = 0;
wmem_array_t* renumbered = nullptr;  ///< in order; null: no packet was dropped

const Renumbered* all() { return static_cast<const Renumbered*>(wmem_array_get_raw(renumbered)); }
std::size_t count() { return has_dropped_frames() ? wmem_array_get_count(renumbered) : 0; }

/// The packet before had this number, too: the filter dropped it.
void drop(std::uint32_t number) {
  ++dropped;
  if (!has_dropped_frames()) renumbered = wmem_array_new(wmem_file_scope(), sizeof(Renumbered));
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

void look_at(const packet_info* pinfo) noexcept {
  const frame_data& data = *pinfo->fd;
  if (data.num == last.number && data.file_off == last.offset) {
    last.is_again |= last.has_ended;
    last.has_ended = false;
    return;
  }
  if (data.num == last.number) drop(data.num);
  last = {.number = data.num, .offset = data.file_off};
}

std::uint32_t dropped_before(std::uint32_t number) noexcept {
  const Renumbered* end = all() + count();
  const Renumbered* next = std::upper_bound(
      all(), end, number, [](std::uint32_t wanted, const Renumbered& each) { return wanted < each.from; });
  return next != all() ? std::prev(next)->dropped : 0;
}

}  // namespace

std::uint32_t frame_number(const packet_info* pinfo) noexcept {
  if (pinfo->fd->visited == 0) {
    look_at(pinfo);
    return pinfo->num + dropped;
  }
  return frame_of_shown(pinfo->num);
}

std::uint32_t frame_of_shown(std::uint32_t number) noexcept {
  return has_dropped_frames() ? number + dropped_before(number) : number;
}

bool has_dropped_frames() noexcept { return renumbered != nullptr; }

bool is_first_pass(const packet_info* pinfo) noexcept {
  if (pinfo->fd->visited != 0) return false;
  look_at(pinfo);
  return !last.is_again;
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

void end_frame(const packet_info* pinfo) noexcept {
  if (pinfo->fd->visited != 0) return;
  look_at(pinfo);
  last.has_ended = true;
}

void forget_frames() {
  last = {};
  dropped = 0;
  renumbered = nullptr;
}

}  // namespace godot::plugin
