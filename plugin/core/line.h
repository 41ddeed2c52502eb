// SPDX-License-Identifier: GPL-2.0-or-later
// A text that grows in packet scope, for lines that every packet pays for: wmem_strbuf copies byte by byte, and
// formats what it appends.
#pragma once

#include <algorithm>
#include <cstring>
#include <string_view>

#include "plugin/core/bridge.h"

namespace godot::plugin {

class Line {
 public:
  explicit Line(wmem_allocator_t* pool) noexcept : pool_(pool) {}

  void append(std::string_view part) {
    if (part.size() >= room_ - size_) grow(part.size());
    std::memcpy(text_ + size_, part.data(), part.size());
    size_ += part.size();
    text_[size_] = '\0';
  }

  /// Ends with a NUL. What is appended later may leave it behind.
  [[nodiscard]] const char* text() const noexcept { return room_ != 0 ? text_ : ""; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }

  /// Begins again; the text so far stays where it is.
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
