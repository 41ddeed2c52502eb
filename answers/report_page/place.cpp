// SPDX-License-Identifier: MIT
#include "answers/report_page/place.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <string_view>

#include "codec/variant/numbers.h"

namespace godot::analysis::page {
namespace {

/// `type`: as in the engine's text.
struct Form {
  std::string_view type;
  std::size_t numbers;
  std::size_t x;
  std::size_t y;
};
constexpr Form forms[] = {{"Vector2", 2, 0, 1},       {"Vector2i", 2, 0, 1},    {"Vector3", 3, 0, 2},
                          {"Vector3i", 3, 0, 2},      {"Transform2D", 6, 4, 5}, {"Matrix32", 6, 4, 5},
                          {"Transform3D", 12, 9, 11}, {"Transform", 12, 9, 11}};

/// Reads a number as Godot writes it; returns where it ends, or where it begins if it is none. std::strtof takes ten
/// times as long, and depends on the locale: it reads what has an exponent, or too many digits to be the same here.
const char* read_number(const char* text, float& number) {
  constexpr double tens[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8};
  constexpr std::ptrdiff_t most_digits = 15;  // of an exact double
  const auto is_digit = [](char letter) { return letter >= '0' && letter <= '9'; };
  const char* at = text;
  if (*at == ' ') ++at;
  const bool is_negative = *at == '-';
  if (is_negative) ++at;
  const char* const begin = at;
  std::uint64_t digits = 0;
  const auto read_digits = [&] {
    for (; is_digit(*at) && at - begin <= most_digits; ++at) digits = digits * 10 + static_cast<unsigned>(*at - '0');
  };
  read_digits();
  const std::ptrdiff_t whole = at - begin;
  std::size_t decimals = 0;
  if (*at == '.') {
    ++at;
    read_digits();
    decimals = static_cast<std::size_t>(at - begin - whole - 1);
  }
  const bool ends = *at == ',' || *at == ')' || *at == ' ';
  if (whole == 0 || !ends || at - begin > most_digits || decimals >= std::size(tens)) {
    char* end = nullptr;
    number = std::strtof(text, &end);
    return end;
  }
  // The quotient of exact numbers, rounded twice: with so few decimals it is never next to the middle of two floats.
  const auto value = static_cast<float>(static_cast<double>(digits) / tens[decimals]);
  number = is_negative ? -value : value;
  return at;
}

/// Null: values of this type are no positions.
const Form* form_of(std::string_view type) {
  const auto* form =
      std::find_if(std::begin(forms), std::end(forms), [&](const Form& each) { return each.type == type; });
  return form != std::end(forms) ? form : nullptr;
}

/// `value`: as Godot writes it, ended by a NUL.
std::optional<Place> place_in(const char* value) {
  const std::string_view text = value;
  const std::size_t open = text.find('(');
  if (open == std::string_view::npos || text.back() != ')') return std::nullopt;
  const Form* form = form_of(text.substr(0, open));
  if (form == nullptr) return std::nullopt;
  std::array<float, 12> found = {};
  const char* at = value + open + 1;
  for (std::size_t i = 0; i != form->numbers; ++i) {
    const char* end = read_number(at, found[i]);
    if (end != at && *end == ' ') ++end;  // Godot 2 and 3: `Vector2( 1, 2 )`
    const char wanted = i + 1 == form->numbers ? ')' : ',';
    if (end == at || *end != wanted) return std::nullopt;
    at = end + 1;
  }
  return Place{found[form->x], found[form->y]};
}

std::optional<Place> place_in(const facts::SentNumbers& sent) {
  const variant::Numbers numbers(sent.bytes, *sent.dialect, sent.precision);
  const Form* form = form_of(numbers.type().text_name);
  if (form == nullptr) return std::nullopt;
  // The text has no negative zero.
  const auto number = [&](std::size_t index) { return static_cast<float>(numbers[index]) + 0.0F; };
  return Place{number(form->x), number(form->y)};
}

}  // namespace

std::optional<Place> place_of(const facts::Value& value) {
  return value.text != nullptr ? place_in(value.text) : place_in(value.numbers);
}

}  // namespace godot::analysis::page
