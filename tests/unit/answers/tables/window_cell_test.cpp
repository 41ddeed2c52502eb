// SPDX-License-Identifier: MIT
// What a window that knows whole numbers, numbers and texts shows of a table's cells.
#include "answers/tables/window_cell.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace godot::analysis::report {
namespace {

using Type = WindowCell::Type;

constexpr Column text_column = {"node", "Node", Column::Type::text, 0};
constexpr Column count_column = {"packets", "Packets", Column::Type::count, 0};
constexpr Column whole_column = {"bytes", "Bytes/s", Column::Type::number, 0};
constexpr Column tenth_column = {"share", "Share", Column::Type::number, 1};

TEST(WindowCells, HaveTheTypeOfTheirColumn) {
  EXPECT_EQ(type_of(text_column), Type::text);
  EXPECT_EQ(type_of(count_column), Type::whole);
  EXPECT_EQ(type_of(whole_column), Type::whole);
  EXPECT_EQ(type_of(tenth_column), Type::number);
}

TEST(WindowCells, ATextIsOneAlsoInANumbersPlace) {
  const WindowCell cell = window_cell(text_column, Cell::of("Player"), Decimals::of_column);
  EXPECT_EQ(cell.type, Type::text);
  EXPECT_EQ(cell.text, "Player");
}

TEST(WindowCells, AnUnknownNumberIsEmpty) {
  for (const Decimals decimals : {Decimals::of_column, Decimals::always_six, Decimals::always_six_for_readers}) {
    EXPECT_EQ(window_cell(count_column, Cell(), decimals).type, Type::empty);
    EXPECT_EQ(window_cell(tenth_column, Cell::of("a text beside numbers"), decimals).type, Type::empty);
  }
}

TEST(WindowCells, WholeNumbersAreRounded) {
  const WindowCell cell = window_cell(whole_column, Cell::of(2.6), Decimals::always_six);
  EXPECT_EQ(cell.type, Type::whole);
  EXPECT_EQ(cell.whole, 3U);
  EXPECT_EQ(window_cell(count_column, Cell::of(std::uint64_t{7}), Decimals::of_column).whole, 7U);
}

TEST(WindowCells, ThoseThatDoNotFitAreNumbersWhereTheFormatAllowsThem) {
  constexpr std::uint64_t largest = 0xFFFF'FFFF;
  EXPECT_EQ(window_cell(count_column, Cell::of(largest), Decimals::of_column).whole, largest);
  EXPECT_EQ(window_cell(count_column, Cell::of(largest + 1), Decimals::of_column).type, Type::empty);
  for (const Decimals decimals : {Decimals::always_six, Decimals::always_six_for_readers}) {
    const WindowCell cell = window_cell(count_column, Cell::of(largest + 1), decimals);
    EXPECT_EQ(cell.type, Type::number);
    EXPECT_EQ(cell.number, 4294967296.0);
    EXPECT_EQ(window_cell(whole_column, Cell::of(-1.0), decimals).number, -1.0);
  }
}

TEST(WindowCells, NumbersHaveTheirColumnsDecimals) {
  for (const Decimals decimals : {Decimals::of_column, Decimals::always_six}) {
    const WindowCell cell = window_cell(tenth_column, Cell::of(12.25), decimals);
    EXPECT_EQ(cell.type, Type::number);
    EXPECT_EQ(cell.number, 12.3);
  }
}

TEST(WindowCells, AWindowWithSixDecimalsGetsTextsThatSortAsTheNumbers) {
  const WindowCell small = window_cell(tenth_column, Cell::of(9.5), Decimals::always_six_for_readers);
  const WindowCell large = window_cell(tenth_column, Cell::of(12.25), Decimals::always_six_for_readers);
  EXPECT_EQ(large.type, Type::text);
  EXPECT_EQ(large.text, "          12.3");
  EXPECT_LT(small.text, large.text);
}

/// Whole numbers and texts of the rows, a line each.
std::string text_of(const std::vector<std::vector<WindowCell>>& rows) {
  std::string text;
  for (const auto& row : rows) {
    for (const WindowCell& cell : row)
      text += cell.type == Type::whole ? std::to_string(cell.whole) + '|' : cell.text + '|';
    text += '\n';
  }
  return text;
}

TEST(WindowRows, BeginWithTheirPosition) {
  Report report;
  report.columns = {text_column, count_column};
  report.rows = {{Cell::of("Player"), Cell::of(std::uint64_t{3})}, {Cell::of("Shot"), Cell::of(std::uint64_t{2})}};
  report.sum = {Cell::of("Sum"), Cell::of(std::uint64_t{5})};
  EXPECT_EQ(text_of(window_rows(report, {}, Decimals::of_column, true)), "1|Player|3|\n2|Shot|2|\n0|Sum|5|\n");
}

TEST(WindowRows, WithoutRowsSayWhatIsOpen) {
  Report report;
  report.columns = {count_column, text_column};
  report.sum = {Cell::of(std::uint64_t{0}), Cell::of("Sum")};
  const auto in_window = window_rows(report, {}, Decimals::of_column, true);
  ASSERT_EQ(in_window.size(), 1U);
  EXPECT_EQ(in_window[0][0].whole, 1U);
  EXPECT_EQ(in_window[0][1].type, Type::empty);
  EXPECT_EQ(in_window[0][2].text, lines_of({}).front());
  EXPECT_EQ(window_rows(report, {}, Decimals::of_column, false)[0][0].whole, 0U);
}

/// A rank in front of the columns' cells, in each row: of the table, of its sum, and of the lines below it.
TEST(WindowCells, ARowHasACellForEachColumnAndItsRank) {
  Report report;
  report.columns = {text_column, count_column, tenth_column};
  report.rows = {{Cell::of("A"), Cell::of(std::uint64_t{3}), Cell::of(0.5)}, {Cell::of("B")}};
  report.sum = {Cell::of("all"), Cell::of(std::uint64_t{3})};
  report.notes = {"A note."};
  for (const bool in_window : {false, true}) {
    const auto rows = window_rows(report, {}, Decimals::of_column, in_window);
    ASSERT_GE(rows.size(), 3U);
    for (const auto& row : rows) EXPECT_EQ(row.size(), 4U);
    EXPECT_EQ(rows[0][1].text, "A");
    EXPECT_EQ(rows[0][2].whole, 3U);
    EXPECT_EQ(rows[1][1].text, "B");
    EXPECT_EQ(rows[1][2].type, Type::empty);
    EXPECT_EQ(rows[2][1].text, "all");
  }
}

}  // namespace
}  // namespace godot::analysis::report
