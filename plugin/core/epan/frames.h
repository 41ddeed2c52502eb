// SPDX-License-Identifier: GPL-2.0-or-later
// The number of a packet in its file, and whether it is dissected for the first time.
//
// Wireshark's own number and mark do not tell it where packets are read through a filter (tshark -2 -R FILTER, a read
// filter in File > Open): each packet that the filter drops has the number of the next one that it keeps, and neither
// is marked as visited; the window dissects what it keeps twice. What is remembered by number would mix these packets.
#pragma once

#include <cstdint>

#include "plugin/core/epan/bridge.h"

namespace godot::plugin {

namespace detail {

/// The packet that was dissected last, of those that are not marked as visited.
struct LastFrame {
  std::uint32_t number = 0;
  gint64 offset = -1;  ///< in the file: no two packets have the same
  bool has_ended = false;
  bool is_again = false;
};
extern LastFrame last;
extern std::uint32_t dropped;  ///< packets, by a read filter

/// Another packet than the last one, or the same one again.
void begin_frame(const frame_data& data) noexcept;

/// These functions are called some thirty times for each packet: what is not rare is inline.
inline void look_at(const frame_data& data) noexcept {
  if (data.num != last.number || data.file_off != last.offset || last.has_ended) begin_frame(data);
}

}  // namespace detail

/// True if a read filter has dropped a packet.
[[nodiscard]] inline bool has_dropped_frames() noexcept { return detail::dropped != 0; }

/// The frame_number() of the packet with Wireshark's number; all packets must have been read.
[[nodiscard]] std::uint32_t frame_of_shown(std::uint32_t number) noexcept;

/// The packet's number among all packets that Wireshark has read: without a read filter, its own number.
[[nodiscard]] inline std::uint32_t frame_number(const packet_info* pinfo) noexcept {
  if (pinfo->fd->visited != 0) return has_dropped_frames() ? frame_of_shown(pinfo->num) : pinfo->num;
  detail::look_at(*pinfo->fd);
  return pinfo->num + detail::dropped;
}

/// True the first time that this packet is dissected.
[[nodiscard]] inline bool is_first_pass(const packet_info* pinfo) noexcept {
  if (pinfo->fd->visited != 0) return false;
  detail::look_at(*pinfo->fd);
  return !detail::last.is_again;
}

/// The number that Wireshark shows of the packet that is `frame` for frame_number(); 0: a read filter has dropped it.
[[nodiscard]] std::uint32_t shown_number(std::uint32_t frame) noexcept;

/// To be called at the end of each packet's dissection: how often it is dissected is counted by it.
inline void end_frame(const packet_info* pinfo) noexcept {
  if (pinfo->fd->visited != 0) return;
  detail::look_at(*pinfo->fd);
  detail::last.has_ended = true;
}

/// To be called before another capture is read.
extern "C" void forget_frames();

}  // namespace godot::plugin
