// SPDX-License-Identifier: MIT
// A growing text in an arena, for lines that are built for every packet.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "base/arena.h"
#include "codec/core/number.h"

namespace godot::analysis {

class Line {
 public:
  explicit Line(const Arena& arena) noexcept : arena_(arena) {}

  void append(std::string_view part) {
    if (part.empty()) return;  // it may be null
    if (part.size() >= room_ - size_) grow(part.size());
    std::memcpy(text_ + size_, part.data(), part.size());
    size_ += part.size();
    text_[size_] = '\0';
  }

  /// Appends the number in decimal digits.
  void append_number(std::uint64_t number) {
    char digits[max_number_text];
    append({digits, static_cast<std::size_t>(write_uint(number, digits) - digits)});
  }

  /// Terminated by a NUL. Invalid after the next append, which may move the text.
  [[nodiscard]] const char* text() const noexcept { return room_ != 0 ? text_ : ""; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }

  /// Starts a new text; the old one stays valid.
  void clear() noexcept {
    text_ = nullptr;
    size_ = room_ = 0;
  }

 private:
  void grow(std::size_t more) {
    constexpr std::size_t least = 128;
    const std::size_t needed = size_ + more + 1;
    room_ = std::max({least, needed, room_ * 2});
    char* larger = arena_.bytes(room_);
    if (size_ != 0) std::memcpy(larger, text_, size_);
    text_ = larger;
  }

  Arena arena_;
  char* text_ = nullptr;
  std::size_t size_ = 0;
  std::size_t room_ = 0;
};

}  // namespace godot::analysis
