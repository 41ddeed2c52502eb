// SPDX-License-Identifier: MIT
// The parts of a report: tokens in place of private texts, tables as JSON.
#include <gtest/gtest.h>

#include <iterator>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/problems/problem_table.h"
#include "answers/options/tables/z_tables.h"
#include "answers/questions/profile/profile.h"
#include "answers/report_page/mask.h"
#include "answers/report_page/page.h"
#include "answers/report_page/page_files.h"
#include "base/json.h"
#include "tests/unit/analysis/facts/frames.h"
#include "tests/unit/answers/report_page/drawn.h"

namespace {

using namespace std::literals;
using godot::analysis::page::Mask;

TEST(MaskTest, WithoutMaskingNothingChanges) {
  Mask mask(false);
  mask.learn_peer("red");
  EXPECT_EQ(mask.peer("red"), "red");
  EXPECT_EQ(mask.path("Players/Red"), "Players/Red");
  EXPECT_EQ(mask.address("10.0.0.1:5"), "10.0.0.1:5");
  EXPECT_EQ(mask.call("A.b(\"c\")"), "A.b(\"c\")");
}

TEST(MaskTest, TheSameTextHasTheSameToken) {
  Mask mask(true);
  EXPECT_EQ(mask.peer("red"), "peer-1");
  EXPECT_EQ(mask.peer("blue"), "peer-2");
  EXPECT_EQ(mask.peer("red"), "peer-1");
  EXPECT_EQ(mask.peer("all but red"), "all but peer-1");
  EXPECT_EQ(mask.address("10.0.0.1:5"), "address-1");
}

TEST(MaskTest, EnginesAreVersionsAlone) {
  const Mask mask(true);
  EXPECT_EQ(mask.engine("Godot 4.6.3-stable (built by Bob)"), "Godot 4.6.3");
  EXPECT_EQ(mask.engine("Godot 4.0 to 4.2"), "Godot 4.0 to 4.2");
  EXPECT_EQ(mask.engine("Godot 4.3 or later"), "Godot 4.3 or later");
  EXPECT_EQ(mask.engine("Godot 5551234"), "Godot");
  EXPECT_EQ(mask.engine("Bob 4.6"), "");
  EXPECT_EQ(mask.engine(""), "");
  EXPECT_EQ(Mask(false).engine("Godot 4.6.3-stable"), "Godot 4.6.3-stable");
}

TEST(MaskTest, OtherTextsStay) {
  Mask mask(true);
  for (const char* role : {"server", "client", "all", "all but server", "1160010685", "ENet 3 client", "TCP 0 second"})
    EXPECT_EQ(mask.peer(role), role);
  // A player may have this name.
  EXPECT_EQ(mask.peer("ENet x client"), "peer-1");
}

TEST(MaskTest, ANameIsMaskedEvenIfItLooksLikeAnId) {
  Mask mask(true);
  EXPECT_EQ(mask.peer("5551234"), "5551234");
  EXPECT_EQ(mask.peer("55512345678"), "peer-1") << "no id is as long";
  for (const char* name : {"5551234", "server"}) mask.learn_peer(name);
  EXPECT_EQ(mask.peer("5551234"), "peer-2");
  EXPECT_EQ(mask.peer("server"), "peer-3");
}

TEST(MaskTest, AListOfPeersHasATokenForEach) {
  Mask mask(true);
  mask.learn_peer("red, the first");
  EXPECT_EQ(mask.peer("red, server, blue"), "peer-1, server, peer-2");
  EXPECT_EQ(mask.peer("red, the first"), "peer-3");
}

TEST(MaskTest, EveryNameOfAPathIsAToken) {
  Mask mask(true);
  mask.learn_peer("red");
  EXPECT_EQ(mask.path("Players/Red/Sync"), "name-1/peer-1/name-2");
  EXPECT_EQ(mask.path("Players/Player_RED"), "name-1/name-3");
  EXPECT_EQ(mask.path("Players/42"), "name-1/name-4");
  EXPECT_EQ(mask.path("res://bob/player.tscn"), "res://name-5/name-6.tscn");
  EXPECT_EQ(mask.path("Bob's \u00FCber room"), "name-7'name-8 name-9 name-10");
  EXPECT_EQ(mask.peer("Red"), "peer-1");
}

TEST(MaskTest, TextsAndNumbersOfMessagesAreReplaced) {
  Mask mask(true);
  mask.learn_peer("red");
  EXPECT_EQ(mask.call("Main/Red.say(\"hello \\\" there\", 3, Vector2(1, -2.5e3))"),
            "name-1/peer-1.name-2(\"text-1\", N, Vector2(N, -N))");
  EXPECT_EQ(mask.call("A.b({\"k\": &\"v\"}, text: \"k\", true)"),
            "name-3.name-4({\"text-2\": &\"text-3\"}, name-5: \"text-2\", true)");
  // Cut before its end.
  EXPECT_EQ(mask.call("A.b(\"secr\u2026"), "name-3.name-4(\"text-4\"");
  EXPECT_EQ(mask.call("A.b(plain\u2026"), "name-3.name-4(name-6\u2026");
  EXPECT_EQ(mask.call("path #2 is A/b"), "path #N is name-3/name-4");
  EXPECT_EQ(mask.value("Bob: 10.0.0.7"), "name-7: N");
  EXPECT_EQ(mask.value("0x1f, 3rd"), "name-8, name-9");
  EXPECT_EQ(mask.value("(1e-05)"), "(N-N)");
}

TEST(MaskTest, TypesOfEveryDialectStay) {
  Mask mask(true);
  for (const char* value : {"(ByteArray())", "(PackedVector4Array())", "(Matrix32(-inf))", "(-inf, inf_neg, nan)"})
    EXPECT_EQ(mask.call(value), value);
  EXPECT_EQ(mask.call("(Struct[Point](1))"), "(Struct[name-1](N))");
  EXPECT_EQ(mask.value("PackedByteArray(66, 111, 98)"), "PackedByteArray(N, N, N)") << "Bob";
}

TEST(PageTest, IsWholeWithoutACapture) {
  godot::analysis::page::Page page({.version = "1.2.3"});
  const std::string html = page.html();
  EXPECT_EQ(html.find("{{"), std::string::npos);
  EXPECT_NE(html.find("\"version\":\"1.2.3\""), std::string::npos);
  EXPECT_NE(html.find(godot::analysis::page::page_policy()), std::string::npos);
  // The end of a script element ends it anywhere in the text.
  EXPECT_EQ(godot::analysis::page::page_js().find("</script"), std::string_view::npos);
  EXPECT_EQ(godot::analysis::page::page_js().find("<!--"), std::string_view::npos);
  for (const char* maker : {"innerHTML", "outerHTML", "insertAdjacent", "document.write", "eval(", "Function("})
    EXPECT_EQ(godot::analysis::page::page_js().find(maker), std::string_view::npos) << maker;
}

using godot::test::Frames;
using godot::test::Json;
using godot::test::Kind;

/// A text in a page for its script to read.
Json data_of(const godot::analysis::page::Page& page) {
  const std::string html = page.html();
  const std::size_t begin = html.find("{\"version\":");
  const std::size_t end = html.find("</script>", begin);
  Json read = Json::parse(html.substr(begin, end - begin), nullptr, false);
  EXPECT_FALSE(read.is_discarded());
  return read;
}

TEST(PageTest, TablesAndKindsAreThoseOfTheirLists) {
  const Json data = data_of(godot::analysis::page::Page({.version = "1.2.3"}));
  std::vector<std::string> names;
  for (const Json& table : data["tables"]) names.push_back(table["name"]);
  std::size_t listed = 0;
  for (const auto& table : godot::analysis::statistics_tables()) {
    if (table.place == 0) continue;
    ++listed;
    ASSERT_LE(table.place, names.size()) << table.name;
    const Json& shown = data["tables"][table.place - 1];
    EXPECT_EQ(shown["name"], table.name);
    EXPECT_EQ(shown["heading"], table.heading);
    EXPECT_EQ(shown["open"], table.is_open);
  }
  EXPECT_EQ(names.size(), listed) << "each place is taken once";
  EXPECT_EQ(data["timeline"]["kind_colours"].size(), data["timeline"]["kinds"].size());
  EXPECT_EQ(data["timeline"]["kind_of_states"], "Sync");
}

/// A game with one refused call, and a name that is longer than a page shows.
class Pages : public testing::Test {
 protected:
  void play(godot::analysis::page::Page& page, godot::analysis::report::Question& profile) {
    for (int i = 0; i != 3; ++i) {
      godot::analysis::facts::Frame& frame = frames_.datagram(60, 4, 0, i * Frames::second);
      godot::analysis::facts::Item& item = frames_.add(frame, Kind::remote_call, 20, 8);
      godot::analysis::facts::Route& route = frames_.route(item);
      route.source = 7;
      route.target = 1;
      route.target_known = true;
      route.source_name = "red";
      item.problems = &problem_;
      frames_.part(item, i == 0 ? long_name_.c_str() : "Players/Red", "move", 20);
      page.add(frame);
      profile.add(frame);
    }
  }
  Json table(const Json& data, const std::string& name) {
    for (const Json& each : data["tables"]) {
      if (each["name"] == name) return each;
    }
    ADD_FAILURE() << name;
    return {};
  }

  Frames frames_;
  std::string long_name_ = "Main/" + std::string(2 * godot::analysis::page::Page::most_text, 'n');
  godot::analysis::facts::Problem problem_{
      .kind = godot::analysis::problems::row(godot::analysis::problems::Multiplayer::call_refused).kind,
      .cause = godot::analysis::problems::row(godot::analysis::problems::Multiplayer::call_refused).cause};
};

TEST_F(Pages, TablesAreThoseOfTheQuestions) {
  godot::analysis::page::Page page({.version = "1"});
  const auto profile = godot::analysis::profile::make_profile({});
  play(page, *profile);
  const Json data = data_of(page);
  const Json shown = table(data, "godot,profile");
  const godot::analysis::report::Report wanted = profile->answer();
  ASSERT_EQ(shown["columns"].size(), wanted.columns.size());
  ASSERT_EQ(shown["rows"].size(), wanted.rows.size());
  EXPECT_EQ(shown["left_out"], 0);
  for (std::size_t row = 0; row != wanted.rows.size(); ++row) {
    const godot::analysis::report::Row cells = wanted.rows[row];
    for (std::size_t i = 0; i != wanted.columns.size(); ++i) {
      const godot::analysis::report::Cell& cell = cells[i];
      const Json& value = shown["rows"][row][i];
      using Type = godot::analysis::report::Cell::Type;
      switch (cell.type) {
        case Type::count: EXPECT_EQ(value, cell.count) << wanted.columns[i].key; break;
        case Type::empty: EXPECT_TRUE(value.is_null()) << wanted.columns[i].key; break;
        case Type::number: EXPECT_TRUE(value.is_number()) << wanted.columns[i].key; break;
        case Type::text:
          if (cell.text.size() <= godot::analysis::page::Page::most_text) {
            EXPECT_EQ(value, cell.text) << wanted.columns[i].key;
          }
          break;
      }
    }
  }
  for (std::size_t i = 0; i != wanted.columns.size(); ++i) {
    const Json& column = shown["columns"][i];
    EXPECT_EQ(column[0], wanted.columns[i].key);
    EXPECT_EQ(column[1], wanted.columns[i].title);
  }
  // A long name is cut; a long filter is omitted, since a cut one would find nothing.
  bool was_cut = false;
  for (const Json& row : shown["rows"]) {
    const auto name = row[1].get<std::string>();
    if (!name.ends_with("\u2026")) continue;
    was_cut = true;
    EXPECT_EQ(name.size(), godot::analysis::page::Page::most_text + 3);
    EXPECT_TRUE(row.back().is_null());
  }
  EXPECT_TRUE(was_cut);
}

TEST_F(Pages, EachProblemHasItsRemedy) {
  godot::analysis::page::Page page({.version = "1"});
  const auto profile = godot::analysis::profile::make_profile({});
  play(page, *profile);
  const Json data = data_of(page);
  const Json problems = table(data, "godot,problems");
  ASSERT_EQ(data["remedies"].size(), problems["rows"].size());
  ASSERT_EQ(problems["rows"].size(), 2U);
  EXPECT_EQ(problems["rows"][0][0], problem_.kind);
  EXPECT_EQ(data["remedies"][0], godot::analysis::problems::remedy_of(problem_.kind, problem_.cause));
  EXPECT_NE(data["remedies"][0], "");
}

TEST_F(Pages, MaskedNamesGetNoFilters) {
  godot::analysis::page::Page page({.version = "1", .masked = true});
  const auto profile = godot::analysis::profile::make_profile({});
  play(page, *profile);
  const Json data = data_of(page);
  EXPECT_TRUE(data["masked"]);
  const Json peers = table(data, "godot,profile,peers");
  ASSERT_FALSE(peers["rows"].empty());
  EXPECT_EQ(peers["rows"][0][0], "peer-1");
  EXPECT_EQ(peers["rows"][0][1], "server");
  for (const Json& each : data["tables"]) {
    for (std::size_t i = 0; i != each["columns"].size(); ++i) {
      if (each["columns"][i][0] != "filter") continue;
      for (const Json& row : each["rows"]) EXPECT_TRUE(row[i].is_null());
    }
  }
  EXPECT_EQ(page.html().find("Players/Red"), std::string::npos);
}

TEST_F(Pages, LongTablesCountTheRowsLeftOut) {
  godot::analysis::page::Page page({.version = "1", .nodes_apart = true});
  std::vector<std::string> names;
  constexpr std::size_t length = 200;
  for (std::size_t i = 0; i != godot::analysis::page::Page::most_table_bytes / length + 100; ++i)
    names.push_back("Main/" + std::to_string(i) + std::string(length, 'n'));
  for (const std::string& name : names) {
    godot::analysis::facts::Frame& frame = frames_.datagram(60, 4);
    frames_.part(frames_.add(frame, Kind::remote_call, 20, 8), name.c_str(), "move", 20);
    page.add(frame);
  }
  const Json shown = table(data_of(page), "godot,profile");
  EXPECT_GT(shown["left_out"].get<std::size_t>(), 0U);
  EXPECT_EQ(shown["rows"].size() + shown["left_out"].get<std::size_t>(), names.size());
}

}  // namespace
