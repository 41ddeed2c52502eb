// SPDX-License-Identifier: MIT
// Properties that follow from the tables of types, and a walk without a given dialect.
#include "codec/variant/types.h"

#include <gtest/gtest.h>

#include "codec/core/problem.h"
#include "codec/variant/names.h"
#include "codec/variant/recognise.h"
#include "codec/variant/walk.h"

namespace godot::test {
namespace {

using variant::Kind;

std::array<std::uint8_t, 4> header_of(std::size_t id) { return {static_cast<std::uint8_t>(id), 0, 0, 0}; }

TEST(Tables, EveryNameHasItsIdAndTheLastRowHasNone) {
  for (const variant::Dialect& dialect : variant::tables::dialects) {
    SCOPED_TRACE(dialect.name);
    const ValueName* row = info(dialect.type_field).names;
    for (std::size_t id = 0; id < dialect.types.size(); ++id, ++row) {
      EXPECT_EQ(row->value, id);
      EXPECT_EQ(row->name, dialect.types[id].name);
    }
    EXPECT_EQ(row->name, nullptr);
  }
}

/// A table may have an entry for every value of the header's byte: there is always room for the row without a name.
TEST(Tables, NamesHaveRoomForAnyNumberOfTypes) {
  std::array<variant::TypeRow, 256> types{};
  types.fill(variant::tables::row("Foo", Kind::nil));
  const auto names = names::names_of(types);
  EXPECT_EQ(names::count_of(names.rows), types.size());
  EXPECT_EQ(names.rows[types.size()].name, nullptr);
}

TEST(Tables, TheFirstIdBehindThemIsUnknown) {
  for (const variant::Dialect& dialect : variant::tables::dialects) {
    const auto bytes = header_of(dialect.types.size());
    const variant::Result result = variant::validate(Buffer{bytes}, {.dialect = &dialect});
    EXPECT_EQ(result.problem.code, Problem::Code::unknown_type) << dialect.name;
    EXPECT_EQ(result.problem.field, dialect.type_field) << dialect.name;
    EXPECT_EQ(result.problem.bound, dialect.types.size()) << dialect.name;
  }
}

TEST(Tables, TheLastIdOfAnyIsPlausible) {
  EXPECT_TRUE(variant::plausible_header(Buffer{header_of(variant::most_types - 1)}));
  EXPECT_FALSE(variant::plausible_header(Buffer{header_of(variant::most_types)}));
  EXPECT_FALSE(variant::unknown_type_header(Buffer{header_of(variant::most_types - 1)}));
  EXPECT_TRUE(variant::unknown_type_header(Buffer{header_of(variant::most_types)}));
}

TEST(Tables, TheDefaultDialectIsGodot4) {
  constexpr std::uint8_t vector2i[] = {6, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0};
  const Buffer buffer{vector2i};
  EXPECT_TRUE(variant::validate(buffer, {}).exact(buffer));
}

TEST(Tables, AWalkThatBeginsAfterTheEndFindsNothing) {
  constexpr std::uint8_t nil[] = {0, 0, 0, 0};
  const variant::Result result = variant::validate(Buffer{nil}, {.begin = 12});
  EXPECT_EQ(result.problem.code, Problem::Code::truncated);
  EXPECT_EQ(result.problem.had, 0U);
}

}  // namespace
}  // namespace godot::test
