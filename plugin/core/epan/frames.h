// SPDX-License-Identifier: GPL-2.0-or-later
// The number of a packet in its file, whether it is dissected for the first time, where packets are read through a
// filter, too (base/frame_numbers.h), and whether it is a copy of another one.
#pragma once

#include "base/frame_numbers.h"
#include "plugin/core/epan/bridge.h"

namespace godot::plugin {

/// Of the open capture. The number that Wireshark shows is `frame_numbers.shown(number)`.
inline analysis::FrameNumbers frame_numbers;

[[nodiscard]] inline analysis::ReadPacket read_packet(const packet_info* pinfo) noexcept {
  return {.number = pinfo->fd->num, .offset = pinfo->fd->file_off, .is_visited = pinfo->fd->visited != 0};
}

/// The packet's number among all packets that Wireshark has read.
[[nodiscard]] inline std::uint32_t frame_number(const packet_info* pinfo) noexcept {
  return frame_numbers.of(read_packet(pinfo));
}
[[nodiscard]] inline bool is_first_pass(const packet_info* pinfo) noexcept {
  return frame_numbers.is_first_time(read_packet(pinfo));
}

/// True if the capture has not all of the frame.
[[nodiscard]] inline bool is_cut_frame(const packet_info* pinfo) noexcept {
  return pinfo->fd->cap_len < pinfo->fd->pkt_len;
}

/// An ICMP error has a copy of an earlier packet, which it does not count again.
[[nodiscard]] inline bool is_quoted(const packet_info* pinfo) noexcept { return pinfo->flags.in_error_pkt != 0; }

}  // namespace godot::plugin
