// SPDX-License-Identifier: MIT
// Memory of the engine: blocks that are freed together, when a frame or the capture ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/arena.h"

namespace godot::engine {

class Blocks {
 public:
  Blocks() = default;
  Blocks(const Blocks&) = delete;  // arenas point to it
  Blocks& operator=(const Blocks&) = delete;

  [[nodiscard]] analysis::Arena arena() noexcept {
    return {[](void* blocks, std::size_t size) { return static_cast<Blocks*>(blocks)->take(size); }, this};
  }

  /// Frees all; the first block is kept for what comes next.
  void clear() noexcept {
    if (blocks_.size() > 1) blocks_.resize(1);
    if (!blocks_.empty() && blocks_.front().size != block_size) blocks_.clear();
    next_ = blocks_.empty() ? nullptr : reinterpret_cast<std::byte*>(blocks_.front().memory.get());
    left_ = blocks_.empty() ? 0 : block_size;
  }

 private:
  static constexpr std::size_t block_size = std::size_t{64} << 10;

  struct Block {
    std::unique_ptr<std::max_align_t[]> memory;
    std::size_t size;  ///< the size of `memory` in bytes
  };

  void* take(std::size_t size) {
    // Not that of std::max_align_t, 16: what is kept of a datagram has 40 bytes.
    constexpr std::size_t step = alignof(std::uint64_t);
    size = (size + step - 1) / step * step;
    if (left_ < size) add_block(size);
    void* piece = next_;
    next_ += size;
    left_ -= size;
    return piece;
  }

  void add_block(std::size_t size) {
    const std::size_t made = size > block_size ? size : block_size;
    // Rounded up: its size need not divide that of the block (24 bytes in WebAssembly).
    const std::size_t units = (made + sizeof(std::max_align_t) - 1) / sizeof(std::max_align_t);
    // NOLINTNEXTLINE(modernize-make-unique): make_unique would clear it
    blocks_.push_back({std::unique_ptr<std::max_align_t[]>(new std::max_align_t[units]), made});
    next_ = reinterpret_cast<std::byte*>(blocks_.back().memory.get());
    left_ = made;
  }

  std::vector<Block> blocks_;
  std::byte* next_ = nullptr;  ///< the first free byte of the last block
  std::size_t left_ = 0;       ///< the number of its free bytes
};

}  // namespace godot::engine
