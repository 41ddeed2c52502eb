// SPDX-License-Identifier: MIT
// zlib and zstd for datagrams of ENet, for programs that are built with them: GODOT_HAS_ZLIB, GODOT_HAS_ZSTD. Each
// function writes what it gets of its input, and says how much that is, and why no more. One thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#ifdef GODOT_HAS_ZLIB
#include <zlib.h>
#endif
#ifdef GODOT_HAS_ZSTD
#include <zstd.h>
#include <zstd_errors.h>
#endif

#include "codec/enet/datagram_reading.h"

namespace godot::engine::packed {

using godot::enet::Decompressed;
using godot::enet::DecompressionError;
using godot::enet::Decompressors;
using Input = std::span<const std::uint8_t>;
using Output = std::span<std::uint8_t>;

#ifdef GODOT_HAS_ZLIB
/// RFC 1950, with the largest window. (Godot: core/io/compression.cpp)
inline Decompressed inflate_zlib(Input input, Output output) {
  static z_stream stream;
  static const bool ready = inflateInit(&stream) == Z_OK;
  if (!ready || inflateReset(&stream) != Z_OK) return {.error = DecompressionError::out_of_range};
  stream.next_in = const_cast<Bytef*>(input.data());  // zlib does not write to its input
  stream.avail_in = static_cast<uInt>(input.size());
  stream.next_out = output.data();
  stream.avail_out = static_cast<uInt>(output.size());
  const int status = inflate(&stream, Z_FINISH);
  const auto size = static_cast<Offset>(output.size() - stream.avail_out);
  if (status == Z_STREAM_END) return {size, size == 0 ? DecompressionError::empty : DecompressionError::none};
  if (status != Z_BUF_ERROR && status != Z_OK) return {size, DecompressionError::out_of_range};
  return {size, stream.avail_out == 0 ? DecompressionError::too_long : DecompressionError::truncated};
}

#else
inline constexpr Decompressors::Function inflate_zlib = nullptr;
#endif

#ifdef GODOT_HAS_ZSTD
inline Decompressed decompress_zstd(Input input, Output output) {
  static ZSTD_DCtx* const context = ZSTD_createDCtx();
  const std::size_t size = ZSTD_decompressDCtx(context, output.data(), output.size(), input.data(), input.size());
  if (ZSTD_isError(size) == 0)
    return {static_cast<Offset>(size), size == 0 ? DecompressionError::empty : DecompressionError::none};
  switch (ZSTD_getErrorCode(size)) {
    case ZSTD_error_dstSize_tooSmall: return {.error = DecompressionError::too_long};
    case ZSTD_error_srcSize_wrong: return {.error = DecompressionError::truncated};
    default: return {.error = DecompressionError::out_of_range};
  }
}
#else
inline constexpr Decompressors::Function decompress_zstd = nullptr;
#endif

[[nodiscard]] inline Decompressors decompressors() noexcept { return {.zlib = inflate_zlib, .zstd = decompress_zstd}; }

}  // namespace godot::engine::packed
