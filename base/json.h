// SPDX-License-Identifier: MIT
// Writes JSON, with texts from senders. By default, every byte is safe in a <script> element of HTML, in an attribute
// and in a file of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace godot::analysis::json {

/// What is escaped in a string beside what JSON requires: for HTML, characters that could end the surrounding element
/// (< > & '), control characters, marks for the direction of text, line separators; for a file, characters on which a
/// terminal acts.
enum class For : std::uint8_t { html, file };

/// Appends a string. Invalid UTF-8 becomes U+FFFD.
void append_text(std::string& out, std::string_view text, For reader = For::html);

void append_count(std::string& out, std::uint64_t count);

/// Appends a number with so many decimals; null if it is not finite.
void append_number(std::string& out, double number, int decimals);

/// Appends bytes in base 64 (RFC 4648), as a JSON string.
void append_base64(std::string& out, std::string_view bytes);

/// A number with a sign for a column of Numbers: 0, -1, 1, -2, ... become 0, 1, 2, 3, ...
[[nodiscard]] constexpr std::uint64_t zigzag(std::int64_t number) noexcept {
  constexpr unsigned sign = 63;
  return static_cast<std::uint64_t>(number) << 1U ^ static_cast<std::uint64_t>(number >> sign);
}

/// A column of whole numbers, seven bits per byte, least significant first, bit 7: more follows (LEB128).
class Numbers {
 public:
  void add(std::uint64_t value) { add({value}); }
  /// Adds them in this order. Room is made once for all of them.
  void add(std::initializer_list<std::uint64_t> values) {
    constexpr unsigned bits = 7;
    constexpr std::uint64_t more = 0x80;
    constexpr std::size_t longest = 10;
    const std::size_t wanted = values.size() * longest;
    if (room_.size() - size_ < wanted) room_.resize(2 * room_.size() + wanted);
    char* to = room_.data() + size_;
    for (std::uint64_t value : values) {
      for (; value >= more; value >>= bits) *to++ = static_cast<char>(value | more);
      *to++ = static_cast<char>(value);
    }
    size_ = static_cast<std::size_t>(to - room_.data());
  }
  [[nodiscard]] std::string_view bytes() const noexcept { return {room_.data(), size_}; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }

 private:
  std::string room_;  ///< the bytes, and room for more
  std::size_t size_ = 0;
};

}  // namespace godot::analysis::json
