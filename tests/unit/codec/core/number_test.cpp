// SPDX-License-Identifier: MIT
// Numbers as text: the fewest digits that read back to the same number, as in the standard library.
#include "codec/core/number.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <random>
#include <string>

namespace godot::test {
namespace {

/// The significant digits of a number in text, without point, exponent and zeros at either end.
std::string digits_of(std::string_view text) {
  std::string digits;
  for (const char character : text.substr(0, text.find('e'))) {
    if (character >= '0' && character <= '9' && !(digits.empty() && character == '0')) digits += character;
  }
  while (digits.ends_with('0')) digits.pop_back();
  return digits;
}

template <class T>
std::string by_library(T number) {
  char text[64];
  return {std::begin(text), std::to_chars(std::begin(text), std::end(text), number, std::chars_format::scientific).ptr};
}

/// Whether a number is written without an exponent: with 15 digits before its point, or as many as "%g" has, and fewer
/// than four zeros behind it.
bool has_no_exponent(const std::string& scientific, bool like_printf) {
  const int point = std::stoi(scientific.substr(scientific.find('e') + 1)) + 1;
  const auto digits = static_cast<int>(digits_of(scientific).size());
  return point > -4 && point <= (like_printf ? std::max(6, digits) : 15);
}

/// Exact on every platform, unlike strtod() of Windows' old C library.
template <class T>
T read_back(const std::string& text) {
#ifdef __cpp_lib_to_chars
  T number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
#else
  return static_cast<T>(std::is_same_v<T, float> ? std::strtof(text.c_str(), nullptr)
                                                 : std::strtod(text.c_str(), nullptr));
#endif
}

void expect_shortest(double number) {
  if (!std::isfinite(number)) return;
  char out[max_number_text];
  const auto single = static_cast<float>(number);
  const bool is_single = static_cast<double>(single) == number;
  for (const bool like_printf : {false, true}) {
    const std::string text(float_text(number, like_printf, out));
    const std::string by_number = is_single ? by_library(single) : by_library(number);
    ASSERT_EQ(digits_of(text), digits_of(by_number)) << text;
    ASSERT_EQ(text.find('e') == std::string::npos, has_no_exponent(by_number, like_printf)) << text;
    if (is_single) {
      ASSERT_EQ(read_back<float>(text), single) << text;
    } else {
      ASSERT_EQ(read_back<double>(text), number) << text;
    }
  }
}

constexpr int rounds = 50000;

TEST(Numbers, AnyBits) {
  std::mt19937_64 random(1);
  for (int i = 0; i < rounds; ++i) {
    expect_shortest(std::bit_cast<float>(static_cast<std::uint32_t>(random())));
    expect_shortest(std::bit_cast<double>(random()));
  }
}

TEST(Numbers, OfTypicalSize) {
  std::mt19937_64 random(2);
  for (int i = 0; i < rounds; ++i) {
    const auto whole = static_cast<double>(random() % 2000000) - 1000000;
    const auto part = static_cast<double>(1 + random() % 1000);
    expect_shortest(static_cast<float>(whole / part));
    expect_shortest(whole / part);
    expect_shortest(whole / 1000);
    expect_shortest(static_cast<float>(whole) / 1000);
  }
}

/// The neighbours of a power of two are at unequal distances.
TEST(Numbers, PowersOfTwoAndTheirNeighbours) {
  for (std::uint32_t exponent = 1; exponent < 255; ++exponent) {
    const std::uint32_t bits = exponent << 23;
    for (const std::uint32_t each : {bits - 1, bits, bits + 1}) expect_shortest(std::bit_cast<float>(each));
  }
  for (std::uint64_t exponent = 1; exponent < 2047; ++exponent) {
    const std::uint64_t bits = exponent << 52;
    for (const std::uint64_t each : {bits - 1, bits, bits + 1}) expect_shortest(std::bit_cast<double>(each));
  }
}

/// As the C library reads the shortest text, which this library's std::from_chars may not.
void expect_as_written(float number) {
  char text[64];
  *std::to_chars(std::begin(text), std::end(text), number).ptr = '\0';
  EXPECT_EQ(as_written(number), std::strtod(text, nullptr)) << text;
  EXPECT_EQ(as_written(-number), -as_written(number)) << text;
}

TEST(Numbers, AsWritten) {
  for (const float number : {0.1F, 1.5F, 16777216.F, 1234567936.F, 1e10F, 1e22F, 1e-30F, 3.4e38F, 1.2e-38F})
    expect_as_written(number);
  std::mt19937 random(3);
  for (int i = 0; i < 200000; ++i) {
    const auto number = std::bit_cast<float>(static_cast<std::uint32_t>(random()) >> 1);
    if (std::isnormal(number)) expect_as_written(number);
  }
}

TEST(Numbers, Whole) {
  char out[max_number_text];
  EXPECT_EQ(int_text(0, out), "0");
  EXPECT_EQ(int_text(-7, out), "-7");
  EXPECT_EQ(int_text(std::numeric_limits<std::int64_t>::min(), out), "-9223372036854775808");
  EXPECT_EQ(uint_text(std::numeric_limits<std::uint64_t>::max(), out), "18446744073709551615");
  for (std::int64_t number = 1; number < 1000000000000; number = number * 3 + 1) {
    EXPECT_EQ(int_text(number, out), std::to_string(number));
    EXPECT_EQ(int_text(-number, out), std::to_string(-number));
  }
}

}  // namespace
}  // namespace godot::test
