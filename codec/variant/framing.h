// SPDX-License-Identifier: MIT
// The length prefix of Variants on streams: StreamPeer.put_var and PacketPeerStream.
//
// Bytes: u32 length (little-endian, or big-endian if the peer was set so), then that many bytes of Variant, which is
// little-endian always. Sources: core/io/stream_peer.cpp (put_var), core/io/packet_peer.cpp (PacketPeerStream).
#pragma once

#include "codec/core/bytes.h"

namespace godot::variant {

inline constexpr Offset stream_prefix = 4;

/// The largest value that an encoder sends (PacketPeer.encode_buffer_max_size, at most 256 MiB).
inline constexpr Offset max_stream_length = 256U << 20;

enum class ByteOrder : std::uint8_t { little, big };

/// Reads the prefix; `bytes` holds at least four.
[[nodiscard]] inline Offset stream_length(const std::uint8_t* bytes, ByteOrder order) noexcept {
  return order == ByteOrder::little ? load_le<std::uint32_t>(bytes) : load_be32(bytes);
}

/// Encoders send whole words, at least a header, within their limit.
[[nodiscard]] constexpr bool plausible_stream_length(Offset length) noexcept {
  return length >= 4 && length % 4 == 0 && length <= max_stream_length;
}

}  // namespace godot::variant
