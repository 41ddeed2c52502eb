// SPDX-License-Identifier: MIT
// The missing numbers as text: "17", "17-19", "17-19, fragments 0-4".
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "analysis/enet/order/series.h"
#include "base/arena.h"

namespace godot::analysis::enet {

class MissingText {
 public:
  /// Adds the numbers from `first` to before `end`, as on the wire.
  void add_numbers(std::uint64_t first, std::uint64_t end) noexcept;

  /// The same for fragments of a message.
  void add_fragments(std::uint32_t first, std::uint32_t end) noexcept;

  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }

  /// How many numbers are missing.
  [[nodiscard]] std::uint32_t count() const noexcept { return count_; }

  /// Whether whole messages are missing, and not only fragments.
  [[nodiscard]] bool has_numbers() const noexcept { return has_numbers_; }

  /// A copy that stays valid, terminated by a NUL.
  [[nodiscard]] const char* keep(const Arena& arena) const;

 private:
  void append(std::string_view text) noexcept;
  void append(std::uint32_t number) noexcept;
  void add(std::string_view what, std::uint32_t first, std::uint32_t last, bool several) noexcept;

  std::array<char, 96> text_;  // three ranges at most
  std::size_t size_ = 0;
  std::uint32_t count_ = 0;
  bool has_numbers_ = false;
};

/// The unreliable messages missing in a gap.
[[nodiscard]] MissingText missing_messages(const Gap& gap) noexcept;

}  // namespace godot::analysis::enet
