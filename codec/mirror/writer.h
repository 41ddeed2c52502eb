// SPDX-License-Identifier: MIT
// Writes records of the mirror (docs/wire/mirror.md) from a message and its circumstances.
//
// Memory: none of its own. Errors: a buffer that is too small is a programming error, and nothing is written.
#pragma once

#include <span>

#include "codec/mirror/protocol.h"

namespace godot::mirror {

/// Bytes of the record of a message of `length` bytes.
[[nodiscard]] std::size_t message_record_size(std::size_t length) noexcept;

/// Writes the record of a message, with its bytes. `head`: version, kind and length are set here; `message`: begin and
/// length are. `reported`: the message's original length, which may be more. Returns the number of bytes written, 0
/// without room.
std::size_t write_message(std::span<std::uint8_t> room, const Head& head, const Message& message,
                          std::span<const std::uint8_t> bytes, std::uint32_t reported) noexcept;

/// Size of the largest record written by write_game().
inline constexpr std::size_t game_record_room = 256;

/// Writes the record of a game with Godot 4's own messages. Returns the number of bytes written, 0 without room.
/// `transport`, `role`: texts of at most 64 bytes.
std::size_t write_game(std::span<std::uint8_t> room, const Head& head, std::string_view transport,
                       std::string_view role) noexcept;

/// Bytes of the record of a carried message of `length` bytes.
[[nodiscard]] std::size_t carried_record_size(std::size_t length) noexcept;

/// Writes the record of a message as its transport carried it; begin and length of `carried` are set here. Returns the
/// number of bytes written, 0 without room.
std::size_t write_carried(std::span<std::uint8_t> room, const Head& head, const Carried& carried,
                          std::span<const std::uint8_t> bytes) noexcept;

}  // namespace godot::mirror
