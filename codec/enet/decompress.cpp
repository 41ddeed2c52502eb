// SPDX-License-Identifier: MIT
#include "codec/enet/decompress.h"

#include <array>

namespace godot::enet {
namespace {

constexpr std::array<std::string_view, compression_count> names = {"none", "range-coder", "fastlz", "zlib", "zstd"};

constexpr CompressionSet only(Compression compression) {
  return static_cast<CompressionSet>(1U << static_cast<unsigned>(compression));
}

/// RFC 1950: method 8 with a window of 32 KiB, and a check that makes the first two bytes a multiple of 31.
bool may_be_zlib(std::span<const std::uint8_t> bytes) noexcept {
  return bytes.size() >= 2 && bytes[0] == 0x78 && load_be16(bytes.data()) % 31 == 0;
}

/// RFC 8878, magic number.
bool may_be_zstd(std::span<const std::uint8_t> bytes) noexcept {
  return bytes.size() >= 4 && load_be32(bytes.data()) == 0x28B52FFD;
}

/// The first byte's upper bits are the level, 0 for the first; ENet's datagrams are too short for another.
bool may_be_fastlz(std::span<const std::uint8_t> bytes) noexcept { return bytes.size() >= 2 && bytes[0] < 0x20; }

}  // namespace

std::string_view name(Compression compression) noexcept { return names[static_cast<std::size_t>(compression)]; }

CompressionSet possible_compressions(std::span<const std::uint8_t> compressed) noexcept {
  if (compressed.empty()) return 0;
  CompressionSet set = only(Compression::range_coder);
  if (may_be_fastlz(compressed)) set |= only(Compression::fastlz);
  if (may_be_zlib(compressed)) set |= only(Compression::zlib);
  if (may_be_zstd(compressed)) set |= only(Compression::zstd);
  return set;
}

std::string_view describe(DecompressionError error) noexcept {
  switch (error) {
    case DecompressionError::none: return "Decompressed";
    case DecompressionError::empty: return "Nothing comes out of the decompression";
    case DecompressionError::too_long: return "More comes out of the decompression than a datagram may hold";
    case DecompressionError::truncated: return "The compressed data ends too early";
    case DecompressionError::out_of_range: return "The compressed data refers to something that is not there";
    case DecompressionError::not_built: return "Built without the library that this compression needs";
  }
  return {};
}

}  // namespace godot::enet
