// SPDX-License-Identifier: GPL-2.0-or-later
// What Wireshark's transports say of a frame, as facts have it.
#pragma once

#include "plugin/analysis/facts/facts.h"
#include "plugin/core/bridge.h"

namespace godot::plugin {

/// Where a datagram flows: what UDP's tap is told.
[[nodiscard]] facts::Frame frame_of(const packet_info* pinfo, const e_udphdr& header);

/// Where a segment flows: what TCP's tap is told.
[[nodiscard]] facts::Frame frame_of(const packet_info* pinfo, const tcp_info_t& header);

}  // namespace godot::plugin
