// SPDX-License-Identifier: MIT
#include "codec/core/number.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>

namespace godot {
namespace {

constexpr std::size_t longest_uint = 20;  // digits of any whole number

/// The shortest decimal digits of a finite number that is not 0.
struct Decimal {
  char digits[max_number_text];  ///< at most 17, the last one not 0 unless it is the only one
  int count = 0;
  int point = 0;  ///< digits before the decimal point; 0 or less: zeros follow the point
};

template <class Real>
Decimal decimal_of(Real number) noexcept {
  Decimal result;
  char text[max_number_text];
  const char* const end = std::to_chars(std::begin(text), std::end(text), number, std::chars_format::scientific).ptr;
  const char* at = text;
  for (; *at != 'e'; ++at) {
    if (*at != '.') result.digits[result.count++] = *at;
  }
  ++at;
  if (*at == '+') ++at;
  std::from_chars(at, end, result.point);
  ++result.point;
  return result;
}

constexpr double all_digits_below = 1e15;  // from here on, the engine writes an exponent

/// True if nine digits (as many as any float needs) write the float exactly, or it is whole: then these are the digits
/// that were meant. Other floats are the nearest ones to a shorter number.
bool is_short(float number) noexcept {
  const auto exact = static_cast<double>(number);
  if (std::fabs(exact) >= all_digits_below) return false;
  if (std::trunc(exact) == exact) return true;
  // A multiple of 2^-13 that is none of 2^-12 ends in the last digit of 5^13, which has ten digits.
  constexpr double parts = 4096;
  constexpr int nine_digits = 9;
  return std::trunc(exact * parts) == exact * parts && decimal_of(std::fabs(exact)).count <= nine_digits;
}

char* put_zeros(int count, char* to) noexcept {
  std::memset(to, '0', 16);  // more zeros than a fixed text ever has
  return to + count;
}

char* write_fixed(const Decimal& number, char* to) noexcept {
  const char* const digits = number.digits;
  if (number.point <= 0) {
    *to++ = '0';
    *to++ = '.';
    return std::copy_n(digits, number.count, put_zeros(-number.point, to));
  }
  if (number.count <= number.point)
    return put_zeros(number.point - number.count, std::copy_n(digits, number.count, to));
  to = std::copy_n(digits, number.point, to);
  *to++ = '.';
  return std::copy(digits + number.point, digits + number.count, to);
}

char* write_exponent(const Decimal& number, char* to) noexcept {
  *to++ = number.digits[0];
  if (number.count != 1) {
    *to++ = '.';
    to = std::copy(number.digits + 1, number.digits + number.count, to);
  }
  *to++ = 'e';
  const int exponent = number.point - 1;
  *to++ = exponent < 0 ? '-' : '+';
  const int size = std::abs(exponent);
  if (size < 10) *to++ = '0';
  return write_uint(static_cast<std::uint64_t>(size), to);
}

// Powers of ten that a double holds exactly.
constexpr int most_exact = 22;
constexpr double tens[most_exact + 1] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                         1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/// Parses a decimal without a sign of at most 15 digits. (Not every library has std::from_chars for reals.)
double read_decimal(std::string_view text) noexcept {
  const std::size_t letter = text.find('e');
  std::uint64_t whole = 0;
  int scale = 0;
  bool fraction = false;
  for (const char character : text.substr(0, letter)) {
    if (character == '.') {
      fraction = true;
      continue;
    }
    whole = whole * 10 + static_cast<std::uint64_t>(character - '0');
    scale += fraction ? 1 : 0;
  }
  if (letter != std::string_view::npos) {
    std::string_view digits = text.substr(letter + 1);
    if (digits.starts_with('+')) digits.remove_prefix(1);
    int exponent = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
    scale -= exponent;
  }
  // Both numbers are exact, so their quotient or product is rounded like parsed text.
  if (scale >= 0 && scale <= most_exact) return static_cast<double>(whole) / tens[scale];
  if (scale < 0 && -scale <= most_exact) return static_cast<double>(whole) * tens[-scale];
  // Text without a decimal point parses the same in every locale.
  char plain[max_number_text] = {};
  char* const letter_at = std::to_chars(plain, plain + longest_uint, whole).ptr;
  *letter_at = 'e';
  std::to_chars(letter_at + 1, std::end(plain) - 1, -scale);
  return std::strtod(plain, nullptr);
}

char* put(std::string_view word, char* to) noexcept { return std::copy(word.begin(), word.end(), to); }

constexpr double every_float = 1U << 24;

/// True if all its digits precede the point, and none can be dropped.
bool is_small_whole(double number, bool like_printf) noexcept {
  constexpr double six_digits = 1e6;
  const bool is_minus_zero = number == 0 && std::signbit(number);
  return !is_minus_zero && std::fabs(number) < (like_printf ? six_digits : every_float) &&
         static_cast<double>(static_cast<std::int32_t>(number)) == number;
}

/// Writes a number with a fraction as std::to_chars chooses, where that is what the engine writes: the shorter form,
/// and of two that are equally long the one without an exponent. Null: it is not.
template <class Real>
char* write_shorter(Real number, char* to) noexcept {
  if (!(std::fabs(number) < static_cast<Real>(every_float)) ||
      static_cast<Real>(static_cast<std::int32_t>(number)) == number)
    return nullptr;
  char* const end = std::to_chars(to, to + max_number_text, number).ptr;
  // With an exponent of two or three digits and its sign, the engine may write zeros instead.
  constexpr std::ptrdiff_t shortest = 5;
  const bool has_exponent = end - to >= shortest && (end[-4] == 'e' || end[-5] == 'e');
  return has_exponent ? nullptr : end;
}

template <class Real>
char* write_real(Real number, bool like_printf, char* to) noexcept {
  if (is_small_whole(number, like_printf)) return write_int(static_cast<std::int64_t>(number), to);
  if (number == 0) return put("-0", to);
  if (char* const end = write_shorter(number, to)) return end;
  if (std::isnan(number)) return put("nan", to);
  if (std::isinf(number)) return put(number > 0 ? "inf" : "inf_neg", to);
  if (number < 0) *to++ = '-';
  const Decimal digits = decimal_of(std::fabs(number));
  // "%g" has six digits; if these do not read back as the number, as many as needed.
  const int most = like_printf ? std::max(6, digits.count) : 15;
  const bool fixed = digits.point > -4 && digits.point <= most;
  return fixed ? write_fixed(digits, to) : write_exponent(digits, to);
}

}  // namespace

char* write_float(double number, bool like_printf, char* to) noexcept { return write_real(number, like_printf, to); }

char* write_float(float number, bool like_printf, char* to) noexcept {
  if (is_short(number)) return write_real(static_cast<double>(number), like_printf, to);
  return write_real(number, like_printf, to);
}

namespace {

template <class Real>
char* write_literal_of(Real number, bool like_printf, char* to) noexcept {
  char* const end = write_float(number, like_printf, to);
  // True for text with a letter ("inf", "nan", exponents) or a point.
  const std::string_view text{to, static_cast<std::size_t>(end - to)};
  return text.find_first_of(".einf") == std::string_view::npos ? put(".0", end) : end;
}

}  // namespace

char* write_literal(double number, bool like_printf, char* to) noexcept {
  return write_literal_of(number, like_printf, to);
}

char* write_literal(float number, bool like_printf, char* to) noexcept {
  return write_literal_of(number, like_printf, to);
}

std::string_view float_text(double number, bool like_printf, NumberText out) noexcept {
  return {out.data(), static_cast<std::size_t>(write_float(number, like_printf, out.data()) - out.data())};
}

std::string_view float_text(float number, bool like_printf, NumberText out) noexcept {
  return {out.data(), static_cast<std::size_t>(write_float(number, like_printf, out.data()) - out.data())};
}

double as_written(float number) noexcept {
  if (is_short(number)) return number;
  // Denormal numbers have too few significant digits.
  if (!std::isnormal(number)) return number;
  char text[max_number_text];
  const char* const end = std::to_chars(std::begin(text), std::end(text), std::fabs(number)).ptr;
  const double size = read_decimal({text, end});
  return number < 0 ? -size : size;
}

char* write_uint(std::uint64_t number, char* to) noexcept { return std::to_chars(to, to + longest_uint, number).ptr; }

char* write_int(std::int64_t number, char* to) noexcept {
  if (number >= 0) return write_uint(static_cast<std::uint64_t>(number), to);
  *to++ = '-';
  return write_uint(std::uint64_t{0} - static_cast<std::uint64_t>(number), to);
}

std::string_view int_text(std::int64_t number, NumberText out) noexcept {
  return {out.data(), static_cast<std::size_t>(write_int(number, out.data()) - out.data())};
}

std::string_view uint_text(std::uint64_t number, NumberText out) noexcept {
  return {out.data(), static_cast<std::size_t>(write_uint(number, out.data()) - out.data())};
}

}  // namespace godot
