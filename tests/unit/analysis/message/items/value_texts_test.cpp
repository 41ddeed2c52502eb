// SPDX-License-Identifier: MIT
#include "analysis/message/items/value_texts.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "codec/variant/fields.h"
#include "codec/variant/walker.h"
#include "tests/unit/analysis/arena.h"
#include "tests/unit/support/bytes.h"

namespace godot::analysis::items {
namespace {

using test::from_hex;
using Bytes = test::Bytes;

constexpr Display all = {.text_limit = variant::no_text_limit, .max_elements = 0, .hex_bytes = variant::no_hex_bytes};
constexpr Display short_ones = {.text_limit = 5, .max_elements = 0, .hex_bytes = variant::no_hex_bytes};

const Bytes a_string = from_hex("04000000 05000000 68656c6c 6f000000");                    // "hello"
const Bytes an_array = from_hex("1c000000 02000000 02000000 07000000 02000000 08000000");  // [7, 8]

TEST(KeptText, IsMarkedWhereItWasCut) {
  EXPECT_STREQ(kept_text(arena, {.text = "abc"}), "abc");
  EXPECT_STREQ(kept_text(arena, {.text = "abc", .cut = true}), "abc\u2026");
  EXPECT_STREQ(kept_text(arena, {}), "");
}

TEST(KeptText, HasNoNoncharacters) {
  EXPECT_STREQ(kept_text(arena, {.text = "a\uFFFEb"}), "a\uFFFDb");
  EXPECT_STREQ(kept_text(arena, {.text = "a\u00E9b"}), "a\u00E9b");
}

TEST(PlainTexts, AreThoseOfTheWriter) {
  PlainTexts texts(arena, an_array.size(), all);
  const char* first = texts.text(Buffer(an_array), {});
  const char* second = texts.text(Buffer(a_string), {});
  EXPECT_STREQ(first, "[7, 8]");
  EXPECT_STREQ(second, "\"hello\"");
  EXPECT_EQ(texts.longest(), variant::no_text_limit);
}

TEST(PlainTexts, AreKeptWhenMemoryIsTakenAgain) {
  for (const std::size_t at_once : {1U, 4U}) {
    PlainTexts texts(arena, an_array.size(), all, nullptr, at_once);
    std::vector<const char*> kept;
    for (int i = 0; i < 100; ++i) kept.push_back(texts.text(Buffer(i % 2 == 0 ? an_array : a_string), {}));
    for (std::size_t i = 0; i < kept.size(); ++i) ASSERT_STREQ(kept[i], i % 2 == 0 ? "[7, 8]" : "\"hello\"") << i;
  }
}

TEST(PlainTexts, AreCutAtTheLimit) {
  PlainTexts texts(arena, an_array.size(), short_ones);
  EXPECT_STREQ(texts.text(Buffer(an_array), {}), "[7, \u2026");
}

TEST(PlainTexts, OfNumbersHaveTheirEndAndNoOtherValue) {
  const Bytes vector = from_hex("05000000 0000803f 0000003f");   // Vector2(1, 0.5)
  const Bytes endless = from_hex("05000000 0000803f 0000807f");  // Vector2(1, inf)
  const variant::Options options = {.whole = false};
  const char* text = nullptr;
  EXPECT_EQ(PlainTexts(arena, vector.size(), all).numbers(Buffer(vector), options, text), vector.size());
  EXPECT_STREQ(text, "Vector2(1, 0.5)");
  text = nullptr;
  EXPECT_EQ(PlainTexts(arena, endless.size(), all).numbers(Buffer(endless), options, text), 0U);
  EXPECT_EQ(PlainTexts(arena, a_string.size(), all).numbers(Buffer(a_string), options, text), 0U);
  EXPECT_EQ(PlainTexts(arena, vector.size(), short_ones).numbers(Buffer(vector), options, text), 0U) << "cut";
  EXPECT_EQ(text, nullptr);
}

/// Known texts of numbers are those that would be written: of each value, again and again, under another limit, in
/// another dialect, and at another place.
TEST(PlainTexts, OfKnownNumbersAreTheSame) {
  const Bytes values[] = {
      from_hex("05000000 0000803f 0000003f"),                    // Vector2(1, 0.5)
      from_hex("05000000 0000803f 0000403f"),                    // Vector2(1, 0.75)
      from_hex("06000000 0000803f 0000003f"),                    // Vector2i: the same numbers
      from_hex("09000000 0000803f 0000003f 00000040"),           // Vector3(1, 0.5, 2)
      from_hex("09000000 0000803f 0000003f 00004040"),           // Vector3(1, 0.5, 3)
      from_hex("0f000000 0000803f 0000003f 00004040 00008040"),  // Quaternion; in Godot 3 no numbers
      from_hex("03000100 000000000000e03f"),                     // a double, 0.5
      from_hex("14000000 77bebf3f 77be9f3e 77be7f3f 77be1f3f"),  // a Color with long numbers
      from_hex("05000000 0000803f 0000807f"),                    // Vector2(1, inf)
      from_hex("03000000 0000003f"),                             // a short one
      from_hex("05000000 0000803f"),                             // cut
  };
  static NumberCache known;
  const auto check = [&](const Bytes& bytes, const variant::Options& options, const Display& display) {
    const char* written = nullptr;
    const char* text = nullptr;
    const Offset end = PlainTexts(arena, bytes.size(), display).numbers(Buffer(bytes), options, written);
    EXPECT_EQ(PlainTexts(arena, bytes.size(), display, &known).numbers(Buffer(bytes), options, text), end);
    EXPECT_STREQ(text, written);
  };
  for (int round = 0; round != 2; ++round) {
    for (const Display& display : {all, short_ones}) {
      for (const variant::Generation generation : {variant::Generation::godot4, variant::Generation::godot3}) {
        for (const Bytes& value : values) {
          variant::Options options = {.dialect = &variant::dialect(generation), .whole = false};
          check(value, options, display);
          options.precision = variant::Precision::double_;
          check(value, options, display);
          options.precision = variant::Precision::single_;
          options.whole = true;
          check(value, options, display);
          Bytes later = from_hex("0000");
          later.insert(later.end(), value.begin(), value.end());
          check(later, {.dialect = options.dialect, .begin = 2, .whole = false}, display);
        }
      }
    }
  }
  const Bytes& vector = values[0];
  const variant::Options options = {.dialect = &variant::dialect(variant::Generation::godot4), .whole = false};
  static NumberCache fresh;
  const char* text = nullptr;
  EXPECT_NE(PlainTexts(arena, vector.size(), all, &fresh).numbers(Buffer(vector), options, text), 0U);
  const NumberCache::Known* found = fresh.find(Buffer(vector), options);
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->text(), "Vector2(1, 0.5)");
  EXPECT_EQ(fresh.find(Buffer(std::span(vector).first(vector.size() - 1)), options), nullptr) << "cut";
}

TEST(NumberText, FollowsTheKindOfTheValue) {
  char digits[max_number_text];
  EXPECT_EQ(number_text(Value::of_int(-5), false, digits), "-5");
  EXPECT_EQ(number_text(Value::of_uint(18446744073709551615U), false, digits), "18446744073709551615");
  EXPECT_EQ(number_text(Value::of_float(0.1F), false, digits), "0.1");
  EXPECT_EQ(number_text(Value::of_double(1e-5), false, digits), "1e-05");
}

TEST(UnsetBit, IsABitOfAWord) {
  EXPECT_TRUE(is_unset_bit(field::flag_64, Value::of_bool(0)));
  EXPECT_FALSE(is_unset_bit(field::flag_64, Value::of_bool(info(field::flag_64).mask)));
  EXPECT_FALSE(is_unset_bit(field::bool_, Value::of_bool(0)));  // a value of its own
  EXPECT_FALSE(is_unset_bit(field::int_, Value::of_int(0)));
}

// --- The sink without a tree ----------------------------------------------------------------------------------------

class Listener final : public ValueListener {
 public:
  void value(const OutermostValue& value) override { all.push_back(value); }

  std::vector<OutermostValue> all;
};

class Texts final : public TextSinkBase {
 public:
  Texts(std::size_t size, const Display& display, Listener& listener)
      : TextSinkBase(arena, size, display, variant::dialect(variant::Generation::godot4), listener) {}
  void note(Note, Offset, Offset) override {}
  void problem(const Problem&) override { in_value = end_by_problem(); }
  bool in_value = false;
};

Listener walked(const Bytes& bytes, bool& in_value, const Display& display = all) {
  Listener listener;
  Texts sink(bytes.size(), display, listener);
  variant::walk(Buffer(bytes), {}, sink);
  in_value = sink.in_value;
  return listener;
}

TEST(TextSink, HasOneTextForAValueWithElements) {
  bool in_value = false;
  const Listener listener = walked(an_array, in_value);
  ASSERT_EQ(listener.all.size(), 1U);
  EXPECT_EQ(listener.all[0].role, field::variant);
  EXPECT_EQ(listener.all[0].begin, 0U);
  EXPECT_EQ(listener.all[0].end, 24U);
  EXPECT_STREQ(listener.all[0].text, "[7, 8]");
  EXPECT_STREQ(listener.all[0].type, "Array");  // not that of its last element
  EXPECT_EQ(listener.all[0].item, nullptr);
  EXPECT_FALSE(in_value);
}

TEST(TextSink, ShowsAValueUpToItsProblem) {
  bool in_value = false;
  const Listener listener = walked(from_hex("1c000000 02000000 02000000 07000000 02000000"), in_value);
  EXPECT_TRUE(in_value);
  ASSERT_EQ(listener.all.size(), 1U);
  EXPECT_TRUE(std::string_view(listener.all[0].text).starts_with("[7"));
  EXPECT_STREQ(listener.all[0].type, "Array");
}

TEST(TextSink, KnowsNoTypeBeforeTheHeaderIsRead) {
  bool in_value = false;
  const Listener listener = walked(from_hex("0400"), in_value);
  ASSERT_EQ(listener.all.size(), 1U);
  EXPECT_STREQ(listener.all[0].type, unknown_type);
}

}  // namespace
}  // namespace godot::analysis::items
