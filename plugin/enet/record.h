// SPDX-License-Identifier: GPL-2.0-or-later
// What is remembered of a datagram from the first pass on.
#pragma once

#include "plugin/analysis/enet/analysis.h"
#include "plugin/enet/reading.h"
#include "plugin/enet/reassembly.h"

namespace godot::enet::dissector {

/// Which datagram of a frame: there may be several, one in the other or, in DTLS, one behind the other.
using RecordKey = std::uint32_t;

struct Record {
  Stream* stream = nullptr;
  const Datagram* analysis = nullptr;  ///< null: not wanted then
  FragmentPart* parts = nullptr;
  Habits habits;
  Direction direction = 0;
};

[[nodiscard]] Record* find_record(packet_info* pinfo, RecordKey key);

/// The first connection that a frame has a datagram of, or null.
[[nodiscard]] const Stream* first_stream(packet_info* pinfo);

/// Follows the datagram through its connection; first pass only.
Record& track(packet_info* pinfo, RecordKey key, Conversation& conversation, const Reading& reading);

}  // namespace godot::enet::dissector
