// SPDX-License-Identifier: MIT
// Bytes for tests: from hexadecimal text, in heap blocks of exactly their size so that AddressSanitizer finds
// overreads.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "codec/core/bytes.h"

namespace godot::test {

using Bytes = std::vector<std::uint8_t>;

inline int hex_digit(char digit) {
  if (digit >= '0' && digit <= '9') return digit - '0';
  if (digit >= 'a' && digit <= 'f') return digit - 'a' + 10;
  if (digit >= 'A' && digit <= 'F') return digit - 'A' + 10;
  throw std::invalid_argument("no hexadecimal digit: " + std::string(1, digit));
}

/// Blanks between bytes are ignored.
inline Bytes from_hex(std::string_view text) {
  Bytes bytes;
  bytes.reserve(text.size() / 2);
  int high = -1;
  for (const char character : text) {
    if (character == ' ') continue;
    const int digit = hex_digit(character);
    if (high >= 0) bytes.push_back(static_cast<std::uint8_t>(high << 4 | digit));
    high = high >= 0 ? -1 : digit;
  }
  if (high >= 0) throw std::invalid_argument("an odd number of hexadecimal digits");
  return bytes;
}

inline std::string to_hex(std::string_view bytes) {
  constexpr char digits[] = "0123456789abcdef";
  std::string text;
  for (const char byte : bytes) {
    text += digits[static_cast<std::uint8_t>(byte) >> 4];
    text += digits[static_cast<std::uint8_t>(byte) & 15];
  }
  return text;
}

/// The first `captured` bytes of a message of `reported` bytes, with nothing readable behind them.
class ExactCopy {
 public:
  ExactCopy(std::span<const std::uint8_t> bytes, Offset reported)
      : bytes_(new std::uint8_t[bytes.size()]), size_(bytes.size()), reported_(reported) {
    std::copy(bytes.begin(), bytes.end(), bytes_.get());
  }
  explicit ExactCopy(std::span<const std::uint8_t> bytes) : ExactCopy(bytes, static_cast<Offset>(bytes.size())) {}

  [[nodiscard]] Buffer buffer() const { return {{bytes_.get(), size_}, reported_}; }
  [[nodiscard]] std::uint8_t& operator[](std::size_t at) { return bytes_[at]; }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  std::unique_ptr<std::uint8_t[]> bytes_;
  std::size_t size_;
  Offset reported_;
};

/// Appends a value in wire order.
template <class T>
void append(Bytes& bytes, T value) {
  std::uint8_t bits[sizeof value];
  std::memcpy(bits, &value, sizeof value);
  if constexpr (std::endian::native == std::endian::big) std::reverse(std::begin(bits), std::end(bits));
  bytes.insert(bytes.end(), std::begin(bits), std::end(bits));
}

}  // namespace godot::test
