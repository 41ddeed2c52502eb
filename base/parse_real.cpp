// SPDX-License-Identifier: MIT
#include "base/parse_real.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>

namespace godot::analysis {
namespace {

bool is_digit(char letter) noexcept { return letter >= '0' && letter <= '9'; }

/// The exponent behind its letter; empty: it is none.
std::optional<int> exponent_in(std::string_view text) noexcept {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  int exponent = 0;
  const char* const end = text.data() + text.size();
  const auto [behind, error] = std::from_chars(text.data(), end, exponent);
  // More than any number of these lengths needs.
  constexpr int most = 100'000;
  if (error != std::errc() || behind != end || exponent < -most || exponent > most) return std::nullopt;
  return exponent;
}

}  // namespace

std::optional<double> real_in(std::string_view text) noexcept {
  constexpr std::size_t longest = 64;
  if (text.size() > longest) return std::nullopt;
  // Digits and an exponent: without a point, strtod reads the same in every locale.
  std::array<char, longest + 16> plain = {};
  std::size_t size = 0;
  std::size_t at = 0;
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) plain[size++] = text[at++];
  const std::size_t sign = size;
  int exponent = 0;
  bool has_point = false;
  for (; at < text.size() && (is_digit(text[at]) || (text[at] == '.' && !has_point)); ++at) {
    if (text[at] == '.') {
      has_point = true;
      continue;
    }
    plain[size++] = text[at];
    if (has_point) --exponent;
  }
  if (size == sign) return std::nullopt;
  if (at < text.size()) {
    if (text[at] != 'e' && text[at] != 'E') return std::nullopt;
    const std::optional<int> written = exponent_in(text.substr(at + 1));
    if (!written) return std::nullopt;
    exponent += *written;
  }
  plain[size++] = 'e';
  *std::to_chars(plain.data() + size, plain.data() + plain.size() - 1, exponent).ptr = '\0';
  const double number = std::strtod(plain.data(), nullptr);
  if (!std::isfinite(number)) return std::nullopt;
  return number;
}

}  // namespace godot::analysis
