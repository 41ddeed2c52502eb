// SPDX-License-Identifier: MIT
#include "analyse/decompress.h"

#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <array>
#include <cstddef>
#include <utility>

namespace godot::analyse {
namespace {

using godot::enet::Decompressed;
using godot::enet::DecompressionError;
using Input = std::span<const std::uint8_t>;
using Output = std::span<std::uint8_t>;

/// RFC 1950, with the largest window. (Godot: core/io/compression.cpp)
Decompressed inflate_datagram(Input input, Output output) {
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

Decompressed unpack_datagram(Input input, Output output) {
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

constexpr std::array<std::uint8_t, 2> gzip_magic = {0x1F, 0x8B};
constexpr std::array<std::uint8_t, 4> zstd_magic = {0x28, 0xB5, 0x2F, 0xFD};
constexpr std::size_t piece_size = std::size_t{64} << 10;

template <std::size_t size>
bool begins_with(Input bytes, const std::array<std::uint8_t, size>& magic) {
  return bytes.size() >= size && std::equal(magic.begin(), magic.end(), bytes.begin());
}

}  // namespace

godot::enet::Decompressors decompressors() noexcept { return {.zlib = inflate_datagram, .zstd = unpack_datagram}; }

struct Unpacker::State {
  enum class Form : std::uint8_t { unknown, plain, gzip, zstd } form = Form::unknown;
  z_stream gzip = {};
  ZSTD_DStream* zstd = nullptr;
  std::vector<std::uint8_t> begin;  ///< bytes that are too few to tell the form
  std::vector<std::uint8_t> room = std::vector<std::uint8_t>(piece_size);

  ~State() {
    if (form == Form::gzip) inflateEnd(&gzip);
    ZSTD_freeDStream(zstd);
  }

  void begin_form(Input bytes) {
    if (begins_with(bytes, gzip_magic) && inflateInit2(&gzip, 15 + 16) == Z_OK) form = Form::gzip;
    else if (begins_with(bytes, zstd_magic)) form = Form::zstd;
    else form = Form::plain;
    if (form == Form::zstd) zstd = ZSTD_createDStream();
  }

  const char* take_gzip(Input bytes, std::vector<std::uint8_t>& out) {
    gzip.next_in = const_cast<Bytef*>(bytes.data());
    gzip.avail_in = static_cast<uInt>(bytes.size());
    do {
      gzip.next_out = room.data();
      gzip.avail_out = static_cast<uInt>(room.size());
      const int status = inflate(&gzip, Z_NO_FLUSH);
      out.insert(out.end(), room.begin(), room.end() - gzip.avail_out);
      // Several packed files may follow one another.
      if (status == Z_STREAM_END && inflateReset(&gzip) != Z_OK) return "the gzip data is damaged";
      if (status == Z_STREAM_END && gzip.avail_in == 0) return nullptr;
      if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR) return "the gzip data is damaged";
      if (status == Z_BUF_ERROR) return nullptr;
    } while (gzip.avail_in != 0 || gzip.avail_out == 0);
    return nullptr;
  }

  const char* take_zstd(Input bytes, std::vector<std::uint8_t>& out) {
    ZSTD_inBuffer in = {bytes.data(), bytes.size(), 0};
    for (bool is_full = true; in.pos < in.size || is_full;) {
      ZSTD_outBuffer to = {room.data(), room.size(), 0};
      if (ZSTD_isError(ZSTD_decompressStream(zstd, &to, &in)) != 0) return "the zstd data is damaged";
      out.insert(out.end(), room.begin(), room.begin() + static_cast<std::ptrdiff_t>(to.pos));
      is_full = to.pos == to.size;
    }
    return nullptr;
  }
};

Unpacker::Unpacker() : state_(std::make_unique<State>()) {}
Unpacker::~Unpacker() = default;

std::string Unpacker::take(Input packed, std::vector<std::uint8_t>& out) {
  State& state = *state_;
  std::vector<std::uint8_t> begun;
  if (state.form == State::Form::unknown) {
    state.begin.insert(state.begin.end(), packed.begin(), packed.end());
    if (state.begin.size() < zstd_magic.size() && !packed.empty()) return {};
    begun = std::move(state.begin);
    packed = begun;
    state.begin_form(packed);
  }
  const char* error = nullptr;
  switch (state.form) {
    case State::Form::gzip: error = state.take_gzip(packed, out); break;
    case State::Form::zstd: error = state.take_zstd(packed, out); break;
    default: out.insert(out.end(), packed.begin(), packed.end());
  }
  return error != nullptr ? error : "";
}

}  // namespace godot::analyse
