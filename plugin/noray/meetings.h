// SPDX-License-Identifier: GPL-2.0-or-later
// What the capture teaches of players who meet by noray: the first pass fills it, frame after frame; what is said
// follows once all was read.
#pragma once

#include <span>

#include "analysis/noray/meetings.h"
#include "plugin/core/epan/bridge.h"

namespace godot::plugin::meetings {

/// Of the open capture.
[[nodiscard]] analysis::NorayMeetings& all();

/// False: no address of IPv4.
[[nodiscard]] bool end_of(const address& host, std::uint32_t port, noray::End& end);

/// On the first pass.
void line(const analysis::NorayMeetings::TcpLine& where, const noray::Line& line);
void lose(std::uint32_t stream);
/// A datagram that an ICMP error quotes; others are given by the frame's end.
void returned(packet_info* pinfo, std::span<const std::uint8_t> bytes);

/// A line or a datagram of noray's: facts, if somebody needs them. What is said of the frame is shown there.
void add_item(packet_info* pinfo, std::uint32_t size, proto_tree* below, proto_item* root);

void begin();

}  // namespace godot::plugin::meetings
