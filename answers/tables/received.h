// SPDX-License-Identifier: MIT
// Which bytes of one direction of TCP the capture has, in whatever order they come: what the other end acknowledges and
// the capture has nowhere is missing in it. Sequence numbers compare within half of their range.
//
// Cost: constant for a segment that continues; memory for each gap that is open, at most `most` of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace godot::analysis::report {

class Received {
 public:
  static constexpr std::size_t most = 64;

  /// The direction begins with this number, if nothing of it was seen before.
  void begin(std::uint32_t sequence) noexcept;
  /// Its sender opens the connection: with another number, it is a connection of its own.
  void open(std::uint32_t sequence);
  void add(std::uint32_t sequence, std::uint32_t size);
  /// The other end has everything before this number.
  void acknowledge(std::uint32_t sequence) noexcept;

  /// The other end has got what the capture has nowhere. Without an acknowledgement: bytes between others are missing.
  [[nodiscard]] bool lacks() const noexcept;

 private:
  struct Gap {
    std::uint32_t begin;
    std::uint32_t end;
  };

  static void keep(std::vector<Gap>& gaps, const Gap& gap);
  void fill(std::uint32_t begin, std::uint32_t end);
  [[nodiscard]] bool is_acknowledged(const Gap& gap) const noexcept;

  bool has_begun_ = false;
  bool was_acknowledged_ = false;
  bool has_lacked_ = false;  ///< an earlier connection did
  std::uint32_t first_ = 0;
  std::uint32_t next_ = 0;
  std::uint32_t acknowledged_ = 0;
  std::vector<Gap> gaps_;  ///< in the order of their numbers
};

}  // namespace godot::analysis::report
