// SPDX-License-Identifier: MIT
// Writes the data that Wireshark reads from an extcap: pcapng blocks with exported PDUs for the dissector
// `godot.mirror`, like the addon's recordings.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace godotdump {

using Bytes = std::vector<std::uint8_t>;

/// The beginning of a capture: one section, one interface.
[[nodiscard]] Bytes capture_head();

/// Appends a record as a packet. `time`: microseconds since 1970.
void append_packet(Bytes& out, std::uint64_t time, std::span<const std::uint8_t> record);

/// Appends a packet with a message for users.
void append_notice(Bytes& out, std::uint64_t time, std::string_view text);

}  // namespace godotdump
