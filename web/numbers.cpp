// SPDX-License-Identifier: MIT
// What std::to_chars() calls for a number with so many digits. libc++'s own has tables of 100 kB, a tenth of the page; the C
// library's printf, which the page has anyway, writes the same exact digits without them.
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <system_error>

_LIBCPP_BEGIN_NAMESPACE_STD

namespace {

/// printf writes one byte more, a zero, so there has to be room for it.
to_chars_result written(const char* format, char* begin, char* end, double number, uint32_t precision) {
  const int size = snprintf(begin, static_cast<size_t>(end - begin), format, static_cast<int>(precision), number);
  if (size < 0 || size >= end - begin) return {end, errc::value_too_large};
  return {begin + size, errc()};
}

}  // namespace

// The library's names: all functions of its file, or it would be linked, too.
// NOLINTBEGIN(*-reserved-identifier)
to_chars_result __d2fixed_buffered_n(char* begin, char* end, double number, uint32_t precision);
to_chars_result __d2exp_buffered_n(char* begin, char* end, double number, uint32_t precision);
void __append_n_digits(uint32_t count, uint32_t digits, char* to);
void __append_nine_digits(uint32_t digits, char* to);

to_chars_result __d2fixed_buffered_n(char* begin, char* const end, const double number, const uint32_t precision) {
  return written("%.*f", begin, end, number, precision);
}

to_chars_result __d2exp_buffered_n(char* begin, char* const end, const double number, uint32_t precision) {
  return written("%.*e", begin, end, number, precision);
}

void __append_n_digits(const uint32_t count, uint32_t digits, char* const to) {
  constexpr uint32_t ten = 10;
  for (uint32_t i = count; i != 0; digits /= ten) to[--i] = static_cast<char>('0' + digits % ten);
}

void __append_nine_digits(const uint32_t digits, char* const to) {
  constexpr uint32_t nine = 9;
  __append_n_digits(nine, digits, to);
}
// NOLINTEND(*-reserved-identifier)

_LIBCPP_END_NAMESPACE_STD
