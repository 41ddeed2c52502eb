// SPDX-License-Identifier: MIT
// JSON that is safe in any place: texts from senders, numbers, bytes.
#include "base/json.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

namespace godot::analysis::json {
namespace {

using namespace std::literals;

std::string text(std::string_view given) {
  std::string out;
  append_text(out, given);
  return out;
}

TEST(Json, TextsAreSafeInsideOfHtml) {
  EXPECT_EQ(text("plain \u00E9 \U0001F600"), "\"plain \u00E9 \U0001F600\"");
  EXPECT_EQ(text("</script>"), "\"\\u003c/script\\u003e\"");
  EXPECT_EQ(text("a\"b\\c'd&"), "\"a\\u0022b\\u005cc\\u0027d\\u0026\"");
  EXPECT_EQ(text("\0\x1F\x7F"sv), "\"\\u0000\\u001f\\u007f\"");
  EXPECT_EQ(text("\u202E\u2066\u200F\u2028\uFEFF"), "\"\\u202e\\u2066\\u200f\\u2028\\ufeff\"");
}

/// In a file, only what JSON requires and what a terminal acts on.
TEST(Json, TextsOfAFileStayReadable) {
  std::string out;
  append_text(out, "</script> 'a' & \"b\"\\ \u00E9\u202E\x1B\x7F"sv, For::file);
  EXPECT_EQ(out, "\"</script> 'a' & \\\"b\\\"\\\\ \u00E9\\u202e\\u001b\\u007f\"");
}

TEST(Json, BytesThatAreNoTextAreReplaced) {
  EXPECT_EQ(text("a\xFF\xC3z"), "\"a\uFFFD\uFFFDz\"");
  EXPECT_EQ(text("\xED\xA0\x80"), "\"\uFFFD\uFFFD\uFFFD\"");
}

/// Texts are read four bytes at a time.
TEST(Json, AnEscapeIsFoundAtEveryPlace) {
  const std::string plain = "0123456789";
  for (std::size_t at = 0; at <= plain.size(); ++at) {
    std::string odd = plain;
    odd.insert(at, "<");
    std::string wanted = plain;
    wanted.insert(at, "\\u003c");
    EXPECT_EQ(text(odd), '"' + wanted + '"');
    const std::string around = "9" + odd;
    EXPECT_EQ(text(std::string_view(around).substr(1)), '"' + wanted + '"') << "of a longer text";
  }
}

TEST(Json, NumbersThatAreNotFiniteAreNull) {
  std::string out;
  append_number(out, std::numeric_limits<double>::infinity(), 1);
  out += ' ';
  append_number(out, 2.25, 1);
  EXPECT_EQ(out, "null 2.2");
}

TEST(Json, Base64) {
  const std::pair<std::string_view, std::string_view> vectors[] = {// RFC 4648, 10
                                                                   {"", ""},
                                                                   {"f", "Zg=="},
                                                                   {"fo", "Zm8="},
                                                                   {"foo", "Zm9v"},
                                                                   {"foob", "Zm9vYg=="},
                                                                   {"fooba", "Zm9vYmE="},
                                                                   {"foobar", "Zm9vYmFy"},
                                                                   {"\xFF\xFE", "//4="}};
  for (const auto& [bytes, wanted] : vectors) {
    std::string out;
    append_base64(out, bytes);
    EXPECT_EQ(out, '"' + std::string(wanted) + '"');
  }
}

TEST(Json, ColumnsOfNumbers) {
  Numbers numbers;
  for (const std::uint64_t number : {0ULL, 127ULL, 128ULL, 300ULL}) numbers.add(number);
  EXPECT_EQ(numbers.bytes(), "\x00\x7F\x80\x01\xAC\x02"sv);
}

}  // namespace
}  // namespace godot::analysis::json
