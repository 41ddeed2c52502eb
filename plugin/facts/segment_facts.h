// SPDX-License-Identifier: GPL-2.0-or-later
// Converts the data of Wireshark's transport taps to facts.
#pragma once

#include "analysis/facts/facts.h"
#include "plugin/core/epan/bridge.h"

namespace godot::plugin {

/// The flow of a datagram, from the data of UDP's tap.
[[nodiscard]] analysis::facts::Frame frame_of(const packet_info* pinfo, const e_udphdr& header);

/// The flow of a segment, from the data of TCP's tap.
[[nodiscard]] analysis::facts::Frame frame_of(const packet_info* pinfo, const tcp_info_t& header);

}  // namespace godot::plugin
