// SPDX-License-Identifier: MIT
// JSON that may stand inside HTML, with texts from senders: every byte below is safe in a <script> element, in an
// attribute and in a file of its own.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace godot::analysis::page {

/// Appends a JSON string. Escaped: characters that JSON requires, that could end the surrounding element (< > & '),
/// control characters, marks for the direction of text, line separators. Invalid UTF-8 becomes U+FFFD.
void append_text(std::string& out, std::string_view text);

inline constexpr double nanosecond = 1e-9;  ///< times are in nanoseconds, those of the page in seconds

/// Appends a number with so many decimals; null if it is not finite.
void append_number(std::string& out, double number, int decimals);

/// Appends bytes in base 64 (RFC 4648), as a JSON string.
void append_base64(std::string& out, std::string_view bytes);

/// A column of whole numbers, seven bits per byte, least significant first, bit 7: more follows (LEB128).
class Numbers {
 public:
  void add(std::uint64_t value) {
    constexpr unsigned bits = 7;
    constexpr std::uint64_t more = 0x80;
    for (; value >= more; value >>= bits) bytes_ += static_cast<char>(value | more);
    bytes_ += static_cast<char>(value);
  }
  [[nodiscard]] const std::string& bytes() const noexcept { return bytes_; }
  [[nodiscard]] std::size_t size() const noexcept { return bytes_.size(); }

 private:
  std::string bytes_;
};

}  // namespace godot::analysis::page
