// SPDX-License-Identifier: MIT
// A hash for texts from the wire, with a secret. The standard library's has none: a capture could make every text of a
// table fall into one bucket.
//
// Source: Aumasson and Bernstein, "SipHash: a fast short-input PRF", with one round for a word and three at the end.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "codec/core/bytes.h"

namespace godot::analysis {

struct TextHash {
  using is_transparent = void;

  std::size_t operator()(std::string_view text) const noexcept {
    static const Key key = any_key();
    return static_cast<std::size_t>(keyed(text, key));
  }

 private:
  struct Key {
    std::uint64_t low, high;
  };
  struct State {
    std::uint64_t a, b, c, d;

    void mix() noexcept {
      a += b;
      b = std::rotl(b, 13) ^ a;
      a = std::rotl(a, 32);
      c += d;
      d = std::rotl(d, 16) ^ c;
      a += d;
      d = std::rotl(d, 21) ^ a;
      c += b;
      b = std::rotl(b, 17) ^ c;
      c = std::rotl(c, 32);
    }
    void take(std::uint64_t word) noexcept {
      d ^= word;
      mix();
      a ^= word;
    }
  };

  /// Of the system's random numbers: a capture cannot know them.
  static Key any_key();

  static std::uint64_t keyed(std::string_view text, const Key& key) noexcept {
    State state = {key.low ^ 0x736F6D6570736575, key.high ^ 0x646F72616E646F6D, key.low ^ 0x6C7967656E657261,
                   key.high ^ 0x7465646279746573};
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
    const std::size_t whole = text.size() / 8 * 8;
    for (std::size_t at = 0; at != whole; at += 8) state.take(load_le<std::uint64_t>(bytes + at));
    std::uint64_t last = std::uint64_t{text.size()} << 56;
    for (std::size_t at = whole; at != text.size(); ++at) last |= std::uint64_t{bytes[at]} << 8 * (at - whole);
    state.take(last);
    state.c ^= 0xFF;
    for (int round = 0; round != 3; ++round) state.mix();
    return state.a ^ state.b ^ state.c ^ state.d;
  }
};

}  // namespace godot::analysis
