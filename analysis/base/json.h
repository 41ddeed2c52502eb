// SPDX-License-Identifier: MIT
// Writes JSON, with texts from senders. By default, every byte is safe in a <script> element of HTML, in an attribute
// and in a file of its own.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace godot::analysis::json {

/// What is escaped in a string beside what JSON requires: for HTML, characters that could end the surrounding element
/// (< > & '), control characters, marks for the direction of text, line separators.
enum class For : std::uint8_t { html, file };

/// Appends a string. Invalid UTF-8 becomes U+FFFD.
void append_text(std::string& out, std::string_view text, For reader = For::html);

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

}  // namespace godot::analysis::json
