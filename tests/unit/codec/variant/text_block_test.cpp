// SPDX-License-Identifier: MIT
// The check of a text with the zeros after it, against one byte after another.
#include "codec/variant/text_block.h"

#include <gtest/gtest.h>

#include <string>

namespace godot::test {
namespace {

using variant::detail::is_plain_block;

bool is_plain_bytewise(std::string_view text, std::string_view zeros) {
  return text.find('\0') == std::string_view::npos &&
         text.find_first_not_of("\x01\t !0AZaz~\x7F") == std::string_view::npos &&
         zeros.find_first_not_of('\0') == std::string_view::npos;
}

TEST(TextBlock, OneWrongByteAnywhereIsSeen) {
  constexpr std::size_t longest = 27;
  for (std::size_t length = 0; length <= longest; ++length) {
    for (std::size_t zeros = (4 - length % 4) % 4; zeros <= 4; zeros += 4) {
      // A block of exactly this size, so that a sanitizer sees a read behind it.
      std::string block = std::string(length, 'a').append(zeros, '\0');
      block.shrink_to_fit();
      const auto check = [&] {
        const std::string_view all = block;
        const bool expected = is_plain_bytewise(all.substr(0, length), all.substr(length));
        EXPECT_EQ(is_plain_block(all.substr(0, length), static_cast<Offset>(zeros)), expected)
            << length << ' ' << zeros;
        return expected;
      };
      EXPECT_TRUE(check());
      for (std::size_t at = 0; at < block.size(); ++at) {
        const char before = block[at];
        for (const char byte : {'\0', '\x01', ' ', '~', '\x7F', '\x80', '\xC3', '\xFF'}) {
          block[at] = byte;
          check();
        }
        block[at] = before;
      }
    }
  }
}

}  // namespace
}  // namespace godot::test
