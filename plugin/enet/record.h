// SPDX-License-Identifier: GPL-2.0-or-later
// What is remembered of a datagram from the first pass on.
#pragma once

#include "plugin/analysis/enet/analysis.h"
#include "plugin/enet/reading.h"
#include "plugin/enet/reassembly.h"

namespace godot::enet::dissector {

/// Which datagram of a frame: there may be several, one in the other or, in DTLS, one behind the other.
using RecordKey = std::uint32_t;

/// There are as many as datagrams, so their size counts: what follows the base fills its padding.
struct Record : Datagram {
  Direction direction : 1 = 0;
  bool is_analysed : 1 = false;  ///< the base says something
  bool has_parts : 1 = false;    ///< fragments are among its commands: see parts_of()
  Checksum checksum : 2 = Checksum::automatic;
  Compression compression : 3 = Compression::none;
  std::uint8_t layer = 0;  ///< the frame's layer that the datagram is in
  Stream* stream = nullptr;

  [[nodiscard]] Habits habits() const noexcept { return {.checksum = checksum, .compression = compression}; }
  [[nodiscard]] const Datagram* analysis() const noexcept { return is_analysed ? this : nullptr; }
};

[[nodiscard]] Record* find_record(packet_info* pinfo, RecordKey key);

/// The first record of a frame, or null.
[[nodiscard]] const Record* first_record(std::uint32_t frame);

/// The first connection that a frame has a datagram of, or null.
[[nodiscard]] const Stream* first_stream(packet_info* pinfo);

/// Its fragments' places in their messages, in the order of the commands; null without one. `record` may be null.
[[nodiscard]] FragmentPart* parts_of(const Record* record);

/// Follows the datagram through its connection; first pass only.
Record& track(packet_info* pinfo, RecordKey key, Conversation& conversation, const Reading& reading);

/// Forgets all records; called before each capture.
void reset_records() noexcept;

}  // namespace godot::enet::dissector
