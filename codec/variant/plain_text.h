// SPDX-License-Identifier: MIT
// The text of a value and its type, for callers that need no fields: several times as fast as a walk with a
// TextWriter.
//
// What engines send is read straight from the bytes. What is odd (malformed or cut, a form of the documents, text that
// is not UTF-8, numbers that are not finite, Godot 2's images and input events, Redot's structs) is walked, and its
// text is the same.
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

/// The text that a TextWriter has for the whole value when walk() has read it, of whatever `out` has room for. Where
/// there is room for text_capacity(), four bytes may be written behind the text: an ellipsis and a NUL.
/// `notes`: gets those that a validation does not find, of packed elements that the text shows.
[[nodiscard]] Text text_of(const Buffer& buffer, const Options& options, const TextLimits& limits, std::span<char> out,
                           Notes* notes = nullptr) noexcept;

/// The name of the value's type, as scripts spell it; empty if there is none. A NUL follows.
[[nodiscard]] std::string_view type_of(const Buffer& buffer, const Options& options) noexcept;

}  // namespace godot::variant
