// SPDX-License-Identifier: MIT
// The messages with states of synchronizers, in capture order: what the states of a message have in common, once.
//
// Memory: 12 bytes for a message; a block of 64 is begun anew if frames are 65,536 apart.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

namespace godot::analysis::sync {

struct StateMessage {
  std::uint32_t frame = 0;
  std::uint32_t number = 0;  ///< among those of the frame; less than 65,536
  std::int64_t time = 0;     ///< when the frame was captured, in nanoseconds
  [[nodiscard]] bool operator==(const StateMessage&) const noexcept = default;
};

class StateMessages {
 public:
  /// Its place; that of the last one if this is the same.
  std::uint32_t add(const StateMessage& message) {
    if (count_ != 0 && message == latest_) return count_ - 1;
    if (count_ % block_size != 0 && !blocks_.back()->takes(message.frame)) count_ += block_size - count_ % block_size;
    if (count_ % block_size == 0) blocks_.push_back(std::make_unique<Block>(message.frame));
    latest_ = message;
    blocks_.back()->set(count_ % block_size, message);
    return count_++;
  }

  [[nodiscard]] StateMessage operator[](std::uint32_t place) const noexcept {
    return blocks_[place / block_size]->at(place % block_size);
  }

  static constexpr std::uint32_t unknown = UINT32_MAX;

  /// The place of a message, if it is that of the last answer or the one behind it, as in the order of the capture;
  /// else `unknown`.
  [[nodiscard]] std::uint32_t near(std::uint32_t frame, std::uint32_t number) const noexcept {
    if (near_ >= count_) return unknown;
    const StateMessage last = (*this)[near_];
    if (last.frame == frame && last.number == number) return near_;
    // A place that no message has is equal to an earlier one.
    const bool is_behind = last.frame != frame ? last.frame < frame : last.number < number;
    if (!is_behind || near_ + 1 == count_) return unknown;
    const StateMessage next = (*this)[near_ + 1];
    return next.frame == frame && next.number == number ? ++near_ : unknown;
  }
  /// Sets the last answer.
  void reached(std::uint32_t place) const noexcept { near_ = place; }

 private:
  static constexpr std::uint32_t block_size = 64;

  struct Row {
    std::array<std::uint32_t, 2> time;  ///< the lower half, the upper half: so a row needs no padding
    std::uint16_t frame;                ///< behind the first one of the block
    std::uint16_t number;
  };

  class Block {
   public:
    explicit Block(std::uint32_t first) noexcept : first_(first) {}
    [[nodiscard]] bool takes(std::uint32_t frame) const noexcept {
      return frame >= first_ && frame - first_ <= std::numeric_limits<std::uint16_t>::max();
    }
    void set(std::size_t place, const StateMessage& message) noexcept {
      const auto time = static_cast<std::uint64_t>(message.time);
      rows_[place] = {.time = {static_cast<std::uint32_t>(time), static_cast<std::uint32_t>(time >> half)},
                      .frame = static_cast<std::uint16_t>(message.frame - first_),
                      .number = static_cast<std::uint16_t>(message.number)};
    }
    [[nodiscard]] StateMessage at(std::size_t place) const noexcept {
      const Row& row = rows_[place];
      return {.frame = first_ + row.frame,
              .number = row.number,
              .time = static_cast<std::int64_t>(std::uint64_t{row.time[1]} << half | row.time[0])};
    }

   private:
    static constexpr unsigned half = 32;
    std::uint32_t first_;
    std::array<Row, block_size> rows_ = {};
  };

  std::vector<std::unique_ptr<Block>> blocks_;
  std::uint32_t count_ = 0;
  mutable std::uint32_t near_ = 0;
  StateMessage latest_;
};

}  // namespace godot::analysis::sync
