// SPDX-License-Identifier: MIT
// Files that a game reads block by block, reassembled: blocks may come in any order and again.
//
// Memory: the bytes received of each incomplete file; a block is found by its offset.
// Not supported: files of which the game reads only a part. They are never complete.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace godot::analysis {

class Assembler {
 public:
  using Bytes = std::vector<std::uint8_t>;

  /// One file of one conversation.
  struct Key {
    std::uint32_t conversation = 0;
    std::uint32_t id = 0;
    // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 sees a 0 in it
    auto operator<=>(const Key&) const = default;
  };

  /// A file is read from its beginning, `size` bytes.
  void open(const Key& key, std::uint64_t size);

  /// Adds a block. Returns the file if this block completes it, and removes it; otherwise empty.
  [[nodiscard]] Bytes add(const Key& key, std::uint64_t offset, std::span<const std::uint8_t> block);

  void forget() noexcept { files_.clear(); }

 private:
  struct File {
    std::uint64_t size = 0;
    Bytes front;                         ///< the bytes from the file's begin on, without a gap
    std::map<std::uint64_t, Bytes> far;  ///< behind one, by offset
  };

  std::map<Key, File> files_;
};

}  // namespace godot::analysis
