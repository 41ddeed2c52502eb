// SPDX-License-Identifier: MIT
// Records on a stream: the greetings of a game and its listener, and the ends of records.
//
//   greeting     "godot.mirror", u16 version, u16 0. The listener's comes first: a game sends nothing before it has
//                received that. Then the game's
//   record       u32 length, then a record of that length (walk.h)
//
// Neither allocates, and work is linear in the bytes.
//
// Source: docs/wire/mirror.md, addon/addons/godot_wireshark/live_sender.gd.
#pragma once

#include <array>
#include <span>

#include "codec/mirror/protocol.h"

namespace godot::mirror {

inline constexpr std::size_t greeting_size = 16;
using Greeting = std::array<std::uint8_t, greeting_size>;

/// The greeting of both sides in this version.
[[nodiscard]] Greeting greeting() noexcept;

/// The result of reading a stream's front.
struct Greeted {
  enum class Who : std::uint8_t {
    unknown,   ///< not enough bytes to decide
    mirror,    ///< a mirror of this version
    other,     ///< a mirror of another version
    stranger,  ///< bytes that no mirror sends
  };
  Who who = Who::unknown;
  std::uint16_t version = 0;
};
[[nodiscard]] Greeted greeted(std::span<const std::uint8_t> stream) noexcept;

/// The record at the front of a stream.
struct Framed {
  enum class Status : std::uint8_t {
    more,   ///< it has not come yet as a whole
    whole,  ///< `record` is there; the stream goes on after `size` bytes
    bad,    ///< not a record: the stream can't be read any further
  };
  Status status = Status::more;
  std::size_t size = 0;
  std::span<const std::uint8_t> record = {};
  Head head = {};
};
[[nodiscard]] Framed framed(std::span<const std::uint8_t> stream) noexcept;

}  // namespace godot::mirror
