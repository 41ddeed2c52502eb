// SPDX-License-Identifier: MIT
// Texts: numbers, escapes, paths, limits.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "codec/core/number.h"
#include "tests/unit/support/samples.h"
#include "tests/unit/support/shortened.h"
#include "tests/unit/support/text_alone.h"

namespace godot::test {
namespace {

using Limits = std::numeric_limits<double>;
using FloatLimits = std::numeric_limits<float>;

struct Number {
  double number;
  const char* godot4;
  const char* before_4;
  const char* literal;  ///< of Godot 4
};
const Number numbers[] = {
    {0.0, "0", "0", "0.0"},
    {-0.0, "-0", "-0", "-0.0"},
    {1.0, "1", "1", "1.0"},
    {-1.5, "-1.5", "-1.5", "-1.5"},
    {0.1, "0.1", "0.1", "0.1"},
    {static_cast<double>(0.1F), "0.10000000149011612", "0.10000000149011612", "0.10000000149011612"},
    {1.0 / 3, "0.3333333333333333", "0.3333333333333333", "0.3333333333333333"},
    {static_cast<double>(1.0F / 3), "0.3333333432674408", "0.3333333432674408", "0.3333333432674408"},
    {0.001, "0.001", "0.001", "0.001"},
    {0.0001, "0.0001", "0.0001", "0.0001"},
    {0.00012, "0.00012", "0.00012", "0.00012"},
    {0.0000999, "9.99e-05", "9.99e-05", "9.99e-05"},
    {1e-5, "1e-05", "1e-05", "1e-05"},
    {-1e-5, "-1e-05", "-1e-05", "-1e-05"},
    {1e-10, "1e-10", "1e-10", "1e-10"},
    {100000, "100000", "100000", "100000.0"},
    {1e6, "1000000", "1e+06", "1000000.0"},
    {1234567, "1234567", "1234567", "1234567.0"},
    {123456.75, "123456.75", "123456.75", "123456.75"},
    {16777217, "16777217", "16777217", "16777217.0"},
    {1e14, "100000000000000", "1e+14", "100000000000000.0"},
    {999999999999999, "999999999999999", "999999999999999", "999999999999999.0"},
    {1e15, "1e+15", "1e+15", "1e+15"},
    {1.5e15, "1.5e+15", "1.5e+15", "1.5e+15"},
    {1e21, "1e+21", "1e+21", "1e+21"},
    {1e22, "1e+22", "1e+22", "1e+22"},
    {1e100, "1e+100", "1e+100", "1e+100"},
    {1e-100, "1e-100", "1e-100", "1e-100"},
    {9007199254740991, "9.007199254740991e+15", "9007199254740991", "9.007199254740991e+15"},
    {3.141592653589793, "3.141592653589793", "3.141592653589793", "3.141592653589793"},
    {Limits::max(), "1.7976931348623157e+308", "1.7976931348623157e+308", "1.7976931348623157e+308"},
    {Limits::lowest(), "-1.7976931348623157e+308", "-1.7976931348623157e+308", "-1.7976931348623157e+308"},
    {Limits::min(), "2.2250738585072014e-308", "2.2250738585072014e-308", "2.2250738585072014e-308"},
    {Limits::denorm_min(), "5e-324", "5e-324", "5e-324"},
    {FloatLimits::max(), "3.4028234663852886e+38", "3.4028234663852886e+38", "3.4028234663852886e+38"},
    {FloatLimits::min(), "1.1754943508222875e-38", "1.1754943508222875e-38", "1.1754943508222875e-38"},
    {FloatLimits::denorm_min(), "1.401298464324817e-45", "1.401298464324817e-45", "1.401298464324817e-45"},
    {Limits::infinity(), "inf", "inf", "inf"},
    {-Limits::infinity(), "inf_neg", "inf_neg", "inf_neg"},
    {Limits::quiet_NaN(), "nan", "nan", "nan"},
    {-Limits::quiet_NaN(), "nan", "nan", "nan"},
};

TEST(Numbers, FloatsAreComparedAsTheyAreWritten) {
  EXPECT_EQ(as_written(0.1F), 0.1);
  EXPECT_EQ(as_written(-2.5F), -2.5);
  EXPECT_EQ(as_written(16777216.0F), 16777216.0);
  EXPECT_EQ(as_written(std::numeric_limits<float>::infinity()), std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(as_written(std::numeric_limits<float>::quiet_NaN())));
}

TEST(Text, Floats) {
  char digits[max_number_text];
  for (const Number& row : numbers) {
    EXPECT_EQ(float_text(row.number, false, digits), row.godot4);
    EXPECT_EQ(float_text(row.number, true, digits), row.before_4) << row.godot4;
    const char* const end = write_literal(row.number, false, digits);
    EXPECT_EQ(std::string_view(digits, static_cast<std::size_t>(end - digits)), row.literal);
    if (!std::isfinite(row.number)) continue;
    EXPECT_EQ(std::strtod(row.godot4, nullptr), row.number);
  }
}

TEST(Text, Ints) {
  char digits[max_number_text];
  EXPECT_EQ(int_text(std::numeric_limits<std::int64_t>::min(), digits), "-9223372036854775808");
  EXPECT_EQ(int_text(std::numeric_limits<std::int64_t>::max(), digits), "9223372036854775807");
  EXPECT_EQ(uint_text(std::numeric_limits<std::uint64_t>::max(), digits), "18446744073709551615");
}

/// The text of a value in the Godot 4 dialect: the type, the content as UTF-8, the expected text.
struct Escape {
  const char* what;
  std::uint32_t type;
  std::string_view content;
  const char* text;
};
constexpr std::uint32_t string_type = 4;
constexpr std::uint32_t string_name_type = 21;
const Escape escapes[] = {
    {"nothing", string_type, "", R"("")"},
    {"double quotes", string_type, R"(a"b)", R"("a\"b")"},
    {"single quotes in a string", string_type, "it's", R"("it's")"},
    {"single quotes in a name", string_name_type, "it's", R"(&"it\'s")"},
    {"a backslash", string_type, R"(a\b)", R"("a\\b")"},
    {"line breaks", string_type, "a\nb\r", R"("a\nb\r")"},
    {"other letters", string_type, "\a\b\f\t\v", R"("\a\b\f\t\v")"},
    {"control characters", string_type, "\x01\x1B\x7F", R"("\u0001\u001b\u007f")"},
    {"two, three and four bytes", string_type, "é日😀", R"("é日😀")"},
    {"a continuation alone", string_type, "a\x80z", "\"a\xEF\xBF\xBDz\""},
    {"a character that is cut", string_type, "a\xE6\x97", "\"a\xEF\xBF\xBD\xEF\xBF\xBD\""},
    {"an overlong form", string_type, "\xC0\xAF", "\"\xEF\xBF\xBD\xEF\xBF\xBD\""},
    {"a surrogate", string_type, "\xED\xA0\x80", "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\""},
    {"above the last character", string_type, "\xF4\x90\x80\x80",
     "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\""},
    {"what follows a NUL", string_type, {"ab\0cd", 5}, R"("ab")"},
    {"a byte order mark", string_type, "\xEF\xBB\xBFz", R"("z")"},
};

Bytes text_value(std::uint32_t type, std::string_view content) {
  Bytes bytes;
  append(bytes, type);
  append(bytes, static_cast<std::uint32_t>(content.size()));
  bytes.insert(bytes.end(), content.begin(), content.end());
  bytes.resize(bytes.size() + padding_after(static_cast<Offset>(content.size())));
  return bytes;
}

const variant::Options godot4{.dialect = &variant::dialect(variant::Generation::godot4)};

TEST(Text, Escapes) {
  for (const Escape& row : escapes) {
    const ExactCopy copy(text_value(row.type, row.content));
    EXPECT_EQ(Reading(copy.buffer(), godot4).recorder.text().text, row.text) << row.what;
  }
}

struct Path {
  const char* what;
  const char* dialect;
  const char* hex;
  const char* text;
};
constexpr Path paths[] = {
    {"empty", "godot4", "16000000 00000080 00000000 00000000", R"(NodePath(""))"},
    {"the root", "godot4", "16000000 00000080 00000000 01000000", R"(NodePath("/"))"},
    {"a name", "godot4", "16000000 01000080 00000000 00000000 01000000 61000000", R"(NodePath("a"))"},
    {"an absolute name", "godot4", "16000000 01000080 00000000 01000000 01000000 61000000", R"(NodePath("/a"))"},
    {"a sub-name alone", "godot4", "16000000 00000080 01000000 00000000 01000000 61000000", R"(NodePath(":a"))"},
    {"two and two", "godot4",
     "16000000 02000080 02000000 00000000 01000000 61000000 02000000 2e2e0000 01000000 78000000 01000000 79000000",
     R"(NodePath("a/..:x:y"))"},
    {"a quote", "godot4", "16000000 01000080 00000000 00000000 01000000 22000000", R"(NodePath("\""))"},
    {"an obsolete property", "godot3", "0f000000 01000080 00000000 02000000 01000000 61000000 01000000 70000000",
     R"(NodePath("a:p"))"},
    {"sub-names and property", "godot2",
     "10000000 01000080 01000000 03000000 01000000 61000000 01000000 62000000 01000000 70000000",
     R"(NodePath("/a:b:p"))"},
    {"the old format", "godot2", "10000000 05000000 2f612f62 3a", R"(NodePath("/a/b:"))"},
};

TEST(Text, NodePaths) {
  for (const Path& row : paths) {
    const ExactCopy copy(from_hex(row.hex));
    const Reading reading(copy.buffer(), {.dialect = variant::find_dialect(row.dialect)});
    EXPECT_EQ(reading.recorder.fault(), "") << row.what;
    EXPECT_EQ(reading.recorder.text().text, row.text) << row.what;
  }
}

struct Cut {
  std::string_view content;  ///< of a String
  std::uint32_t limit;
  const char* text;
  bool cut;
};
constexpr Cut cuts[] = {
    {"abc", 0, "", true},     {"abc", 1, "", true},         {"abc", 2, "\"", true},         {"abc", 3, "\"a", true},
    {"abc", 4, "\"ab", true}, {"abc", 5, "\"abc\"", false}, {"abc", 6, "\"abc\"", false},   {"é日😀", 2, "\"", true},
    {"é日😀", 3, "\"é", true}, {"é日😀", 4, "\"é日", true},   {"é日😀", 5, "\"é日😀\"", false}, {"", 1, "", true},
    {"", 2, "\"\"", false},
};

TEST(Text, Limits) {
  for (const Cut& row : cuts) {
    const ExactCopy copy(text_value(string_type, row.content));
    const Reading reading(copy.buffer(), godot4, row.limit);
    EXPECT_EQ(reading.recorder.text().text, row.text) << row.content << ' ' << row.limit;
    EXPECT_EQ(reading.recorder.text().cut, row.cut) << row.content << ' ' << row.limit;
  }
}

/// Values that are not read directly from their bytes are walked; to test mainly the direct way, cut and invalid values
/// are left to tests/unit/codec/variant/damage_test.cpp.
TEST(Text, PlainTextIsThatOfTheWalk) {
  constexpr std::size_t longest = 1U << 16;
  for (const Sample& sample : samples(longest)) {
    const ExactCopy copy(sample.bytes);
    for (const std::uint32_t characters : {0U, 1U, 2U, 7U, 30U, 240U, variant::no_text_limit}) {
      for (const std::uint32_t hex : {0U, 3U, variant::no_hex_bytes}) {
        ASSERT_EQ(difference(copy.buffer(), sample.options, {.characters = characters, .hex_bytes = hex}), "")
            << sample.name << " limit " << characters;
      }
    }
  }
}

/// A validation does not read packed elements; a sink that requests them receives their notes.
TEST(Text, PlainTextNotesOddPackedElements) {
  char out[1024];
  const Bytes odd = from_hex("20000000 02000000 0000803f 0000807f");  // PackedFloat32Array(1, inf)
  Notes notes;
  EXPECT_EQ(variant::text_of(Buffer(odd), {}, {.characters = 80}, out, &notes).text, "PackedFloat32Array(1, inf)");
  EXPECT_TRUE(notes.has(note::not_finite));
  EXPECT_FALSE(variant::validate(Buffer(odd), {}).notes.any());
  const Bytes plain = from_hex("20000000 02000000 0000803f 00000040");
  notes = {};
  EXPECT_EQ(variant::text_of(Buffer(plain), {}, {.characters = 80}, out, &notes).text, "PackedFloat32Array(1, 2)");
  EXPECT_FALSE(notes.any());
}

TEST(Text, EveryLimitShortensEveryText) {
  for (const Sample& sample : samples(300)) {
    const Buffer buffer(sample.bytes);
    const Reading full(buffer, sample.options);
    const auto length = static_cast<std::uint32_t>(characters(full.recorder.text().text));
    for (const std::uint32_t limit :
         {0U, 1U, 2U, 3U, 4U, 5U, 7U, 10U, 20U, 40U, std::max(length, 1U) - 1, length, length + 1}) {
      const Reading limited(buffer, sample.options, limit);
      ASSERT_EQ(limited.recorder.fault(), "") << sample.name;
      ASSERT_EQ(limited.recorder.texts().size(), full.recorder.texts().size()) << sample.name;
      for (std::size_t i = 0; i < full.recorder.texts().size(); ++i) {
        const std::string& whole = full.recorder.texts()[i].text;
        ASSERT_TRUE(is_shortened(limited.recorder.texts()[i], whole, limit))
            << sample.name << " limit " << limit << ": " << limited.recorder.texts()[i].text << " of " << whole;
      }
      // A sink that requests only the elements for the text gets the same text.
      const Reading sparing(buffer, sample.options, limit, 0);
      ASSERT_EQ(sparing.recorder.text().text, limited.recorder.text().text) << sample.name << " limit " << limit;
    }
  }
}

TEST(Text, AContainersTextHoldsTheTextsInside) {
  for (const Sample& sample : samples(4096)) {
    if (std::string_view(dialect_of(sample.options).name) == "redot") continue;  // a struct does not show its defaults
    const Reading reading(Buffer(sample.bytes), sample.options);
    const auto& texts = reading.recorder.texts();
    std::vector<const Recorder::ValueText*> inside;
    for (const Recorder::ValueText& outer : texts) {
      ASSERT_FALSE(outer.cut) << sample.name;
      while (!inside.empty() && inside.back()->level > outer.level) {
        ASSERT_NE(inside.back()->text, "") << sample.name;
        ASSERT_NE(outer.text.find(inside.back()->text), std::string::npos) << sample.name;
        inside.pop_back();
      }
      inside.push_back(&outer);
    }
    ASSERT_EQ(inside.size(), 1U) << sample.name;
  }
}

/// The text shows that elements were omitted.
TEST(Text, OmittedElementsLeaveAnEllipsis) {
  const ExactCopy packed(from_hex("1e000000 03000000 01000000 02000000 03000000"));
  const ExactCopy array(from_hex("1c000000 03000000 00000000 00000000 00000000"));
  for (const ExactCopy* copy : {&packed, &array}) {
    std::vector<char> text(200);
    variant::TextWriter writer(text, variant::no_text_limit, *godot4.dialect);
    struct Few final : Sink {
      explicit Few(variant::TextWriter& to) : writer(to) {}
      void open(Field field, Offset, const Value& value) override { writer.open(field, value); }
      void leaf(Field field, Offset, Offset, const Value& value) override { writer.leaf(field, value); }
      void close(Field field, Offset) override { last = writer.close(field); }
      void note(Note, Offset, Offset) override {}
      void problem(const Problem&) override {}
      std::uint32_t wanted_elements(std::uint32_t) override { return 1; }
      variant::TextWriter& writer;
      variant::Text last;
    } sink(writer);
    variant::walk(copy->buffer(), godot4, sink);
    EXPECT_NE(sink.last.text.find(variant::ellipsis), std::string_view::npos) << sink.last.text;
  }
}

}  // namespace
}  // namespace godot::test
