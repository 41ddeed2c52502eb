// SPDX-License-Identifier: MIT
#include "project/text/checksum.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace godot::analysis::project {
namespace {

// RFC 1321, 3.4: T[i], the first 32 bits of the fraction of |sin(i + 1)|, and how far each step rotates.
constexpr std::array<std::uint32_t, 64> sines = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391};
constexpr int rotations[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};
constexpr std::array<std::uint32_t, 4> first_state = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};

std::uint32_t little_endian(const std::uint8_t* bytes) noexcept {
  std::uint32_t value = 0;
  for (unsigned i = 0; i < 4; ++i) value |= std::uint32_t{bytes[i]} << (8 * i);
  return value;
}

}  // namespace

void ListChecksum::begin() noexcept {
  state_ = first_state;
  length_ = 0;
}

void ListChecksum::take_block(const std::uint8_t* bytes) noexcept {
  std::array<std::uint32_t, 16> words{};
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = little_endian(bytes + 4 * i);
  // No structured binding: clang before 16 does not let a lambda capture one.
  std::uint32_t a = state_[0];
  std::uint32_t b = state_[1];
  std::uint32_t c = state_[2];
  std::uint32_t d = state_[3];
  // `first` and `step` select the word that each of a round's 16 steps takes.
  const auto round = [&](unsigned number, unsigned first, unsigned step, auto mix) {
    for (unsigned i = 0; i < 16; ++i) {
      const std::uint32_t mixed = mix(b, c, d) + a + sines[16 * number + i] + words[(first + step * i) % 16];
      a = d;
      d = c;
      c = b;
      b += std::rotl(mixed, rotations[number][i % 4]);
    }
  };
  using Word = std::uint32_t;
  round(0, 0, 1, [](Word x, Word y, Word z) { return (x & y) | (~x & z); });
  round(1, 1, 5, [](Word x, Word y, Word z) { return (x & z) | (y & ~z); });
  round(2, 5, 3, [](Word x, Word y, Word z) { return x ^ y ^ z; });
  round(3, 0, 7, [](Word x, Word y, Word z) { return y ^ (x | ~z); });
  state_[0] += a;
  state_[1] += b;
  state_[2] += c;
  state_[3] += d;
}

void ListChecksum::add(std::string_view name) noexcept {
  while (!name.empty()) {
    const std::size_t used = length_ % block_size;
    const std::size_t taken = std::min(name.size(), block_size - used);
    std::memcpy(&block_[used], name.data(), taken);
    length_ += taken;
    name.remove_prefix(taken);
    if (used + taken == block_size) take_block(block_.data());
  }
}

std::string_view ListChecksum::finish() noexcept {
  constexpr std::uint8_t end_mark = 0x80;
  constexpr std::size_t length_place = block_size - sizeof length_;
  const std::uint64_t bits = length_ * 8;
  std::size_t used = length_ % block_size;
  block_[used++] = end_mark;
  if (used > length_place) {
    std::fill(block_.begin() + static_cast<std::ptrdiff_t>(used), block_.end(), std::uint8_t{0});
    take_block(block_.data());
    used = 0;
  }
  std::fill(block_.begin() + static_cast<std::ptrdiff_t>(used), block_.end(), std::uint8_t{0});
  for (unsigned i = 0; i < sizeof bits; ++i) block_[length_place + i] = static_cast<std::uint8_t>(bits >> (8 * i));
  take_block(block_.data());

  constexpr std::string_view digits = "0123456789abcdef";
  char* out = text_.data();
  for (const std::uint32_t word : state_) {
    for (unsigned i = 0; i < sizeof word; ++i) {
      const std::uint32_t byte = word >> (8 * i) & 0xFFU;
      *out++ = digits[byte >> 4U];
      *out++ = digits[byte & 0xFU];
    }
  }
  begin();
  return {text_.data(), text_.size()};
}

}  // namespace godot::analysis::project
