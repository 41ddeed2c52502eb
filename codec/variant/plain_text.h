// SPDX-License-Identifier: MIT
// The text of a value and its type, for callers that need no fields: several times as fast as a walk with a
// TextWriter.
//
// Values as engines send them are read directly from the bytes. Others (malformed or cut, in documented forms, with
// invalid UTF-8, with numbers that are not finite, Godot 2's images and input events, Redot's structs) are walked, with
// the same text.
//
//   std::array<char, 4096> out;
//   auto text = godot::variant::text_of(godot::Buffer{bytes}, {}, {.characters = 80}, out);
//
// Sources: those of walk.h and text.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "codec/variant/text.h"
#include "codec/variant/walk.h"

namespace godot::variant {

struct TextLimits {
  std::uint32_t characters = no_text_limit;  ///< the longest text, the ellipsis included
  std::uint32_t hex_bytes = no_hex_bytes;    ///< byte arrays of so many bytes or more are written `hex:1a24`
};

/// Bytes that text_of() needs of `out`, for messages of this size.
[[nodiscard]] std::size_t text_capacity(std::size_t message_size, const TextLimits& limits) noexcept;

/// The text that a TextWriter would have for the whole value after walk(), as far as `out` has room. If `out` has
/// text_capacity() bytes, four bytes may be written after the text: an ellipsis and a NUL. `notes`: receives notes
/// about packed elements in the text, which a validation does not find.
[[nodiscard]] Text text_of(const Buffer& buffer, const Options& options, const TextLimits& limits, std::span<char> out,
                           Notes* notes = nullptr) noexcept;

/// The text of a value, and its end, if it consists of numbers (see numbers.h) and a walk would report neither a
/// problem nor a note; 0: of any other. It is not whole: more may follow. `out` has text_capacity() bytes.
[[nodiscard]] Offset text_of_numbers(const Buffer& buffer, const Options& options, const TextLimits& limits,
                                     std::span<char> out, Text& text) noexcept;

/// The name of the value's type, as in scripts; empty if there is none. A NUL follows.
[[nodiscard]] std::string_view type_of(const Buffer& buffer, const Options& options) noexcept;

}  // namespace godot::variant
