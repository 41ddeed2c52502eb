// SPDX-License-Identifier: MIT
// Names that facts point to: which texts are one pointer, and which are made again.
#include "analysis/facts/interned_names.h"

#include <gtest/gtest.h>

#include <string>

namespace godot::analysis::facts {
namespace {

TEST(InternedNames, EqualTextsAreOnePointer) {
  InternedNames names;
  const std::string again = "Main/Player";
  const char* kept = names.keep("Main/Player");
  EXPECT_STREQ(kept, "Main/Player");
  EXPECT_EQ(names.keep(again.c_str()), kept);
  EXPECT_NE(names.keep("Main/Players"), kept);
  EXPECT_EQ(names.keep(nullptr), nullptr);
}

/// 1,024 bytes are kept; a letter of several bytes is not cut in two.
TEST(InternedNames, LongTextsAreCut) {
  InternedNames names;
  const std::string most(1024, 'x');
  EXPECT_EQ(names.keep(most.c_str()), most);
  EXPECT_EQ(names.keep((most + "y").c_str()), most + "\u2026");
  const std::string letters = std::string(1023, 'x') + "\u00e4";
  EXPECT_EQ(names.keep(letters.c_str()), std::string(1023, 'x') + "\u2026");
}

/// A text is made once for an object: its name stays the first one.
TEST(InternedNames, OfAnObjectStays) {
  InternedNames names;
  const int object = 0;
  const int other = 0;
  EXPECT_STREQ(names.of(&object, [] { return "Main/Player"; }), "Main/Player");
  EXPECT_STREQ(names.of(&object, [] { return "Main/Later"; }), "Main/Player");
  EXPECT_STREQ(names.of(&other, [] { return "Main/Later"; }), "Main/Later");
  EXPECT_STREQ(names.of(nullptr, [] { return "Main/Third"; }), "Main/Third");
  EXPECT_STREQ(names.of(nullptr, [] { return "Main/Fourth"; }), "Main/Fourth");
}

/// A node of which the path is announced later: "\u2026/Player" until then.
TEST(InternedNames, OfAnObjectWhosePathIsNotKnownYetIsMadeAgain) {
  InternedNames names;
  const int object = 0;
  EXPECT_STREQ(names.of(&object, [] { return static_cast<const char*>(nullptr); }), nullptr);
  EXPECT_STREQ(names.of(&object, [] { return "\u2026/Player"; }), "\u2026/Player");
  EXPECT_STREQ(names.of(&object, [] { return "Main/Player"; }), "Main/Player");
  EXPECT_STREQ(names.of(&object, [] { return "Main/Later"; }), "Main/Player");
}

/// Likewise of methods: a text of the wire that is the same is the same pointer.
TEST(InternedNames, MethodsWithoutANameHaveTheirNumber) {
  InternedNames names;
  for (const std::uint32_t number : {0U, 7U, 63U, 64U, 0x8001U}) {
    const char* name = names.numbered(number);
    EXPECT_EQ(name, "#" + std::to_string(number));
    EXPECT_EQ(names.numbered(number), name);
    EXPECT_EQ(names.keep(("#" + std::to_string(number)).c_str()), name);
  }
}

/// The first 64 of each list are remembered, those behind are made each time: the pointer is the same.
TEST(InternedNames, PropertiesWithoutANameHaveTheirNumber) {
  InternedNames names;
  for (const std::uint32_t number : {0U, 3U, 63U, 64U, 1000U}) {
    const std::string end = std::to_string(number);
    const char* always = names.nameless(names::PropertyList::always, number);
    EXPECT_EQ(always, "always #" + end);
    EXPECT_EQ(names.nameless(names::PropertyList::always, number), always);
    EXPECT_EQ(names.nameless(names::PropertyList::spawn, number), "spawn #" + end);
    EXPECT_EQ(names.nameless(names::PropertyList::on_change, number), "on change #" + end);
  }
}

}  // namespace
}  // namespace godot::analysis::facts
