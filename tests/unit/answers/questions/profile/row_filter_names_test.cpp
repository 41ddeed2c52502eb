// SPDX-License-Identifier: MIT
// Names of the profile's rows, and the filters of groups.
#include "answers/questions/profile/row_filter_names.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace godot::analysis::profile {
namespace {

std::vector<std::string> shots(int count) {
  std::vector<std::string> names;
  for (int i = 10; i != 10 + count; ++i) names.push_back("Spawn of Arena/Shot" + std::to_string(i));
  return names;
}

TEST(ProfileRow, NamesOfItems) {
  facts::Route route = {.source = 7, .target = -1, .target_known = true};
  facts::Part second = {.node = "Main/Blue", .member = "always #1"};
  facts::Part first = {.next = &second, .node = "Main/Red", .scene = "res://red.tscn"};
  const facts::Item item = {
      .kind = facts::Kind::sync, .channel = 2, .on_channel = true, .peers = &route, .parts = &first};
  std::vector<std::string> names;
  each_row(item, [&](const std::string& name) { names.push_back(name); });
  const std::vector<std::string> wanted = {"kind Sync",
                                           "Sync of Main/Red",
                                           "node Main/Red",
                                           "scene res://red.tscn",
                                           "Sync of Main/Blue: always #1",
                                           "node Main/Blue",
                                           "channel 2 reliable",
                                           "from 7 to all but server"};
  EXPECT_EQ(names, wanted);
  names.clear();
  each_row({.kind = facts::Kind::acknowledgement}, [&](const std::string& name) { names.push_back(name); });
  EXPECT_EQ(names, std::vector<std::string>{"Acknowledge"}) << "no message";
  names.clear();
  each_row({.kind = facts::Kind::fragment}, [&](const std::string& name) { names.push_back(name); });
  EXPECT_TRUE(names.empty()) << "its message has rows";
}

TEST(ProfileRow, NamesOfPeers) {
  EXPECT_EQ(peer_name(0, false, nullptr), "?");
  EXPECT_EQ(peer_name(0, true, nullptr), "all");
  EXPECT_EQ(peer_name(1, true, nullptr), "server");
  EXPECT_EQ(peer_name(-1, true, nullptr), "all but server");
  EXPECT_EQ(peer_name(-7, true, nullptr), "all but 7");
  EXPECT_EQ(peer_name(-7, true, "red"), "all but red");
  EXPECT_EQ(peer_name(7, true, "red"), "red");
  EXPECT_EQ(peer_name(7, true, nullptr), "7");
}

TEST(ProfileRow, PatternsOfPaths) {
  EXPECT_TRUE(NamePattern("Arena/Shot*").matches("Arena/Shot12"));
  EXPECT_TRUE(NamePattern("Arena/Shot*").matches("Arena/Shot"));
  EXPECT_FALSE(NamePattern("Arena/Shot*").matches("Arena/Shot/Gun"));
  EXPECT_TRUE(NamePattern("A/*/Gun*").matches("A/Red/Gun1"));
  EXPECT_FALSE(NamePattern("A/*/Gun*").matches("A/Red/Blue/Gun1"));
  EXPECT_TRUE(NamePattern("A/\u2026").matches("A/Red/Blue/Gun1"));
  EXPECT_TRUE(NamePattern("A/\u2026: hp").matches("A/Red/Gun1: hp"));
  EXPECT_FALSE(NamePattern("A/\u2026: hp").matches("A/Red/Gun1: hp2"));
  EXPECT_TRUE(NamePattern("A/\u2026: hp").matches("A: hp"));
  EXPECT_TRUE(NamePattern("*/\u2026: hp").matches("Fresh: hp"));
  EXPECT_FALSE(NamePattern("A/\u2026: hp").matches("AB: hp"));
  EXPECT_TRUE(NamePattern("a*b").matches("aXbXb"));
  EXPECT_FALSE(NamePattern("ab").matches("a"));
  EXPECT_FALSE(NamePattern("a").matches("ab"));
  EXPECT_TRUE(NamePattern("A/\u2026: b*c").matches("A/Red: b/Gun: bXc")) << "the rest of the path takes the slash";
  EXPECT_FALSE(NamePattern("A/\u2026: b*c").matches("A/Red: b/Gun: b/c"));
}

/// Nodes may have stars in their names, which are then stars of the pattern.
TEST(ProfileRow, StarsInNames) {
  std::vector<std::string> names;
  for (const char last : std::string_view("123456789")) names.push_back(std::string("node Arena/A*B") + last);
  const std::string filter = R"(godot.profile.row matches "(?-i)^node Arena/A[^/]*B[^/]*$")";
  EXPECT_EQ(RowFilter(names).of(names, "node Arena/A*B*"), filter);
  std::vector<std::string> others = names;
  others.emplace_back("node Arena/AXB1");
  EXPECT_TRUE(RowFilter(others).of(names, "node Arena/A*B*").starts_with("godot.profile.row in {"))
      << "the pattern would find it";
}

/// A pattern that takes too long to compare is used only where a list would be too long, and is not exact then.
TEST(ProfileRow, ComparingTakesALimitedNumberOfSteps) {
  const std::string pattern = "Spawn of Arena/Shot*";
  const std::vector<std::string> others = {"Spawn of *" + std::string(900, 'a')};
  constexpr std::uint64_t few = 65 * 21, enough = 10'000;  // the names take 22 each
  EXPECT_TRUE(RowFilter(others, enough).is_exact(shots(65), pattern));
  EXPECT_FALSE(RowFilter(others, few).is_exact(shots(65), pattern));
  EXPECT_TRUE(RowFilter(others, few).of(shots(9), pattern).starts_with("godot.profile.row matches"));
  const RowFilter spent(others, 100);
  EXPECT_TRUE(spent.of(shots(9), pattern).starts_with("godot.profile.row in {"));
  EXPECT_TRUE(spent.of(shots(64), pattern).starts_with("godot.profile.row in {"));

  std::uint64_t steps = 1'000'000;
  const NamePattern slow("\u2026*" + std::string(50, 'a') + "b*");
  EXPECT_FALSE(slow.matches(std::string(90, 'a'), steps));
  EXPECT_LT(steps, 1'000'000U - 40U * 50U);
  steps = 100;
  EXPECT_FALSE(slow.matches(std::string(90, 'a'), steps));
  EXPECT_EQ(steps, 0U);
}

TEST(ProfileRow, FewNamesAreListed) {
  const RowFilter filters({});
  EXPECT_EQ(filters.of({"node A/\"B\""}, "node A/*"), R"(godot.profile.row == "node A/\"B\"")");
  EXPECT_EQ(filters.of({"node A", "node B"}, "node *"), R"(godot.profile.row in {"node A", "node B"})");
  EXPECT_EQ(filters.of({}, "node *"), "");
}

/// The pattern alone finds them, and no other row.
TEST(ProfileRow, ManyNamesByTheirPattern) {
  const std::string pattern = "Spawn of Arena/Shot*";
  std::vector<std::string> others = shots(9);
  others.push_back("Spawn of Arena/Shell");
  const RowFilter filters(others);
  EXPECT_EQ(filters.of(shots(9), pattern), R"(godot.profile.row matches "(?-i)^Spawn of Arena/Shot[^/]*$")");
  EXPECT_TRUE(filters.is_exact(shots(9), pattern));
  EXPECT_EQ(filters.of(shots(9), "Spawn of A.B/\u2026"), filters.of(shots(9), "Spawn of A.B/\u2026"));
}

TEST(ProfileRow, ANameAtTheTopFitsThePatternOfOnesBelow) {
  std::vector<std::string> names = shots(9);
  names.insert(names.begin(), "Spawn of Arena");
  EXPECT_EQ(RowFilter({}).of(names, "Spawn of Arena/\u2026"),
            R"(godot.profile.row matches "(?-i)^Spawn of Arena(/.*)?$")");
}

/// A pattern that does not fit all of them is not used for a list.
TEST(ProfileRow, APatternThatFitsTooFew) {
  const RowFilter filters({});
  EXPECT_TRUE(filters.of(shots(9), "Spawn of Arena/Gun*").starts_with("godot.profile.row in {"));
  EXPECT_FALSE(filters.is_exact(shots(65), "Spawn of Arena/Gun*"));
}

/// Another row has a name that fits: then they are listed, unless they are too many.
TEST(ProfileRow, APatternThatFitsOthers) {
  const std::string pattern = "Spawn of Arena/Shot*";
  std::vector<std::string> others = shots(65);
  others.push_back("Spawn of Arena/ShotX");
  const RowFilter filters(others);
  EXPECT_TRUE(filters.of(shots(64), pattern).starts_with("godot.profile.row in {"));
  EXPECT_TRUE(filters.is_exact(shots(64), pattern));
  EXPECT_TRUE(filters.of(shots(65), pattern).starts_with("godot.profile.row matches"));
  EXPECT_FALSE(filters.is_exact(shots(65), pattern));
}

}  // namespace
}  // namespace godot::analysis::profile
