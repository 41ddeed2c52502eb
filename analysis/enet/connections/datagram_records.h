// SPDX-License-Identifier: MIT
// The state of datagrams, in the order of the frames. A binary search finds those of a frame, so that no record needs
// an entry in an index.
//
// `Record` has a member `frame`. Memory: blocks of 64 records, which stay where they are. Time: constant for queries in
// frame order, otherwise logarithmic.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/arena.h"

namespace godot::analysis::enet {

template <class Record>
class Records {
 public:
  /// Frames must not decrease.
  Record& add(std::uint32_t frame, const Arena& arena) {
    if (count_ % block_size == 0) blocks_.push_back(arena.make<Record>(block_size));
    Record& record = at(count_);
    record.frame = frame;
    newest_ = frame;
    found_ = count_++;
    return record;
  }

  /// The first record of a frame, or null.
  [[nodiscard]] Record* first_of(std::uint32_t frame) const {
    if (frame > newest_) return nullptr;  // as on the first pass
    // Most queries are in frame order.
    if (!is_first(found_, frame)) found_ = is_first(found_ + 1, frame) ? found_ + 1 : search(frame);
    return found_ != count_ && at(found_).frame == frame ? &at(found_) : nullptr;
  }

 private:
  static constexpr std::size_t block_size = 64;

  [[nodiscard]] Record& at(std::size_t place) const { return blocks_[place / block_size][place % block_size]; }

  /// True if the frame's records begin here.
  [[nodiscard]] bool is_first(std::size_t place, std::uint32_t frame) const {
    return place < count_ && at(place).frame == frame && (place == 0 || at(place - 1).frame != frame);
  }

  /// The index of the first record of this frame or of a later one.
  [[nodiscard]] std::size_t search(std::uint32_t frame) const {
    std::size_t first = 0;
    std::size_t length = count_;
    while (length != 0) {
      const std::size_t half = length / 2;
      const bool is_before = at(first + half).frame < frame;
      if (is_before) first += half + 1;
      length = is_before ? length - half - 1 : half;
    }
    return first;
  }

  std::vector<Record*> blocks_;
  std::size_t count_ = 0;
  std::uint32_t newest_ = 0;  ///< frame of the last record
  mutable std::size_t found_ = 0;
};

}  // namespace godot::analysis::enet
