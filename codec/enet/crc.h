// SPDX-License-Identifier: MIT
// ENet's optional checksum, as the library's own enet_crc32 computes it. Programs may use another one; Godot uses none.
//
// Bytes: the datagram's header, then four bytes of connect id where the checksum will be (zeros while there is none, in
// datagrams to peer id 0xFFF), then the commands, not compressed. Source: packet.c (enet_crc32) and protocol.c
// (enet_protocol_send_outgoing_commands) of ENet 1.3.18.
#pragma once

#include <cstdint>
#include <span>

#include "codec/enet/protocol.h"

namespace godot::enet {

/// CRC-32 of IEEE 802.3 of `bytes`; `before`: that of the preceding bytes.
[[nodiscard]] std::uint32_t crc32(std::span<const std::uint8_t> bytes, std::uint32_t before = 0) noexcept;

/// The expected Header::checksum. `connect_id` is that of Connection; `commands` follow the header, decompressed if
/// they were compressed.
[[nodiscard]] std::uint32_t checksum(const Header& header, std::uint32_t connect_id,
                                     std::span<const std::uint8_t> commands) noexcept;

}  // namespace godot::enet
