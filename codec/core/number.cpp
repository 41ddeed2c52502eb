// SPDX-License-Identifier: MIT
#include "codec/core/number.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace godot {
namespace {

/// The shortest decimal digits of a finite number, with the position of its decimal point.
struct Decimal {
  char digits[20];
  int count = 0;
  int point = 0;  ///< digits before the decimal point; 0 or less: zeros follow the point
};

Decimal decimal(double number) noexcept {
  char text[max_number_text];
  // A double that is a float is written as one: the engine, too, avoids digits that the wire never held.
  const auto single = static_cast<float>(number);
  const char* const end =
      static_cast<double>(single) == number
          ? std::to_chars(std::begin(text), std::end(text), single, std::chars_format::scientific).ptr
          : std::to_chars(std::begin(text), std::end(text), number, std::chars_format::scientific).ptr;
  Decimal result;
  const char* at = text;
  for (; *at != 'e'; ++at) {
    if (*at != '.') result.digits[result.count++] = *at;
  }
  ++at;
  if (*at == '+') ++at;
  int exponent = 0;
  std::from_chars(at, end, exponent);
  result.point = exponent + 1;
  return result;
}

class Writer {
 public:
  explicit Writer(NumberText out) noexcept : begin_(out.data()), at_(out.data()) {}

  void put(char character) noexcept { *at_++ = character; }
  void put(const char* from, int count) noexcept { at_ = std::copy_n(from, count, at_); }
  void zeros(int count) noexcept { at_ = std::fill_n(at_, count, '0'); }
  [[nodiscard]] std::string_view text() const noexcept { return {begin_, static_cast<std::size_t>(at_ - begin_)}; }

 private:
  char* begin_;
  char* at_;
};

void write_fixed(const Decimal& number, Writer& out) noexcept {
  if (number.point <= 0) {
    out.put("0.", 2);
    out.zeros(-number.point);
    out.put(number.digits, number.count);
  } else if (number.point >= number.count) {
    out.put(number.digits, number.count);
    out.zeros(number.point - number.count);
  } else {
    out.put(number.digits, number.point);
    out.put('.');
    out.put(number.digits + number.point, number.count - number.point);
  }
}

void write_exponent(const Decimal& number, Writer& out) noexcept {
  out.put(number.digits[0]);
  if (number.count > 1) {
    out.put('.');
    out.put(number.digits + 1, number.count - 1);
  }
  out.put('e');
  const int exponent = number.point - 1;
  out.put(exponent < 0 ? '-' : '+');
  const int size = std::abs(exponent);
  if (size >= 100) out.put(static_cast<char>('0' + size / 100));
  out.put(static_cast<char>('0' + size / 10 % 10));
  out.put(static_cast<char>('0' + size % 10));
}

}  // namespace

std::string_view float_text(double number, bool like_printf, NumberText out) noexcept {
  if (number == 0) return "0";
  if (std::isnan(number)) return "nan";
  if (std::isinf(number)) return number > 0 ? "inf" : "inf_neg";
  Writer writer(out);
  if (number < 0) writer.put('-');
  const Decimal digits = decimal(std::fabs(number));
  // "%g" has six digits; where six are not enough to read back, as many as there are.
  const int most = like_printf ? std::max(6, digits.count) : 15;
  const bool fixed = digits.point > -4 && digits.point <= most;
  if (fixed) write_fixed(digits, writer);
  else write_exponent(digits, writer);
  return writer.text();
}

std::string_view float_literal(double number, bool like_printf, NumberText out) noexcept {
  const std::string_view text = float_text(number, like_printf, out);
  // "inf", "nan" and exponents hold a letter; a fraction holds a point.
  if (text.find_first_of(".einf") != std::string_view::npos) return text;
  char* end = std::copy(text.begin(), text.end(), out.data());
  *end++ = '.';
  *end++ = '0';
  return {out.data(), text.size() + 2};
}

double as_written(float number) noexcept {
  double result = number;
  // Below the normal numbers, a digit or two say little about the value.
  if (!std::isnormal(number)) return result;
  char text[max_number_text];
  const char* const end = std::to_chars(std::begin(text), std::end(text), number).ptr;
  std::from_chars(text, end, result);
  return result;
}

std::string_view int_text(std::int64_t number, NumberText out) noexcept {
  const char* const end = std::to_chars(out.data(), out.data() + out.size(), number).ptr;
  return {out.data(), static_cast<std::size_t>(end - out.data())};
}

std::string_view uint_text(std::uint64_t number, NumberText out) noexcept {
  const char* const end = std::to_chars(out.data(), out.data() + out.size(), number).ptr;
  return {out.data(), static_cast<std::size_t>(end - out.data())};
}

}  // namespace godot
