// SPDX-License-Identifier: MIT
// Writes the data that Wireshark reads from an extcap: pcapng blocks. For the mirror, exported PDUs for the dissector
// `godot.mirror`, like the addon's recordings.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace godotdump {

using Bytes = std::vector<std::uint8_t>;
using View = std::span<const std::uint8_t>;

inline constexpr std::uint16_t link_upper_pdu = 252;
inline constexpr std::uint16_t link_raw_ip = 101;

/// The beginning of a section. `comment`: for users; empty: none.
void append_section(Bytes& out, std::string_view comment);

struct Interface {
  std::uint16_t link_type = link_upper_pdu;
  std::string_view name;
  std::string_view description = {};
  bool in_nanoseconds = false;  ///< times of its packets; otherwise microseconds
};
void append_interface(Bytes& out, const Interface& described);

/// What a packet has besides its bytes.
struct PacketHead {
  std::uint32_t place = 0;  ///< its interface, by order of appearance, from 0
  std::uint64_t time = 0;   ///< since 1970, in the interface's unit
  std::string_view comment = {};
  std::optional<std::uint64_t> id = {};  ///< the same for one packet on several interfaces
  std::size_t left_out = 0;              ///< bytes behind those that are written
};
/// Appends a packet whose bytes are `head` and then `bytes`.
void append_packet(Bytes& out, const PacketHead& about, View head, View bytes);

// --- The mirror --------------------------------------------------------------------------------------------------

/// The beginning of a capture: one section, one interface.
[[nodiscard]] Bytes capture_head();

/// Appends a record as a packet. `time`: microseconds since 1970. Of a record that is larger than a packet, its
/// beginning: of a message this is a whole record that has fewer of the message's bytes (mirror::max_body), of all
/// others a packet that says how long it was.
void append_packet(Bytes& out, std::uint64_t time, View record);

/// Appends a packet with a message for users.
void append_notice(Bytes& out, std::uint64_t time, std::string_view text);

/// The same, at another time and interface, with the text as its comment, too.
void append_commented_notice(Bytes& out, const PacketHead& about, std::uint64_t time, std::string_view text);

}  // namespace godotdump
