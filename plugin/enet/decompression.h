// SPDX-License-Identifier: GPL-2.0-or-later
// Decompressing a datagram's commands: the codec's range coder and FastLZ, and zlib's and zstd's libraries. Nothing in
// a datagram tells which; the right one's output can be read as commands up to its end.
#pragma once

#include <span>

#include "codec/enet/decompress.h"

namespace godot::enet::dissector {

/// Bytes of any datagram's commands: the buffer for what comes out.
inline constexpr std::size_t plain_size = max_datagram;

[[nodiscard]] Decompressed decompress(Compression compression, std::span<const std::uint8_t> input,
                                      std::span<std::uint8_t> output) noexcept;

struct Plain {
  Compression compression = Compression::none;  ///< none: no decompression makes sense of it
  Decompressed result;
  bool exact = false;  ///< what came out are commands up to its end
};

/// Decompresses the commands behind `header` into `output`: first as `known`, then as everything else that their first
/// bytes allow, until one can be read. If none can, `known` it is.
[[nodiscard]] Plain decompress_commands(std::span<const std::uint8_t> input, const Header& header, Compression known,
                                        std::span<std::uint8_t> output) noexcept;

}  // namespace godot::enet::dissector
