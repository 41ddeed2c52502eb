// SPDX-License-Identifier: MIT
// Shared by the decompressors of ENet's datagrams. ENet compresses the commands of a datagram as a whole; neither the
// method nor the length is on the wire: the programs at both ends configure them.
//
// Sources: protocol.c (enet_protocol_handle_incoming_commands) of ENet 1.3.18; modules/enet (enet_connection.cpp of
// Godot 4, networked_multiplayer_enet.cpp of Godot 3) for what is used.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "codec/core/bytes.h"
#include "codec/enet/protocol.h"

namespace godot::enet {

/// Godot's compression modes, under Godot's numbers.
enum class Compression : std::uint8_t { none, range_coder, fastlz, zlib, zstd };
inline constexpr unsigned compression_count = 5;

/// The name in enet.compression: "none", "range-coder", "fastlz", "zlib", "zstd".
[[nodiscard]] std::string_view name(Compression compression) noexcept;

/// A set of compressions, bit i for the one with number i.
using CompressionSet = std::uint8_t;

/// The compressions that the first bytes do not exclude. Any bytes can be the range coder's; the right one is known
/// only when the output parses. Ordered for trials, beginning with the highest bit.
[[nodiscard]] CompressionSet possible_compressions(std::span<const std::uint8_t> compressed) noexcept;

enum class DecompressionError : std::uint8_t {
  none,
  empty,         ///< nothing comes out, which ENet takes as an error
  too_long,      ///< more comes out than `output` holds
  truncated,     ///< the input ends inside an item
  out_of_range,  ///< the input refers to missing data
  not_built      ///< this program was built without the library
};

/// One sentence for a reader.
[[nodiscard]] std::string_view describe(DecompressionError error) noexcept;

struct Decompressed {
  Offset size = 0;  ///< bytes in `output`; those before the error, if there is one
  DecompressionError error = DecompressionError::none;

  [[nodiscard]] bool good() const noexcept { return error == DecompressionError::none; }
};

/// The limit of ENet for decompressed commands after a header of `header_size` bytes.
[[nodiscard]] constexpr Offset most_decompressed(Offset header_size) noexcept { return max_datagram - header_size; }

}  // namespace godot::enet
