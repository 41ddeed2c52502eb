// SPDX-License-Identifier: MIT
#include "answers/tables/option_text.h"

#include <charconv>
#include <system_error>

namespace godot::analysis::report {

std::string_view OptionText::rest() const noexcept { return has_comma() ? rest_.substr(1) : std::string_view(); }

std::string_view OptionText::take() noexcept {
  const std::string_view all = rest();
  const std::string_view word = all.substr(0, all.find(','));
  rest_ = all.substr(word.size());
  return word;
}

bool OptionText::take(std::string_view word) noexcept {
  OptionText after = *this;
  if (!has_comma() || after.take() != word) return false;
  *this = after;
  return true;
}

bool OptionText::take_last(std::string_view word) noexcept {
  if (rest_.size() <= word.size() + 1 || !rest_.ends_with(word)) return false;
  const std::string_view before = rest_.substr(0, rest_.size() - word.size());
  if (before.back() != ',') return false;
  rest_ = before.substr(0, before.size() - 1);
  return true;
}

std::optional<std::uint32_t> number_of(std::string_view word, std::uint32_t most) noexcept {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (error != std::errc() || end != word.data() + word.size() || number == 0 || number > most) return std::nullopt;
  return number;
}

}  // namespace godot::analysis::report
