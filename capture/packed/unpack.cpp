// SPDX-License-Identifier: MIT
#include "capture/packed/unpack.h"

#include <algorithm>
#include <array>
#include <limits>

#ifdef GODOT_CAPTURE_ZLIB
#include <zlib.h>
#endif
#ifdef GODOT_CAPTURE_ZSTD
#include <zstd.h>
#endif

namespace godot::capture {
namespace {

#if defined GODOT_CAPTURE_ZLIB || defined GODOT_CAPTURE_ZSTD
constexpr std::size_t step = std::size_t{64} << 10;
#endif

#ifdef GODOT_CAPTURE_ZLIB
/// Sets what zlib reads. It counts in `uInt`; spans of a capture are shorter.
void set_input(z_stream& stream, std::span<const std::uint8_t> bytes) {
  stream.next_in = const_cast<Bytef*>(bytes.data());
  stream.avail_in = static_cast<uInt>(std::min<std::size_t>(bytes.size(), std::numeric_limits<uInt>::max()));
}

class ZlibInflater final : public Inflater {
 public:
  ZlibInflater() : good_(inflateInit2(&stream_, -MAX_WBITS) == Z_OK) {}
  ZlibInflater(const ZlibInflater&) = delete;
  ZlibInflater& operator=(const ZlibInflater&) = delete;
  ~ZlibInflater() override { inflateEnd(&stream_); }

  [[nodiscard]] bool good() const { return good_; }

  bool inflate(std::span<const std::uint8_t> bytes, std::vector<std::uint8_t>& out, std::size_t limit) override {
    set_input(stream_, bytes);
    std::array<std::uint8_t, step> part;
    for (;;) {
      stream_.next_out = part.data();
      stream_.avail_out = static_cast<uInt>(part.size());
      const int result = ::inflate(&stream_, Z_SYNC_FLUSH);
      const std::size_t size = part.size() - stream_.avail_out;
      if (size > limit - std::min(limit, out.size())) return false;
      out.insert(out.end(), part.begin(), part.begin() + static_cast<std::ptrdiff_t>(size));
      // A block that says it is the last ends a message at most.
      if (result == Z_STREAM_END && inflateReset(&stream_) != Z_OK) return false;
      if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR) return false;
      if (stream_.avail_in == 0 && stream_.avail_out != 0) return true;
      if (result == Z_BUF_ERROR) return false;
    }
  }

  void reset() override { inflateReset(&stream_); }

 private:
  z_stream stream_{};
  bool good_;
};

class GzipUnpacker final : public Unpacker {
 public:
  GzipUnpacker() : good_(inflateInit2(&stream_, MAX_WBITS + 16) == Z_OK) {}
  GzipUnpacker(const GzipUnpacker&) = delete;
  GzipUnpacker& operator=(const GzipUnpacker&) = delete;
  ~GzipUnpacker() override { inflateEnd(&stream_); }

  [[nodiscard]] bool good() const { return good_; }

  bool feed(std::span<const std::uint8_t> bytes, UnpackedSink& out) override {
    set_input(stream_, bytes);
    std::array<std::uint8_t, step> part;
    while (good_) {
      stream_.next_out = part.data();
      stream_.avail_out = static_cast<uInt>(part.size());
      const int result = ::inflate(&stream_, Z_SYNC_FLUSH);
      out.write(std::span(part).first(part.size() - stream_.avail_out));
      // A file may have several members.
      good_ = result == Z_OK || result == Z_BUF_ERROR || (result == Z_STREAM_END && inflateReset(&stream_) == Z_OK);
      if (stream_.avail_in == 0 && stream_.avail_out != 0) break;
    }
    return good_;
  }

 private:
  z_stream stream_{};
  bool good_;
};
#endif

#ifdef GODOT_CAPTURE_ZSTD
class ZstdUnpacker final : public Unpacker {
 public:
  ZstdUnpacker() : stream_(ZSTD_createDStream()) {}
  ZstdUnpacker(const ZstdUnpacker&) = delete;
  ZstdUnpacker& operator=(const ZstdUnpacker&) = delete;
  ~ZstdUnpacker() override { ZSTD_freeDStream(stream_); }

  [[nodiscard]] bool good() const { return stream_ != nullptr; }

  bool feed(std::span<const std::uint8_t> bytes, UnpackedSink& out) override {
    ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
    std::array<std::uint8_t, step> part;
    for (;;) {
      ZSTD_outBuffer to{part.data(), part.size(), 0};
      if (ZSTD_isError(ZSTD_decompressStream(stream_, &to, &in)) != 0) return false;
      out.write(std::span(part).first(to.pos));
      if (in.pos == in.size && to.pos != to.size) return true;
    }
  }

 private:
  ZSTD_DStream* stream_;
};
#endif

/// Null if it could not begin.
template <class Kind>
[[maybe_unused]] std::unique_ptr<Kind> begun() {
  auto made = std::make_unique<Kind>();
  return made->good() ? std::move(made) : nullptr;
}

}  // namespace

std::unique_ptr<Inflater> make_inflater() {
#ifdef GODOT_CAPTURE_ZLIB
  return begun<ZlibInflater>();
#else
  return nullptr;
#endif
}

Packing packing_of(std::span<const std::uint8_t> first) noexcept {
  constexpr std::array<std::uint8_t, 2> gzip = {0x1F, 0x8B};
  constexpr std::array<std::uint8_t, 4> zstd = {0x28, 0xB5, 0x2F, 0xFD};
  const auto begins = [&](const auto& magic) {
    return first.size() >= magic.size() && std::equal(magic.begin(), magic.end(), first.begin());
  };
  return begins(gzip) ? Packing::gzip : begins(zstd) ? Packing::zstd : Packing::none;
}

std::unique_ptr<Unpacker> make_unpacker([[maybe_unused]] Packing packing) {
#ifdef GODOT_CAPTURE_ZLIB
  if (packing == Packing::gzip) return begun<GzipUnpacker>();
#endif
#ifdef GODOT_CAPTURE_ZSTD
  if (packing == Packing::zstd) return begun<ZstdUnpacker>();
#endif
  return nullptr;
}

}  // namespace godot::capture
