// SPDX-License-Identifier: GPL-2.0-or-later
// Decompresses a datagram's commands with the codec's range coder and FastLZ, and the libraries of zlib and zstd. A
// datagram does not name its algorithm; the output of the right one parses as commands up to its end.
#pragma once

#include <span>

#include "codec/enet/decompress.h"

namespace godot::enet::dissector {

/// Size of the buffer for decompressed commands of any datagram.
inline constexpr std::size_t plain_size = max_datagram;

[[nodiscard]] Decompressed decompress(Compression compression, std::span<const std::uint8_t> input,
                                      std::span<std::uint8_t> output) noexcept;

struct Plain {
  Compression compression = Compression::none;  ///< none: no algorithm fits
  Decompressed result;
  bool exact = false;  ///< the output parses as commands up to its end
};

/// Decompresses the commands after `header` into `output`: first as `known`, then by every other algorithm that their
/// first bytes allow, until the output parses. If none does, the result is that of `known`.
[[nodiscard]] Plain decompress_commands(std::span<const std::uint8_t> input, const Header& header, Compression known,
                                        std::span<std::uint8_t> output) noexcept;

}  // namespace godot::enet::dissector
