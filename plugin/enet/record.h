// SPDX-License-Identifier: GPL-2.0-or-later
// The state of a datagram, stored on the first pass.
#pragma once

#include "analysis/enet/analysis.h"
#include "plugin/enet/conversation.h"
#include "plugin/enet/reading.h"
#include "plugin/enet/reassembly.h"

namespace godot::enet::dissector {

/// Identifies a datagram in its frame: there may be several, nested or, in DTLS, in sequence.
using RecordKey = std::uint32_t;

/// One for each datagram, so its size counts: the members use the padding of the base.
struct Record : analysis::enet::Datagram {
  Direction direction : 1 = 0;
  bool is_analysed : 1 = false;  ///< the base is valid
  bool has_parts : 1 = false;    ///< some of its commands are fragments: see parts_of()
  Checksum checksum : 2 = Checksum::automatic;
  Compression compression : 3 = Compression::none;
  std::uint8_t layer = 0;  ///< the frame's layer that the datagram is in
  Stream* stream = nullptr;

  [[nodiscard]] ObservedSettings settings() const noexcept {
    return {.checksum = checksum, .compression = compression, .make = stream != nullptr ? stream->make : Make::stock};
  }
  [[nodiscard]] const analysis::enet::Datagram* analysis() const noexcept { return is_analysed ? this : nullptr; }
};

[[nodiscard]] Record* find_record(packet_info* pinfo, RecordKey key);

/// What the capture is known to lack; complete after the first pass.
[[nodiscard]] const analysis::Completeness& capture_completeness() noexcept;

/// The first record of a frame, or null.
[[nodiscard]] const Record* first_record(std::uint32_t frame);

/// The connection of the frame's first datagram, or null.
[[nodiscard]] const Stream* first_stream(packet_info* pinfo);

/// The fragments of its commands, in order; null: none. `record` may be null.
[[nodiscard]] FragmentPart* parts_of(const Record* record);

/// Adds the datagram to its connection; first pass only.
Record& track(packet_info* pinfo, RecordKey key, Conversation& conversation, const Reading& reading);

/// Resets all records; called before each capture.
void reset_records() noexcept;

}  // namespace godot::enet::dissector
