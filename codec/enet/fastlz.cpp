// SPDX-License-Identifier: MIT
#include "codec/enet/fastlz.h"

#include <algorithm>

namespace godot::enet {
namespace {

constexpr std::size_t least_match_control = 32;
constexpr std::size_t low_bits = 31;
constexpr std::size_t long_match = 7 + 2;  // with all three bits set, a byte follows

}  // namespace

Decompressed decompress_fastlz(std::span<const std::uint8_t> input, std::span<std::uint8_t> output) noexcept {
  std::size_t in = 0;
  std::size_t out = 0;
  const auto stop = [&](DecompressionError error) { return Decompressed{static_cast<Offset>(out), error}; };
  if (input.empty()) return stop(DecompressionError::empty);
  // Level 2, which begins with a byte above 31, is refused: that is a match here, before any output.
  // An item has at least two bytes: the engine ignores a single last one.
  do {
    const std::size_t control = input[in++];
    if (control < least_match_control) {
      const std::size_t length = control + 1;
      if (length > input.size() - in) return stop(DecompressionError::truncated);
      if (length > output.size() - out) return stop(DecompressionError::too_long);
      std::copy_n(input.begin() + static_cast<std::ptrdiff_t>(in), length,
                  output.begin() + static_cast<std::ptrdiff_t>(out));
      in += length;
      out += length;
    } else {
      std::size_t length = (control >> 5) + 2;
      const std::size_t needed = length == long_match ? 2 : 1;
      if (needed > input.size() - in) return stop(DecompressionError::truncated);
      if (length == long_match) length += input[in++];
      const std::size_t distance = ((control & low_bits) << 8) + input[in++] + 1;
      if (distance > out) return stop(DecompressionError::out_of_range);
      if (length > output.size() - out) return stop(DecompressionError::too_long);
      // Byte by byte: a match may overlap its output.
      for (const std::size_t end = out + length; out != end; ++out) output[out] = output[out - distance];
    }
  } while (input.size() - in >= 2);
  return stop(DecompressionError::none);
}

}  // namespace godot::enet
