// SPDX-License-Identifier: MIT
// What follows the name in tshark's options: -z godot,profile,csv,FILTER has ",csv,FILTER" behind "godot,profile".
//
//   OptionText text(argument, "godot,profile");
//   if (text.take("csv")) ...
//   filter = text.rest();   // may have commas of its own
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace godot::analysis::report {

class OptionText {
 public:
  OptionText(std::string_view argument, std::string_view name) noexcept
      : rest_(argument.substr(argument.size() < name.size() ? argument.size() : name.size())) {}

  /// Takes the first word if it is this one.
  bool take(std::string_view word) noexcept;
  /// Takes the last word if it is this one, and another one is left.
  bool take_last(std::string_view word) noexcept;
  /// Takes the first word, whatever it is.
  std::string_view take() noexcept;

  [[nodiscard]] bool is_empty() const noexcept { return rest_.empty(); }
  /// All that is left, without the first comma; empty if there is none.
  [[nodiscard]] std::string_view rest() const noexcept;

 private:
  [[nodiscard]] bool has_comma() const noexcept { return !rest_.empty() && rest_.front() == ','; }

  std::string_view rest_;
};

/// A decimal number from 1 to `most`, of digits alone; empty: the word is none.
[[nodiscard]] std::optional<std::uint32_t> number_of(std::string_view word, std::uint32_t most) noexcept;

}  // namespace godot::analysis::report
