// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/enet/decompression.h"

#ifdef GODOT_HAS_ZLIB
#include <zlib.h>
#endif
#ifdef GODOT_HAS_ZSTD
#include <zstd.h>
#include <zstd_errors.h>
#endif

#include "codec/enet/fastlz.h"
#include "codec/enet/range_coder.h"
#include "codec/enet/walk.h"

namespace godot::enet::dissector {
namespace {

using Input = std::span<const std::uint8_t>;
using Output = std::span<std::uint8_t>;

#ifdef GODOT_HAS_ZLIB
/// RFC 1950, with the largest window. (Godot: core/io/compression.cpp)
Decompressed inflate_zlib(Input input, Output output) noexcept {
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
Decompressed inflate_zlib(Input, Output) noexcept { return {.error = DecompressionError::not_built}; }
#endif

#ifdef GODOT_HAS_ZSTD
Decompressed decompress_zstd(Input input, Output output) noexcept {
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
Decompressed decompress_zstd(Input, Output) noexcept { return {.error = DecompressionError::not_built}; }
#endif

}  // namespace

Decompressed decompress(Compression compression, std::span<const std::uint8_t> input,
                        std::span<std::uint8_t> output) noexcept {
  static RangeCoderScratch scratch;
  switch (compression) {
    case Compression::range_coder: return decompress_range_coder(input, output, scratch);
    case Compression::fastlz: return decompress_fastlz(input, output);
    case Compression::zlib: return inflate_zlib(input, output);
    case Compression::zstd: return decompress_zstd(input, output);
    case Compression::none: break;
  }
  return {.error = DecompressionError::empty};
}

Plain decompress_commands(std::span<const std::uint8_t> input, const Header& header, Compression known,
                          std::span<std::uint8_t> output) noexcept {
  const auto room = output.first(most_decompressed(header.size));
  const auto attempt = [&](Compression compression) {
    Plain plain{.compression = compression, .result = decompress(compression, input, room)};
    if (plain.result.good()) {
      const Buffer commands(room.first(plain.result.size));
      const Options options{.padded = compression == Compression::fastlz};
      plain.exact = validate_commands(commands, header, options).exact(commands);
    }
    return plain;
  };
  if (known != Compression::none) {
    const Plain plain = attempt(known);
    if (plain.exact) return plain;
  }
  const CompressionSet possible = possible_compressions(input);
  for (unsigned i = compression_count - 1; i != 0; --i) {
    const auto compression = static_cast<Compression>(i);
    if ((possible >> i & 1U) == 0 || compression == known) continue;
    const Plain plain = attempt(compression);
    if (plain.exact) return plain;
  }
  return known != Compression::none ? attempt(known) : Plain{};
}

}  // namespace godot::enet::dissector
