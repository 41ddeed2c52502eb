// SPDX-License-Identifier: MIT
// Compressors for tests: ENet's own range coder, and a plain FastLZ.
#pragma once

#include <enet/enet.h>

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

#include "tests/unit/support/bytes.h"

namespace godot::test {

/// The range coder of libenet.
class LibraryCoder {
 public:
  LibraryCoder() : context_(enet_range_coder_create(), enet_range_coder_destroy) {}

  /// Empty if the result would be longer than `limit`.
  [[nodiscard]] Bytes compress(std::span<const std::uint8_t> plain, std::size_t limit) const {
    Bytes out(limit);
    const ENetBuffer buffer{.data = const_cast<std::uint8_t*>(plain.data()), .dataLength = plain.size()};
    out.resize(enet_range_coder_compress(context_.get(), &buffer, 1, plain.size(), out.data(), limit));
    return out;
  }

  [[nodiscard]] Bytes decompress(std::span<const std::uint8_t> compressed, std::size_t limit) const {
    Bytes out(limit);
    out.resize(
        enet_range_coder_decompress(context_.get(), compressed.data(), compressed.size(), out.data(), out.size()));
    return out;
  }

 private:
  std::unique_ptr<void, void (*)(void*)> context_;
};

/// FastLZ, level 1: matches are the nearest of at least three bytes, searched for slowly.
inline Bytes compress_fastlz(std::span<const std::uint8_t> plain) {
  constexpr std::size_t most_literals = 32;
  constexpr std::size_t least_match = 3;
  constexpr std::size_t most_match = 9 + 255;
  constexpr std::size_t most_distance = 8192;
  Bytes out;
  std::size_t literals = 0;  // offset of the current run's control byte
  std::size_t run = 0;
  std::size_t at = 0;
  const auto literal = [&] {
    if (run == 0) {
      literals = out.size();
      out.push_back(0);
    }
    out.push_back(plain[at++]);
    out[literals] = static_cast<std::uint8_t>(run++);
    if (run == most_literals) run = 0;
  };
  while (at < plain.size()) {
    std::size_t best = 0;
    std::size_t distance = 0;
    for (std::size_t back = 1; back <= std::min(at, most_distance); ++back) {
      std::size_t length = 0;
      while (length < most_match && at + length < plain.size() && plain[at + length] == plain[at + length - back])
        ++length;
      if (length > best) {
        best = length;
        distance = back - 1;
      }
    }
    // The first item is always literals: its upper three bits are the level.
    if (best < least_match || at == 0) {
      literal();
      continue;
    }
    run = 0;
    const std::size_t bits = std::min<std::size_t>(best - 2, 7);
    out.push_back(static_cast<std::uint8_t>(bits << 5 | distance >> 8));
    if (bits == 7) out.push_back(static_cast<std::uint8_t>(best - 9));
    out.push_back(static_cast<std::uint8_t>(distance & 0xFF));
    at += best;
  }
  return out;
}

}  // namespace godot::test
