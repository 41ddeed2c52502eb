// SPDX-License-Identifier: MIT
// Nesting: exactly as deep as in the engine, wherever a value may stand, in bounded memory.
#include <gtest/gtest.h>

#include "tests/unit/support/recorder.h"

namespace godot::test {
namespace {

constexpr std::uint32_t nil = 0;

/// One level of nesting: the bytes before the inner value, and those after it. `first` is the offset of its first
/// value.
struct Nest {
  const char* name;
  const char* before;
  const char* after;
  Offset first;
};
constexpr Nest nests[] = {
    {"array", "1c000000 01000000", "", 8},
    {"second element", "1c000000 02000000 00000000", "", 8},
    {"key", "1b000000 01000000", "00000000", 8},
    {"value", "1b000000 01000000 00000000", "", 8},
    {"property", "18000000 01000000 41000000 01000000 01000000 70000000", "", 24},
    {"typed array", "1c000100 1c000000 01000000", "", 12},
};

Bytes nested(const Nest& nest, std::size_t levels) {
  Bytes bytes;
  const Bytes before = from_hex(nest.before);
  const Bytes after = from_hex(nest.after);
  for (std::size_t i = 0; i < levels; ++i) bytes.insert(bytes.end(), before.begin(), before.end());
  append(bytes, nil);
  for (std::size_t i = 0; i < levels; ++i) bytes.insert(bytes.end(), after.begin(), after.end());
  return bytes;
}

const variant::Options options{.dialect = &variant::dialect(variant::Generation::godot4)};

TEST(Depth, TheDeepestIsRead) {
  for (const Nest& nest : nests) {
    const ExactCopy copy(nested(nest, variant::max_depth));
    const Reading reading(copy.buffer(), options);
    EXPECT_EQ(reading.recorder.fault(), "") << nest.name;
    EXPECT_TRUE(reading.result.exact(copy.buffer())) << nest.name;
    EXPECT_FALSE(reading.recorder.text().cut) << nest.name;
  }
}

TEST(Depth, OneMoreIsTooDeep) {
  for (const Nest& nest : nests) {
    const ExactCopy copy(nested(nest, variant::max_depth + 1));
    const Reading reading(copy.buffer(), options);
    EXPECT_EQ(reading.recorder.fault(), "") << nest.name;
    EXPECT_EQ(name(reading.result.problem.code), "too_deep") << nest.name;
    EXPECT_EQ(reading.result.problem.offset, from_hex(nest.before).size() * variant::max_depth + nest.first)
        << nest.name;
    EXPECT_EQ(name(variant::validate(copy.buffer(), options).problem.code), "too_deep") << nest.name;
  }
}

TEST(Depth, WhatTheSinkWantsChangesNoResult) {
  for (const Nest& nest : nests) {
    for (const std::size_t levels : {std::size_t{variant::max_depth}, std::size_t{variant::max_depth} + 1}) {
      const ExactCopy copy(nested(nest, levels));
      const variant::Result expected = variant::validate(copy.buffer(), options);
      for (const std::uint32_t wanted : {0U, 1U, 2U}) {
        PlainChecker checker(static_cast<Offset>(copy.buffer().captured.size()));
        checker.want(wanted);
        const variant::Result result = variant::walk(copy.buffer(), options, checker);
        EXPECT_EQ(checker.fault(), "") << nest.name << ' ' << wanted;
        EXPECT_EQ(checker.saw_problem(), levels > variant::max_depth) << nest.name << ' ' << wanted;
        EXPECT_EQ(result.problem, expected.problem) << nest.name << ' ' << wanted;
        EXPECT_EQ(result.consumed, expected.consumed) << nest.name << ' ' << wanted;
      }
    }
  }
}

TEST(Depth, AnEmptyContainerIsALevelOfItsOwn) {
  Bytes bytes = nested(nests[0], variant::max_depth);
  bytes.resize(bytes.size() - sizeof nil);
  const Bytes empty = from_hex("1c000000 00000000");
  bytes.insert(bytes.end(), empty.begin(), empty.end());
  EXPECT_FALSE(variant::validate(Buffer(bytes), options).problem);
}

TEST(Depth, AMillionLevelsCostNoMoreThanTheLimit) {
  constexpr std::size_t million = 1000000;
  for (const Nest& nest : nests) {
    const Bytes bytes = nested(nest, million);
    constexpr std::uint32_t limit = 100;
    std::vector<char> text(variant::TextWriter::capacity(bytes.size(), limit));
    variant::TextWriter writer(text, limit, *options.dialect);
    PlainChecker checker(static_cast<Offset>(bytes.size()), &writer, limit);
    const variant::Result result = variant::walk(Buffer(bytes), options, checker);
    EXPECT_EQ(checker.fault(), "") << nest.name;
    EXPECT_EQ(name(result.problem.code), "too_deep") << nest.name;
    EXPECT_LT(checker.events(), std::size_t{variant::max_depth} * 40) << nest.name;
  }
}

}  // namespace
}  // namespace godot::test
