// SPDX-License-Identifier: MIT
// Memory in pieces of larger blocks, for a source that adds bytes of its own to each request. Nothing is freed here.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/arena.h"

namespace godot::analysis {

class Pieces {
 public:
  static constexpr std::size_t block_size = std::size_t{64} << 10;

  /// `source`: gets requests for blocks of block_size, and for what is too large for a piece.
  using Source = void* (*)(std::size_t size);
  explicit constexpr Pieces(Source source) noexcept : source_(source) {}

  [[nodiscard]] Arena arena() noexcept {
    return {[](void* pieces, std::size_t size) { return static_cast<Pieces*>(pieces)->take(size); }, this};
  }

  /// The source has freed the blocks.
  void forget() noexcept {
    free_ = nullptr;
    left_ = 0;
  }

 private:
  void* take(std::size_t size) {
    constexpr std::size_t alignment = alignof(std::uint64_t);
    size = (size + alignment - 1) / alignment * alignment;
    if (size > left_) {
      // A large request gets its own block, and the rest of the last block stays in use.
      if (size > block_size / 16) return source_(size);
      free_ = static_cast<std::byte*>(source_(block_size));
      left_ = block_size;
    }
    void* piece = free_;
    free_ += size;
    left_ -= size;
    return piece;
  }

  Source source_;
  std::byte* free_ = nullptr;
  std::size_t left_ = 0;
};

}  // namespace godot::analysis
