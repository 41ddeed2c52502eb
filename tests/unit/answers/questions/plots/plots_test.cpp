// SPDX-License-Identifier: MIT
#include "answers/questions/plots/plots.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "answers/tables/cell_text.h"
#include "answers/tables/table_output.h"
#include "codec/variant/fields.h"

namespace godot::analysis::plots {
namespace {

Plots arena() {
  Plots plots;
  for (const char* to : {"green", "server"}) {
    for (const double x : {3.0, -1.5}) {
      plots.add({"Arena/Players/Red", "position", "x", "red", to, x});
      plots.add({"Arena/Players/Red", "position", "y", "red", to, x * 2});
    }
  }
  plots.add({"Arena/Players/Red", "hp", "", "server", "red", 9});
  plots.add({"Arena", "fire(aim)", "x", "red", "server", 0.25});
  return plots;
}

std::vector<std::string> texts(const report::Report& report, std::size_t column) {
  std::vector<std::string> all;
  for (const report::Row& row : report.rows) all.push_back(report::text_of(report.columns[column], row[column]));
  return all;
}

using Texts = std::vector<std::string>;

TEST(Plots, ListsNumbersWithTheirComponentsAndReceivers) {
  EXPECT_EQ(arena().list(),
            "   1  Arena:fire(aim).x  0.25 to 0.25, 1 value, to server\n"
            "   2  Arena/Players/Red:hp  9 to 9, 1 value, to red\n"
            "   3  Arena/Players/Red:position.x  -1.5 to 3, 4 values, to green, server\n"
            "   4  Arena/Players/Red:position.y  -3 to 6, 4 values, to green, server\n");
}

TEST(Plots, TakeOfValuesWhatAWatchFinds) {
  SeenNumbers hidden = {nullptr, "#3", "position", "red", "server", {}};
  SeenNumbers nowhere = {&hidden, "", "position", "red", "server", {}};
  SeenNumbers value = {&nowhere, "Red", "position", "red", "server", {}};
  for (SeenNumbers* seen : {&hidden, &nowhere, &value}) {
    seen->numbers.add(field::vector2_x, Value::of_float(1));
    seen->numbers.add(field::vector2_y, Value::of_float(2));
    seen->numbers.add(field::vector2_x, Value::of_float(5));
    seen->numbers.add(field::string_length, Value::of_uint(9));
  }
  Plots plots;
  plots.add_all(&value);
  EXPECT_EQ(plots.list(),
            "   1  Red:position.x  1 to 1, 1 value, to server\n"
            "   2  Red:position.y  2 to 2, 1 value, to server\n");
  plots.add_all(nullptr);
  EXPECT_FALSE(plots.empty());
}

TEST(Plots, AnswersARowForEachReceiver) {
  const report::Report answer = arena().answer();
  ASSERT_EQ(answer.rows.size(), 6U);
  EXPECT_EQ(texts(answer, 4), (Texts{"server", "red", "green", "server", "green", "server"}));
  EXPECT_EQ(answer.rows[2][8].text, R"("red.position.x","Arena/Players/Red","position","x")");
  EXPECT_EQ(answer.rows[2][9].text, R"(godot.watch.red.position.x && godot.to == "green")");
  EXPECT_EQ(answer.rows[1][8].text, R"("red.hp","Arena/Players/Red","hp","")");
}

TEST(Plots, AWatchThatExistsKeepsItsName) {
  const std::vector<Watch> used = {{"mine", "Arena/Players/Red", "position", "x"}, {"red.hp", "*", "other", ""}};
  const Plots plots = arena();
  EXPECT_EQ(plots.choose("3", "", used).watch.name, "mine");
  // The name belongs to another watch.
  EXPECT_EQ(plots.choose("2", "", used).watch.name, "arena.players.red.hp");
}

TEST(Plots, NamesAreFiltersAndDiffer) {
  Plots plots;
  plots.add({"A/Red 1", "always #0", "size.y", "", "", 1});
  plots.add({"B/Red 1", "always #0", "size.y", "", "", 1});
  plots.add({"b/Red-1!", "always #0", "size.y", "", "", 1});
  plots.add({"b/Red 1", "always #0", "size.y", "", "", 1});
  plots.add({"\u0418", "\u0433", "", "", "", 1});
  std::vector<std::string> names;
  for (const char* number : {"1", "2", "3", "4", "5"}) names.push_back(plots.choose(number, "").watch.name);
  EXPECT_EQ(names, (Texts{"red_1.always_0.size.y", "b.red_1.always_0.size.y", "b.red_1.always_0.size.y_2",
                          "red-1.always_0.size.y", "watch"}));
}

/// Names without a Latin letter are all the same.
TEST(Plots, EqualNamesAreNumbered) {
  Plots plots;
  for (const char* node : {"\u0418", "\u0419", "\u041a", "\u041b"}) plots.add({node, "\u0433", "", "", "", 1});
  const std::vector<Watch> used = {{"watch_3", "*", "other", ""}};
  std::vector<std::string> names;
  for (const char* number : {"1", "2", "3", "4"}) names.push_back(plots.choose(number, "", used).watch.name);
  EXPECT_EQ(names, (Texts{"watch", "watch_2", "watch_4", "watch_5"}));
}

TEST(Plots, OneCurveOrOneForEachReceiver) {
  const Plots plots = arena();
  const Choice one = plots.choose("Arena/Players/Red:position.x", "");
  EXPECT_EQ(one.refusal, "");
  ASSERT_EQ(one.curves.size(), 1U);
  EXPECT_EQ(one.curves[0].filter, "");
  EXPECT_EQ(one.curves[0].field, "godot.watch.red.position.x");
  const Choice two = plots.choose(" 3 ", "server , green,server");
  ASSERT_EQ(two.curves.size(), 2U);
  EXPECT_EQ(two.curves[0].filter, R"(godot.watch.red.position.x && godot.to == "server")");
  EXPECT_EQ(two.curves[1].filter, R"(godot.watch.red.position.x && godot.to == "green")");
  EXPECT_EQ(two.curves[1].name, "green: Arena/Players/Red:position.x");
  EXPECT_EQ(plots.choose("3", "*").curves.size(), 2U);
}

TEST(Plots, NamesMayBeShort) {
  Plots plots;
  plots.add({"Arena/Red", "position?", "x", "server", "red", 1});
  plots.add({"Arena/Red", "hp", "", "server", "red", 1});
  plots.add({"Arena/Green", "hp", "", "server", "red", 1});
  EXPECT_EQ(plots.choose(":position.x", "").watch.what, "position?");
  EXPECT_EQ(plots.choose("Arena/Red:position.x", "").watch.what, "position?");
  EXPECT_EQ(plots.choose("Arena/Red:position?.x", "").watch.node, "Arena/Red");
  const Choice several = plots.choose(":hp", "");
  EXPECT_EQ(several.refusal, "Several nodes have it; choose one by its number:\n1  Arena/Green:hp\n2  Arena/Red:hp");
  EXPECT_TRUE(several.curves.empty());
  EXPECT_NE(plots.choose(":x", "").refusal, "") << "a part of a property's name";
}

TEST(Plots, RefusesUnknownProperties) {
  const Plots plots = arena();
  EXPECT_NE(plots.choose("Arena/Players/Red:position.z", "").refusal.find("Components of this property: x, y"),
            std::string::npos);
  EXPECT_NE(plots.choose("Arena/Players/Red:hp.x", "").refusal.find("Components of this property: none"),
            std::string::npos);
  // The vector itself is not a number.
  EXPECT_NE(plots.choose("Arena/Players/Red:position", "").refusal.find("x, y"), std::string::npos);
  for (const char* wanted : {"0", "5", "99999999999999999999", "-1", "", "1x", "Arena/Players/Red:pos.x"})
    EXPECT_NE(plots.choose(wanted, "").refusal, "") << wanted;
  const Choice blue = plots.choose("3", "green, blue");
  EXPECT_NE(blue.refusal.find("Receivers of Arena/Players/Red:position.x: green, server"), std::string::npos);
  EXPECT_EQ(Plots{}.choose("1", "").curves.size(), 0U);
}

TEST(Plots, MemoryIsBounded) {
  Plots plots;
  for (std::size_t i = 0; i != most_rows + 5; ++i)
    plots.add({"Node" + std::to_string(i), "hp", "", "", "", static_cast<double>(i)});
  const report::Report answer = plots.answer();
  EXPECT_EQ(answer.rows.size(), most_rows);
  ASSERT_EQ(answer.not_judged.size(), 1U);
  EXPECT_STREQ(answer.not_judged[0].reason, "no_room");
  EXPECT_EQ(answer.not_judged[0].count, 5U);
  EXPECT_EQ(answer.not_judged[0].what, "5 values of further rows");
  EXPECT_TRUE(plots.list().ends_with("\n5 values of further rows are not counted\n"));
  // Rows that are there count on.
  plots.add({"Node7", "hp", "", "", "", -1});
  EXPECT_EQ(plots.answer().not_judged[0].count, 5U);
  Plots one_more;
  for (std::size_t i = 0; i != most_rows; ++i) one_more.add({"Node" + std::to_string(i), "hp", "", "", "", 1});
  EXPECT_TRUE(one_more.answer().not_judged.empty());
  one_more.add({"Node0", "hp", "", "", "another", 1});
  EXPECT_EQ(one_more.answer().not_judged[0].what, "1 value of further rows") << "a row for each receiver";
}

/// The least and the most of what each receiver got, whatever came first.
TEST(Plots, RangesOfNumbers) {
  Plots plots;
  for (const double number : {-2.0, -5.0, -3.0}) plots.add({"Red", "hp", "", "", "one", number});
  for (const double number : {4.0, 9.0, 7.0}) plots.add({"Red", "hp", "", "", "two", number});
  const report::Report answer = plots.answer();
  EXPECT_EQ(texts(answer, 5), (Texts{"3", "3"}));
  EXPECT_EQ(texts(answer, 6), (Texts{"-5.000", "4.000"}));
  EXPECT_EQ(texts(answer, 7), (Texts{"-2.000", "9.000"}));
  EXPECT_EQ(plots.list(), "   1  Red:hp  -5 to 9, 6 values, to one, two\n");
}

/// Names of filters: letters of either case, digits, - and _ at the borders of their ranges, and none beside them.
TEST(Plots, CharactersOfNames) {
  Plots plots;
  plots.add({"@AZ[`az{", "/09:-", "", "", "", 1});
  plots.add({"A/B", "x", "y.z", "", "", 1});
  EXPECT_EQ(plots.choose("1", "").watch.name, "az_az.09_-");
  EXPECT_EQ(plots.choose("2", "").watch.name, "b.x.y.z");
}

TEST(GraphLines, OtherLinesStayButAreDisabled) {
  const std::vector<Curve> curves = {{"Red:hp", "", "godot.watch.red.hp"}};
  const std::string before =
      "# A comment.\n"
      "\"Enabled\",\"Bytes\",\"\",\"#888888\",\"Line\",\"Bytes\",\"\",\"None\",\"1\"\n"
      "\"TRUE\",\"Calls, \\x22all\\x22\",\"godot\",\"#888888\",\"Line\",\"Bytes\",\"\",\"None\",\"1\",\"FALSE\"\n"
      "\"Disabled\",\"Off\",\"\",\"#888888\",\"Line\",\"Bytes\",\"\",\"None\",\"1\"";
  const std::string added =
      "\"Enabled\",\"Red:hp\",\"\",\"#2A7F2A\",\"Line\",\"AVG(Y Field)\",\"godot.watch.red.hp\",\"None\",\"1\"\n";
  const std::string comment = "# A comment.\n";
  const std::string kept =
      "\"Disabled\",\"Bytes\",\"\",\"#888888\",\"Line\",\"Bytes\",\"\",\"None\",\"1\"\n"
      "\"Disabled\",\"Calls, \\x22all\\x22\",\"godot\",\"#888888\",\"Line\",\"Bytes\",\"\",\"None\",\"1\",\"FALSE\"\n"
      "\"Disabled\",\"Off\",\"\",\"#888888\",\"Line\",\"Bytes\",\"\",\"None\",\"1\"\n";
  const std::string after = graph_lines(before, curves);
  EXPECT_EQ(after, comment + added + kept);
  // A second time: no row is there twice.
  EXPECT_EQ(graph_lines(after, curves), after);
  // As a later version saves it, with one more column.
  std::string later = after;
  later.replace(later.find("\"1\""), 3, "\"1\",\"FALSE\"");
  EXPECT_EQ(graph_lines(later, curves), after);
}

/// More curves than colours: the first colour comes again. Lines may end as Windows ends them.
TEST(GraphLines, ColoursAndEndsOfLines) {
  std::vector<Curve> curves;
  for (int i = 0; i != 9; ++i) curves.push_back({"c" + std::to_string(i), "", "f" + std::to_string(i)});
  for (const std::string& lines : {graph_lines("", curves), plot_lines("", curves)}) {
    std::vector<std::string> colours;
    for (std::size_t at = lines.find('#'); at != std::string::npos && colours.size() != 9; at = lines.find('#', at + 1))
      colours.push_back(lines.substr(at, 7));
    ASSERT_EQ(colours.size(), 9U);
    EXPECT_EQ(colours[8], colours[0]);
    for (std::size_t i = 0; i != 8; ++i)
      EXPECT_EQ(std::count(colours.begin(), colours.begin() + 8, colours[i]), 1) << colours[i];
  }
  const std::string off = "\"Disabled\",\"Off\",\"\",\"#888888\",\"Line\",\"Bytes\",\"\",\"None\",\"1\"";
  EXPECT_EQ(graph_lines(off + "\r\n", {}), off + "\n");
  EXPECT_EQ(plot_lines("# mine\r\n", {}), "# mine\n");
  EXPECT_EQ(restored_lines("# mine\r\n" + off + "\r\n", ""), "# mine\n" + off + "\n");
}

/// Wireshark reads \xNN for a byte; letters beyond ASCII stay in the watches' own table.
TEST(TableRows, BytesThatAreEscaped) {
  EXPECT_EQ(table_row(std::vector<std::string>{"a\x1f b", "~\x7f\x80", "\"\\", ""}),
            R"("a\x1f b","~\x7f\x80","\x22\x5c","")");
  EXPECT_EQ(table_row(Watch{"n", "A\"\u00e9\x7f", "\n", "x"}), "\"n\",\"A\\x22\u00e9\x7f\",\"\\x0a\",\"x\"");
}

TEST(PlotLines, AreAddedOnceAndDisableNothing) {
  const std::vector<Curve> curves = {{"red: A:x", R"(godot.watch.x && godot.to == "red")", "godot.watch.x"}};
  const std::string own =
      "# mine\n\"TRUE\",\"1\",\"Round trip\",\"enet\",\"#2a7f2a\",\"Dot Line\",\"enet.analysis.ack_rtt_ms\",\"1\"\n";
  const std::string added =
      "\"TRUE\",\"3\",\"red: A:x\",\"godot.watch.x && godot.to == \\x22red\\x22\",\"#2A7F2A\",\"Dot "
      "Line\",\"godot.watch.x\",\"1\"\n";
  EXPECT_EQ(plot_lines(own, curves), own + added);
  EXPECT_EQ(plot_lines(own + added, curves), own + added);
  EXPECT_EQ(plot_lines("", curves), added);
}

TEST(GraphLines, WithoutAFileWiresharksOwnLineIsKept) {
  const std::string lines =
      graph_lines("", std::vector<Curve>{{"a \"b\" \u0418", R"(godot.to == "x")", "godot.watch.a"}});
  EXPECT_EQ(
      lines,
      "\"Enabled\",\"a \\x22b\\x22 \\xd0\\x98\",\"godot.to == \\x22x\\x22\",\"#2A7F2A\",\"Line\",\"AVG(Y Field)\","
      "\"godot.watch.a\",\"None\",\"1\"\n"
      "\"Disabled\",\"All Packets\",\"\",\"#000000\",\"Line\",\"Packets\",\"\",\"None\",\"1\"\n");
}

/// Wireshark adds a line for the window's filter, unless one exists.
TEST(GraphLines, TheDisplayFilterGetsADisabledLine) {
  const std::string lines = graph_lines("", {}, "enet");
  EXPECT_NE(
      lines.find("\"Disabled\",\"Filtered packets\",\"enet\",\"#404040\",\"Line\",\"Packets\",\"\",\"None\",\"1\""),
      std::string::npos);
  EXPECT_EQ(graph_lines(lines, {}, "enet"), lines);
}

/// What a plot has switched off is switched on again; its curves stay, switched off.
TEST(GraphLines, ArePutBackAsTheyWere) {
  const std::string bytes = "\"Bytes\",\"\",\"#888888\",\"Line\",\"Bytes\",\"\",\"None\",\"1\"\n";
  const std::string off = "\"Off\",\"\",\"#888888\",\"Line\",\"Bytes\",\"\",\"None\",\"1\"\n";
  const std::string before = "# comment\n\"Enabled\"," + bytes + "\"Disabled\"," + off;
  const std::string remembered = enabled_lines(before);
  EXPECT_TRUE(remembered.starts_with('#')) << "never empty: it tells that there were plots";
  EXPECT_EQ(remembered.substr(remembered.find('\n') + 1), bytes);
  const std::string plotted = graph_lines(before, std::vector<Curve>{{"a", "", "godot.watch.a"}});
  const std::string after = restored_lines(plotted, remembered);
  EXPECT_EQ(
      after,
      "# comment\n\"Disabled\",\"a\",\"\",\"#2A7F2A\",\"Line\",\"AVG(Y Field)\",\"godot.watch.a\",\"None\",\"1\"\n"
      "\"Enabled\"," +
          bytes + "\"Disabled\"," + off);
  // A later version has saved it with one more column.
  std::string later = plotted;
  later.replace(later.find(bytes) + bytes.size() - 1, 1, ",\"FALSE\"\n");
  EXPECT_NE(restored_lines(later, remembered).find("\"Enabled\",\"Bytes\""), std::string::npos);
  EXPECT_EQ(restored_lines("", remembered), "");
  // Wireshark has saved the file, and written names and colors its own way.
  const std::string own = "\"Losses \xc3\x97 100\",\"\",\"#d0303a\",\"Impulse\",\"Packets\",\"\",\"None\",\"100\"\n";
  const std::string saved =
      "\"Disabled\",\"Losses \\xc3\\x97 100\",\"\",\"#D0303A\",\"Impulse\",\"Packets\",\"\",\"None\",\"100\"\n";
  EXPECT_TRUE(restored_lines(saved, enabled_lines("\"Enabled\"," + own)).starts_with("\"Enabled\",\"Losses"));
  // Without a file, Wireshark shows all packets.
  const std::string first = graph_lines("", std::vector<Curve>{{"a", "", "godot.watch.a"}});
  EXPECT_NE(restored_lines(first, enabled_lines("")).find("\"Enabled\",\"All Packets\""), std::string::npos);
}

}  // namespace
}  // namespace godot::analysis::plots
