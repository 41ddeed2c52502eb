// SPDX-License-Identifier: MIT
// Every valid value cut at every byte and with every bit flipped: the walk keeps its guarantees, stays inside the
// buffer (AddressSanitizer checks that: buffers have exactly the size of their content), and agrees with the
// validation.
#include <gtest/gtest.h>

#include "codec/variant/fields.h"
#include "codec/variant/walker.h"
#include "tests/unit/support/recorder.h"
#include "tests/unit/support/samples.h"
#include "tests/unit/support/text_alone.h"

namespace godot::test {
namespace {

/// Longer ones cover no more code, and every bit of them takes time.
const std::vector<Sample>& all() {
  static const std::vector<Sample> list = samples(400);
  return list;
}

/// Checks the guarantees of any walk. Returns a sentence about a violation.
std::string fault_of(const Buffer& buffer, const variant::Options& options, variant::Result& result) {
  std::vector<char> text(variant::TextWriter::capacity(buffer.captured.size(), variant::no_text_limit));
  variant::TextWriter writer(text, variant::no_text_limit, *options.dialect);
  PlainChecker checker(static_cast<Offset>(buffer.captured.size()), &writer);
  result = variant::walk(buffer, options, checker);
  const variant::Result checked = variant::validate(buffer, options);
  if (!checker.fault().empty()) return std::string(checker.fault());
  if (result.consumed > buffer.captured.size()) return "more was consumed than there is";
  if (checker.saw_problem() != static_cast<bool>(result.problem)) return "the sink got another result";
  if (checked.consumed != result.consumed) return "validate() ends elsewhere";
  const Problem& ours = result.problem;
  const Problem& theirs = checked.problem;
  if (ours != theirs) return "validate() has another problem";
  for (std::size_t i = 0; i < note_numbers; ++i) {
    const auto note = static_cast<Note>(i);
    if (result.notes.has(note) == checked.notes.has(note)) continue;
    // Only walk() reads the elements of packed arrays.
    if (note != note::not_finite || checked.notes.has(note)) return "validate() has other notes";
  }
  constexpr variant::TextLimits limits[] = {{}, {.characters = 20, .hex_bytes = 4}};
  for (const variant::TextLimits& limit : limits) {
    if (std::string text = difference(buffer, options, limit); !text.empty()) return text;
  }
  return {};
}

TEST(Damage, CutOnTheWire) {
  std::size_t walks = 0;
  for (const Sample& sample : all()) {
    for (std::size_t size = 0; size < sample.bytes.size(); ++size) {
      const ExactCopy copy(std::span(sample.bytes).first(size));
      variant::Result result;
      ASSERT_EQ(fault_of(copy.buffer(), sample.options, result), "") << sample.name << " cut to " << size;
      // Nothing is "cut" if the capture holds the whole message.
      ASSERT_NE(name(result.problem.code), "cut") << sample.name << " cut to " << size;
      ++walks;
    }
  }
  std::printf("%zu walks of %zu values\n", walks, all().size());
}

TEST(Damage, CutInTheCapture) {
  for (const Sample& sample : all()) {
    const auto reported = static_cast<Offset>(sample.bytes.size());
    variant::Result whole;
    ASSERT_EQ(fault_of(Buffer(sample.bytes), sample.options, whole), "") << sample.name;
    for (Offset size = 0; size < reported; ++size) {
      const ExactCopy copy(std::span(sample.bytes).first(size), reported);
      variant::Result result;
      ASSERT_EQ(fault_of(copy.buffer(), sample.options, result), "") << sample.name << " cut to " << size;
      const std::string_view code = name(result.problem.code);
      // A value with a problem may reach the cut; missing bytes that would only trail are not reported.
      // Whether it is a documented form may depend on missing bytes.
      const bool documented = whole.notes.has(note::documented_form) || sample.options.dialect->documented_forms;
      const bool same = code == name(whole.problem.code) && (result.consumed == whole.consumed || documented);
      ASSERT_TRUE(code == "cut" || same) << sample.name << " cut to " << size << " is " << code;
    }
  }
}

TEST(Damage, EveryBitFlipped) {
  std::size_t walks = 0;
  for (const Sample& sample : all()) {
    ExactCopy copy(sample.bytes);
    for (std::size_t bit = 0; bit < copy.size() * 8; ++bit) {
      copy[bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
      variant::Result result;
      ASSERT_EQ(fault_of(copy.buffer(), sample.options, result), "") << sample.name << " bit " << bit;
      copy[bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
      ++walks;
    }
  }
  std::printf("%zu walks\n", walks);
}

/// The bytes of one dialect in all others, as recognition reads them.
TEST(Damage, EveryDialect) {
  for (const Sample& sample : all()) {
    for (std::size_t i = 0; i < variant::generation_count; ++i) {
      for (const auto precision : {variant::Precision::single_, variant::Precision::double_}) {
        variant::Options options = sample.options;
        options.dialect = &variant::dialect(static_cast<variant::Generation>(i));
        options.precision = precision;
        const ExactCopy copy(sample.bytes);
        variant::Result result;
        ASSERT_EQ(fault_of(copy.buffer(), options, result), "") << sample.name << " as " << options.dialect->name;
      }
    }
  }
}

/// Sinks of a known type are called directly, not through Sink, and receive the same events.
TEST(Damage, KnownSinksGetTheSame) {
  for (const Sample& sample : all()) {
    for (const std::size_t size : {sample.bytes.size(), sample.bytes.size() / 2}) {
      const ExactCopy copy(std::span(sample.bytes).first(size));
      Recorder unknown(static_cast<Offset>(size));
      Recorder known(static_cast<Offset>(size));
      const variant::Result result = variant::walk(copy.buffer(), sample.options, unknown);
      const variant::Result same = variant::walk_into(copy.buffer(), sample.options, known);
      ASSERT_EQ(known.fault(), "") << sample.name;
      ASSERT_EQ(known.events(), unknown.events()) << sample.name;
      ASSERT_EQ(known.leaf_text(), unknown.leaf_text()) << sample.name;
      ASSERT_EQ(same.consumed, result.consumed) << sample.name;
      ASSERT_EQ(same.problem.code, result.problem.code) << sample.name;
    }
  }
}

/// After a stream's prefix everything is the same, four bytes later.
TEST(Damage, AfterAPrefix) {
  for (const Sample& sample : all()) {
    for (const variant::ByteOrder order : {variant::ByteOrder::little, variant::ByteOrder::big}) {
      auto length = static_cast<std::uint32_t>(sample.bytes.size());
      if (order == variant::ByteOrder::big) length = __builtin_bswap32(length);
      Bytes prefixed;
      append(prefixed, length);
      prefixed.insert(prefixed.end(), sample.bytes.begin(), sample.bytes.end());
      variant::Options options = sample.options;
      options.prefixed = true;
      options.prefix_order = order;
      variant::Result alone;
      variant::Result behind;
      ASSERT_EQ(fault_of(ExactCopy(sample.bytes).buffer(), sample.options, alone), "") << sample.name;
      ASSERT_EQ(fault_of(ExactCopy(prefixed).buffer(), options, behind), "") << sample.name;
      EXPECT_EQ(behind.consumed, alone.consumed + variant::stream_prefix) << sample.name;
      EXPECT_EQ(name(behind.problem.code), name(alone.problem.code)) << sample.name;
    }
  }
}

}  // namespace
}  // namespace godot::test
