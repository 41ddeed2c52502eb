// SPDX-License-Identifier: MIT
// A text that is shown again each second in the same place of a terminal, as much of it as fits.
#pragma once

#include <chrono>
#include <functional>
#include <string>

namespace godot::analyse {

/// The text as a terminal of this size shows it from its top left corner on, written at once so that nothing flickers:
/// each line ends with what erases the rest of the earlier one.
[[nodiscard]] std::string screenful(const std::string& text, unsigned lines, unsigned columns);

class Screen {
 public:
  explicit Screen(std::function<std::string()> text);

  /// Draws if the last time was a second ago. Returns after how many milliseconds it is due again, `most` at most.
  unsigned draw_if_due(unsigned most);

  /// Leaves an empty screen, for what is printed next.
  static void clear();

 private:
  using Clock = std::chrono::steady_clock;

  std::function<std::string()> text_;
  Clock::time_point due_;
};

}  // namespace godot::analyse
