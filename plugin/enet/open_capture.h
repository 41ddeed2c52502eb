// SPDX-License-Identifier: GPL-2.0-or-later
// The datagrams of the capture that Wireshark has open (analysis/enet/capture/capture.h), by packet.
#pragma once

#include "analysis/enet/capture/capture.h"
#include "plugin/core/epan/bridge.h"
#include "plugin/core/epan/frames.h"

namespace godot::plugin::enet {

using analysis::enet::Direction;
using analysis::enet::Endpoint;
using analysis::enet::Fragmented;
using analysis::enet::FragmentPart;
using analysis::enet::opposite;
using analysis::enet::OtherSide;
using analysis::enet::Record;
using analysis::enet::RecordKey;
using analysis::enet::Stream;

[[nodiscard]] analysis::enet::Capture& capture() noexcept;

/// The connection of the frame's first datagram, or null.
[[nodiscard]] inline const Stream* first_stream(const packet_info* pinfo) {
  return capture().stream_of(plugin::frame_number(pinfo));
}

/// The datagram on the other side of a relay or router.
[[nodiscard]] OtherSide other_side(const Record& record, const packet_info* pinfo);

/// Forgets the capture: another one begins.
void reset_capture();

}  // namespace godot::plugin::enet
