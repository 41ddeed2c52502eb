// SPDX-License-Identifier: GPL-2.0-or-later
// What the capture teaches of players who meet by noray: the first pass fills it, frame after frame; what is said
// follows once all was read.
#pragma once

#include "analysis/noray/meetings.h"
#include "plugin/core/epan/bridge.h"

namespace godot::plugin::meetings {

/// Of the open capture. Datagrams are added by the frame's end; lines, what an ICMP error quotes, and
/// what the capture lacks, are to be added on the first pass.
[[nodiscard]] analysis::NorayMeetings& all();

/// False: no address of IPv4.
[[nodiscard]] bool end_of(const address& host, std::uint32_t port, noray::End& end);

/// A line or a datagram of noray's: facts, if somebody needs them. What is said of the frame is shown there.
void add_item(packet_info* pinfo, std::uint32_t size, proto_tree* below, proto_item* root);

void begin();

}  // namespace godot::plugin::meetings
