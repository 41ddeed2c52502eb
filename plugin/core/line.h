// SPDX-License-Identifier: GPL-2.0-or-later
// A growing text in packet scope, for lines built for every packet: wmem_strbuf is slower (it copies byte by byte, and
// formats what it appends).
#pragma once

#include <algorithm>
#include <cstring>
#include <string_view>

#include "codec/core/number.h"
#include "plugin/core/bridge.h"

namespace godot::plugin {

class Line {
 public:
  explicit Line(wmem_allocator_t* pool) noexcept : pool_(pool) {}

  void append(std::string_view part) {
    if (part.empty()) return;  // it may be null
    if (part.size() >= room_ - size_) grow(part.size());
    std::memcpy(text_ + size_, part.data(), part.size());
    size_ += part.size();
    text_[size_] = '\0';
  }

  /// In decimal digits.
  void append_number(std::uint64_t number) {
    char digits[max_number_text];
    append({digits, static_cast<std::size_t>(write_uint(number, digits) - digits)});
  }

  /// Terminated by a NUL. Invalid after the next append, which may move the text.
  [[nodiscard]] const char* text() const noexcept { return room_ != 0 ? text_ : ""; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }

  /// Starts a new text; the old one stays valid.
  void clear() noexcept { *this = Line(pool_); }

 private:
  void grow(std::size_t more) {
    constexpr std::size_t least = 128;
    const std::size_t needed = size_ + more + 1;
    room_ = std::max({least, needed, room_ * 2});
    auto* larger = static_cast<char*>(wmem_alloc(pool_, room_));
    if (size_ != 0) std::memcpy(larger, text_, size_);
    text_ = larger;
  }

  wmem_allocator_t* pool_;
  char* text_ = nullptr;
  std::size_t size_ = 0;
  std::size_t room_ = 0;
};

}  // namespace godot::plugin
