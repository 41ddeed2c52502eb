// SPDX-License-Identifier: MIT
// Numbers and texts of messages: their sizes, and where they are cut. The bytes are our own encoder's (encode.h).
#include "codec/debugger/scalar.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/unit/codec/debugger/encode.h"

namespace godot::test {
namespace {

using debugger::Era;
using debugger::Scalar;
using variant::Kind;

const Encoder latest(Era::godot4_2);

Scalar scalar(const Bytes& bytes, Offset at = 0) {
  return debugger::scalar_at(Buffer{bytes}, at, variant::dialect(variant::Generation::godot4));
}

/// Four bytes of a header, four or eight of a number.
TEST(DebugScalar, Numbers) {
  const Scalar narrow = scalar(latest.integer(-7));
  EXPECT_EQ(narrow.kind, Kind::integer);
  EXPECT_EQ(narrow.value.int_, -7);
  EXPECT_EQ(narrow.size, 8U);
  EXPECT_TRUE(narrow.is_plain);
  EXPECT_FALSE(narrow.cut);
  const Scalar wide = scalar(from_hex("02000100 feffffff ffffffff"));
  EXPECT_EQ(wide.value.int_, -2);
  EXPECT_EQ(wide.size, 12U);
  EXPECT_FALSE(wide.is_plain) << "a flag says that it is wide";
  EXPECT_EQ(scalar(from_hex("03000000 00002040")).value.real, 2.5);
  const Scalar real = scalar(from_hex("03000100 00000000 00000440"));
  EXPECT_EQ(real.value.real, 2.5);
  EXPECT_EQ(real.size, 12U);
  const Scalar boolean = scalar(latest.boolean(true));
  EXPECT_EQ(boolean.kind, Kind::boolean);
  EXPECT_EQ(boolean.size, 8U);
}

/// Texts are padded to four bytes.
TEST(DebugScalar, Texts) {
  for (const auto& [text, size] : {std::pair{"", 8U}, {"a", 12U}, {"abcd", 12U}, {"abcde", 16U}}) {
    const Bytes bytes = latest.string(text);
    const Scalar found = scalar(bytes);
    EXPECT_EQ(found.value.view(), text);
    EXPECT_EQ(found.size, size) << text;
    EXPECT_FALSE(found.cut) << text;
  }
}

/// Behind another value: its own header counts.
TEST(DebugScalar, AtAnOffset) {
  const Bytes both = Encoder::join({latest.integer(1), latest.string("two")});
  EXPECT_EQ(scalar(both, 8).value.view(), "two");
  EXPECT_TRUE(scalar(both, 20).cut) << "its header follows";
  EXPECT_FALSE(scalar(both, 21).cut) << "no value begins there";
}

TEST(DebugScalar, IsCutWhereBytesAreMissing) {
  for (const Bytes& whole : {latest.integer(1), latest.real(1), latest.boolean(true), latest.string("four"),
                             from_hex("02000100 feffffff ffffffff")}) {
    for (std::size_t size = 0; size != whole.size(); ++size) {
      const Scalar found = scalar({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)});
      EXPECT_TRUE(found.cut) << size;
      EXPECT_EQ(found.size, 0U) << size;
    }
  }
}

/// A name has at most 4,096 bytes: a text that says it is longer is not waited for.
TEST(DebugScalar, LongTextsAreNotWaitedFor) {
  EXPECT_TRUE(scalar(from_hex("04000000 00100000 61")).cut);
  EXPECT_FALSE(scalar(from_hex("04000000 01100000 61")).cut);
  const std::string all(4097, 'x');
  EXPECT_EQ(scalar(latest.string(all)).value.view(), all) << "it is read if it is there";
}

/// 38 is the last type of Godot 4; an int has a flag, a text none.
TEST(DebugScalar, OtherHeadersAreNone) {
  EXPECT_EQ(scalar(from_hex("26000000 00000000")).is_plain, true);
  for (const char* other : {"27000000 00000000", "04000100 00000000", "02000200 00000000"}) {
    const Scalar found = scalar(from_hex(other));
    EXPECT_EQ(found.kind, Kind::nil) << other;
    EXPECT_FALSE(found.is_plain) << other;
    EXPECT_EQ(found.size, 0U) << other;
    EXPECT_FALSE(found.cut) << other;
  }
  const Scalar array = scalar(latest.array({}));
  EXPECT_EQ(array.kind, Kind::array);
  EXPECT_TRUE(array.is_plain);
  EXPECT_EQ(array.size, 0U) << "not a scalar";
}

}  // namespace
}  // namespace godot::test
