// SPDX-License-Identifier: MIT
// The catalogue: names that stay valid as filters, rows with a description.
#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <set>

#include "codec/core/catalogue.h"
#include "codec/core/problem.h"
#include "codec/variant/dialect.h"

namespace godot::test {
namespace {

const std::regex filter_name(
    "^(godot|enet"
#define GODOT_LIBRARY(name) GODOT_FILE_OF(codec, name, library.def)
#define GODOT_LIBRARY_ROW(id, ...) "|" #id
#include "codec/libraries.def"
#undef GODOT_LIBRARY_ROW
    ")(\\.[a-z0-9_]+)*$");

TEST(Catalogue, FieldsExplainThemselves) {
  each_field([&](Field field) {
    const FieldInfo& row = info(field);
    EXPECT_TRUE(std::regex_match(row.filter, filter_name)) << row.filter;
    EXPECT_FALSE(std::string_view(row.title).empty()) << row.filter;
    EXPECT_FALSE(std::string_view(row.blurb).empty()) << row.filter;
    EXPECT_FALSE(std::string_view(row.blurb).ends_with('.')) << row.filter;
    const bool is_unsigned =
        row.type == FieldType::uint8 || row.type == FieldType::uint16 || row.type == FieldType::uint32;
    const bool is_number = is_unsigned || row.type == FieldType::boolean;
    EXPECT_TRUE(row.mask == 0 || is_number) << row.filter << " has a mask";
    EXPECT_TRUE(row.names == nullptr || is_unsigned) << row.filter << " has names";
  });
}

/// Several rows may share a name; Wireshark then requires them to agree, except for their value names.
TEST(Catalogue, RowsOfOneNameAgree) {
  std::map<std::string_view, const FieldInfo*> first;
  each_field([&](Field field) {
    const FieldInfo& row = info(field);
    const auto [other, is_new] = first.insert({row.filter, &row});
    if (is_new) return;
    EXPECT_STREQ(other->second->title, row.title) << row.filter;
    EXPECT_EQ(other->second->mask, row.mask) << row.filter;
    // An element of a packed array is no Variant of its own, but shares the name of one.
    EXPECT_EQ(other->second->flags & ~is_variant, row.flags & ~is_variant) << row.filter;
    const auto is_real = [](FieldType type) { return type == FieldType::real || type == FieldType::float64; };
    EXPECT_TRUE(other->second->type == row.type || (is_real(other->second->type) && is_real(row.type))) << row.filter;
  });
}

TEST(Catalogue, NotesExplainThemselves) {
  std::set<std::string_view> names;
  each_field([&](Field field) { names.insert(info(field).filter); });
  each_note([&](Note note) {
    const NoteInfo& row = info(note);
    EXPECT_TRUE(std::regex_match(row.filter, filter_name)) << row.filter;
    EXPECT_TRUE(names.insert(row.filter).second) << row.filter << " is a field or another note";
    EXPECT_FALSE(std::string_view(row.text).empty()) << row.filter;
  });
}

TEST(Catalogue, ValueNamesAreDistinct) {
  each_field([&](Field field) {
    const FieldInfo& row = info(field);
    std::set<std::uint32_t> values;
    for (const ValueName* name = row.names; name != nullptr && name->name != nullptr; ++name) {
      EXPECT_TRUE(values.insert(name->value).second) << row.filter << ' ' << name->value;
      EXPECT_EQ(value_name(field, name->value), name->name);
    }
    EXPECT_EQ(value_name(field, 1000000), "");
  });
}

TEST(Catalogue, DialectsNameTheirTypes) {
  for (std::size_t i = 0; i < variant::generation_count; ++i) {
    const variant::Dialect& dialect = variant::dialect(static_cast<variant::Generation>(i));
    EXPECT_EQ(variant::find_dialect(dialect.name), &dialect);
    for (std::uint32_t id = 0; id < dialect.types.size(); ++id)
      EXPECT_EQ(value_name(dialect.type_field, id), dialect.types[id].name);
    EXPECT_EQ(value_name(dialect.type_field, static_cast<std::uint32_t>(dialect.types.size())), "");
  }
  EXPECT_EQ(variant::find_dialect("godot5"), nullptr);
}

/// describe() has one buffer, large enough for its longest sentence.
TEST(Catalogue, EveryProblemsTextFitsItsBuffer) {
  for (int code = 1; name(static_cast<Problem::Code>(code)) != "none"; ++code) {
    each_field([&](Field field) {
      each_field([&](Field limit) {
        char sentence[max_problem_text];
        const std::string_view text = describe({.code = static_cast<Problem::Code>(code),
                                                .field = field,
                                                .limit = limit,
                                                .offset = 0xFFFFFFFF,
                                                .needed = ~std::uint64_t{0},
                                                .had = ~std::uint64_t{0},
                                                .value = ~std::uint64_t{0},
                                                .bound = ~std::uint64_t{0}},
                                               sentence);
        ASSERT_TRUE(text.ends_with("]")) << text;
      });
    });
  }
}

}  // namespace
}  // namespace godot::test
