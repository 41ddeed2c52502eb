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

/// The packet's number among all packets that Wireshark has read: without a read filter, its own number.
[[nodiscard]] std::uint32_t frame_number(const packet_info* pinfo) noexcept;

/// True the first time that this packet is dissected.
[[nodiscard]] bool is_first_pass(const packet_info* pinfo) noexcept;

/// True if a read filter has dropped a packet.
[[nodiscard]] bool has_dropped_frames() noexcept;

/// The number that Wireshark shows of the packet that is `frame` for frame_number(); 0: a read filter has dropped it.
[[nodiscard]] std::uint32_t shown_number(std::uint32_t frame) noexcept;

/// The frame_number() of the packet with Wireshark's number; all packets must have been read.
[[nodiscard]] std::uint32_t frame_of_shown(std::uint32_t number) noexcept;

/// To be called at the end of each packet's dissection: how often it is dissected is counted by it.
void end_frame(const packet_info* pinfo) noexcept;

/// To be called before another capture is read.
extern "C" void forget_frames();

}  // namespace godot::plugin
