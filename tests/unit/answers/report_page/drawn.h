// SPDX-License-Identifier: MIT
// Reads a report's JSON.
#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "answers/report_page/mask.h"

namespace godot::test {

using Json = nlohmann::json;

/// The output of a part of a report, without a mask unless one is given.
template <class Part>
Json appended(const Part& part, bool masked = false) {
  analysis::page::Mask mask(masked);
  std::string out;
  part.append(out, mask);
  Json read = Json::parse(out, nullptr, false);
  EXPECT_FALSE(read.is_discarded()) << out;
  return read;
}

inline std::string from_base64(std::string_view text) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  unsigned bits = 0;
  std::uint32_t value = 0;
  for (const char letter : text) {
    if (letter == '=') break;
    value = value << 6U | static_cast<std::uint32_t>(digits.find(letter));
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes += static_cast<char>(value >> bits & 0xFFU);
  }
  return bytes;
}

/// A column of numbers.
inline std::vector<std::uint64_t> numbers(const Json& column) {
  std::vector<std::uint64_t> all;
  std::uint64_t number = 0;
  unsigned shift = 0;
  for (const char byte : from_base64(column.get<std::string>())) {
    const auto bits = static_cast<unsigned char>(byte);
    number |= std::uint64_t{bits & 0x7FU} << shift;
    shift += 7;
    if ((bits & 0x80U) != 0) continue;
    all.push_back(number);
    number = 0;
    shift = 0;
  }
  return all;
}

/// A signed difference in a column: its lowest bit is the sign.
inline std::int64_t difference(std::uint64_t number) {
  const auto half = static_cast<std::int64_t>(number >> 1U);
  return (number & 1U) != 0 ? -half - 1 : half;
}

}  // namespace godot::test
