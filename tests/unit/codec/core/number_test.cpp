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

auto bits_of(double number) { return std::bit_cast<std::uint64_t>(number); }
auto bits_of(float number) { return std::bit_cast<std::uint32_t>(number); }

/// The digits that a number should have: all of a whole float below 1e15, and of one that nine digits write.
std::string wanted_digits(double number) { return by_library(number); }
std::string wanted_digits(float number) {
  const std::string exact = by_library(static_cast<double>(number));
  const bool is_whole = std::fabs(number) < 1e15F && std::trunc(number) == number;
  return is_whole || (std::fabs(number) < 1e15F && digits_of(exact).size() <= 9) ? exact : by_library(number);
}

template <class Real>
void expect_shortest(Real number) {
  if (!std::isfinite(number)) return;
  char out[max_number_text];
  for (const bool like_printf : {false, true}) {
    const std::string text(float_text(number, like_printf, out));
    const std::string by_number = wanted_digits(number);
    ASSERT_EQ(digits_of(text), digits_of(by_number)) << text;
    ASSERT_EQ(text.find('e') == std::string::npos, has_no_exponent(by_number, like_printf)) << text;
    ASSERT_EQ(bits_of(read_back<Real>(text)), bits_of(number)) << text;
  }
}

TEST(Numbers, ScriptsFloatsHave64Bits) {
  char out[max_number_text];
  EXPECT_EQ(float_text(58272352.0, false, out), "58272352");
  EXPECT_EQ(float_text(1726808064.0, false, out), "1726808064");
  EXPECT_EQ(float_text(static_cast<double>(0.1F), false, out), "0.10000000149011612");
  EXPECT_EQ(float_text(-0.0, false, out), "-0");
}

TEST(Numbers, FloatsOf32BitsThatWereMeant) {
  char out[max_number_text];
  for (const char* const text :
       {"58272352", "1726808064", "2398885.25", "1024.03125", "0.1", "16384.1", "-0", "0.000244140625", "-1048576.1"}) {
    const float number = read_back<float>(text);
    EXPECT_EQ(float_text(number, false, out), text);
    EXPECT_EQ(as_written(number), read_back<double>(text));
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

/// As the C library reads the text, which this library's std::from_chars may not.
void expect_as_written(float number) {
  char out[max_number_text];
  const std::string text(float_text(number, false, out));
  EXPECT_EQ(as_written(number), std::strtod(text.c_str(), nullptr)) << text;
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
