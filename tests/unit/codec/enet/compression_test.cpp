// SPDX-License-Identifier: MIT
// The range coder compared with ENet's own, in both directions and on random bytes; FastLZ compared with vectors and a
// compressor of the tests; the method recognised from the first bytes; the checksum compared with ENet's own.
#include <gtest/gtest.h>

#include <memory>
#include <numeric>
#include <random>

#include "codec/enet/crc.h"
#include "codec/enet/fastlz.h"
#include "codec/enet/range_coder.h"
#include "tests/unit/codec/enet/compress.h"
#include "tests/unit/codec/enet/reading.h"
#include "tests/unit/codec/enet/vectors.h"

namespace godot::test {
namespace {

using enet::Decompressed;
using enet::DecompressionError;

/// Output with nothing writable behind it.
template <class Decompress>
std::pair<Decompressed, Bytes> into(std::size_t limit, const Bytes& input, const Decompress& decompress) {
  const ExactCopy from(input);
  const auto to = std::make_unique<std::uint8_t[]>(limit);
  const Decompressed done = decompress(from.buffer().captured, std::span(to.get(), limit));
  EXPECT_LE(done.size, limit);
  return {done, Bytes(to.get(), to.get() + done.size)};
}

std::pair<Decompressed, Bytes> range_coder(const Bytes& input, std::size_t limit = enet::max_datagram) {
  static const auto scratch = std::make_unique<enet::RangeCoderScratch>();
  return into(limit, input, [](auto from, auto to) { return decompress_range_coder(from, to, *scratch); });
}

std::pair<Decompressed, Bytes> fastlz(const Bytes& input, std::size_t limit = enet::max_datagram) {
  return into(limit, input, [](auto from, auto to) { return enet::decompress_fastlz(from, to); });
}

Bytes text(std::string_view characters) { return {characters.begin(), characters.end()}; }

/// Bytes of many kinds: from one value to random, of any length up to a datagram's.
Bytes some_bytes(std::mt19937& random, std::size_t longest = enet::max_datagram - 4) {
  std::uniform_int_distribution<std::size_t> length(1, longest);
  std::uniform_int_distribution<unsigned> any(0, 255);
  Bytes bytes(length(random));
  const unsigned kinds = any(random) % 5;
  const unsigned values = 1 + any(random);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    switch (kinds) {
      case 0: bytes[i] = static_cast<std::uint8_t>(any(random)); break;
      case 1: bytes[i] = static_cast<std::uint8_t>(any(random) % values); break;
      case 2: bytes[i] = static_cast<std::uint8_t>(i / 3); break;
      case 3: bytes[i] = i < 24 ? static_cast<std::uint8_t>(any(random)) : bytes[i - 1 - any(random) % 24]; break;
      default: bytes[i] = static_cast<std::uint8_t>(values); break;
    }
  }
  return bytes;
}

// --- The range coder ------------------------------------------------------------------------------------------------

TEST(RangeCoder, Vector) {
  const auto [done, plain] = range_coder(from_hex("68fbe0c33d7072bdd5e06ce58e"));
  EXPECT_TRUE(done.good());
  EXPECT_EQ(plain, text("hello hello hello hello"));
}

TEST(RangeCoder, ReadsWhatTheLibraryWrites) {
  const LibraryCoder library;
  std::mt19937 random(1);
  std::size_t total = 0;
  for (int i = 0; i < 600; ++i) {
    const Bytes plain = some_bytes(random, i % 2 == 0 ? 200 : enet::max_datagram - 4);
    const Bytes compressed = library.compress(plain, 2 * plain.size() + 16);
    ASSERT_FALSE(compressed.empty());
    const auto [done, ours] = range_coder(compressed, plain.size());
    ASSERT_TRUE(done.good()) << i << ' ' << describe(done.error);
    ASSERT_EQ(ours, plain) << i;
    total += plain.size();
  }
  std::printf("%zu bytes\n", total);
}

/// For any bytes the result is that of the library: the same output, or an error if it returns 0.
void expect_the_librarys(const Bytes& compressed, std::size_t limit) {
  const LibraryCoder library;
  const Bytes theirs = library.decompress(compressed, limit);
  const auto [done, ours] = range_coder(compressed, limit);
  ASSERT_EQ(done.good(), !theirs.empty()) << describe(done.error);
  if (done.good()) {
    ASSERT_EQ(ours, theirs);
  }
}

TEST(RangeCoder, AnyBytesGiveTheLibrarysResult) {
  std::mt19937 random(2);
  for (int i = 0; i < 2000; ++i) {
    const Bytes bytes = some_bytes(random, 300);
    expect_the_librarys(bytes, enet::max_datagram - 4);
    expect_the_librarys(bytes, 1 + bytes.size() % 64);
  }
}

TEST(RangeCoder, DamagedBytesGiveTheLibrarysResult) {
  const LibraryCoder library;
  std::mt19937 random(3);
  for (int i = 0; i < 20; ++i) {
    const Bytes plain = some_bytes(random, 300);
    const Bytes compressed = library.compress(plain, 2 * plain.size() + 16);
    for (std::size_t size = 1; size < compressed.size(); ++size)
      expect_the_librarys(Bytes(compressed.begin(), compressed.begin() + static_cast<std::ptrdiff_t>(size)), 4092);
    for (std::size_t bit = 0; bit < std::min<std::size_t>(compressed.size() * 8, 400); ++bit) {
      Bytes flipped = compressed;
      flipped[bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
      expect_the_librarys(flipped, 4092);
    }
  }
}

TEST(RangeCoder, Limits) {
  const LibraryCoder library;
  const Bytes plain = text("hello hello hello hello");
  const Bytes compressed = library.compress(plain, 100);
  EXPECT_TRUE(range_coder(compressed, plain.size()).first.good());
  const auto [short_of_one, part] = range_coder(compressed, plain.size() - 1);
  EXPECT_EQ(short_of_one.error, DecompressionError::too_long);
  EXPECT_EQ(part, Bytes(plain.begin(), plain.end() - 1));
  EXPECT_EQ(range_coder(compressed, 0).first.error, DecompressionError::too_long);
  EXPECT_EQ(range_coder({}).first.error, DecompressionError::empty);
  EXPECT_EQ(range_coder({0}).first.error, DecompressionError::empty);
  // A bomb: a few bytes that decompress to very many.
  const Bytes bomb = library.compress(Bytes(100000, 0), 100000);
  EXPECT_EQ(range_coder(bomb, enet::most_decompressed(4)).first.error, DecompressionError::too_long);
}

// --- FastLZ ---------------------------------------------------------------------------------------------------------

struct FastLzVector {
  const char* name;
  const char* hex;
  const char* plain;
  DecompressionError error;
};

const FastLzVector fastlz_vectors[] = {
    {"three literals", "02616263", "abc", DecompressionError::none},
    {"a literal and a match over itself", "00612000", "aaaa", DecompressionError::none},
    {"three literals and the same again", "026162632002", "abcabc", DecompressionError::none},
    {"a match of eight", "0061c000", "aaaaaaaaa", DecompressionError::none},
    {"a match of nine", "0061e00000", "aaaaaaaaaa", DecompressionError::none},
    {"a match of eleven", "0061e00200", "aaaaaaaaaaaa", DecompressionError::none},
    {"a match and a literal", "006120000062", "aaaab", DecompressionError::none},
    {"a lone byte at the end is not looked at", "0261626305", "abc", DecompressionError::none},
    {"nothing", "", "", DecompressionError::empty},
    {"a control byte alone", "00", "", DecompressionError::truncated},
    {"two literals of three", "026162", "", DecompressionError::truncated},
    {"literals that end after a match", "0061200005626364", "aaaa", DecompressionError::truncated},
    {"a long match without a distance", "0061e005", "a", DecompressionError::truncated},
    {"a match before the beginning", "00612001", "a", DecompressionError::out_of_range},
    {"a match far before the beginning", "00613fff", "a", DecompressionError::out_of_range},
    {"level 2", "20616263", "", DecompressionError::out_of_range},
};

TEST(FastLz, Vectors) {
  for (const FastLzVector& row : fastlz_vectors) {
    SCOPED_TRACE(row.name);
    const auto [done, plain] = fastlz(from_hex(row.hex));
    EXPECT_EQ(describe(done.error), describe(row.error));
    EXPECT_EQ(plain, text(row.plain));
  }
}

TEST(FastLz, Limits) {
  EXPECT_TRUE(fastlz(from_hex("0061e00200"), 12).first.good());
  EXPECT_EQ(fastlz(from_hex("0061e00200"), 11).first.error, DecompressionError::too_long);
  EXPECT_EQ(fastlz(from_hex("02616263"), 2).first.error, DecompressionError::too_long);
  EXPECT_EQ(fastlz(from_hex("02616263"), 0).first.error, DecompressionError::too_long);
  Bytes bomb = from_hex("0061");
  for (int i = 0; i < 100; ++i) {
    const Bytes match = from_hex("e0ff00");
    bomb.insert(bomb.end(), match.begin(), match.end());
  }
  EXPECT_EQ(fastlz(bomb).first.error, DecompressionError::too_long);
}

TEST(FastLz, SmoothedRoundTrips) {
  std::mt19937 random(4);
  for (int i = 0; i < 150; ++i) {
    const Bytes plain = some_bytes(random, i < 100 ? 300 : 3000);
    const Bytes compressed = compress_fastlz(plain);
    const auto [done, ours] = fastlz(compressed, plain.size());
    ASSERT_TRUE(done.good()) << i << ' ' << describe(done.error);
    ASSERT_EQ(ours, plain) << i;
  }
}

TEST(FastLz, AnyBytes) {
  std::mt19937 random(5);
  for (int i = 0; i < 5000; ++i) {
    Bytes bytes = some_bytes(random, 100);
    bytes[0] &= 0x1F;
    const auto [done, plain] = fastlz(bytes, 1 + bytes.size() * 3);
    EXPECT_TRUE(done.good() || done.error != DecompressionError::empty);
  }
}

// --- Recognising the method -----------------------------------------------------------------------------------------

TEST(Compression, PossibleByTheFirstBytes) {
  const auto set = [](const char* hex) { return unsigned{enet::possible_compressions(from_hex(hex))}; };
  EXPECT_EQ(set(""), 0U);
  EXPECT_EQ(set("ff"), 2U);
  EXPECT_EQ(set("00"), 2U);
  EXPECT_EQ(set("0061"), 6U);
  EXPECT_EQ(set("1f61"), 6U);
  EXPECT_EQ(set("2061"), 2U);
  EXPECT_EQ(set("789c"), 10U);
  EXPECT_EQ(set("7801"), 10U);
  EXPECT_EQ(set("789d"), 2U);
  EXPECT_EQ(set("28b52ffd"), 18U);
  EXPECT_EQ(set("28b52f"), 2U);
  for (unsigned i = 0; i < enet::compression_count; ++i)
    EXPECT_FALSE(enet::name(static_cast<enet::Compression>(i)).empty());
}

// --- Checksums ------------------------------------------------------------------------------------------------------

TEST(Checksum, IsTheLibrarys) {
  std::mt19937 random(6);
  for (int i = 0; i < 200; ++i) {
    Bytes bytes = some_bytes(random, 500);
    const ENetBuffer buffer{.data = bytes.data(), .dataLength = bytes.size()};
    const enet_uint32 theirs = enet_crc32(&buffer, 1);
    // The library's number is in wire order.
    ASSERT_EQ(enet::crc32(bytes), load_be32(reinterpret_cast<const std::uint8_t*>(&theirs)));
    const auto [front, back] =
        std::pair(std::span(bytes).first(bytes.size() / 2), std::span(bytes).subspan(bytes.size() / 2));
    ASSERT_EQ(enet::crc32(bytes), enet::crc32(back, enet::crc32(front)));
  }
  EXPECT_EQ(enet::crc32({}), 0U);
  EXPECT_EQ(enet::crc32(text("123456789")), 0xCBF43926);
}

}  // namespace
}  // namespace godot::test
