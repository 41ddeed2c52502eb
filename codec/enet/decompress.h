// SPDX-License-Identifier: MIT
// What the decompressors of ENet's datagrams have in common. ENet compresses the commands of a datagram as a whole and
// says neither how nor how long they were; both ends are configured by their program.
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

/// What the first bytes of compressed commands do not rule out. Any bytes can be the range coder's; which one it was
/// only shows when the commands can be read. In the order in which they should be tried, the highest bit comes first.
[[nodiscard]] CompressionSet possible_compressions(std::span<const std::uint8_t> compressed) noexcept;

enum class DecompressionError : std::uint8_t {
  none,
  empty,         ///< nothing comes out, which ENet takes as an error
  too_long,      ///< more comes out than `output` holds
  truncated,     ///< the input ends inside of an item
  out_of_range,  ///< the input refers to something that is not there
  not_built      ///< the library for this compression was not there when this program was built
};

/// One sentence for a reader.
[[nodiscard]] std::string_view describe(DecompressionError error) noexcept;

struct Decompressed {
  Offset size = 0;  ///< bytes in `output`; those before the error, if there is one
  DecompressionError error = DecompressionError::none;

  [[nodiscard]] bool good() const noexcept { return error == DecompressionError::none; }
};

/// The most bytes that the commands behind a header of `header_size` bytes may have: ENet takes no more.
[[nodiscard]] constexpr Offset most_decompressed(Offset header_size) noexcept { return max_datagram - header_size; }

}  // namespace godot::enet
