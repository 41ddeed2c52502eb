// SPDX-License-Identifier: MIT
// Rows of the profile, from frames made by hand: sums, fragments, streams, relays.
#include "answers/questions/profile/profile.h"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <string>

#include "answers/tables/filters.h"
#include "answers/tables/node_groups.h"
#include "answers/tables/table_output.h"
#include "tests/unit/analysis/facts/frames.h"

namespace godot::analysis::profile {
namespace {

using report::common_path;
using report::pattern_of;
using test::Frame;
using test::Frames;
using test::Item;
using test::Kind;

constexpr std::size_t first_figure = 3;
enum Figure : std::uint8_t { count, own, protocol, share, again, total };

/// A profile, and the sum of its frames' lengths.
struct Profiled {
  explicit Profiled(const Options& options = {}) : profile(make_profile(options)) {}

  void add(Frame& frame) {
    length += frame.length;
    profile->add(frame);
  }
  std::uint64_t figure(const std::string& name, Figure which) {
    const report::Report report = profile->answer();
    for (const report::Row& row : report.rows) {
      if (row[0].text + '|' + row[1].text + '|' + row[2].text == name) return row[first_figure + which].count;
    }
    ADD_FAILURE() << "no row " << name << report::text_by(report::write_text, report);
    return 0;
  }
  std::uint64_t sum() { return profile->answer().sum[first_figure + total].count; }

  std::unique_ptr<report::Question> profile;
  std::uint64_t length = 0;
};

TEST(Nodes, AreMergedIfTheyDifferInTrailingDigits) {
  EXPECT_EQ(pattern_of("Arena/Shots/Shot12"), "Arena/Shots/Shot*");
  EXPECT_EQ(pattern_of("Players/1160010685/Sync2"), "Players/*/Sync*");
  EXPECT_EQ(pattern_of("Player2D"), "Player2D");
  EXPECT_EQ(pattern_of("#7"), "#7");
  EXPECT_EQ(pattern_of(""), "");
}

TEST(Profile, CountsCallsAndAddsUp) {
  Frames frames;
  Profiled profiled;
  for (int i = 0; i != 3; ++i) {
    Frame& frame = frames.datagram(44, 4);
    frames.part(frames.add(frame, Kind::remote_call, 24, 6), "Main/Player", "move", 24);
    frames.add(frame, Kind::acknowledgement, 0, 10);
    profiled.add(frame);
  }
  EXPECT_EQ(profiled.figure("Remote call|Main/Player|move", count), 3U);
  EXPECT_EQ(profiled.figure("Remote call|Main/Player|move", own), 72U);
  EXPECT_EQ(profiled.figure("Remote call|Main/Player|move", protocol), 18U);
  EXPECT_EQ(profiled.figure("Acknowledge||", total), 66U);
  EXPECT_EQ(profiled.sum(), profiled.length);
}

/// Two seconds from the first frame to the last one, ten seconds after the capture has begun.
TEST(Profile, BytesPerSecondAreThoseBetweenItsFrames) {
  Frames frames;
  Profiled profiled;
  for (const facts::Time at : {10, 12}) {
    Frame& frame = frames.datagram(44, 4, 0, at * Frames::second);
    frames.part(frames.add(frame, Kind::remote_call, 34, 6), "Main/Player", "move", 34);
    profiled.add(frame);
  }
  EXPECT_EQ(profiled.figure("Remote call|Main/Player|move", total), 172U) << "44 and 42 below, twice";
  const report::Report report = profiled.profile->answer();
  const std::size_t per_second = first_figure + total + 2;
  ASSERT_STREQ(report.columns[per_second].key, "per_second");
  EXPECT_DOUBLE_EQ(report.rows[0][per_second].number, 86);
}

TEST(Profile, ShowsALoneNodeByItsName) {
  Frames frames;
  Profiled profiled;
  const auto say = [&](const char* node) {
    Frame& frame = frames.datagram(20, 4);
    frames.part(frames.add(frame, Kind::remote_call, 10, 6), node, "hit", 10);
    profiled.add(frame);
  };
  say("Shots/Shot1");
  EXPECT_EQ(profiled.figure("Remote call|Shots/Shot1|hit", count), 1U);
  say("Shots/Shot2");
  EXPECT_EQ(profiled.figure("Remote call|Shots/Shot*|hit", count), 2U);
  EXPECT_EQ(profiled.sum(), profiled.length);
}

TEST(Nodes, ShareTheCommonPartOfTheirPaths) {
  EXPECT_EQ(common_path("Players/Red", "Players/Blue"), "Players/*");
  EXPECT_EQ(common_path("Players/*", "Players/Green"), "Players/*");
  EXPECT_EQ(common_path("Room1/Enemy3", "Room2/Enemy1"), "Room*/Enemy*");
  EXPECT_EQ(common_path("Players/Red/Bag", "Players/Blue/Bag"), "Players/*/Bag");
  EXPECT_EQ(common_path("Main/Enemy", "Main/Cave/Enemy"), "Main/*/\u2026");
  EXPECT_EQ(common_path("Main", "Main/Cave"), "Main/\u2026");
  EXPECT_EQ(common_path("Main/\u2026", "Main/Cave/Enemy"), "Main/\u2026");
  EXPECT_EQ(common_path("Main/\u2026", "Main"), "Main/\u2026");
  EXPECT_EQ(common_path("Main/\u2026", "Score"), "*/\u2026");
  EXPECT_EQ(common_path("", ""), "");
}

/// Spawned nodes, with calls of them and of their children.
void add_players(Profiled& profiled, Frames& frames) {
  const auto say = [&](Kind kind, const char* node, const char* member, const char* kin) {
    Frame& frame = frames.datagram(20, 4);
    frames.part(frames.add(frame, kind, 10, 6), node, member, 10).kin = kin;
    profiled.add(frame);
  };
  static constexpr const char* nodes[] = {"Players/Red", "Players/Blue", "Players/Red/Bag", "Players/Blue/Bag"};
  say(Kind::spawn, nodes[0], nullptr, "res://player.tscn");
  say(Kind::spawn, nodes[1], nullptr, "res://player.tscn");
  say(Kind::remote_call, nodes[0], "move", "res://player.gd");
  say(Kind::remote_call, nodes[1], "move", nullptr);
  say(Kind::remote_call, nodes[2], "put", nullptr);
  say(Kind::remote_call, nodes[3], "put", nullptr);
  say(Kind::remote_call, "Players/Score", "count", nullptr);
}

TEST(Profile, PutsNodesOfASceneTogether) {
  Frames frames;
  Profiled profiled;
  add_players(profiled, frames);
  EXPECT_EQ(profiled.figure("Spawn|Players/*|", count), 2U);
  EXPECT_EQ(profiled.figure("Remote call|Players/*|move", count), 2U);
  EXPECT_EQ(profiled.figure("Remote call|Players/*/Bag|put", count), 2U);
  EXPECT_EQ(profiled.figure("Remote call|Players/Score|count", count), 1U);
  EXPECT_EQ(profiled.sum(), profiled.length);
}

/// Of a call that does not fit the project, the scene is not known; its node is the same.
TEST(Profile, ANodeIsInOneRow) {
  Frames frames;
  Profiled profiled;
  for (const char* kin : {"res://turret.gd", static_cast<const char*>(nullptr)}) {
    Frame& frame = frames.datagram(20, 4);
    frames.part(frames.add(frame, Kind::remote_call, 10, 6), "Turret", "aim", 10).kin = kin;
    profiled.add(frame);
  }
  EXPECT_EQ(profiled.figure("Remote call|Turret|aim", count), 2U);
}

TEST(Profile, KeepsNodesApartWhereAsked) {
  Frames frames;
  Profiled profiled({.nodes_apart = true});
  add_players(profiled, frames);
  EXPECT_EQ(profiled.figure("Spawn|Players/Red|", count), 1U);
  EXPECT_EQ(profiled.figure("Remote call|Players/Blue|move", count), 1U);
  EXPECT_EQ(profiled.sum(), profiled.length);
}

TEST(Profile, KeepsScenesWithEqualLabelsApart) {
  Frames frames;
  Profiled profiled;
  const auto spawn = [&](const char* node, const char* kin) {
    Frame& frame = frames.datagram(20, 4);
    frames.part(frames.add(frame, Kind::spawn, 10, 6), node, nullptr, 10).kin = kin;
    profiled.add(frame);
  };
  spawn("Foes/@Node@1", "res://bat.tscn");
  spawn("Foes/@Node@2", "res://bat.tscn");
  spawn("Foes/@Node@3", "res://rat.tscn");
  spawn("Foes/@Node@4", "res://rat.tscn");
  EXPECT_EQ(profiled.figure("Spawn|Foes/@Node@* (res://bat.tscn)|", count), 2U);
  EXPECT_EQ(profiled.figure("Spawn|Foes/@Node@* (res://rat.tscn)|", count), 2U);
}

TEST(Profile, ShowsPeersByTheirNames) {
  Frames frames;
  Profiled profiled({.by = By::peers});
  Frame& frame = frames.datagram(20, 4);
  Item& item = frames.add(frame, Kind::remote_call, 10, 6);
  facts::Route& route = frames.route(item);
  route.source = facts::server;
  route.target = 1160010685;
  route.target_known = true;
  route.target_name = "Red";
  profiled.add(frame);
  const report::Report report = profiled.profile->answer();
  ASSERT_EQ(report.rows.size(), 1U);
  EXPECT_EQ(report.rows[0][0].text, "server");
  EXPECT_EQ(report.rows[0][1].text, "Red");
  route.target = -route.target;
  Profiled but({.by = By::peers});
  but.add(frame);
  EXPECT_EQ(but.profile->answer().rows[0][1].text, "all but Red");
}

/// A call to all counts where it was sent; the server's copies have bytes in rows of their own, which their filter
/// finds.
TEST(Profile, CopiesOfACallToAllHaveAFilter) {
  Frames frames;
  Profiled profiled({.by = By::peers});
  const auto add = [&](std::int32_t hop_source, std::int32_t target) {
    Frame& frame = frames.datagram(20, 4);
    facts::Route& route = frames.route(frames.add(frame, Kind::remote_call, 10, 6));
    route.source = 7;
    route.target = target;
    route.target_known = true;
    route.hop_source = hop_source;
    route.relayed = hop_source != 7;
    profiled.add(frame);
  };
  add(7, 0);
  add(facts::server, 8);
  using Rows = std::map<std::string, std::pair<std::uint64_t, std::string>>;
  Rows rows;
  for (const report::Row& row : profiled.profile->answer().rows)
    rows[row[0].text + " to " + row[1].text] = {row[2].count, row.back().text};
  EXPECT_EQ(rows, (Rows{{"7 to all", {1, "godot.profile.row == \"from 7 to all\""}},
                        {"7 to 8", {0, "godot.profile.row == \"from 7 to 8\""}}}));
}

/// A table by peers: "from|to" and their costs.
std::map<std::string, std::uint64_t> totals_by_peers(const report::Question& profile) {
  constexpr std::size_t figures_at = 2;
  std::map<std::string, std::uint64_t> totals;
  for (const report::Row& row : profile.answer().rows)
    totals[row[0].text + '|' + row[1].text] += row[figures_at + total].count;
  return totals;
}

TEST(Profile, ShowsPeersWithoutNamesByTheirIds) {
  Frames frames;
  const auto ends = [&](std::int32_t source, std::int32_t target, bool target_known) {
    Profiled profiled({.by = By::peers});
    Frame& frame = frames.datagram(20, 4);
    Item& item = frames.add(frame, Kind::remote_call, 10, 6);
    facts::Route& route = frames.route(item);
    route.source = source;
    route.target = target;
    route.target_known = target_known;
    profiled.add(frame);
    return totals_by_peers(*profiled.profile).begin()->first;
  };
  EXPECT_EQ(ends(7, 1, true), "7|server");
  EXPECT_EQ(ends(1, 0, true), "server|all");
  EXPECT_EQ(ends(1, -7, true), "server|all but 7");
  EXPECT_EQ(ends(7, -1, true), "7|all but server");
  EXPECT_EQ(ends(7, 0, false), "7|?");
  EXPECT_EQ(ends(0, 7, true), "?|7");
}

// Acknowledgements come before the peers are known: once a message shows them, they are assigned to those peers.
TEST(Profile, ENetsOwnBytesAreThoseOfThePeersAtItsEnds) {
  Frames frames;
  Profiled profiled({.by = By::peers});
  const auto say = [&](bool from_client, Kind kind, facts::Time time) -> Item& {
    Frame& frame = frames.datagram(20, 4, 0, time);
    frame.envelopes->has_link = true;
    frame.envelopes->link = 3;
    frame.envelopes->from_client = from_client;
    Item& item = frames.add(frame, kind, 10, 6);
    if (kind == Kind::remote_call) {
      facts::Route& route = frames.route(item);
      route.source = from_client ? 7 : 1;
      route.target = from_client ? 1 : 7;
      route.target_known = true;
      route.source_name = from_client ? "red" : nullptr;
      route.target_name = from_client ? nullptr : "red";
    }
    profiled.add(frame);
    return item;
  };
  say(true, Kind::acknowledgement, 0);
  say(true, Kind::acknowledgement, 0);
  say(false, Kind::acknowledgement, 0);
  EXPECT_EQ(totals_by_peers(*profiled.profile),
            (std::map<std::string, std::uint64_t>{{"ENet 3 client|ENet 3 server", 124},
                                                  {"ENet 3 server|ENet 3 client", 62}}));
  say(true, Kind::remote_call, 0);
  EXPECT_EQ(totals_by_peers(*profiled.profile),
            (std::map<std::string, std::uint64_t>{{"red|server", 186}, {"server|red", 62}}));
  say(false, Kind::acknowledgement, 5 * Frames::second);
  EXPECT_EQ(totals_by_peers(*profiled.profile),
            (std::map<std::string, std::uint64_t>{{"red|server", 186}, {"server|red", 124}}));
  EXPECT_EQ(profiled.length, 186U + 124U) << "no byte is lost";
  // The busiest second is that of all their bytes.
  const report::Report report = profiled.profile->answer();
  for (std::size_t i = 0; i != report.columns.size(); ++i) {
    if (report.columns[i].key != std::string("busiest")) continue;
    EXPECT_EQ(report.rows[0][i].count, 186U);
  }
}

TEST(Profile, ShowsTheTwoSidesOfAFlowOfUnknownPeers) {
  Frames frames;
  Profiled profiled({.by = By::peers});
  Frame& datagram = frames.datagram(20, 4, 5);
  frames.add(datagram, Kind::value, 10, 6);
  profiled.add(datagram);
  Frame& segment = frames.segment(1, 30, 1);
  segment.flow = 2;
  frames.add(segment, Kind::value, 26, 4);
  profiled.add(segment);
  EXPECT_EQ(totals_by_peers(*profiled.profile),
            (std::map<std::string, std::uint64_t>{{"UDP 5 first|UDP 5 second", 62}, {"TCP 2 second|TCP 2 first", 84}}));
}

TEST(Profile, RowsCarryTheirFilters) {
  Frames frames;
  Frame& frame = frames.datagram(44, 4, 0, 3 * Frames::second);
  Item& call = frames.add(frame, Kind::remote_call, 24, 6);
  facts::Route& route = frames.route(call);
  route.source = 7;
  route.target = 1;
  route.target_known = true;
  call.on_channel = true;
  call.channel = 2;
  frames.part(call, "Main/Red", "move", 24).scene = "res://red.tscn";
  frames.add(frame, Kind::acknowledgement, 0, 10);
  const auto filter = [&](By by, const std::string& first) -> std::string {
    Profiled profiled({.by = by});
    profiled.add(frame);
    for (const report::Row& row : profiled.profile->answer().rows)
      if (row[0].text == first) return row.back().text;
    return "no row";
  };
  EXPECT_EQ(filter(By::node, "Main/Red"), "godot.profile.row == \"node Main/Red\"");
  EXPECT_EQ(filter(By::scene, "res://red.tscn"), "godot.profile.row == \"scene res://red.tscn\"");
  EXPECT_EQ(filter(By::peers, "7"), "godot.profile.row == \"from 7 to server\"");
  EXPECT_EQ(filter(By::channel, "2"), "godot.profile.row == \"channel 2 reliable\"");
  EXPECT_EQ(filter(By::channel, "Acknowledge"), report::filter_of_row("Acknowledge"));
  EXPECT_EQ(filter(By::kind, "Remote call"), "godot.profile.row == \"kind Remote call\"");
  Profiled by_second({.by = By::second});
  by_second.add(frame);
  EXPECT_EQ(by_second.profile->answer().rows[0].back().text, report::filter_of_second(3));
}

TEST(Profile, BytesOfAnIncompleteMessageAreNotAssignedYet) {
  Frames frames;
  Profiled profiled;
  Frame& first = frames.segment(1, 30);
  frames.part(frames.add(first, Kind::value, 26, 4), nullptr, "int", 26);
  profiled.add(first);
  profiled.add(frames.segment(31, 100));
  EXPECT_EQ(profiled.figure("Not understood||", total), 100U + Frames::tcp_headers);
  EXPECT_EQ(profiled.sum(), profiled.length) << "the answer has it";
  profiled.add(frames.segment(1, 50, 1));
  EXPECT_EQ(profiled.sum(), profiled.length) << "of the other side, too";
}

TEST(Profile, ChargesFragmentsToTheirMessage) {
  Frames frames;
  Profiled profiled;
  const auto fragment = [&](Frame& frame, std::uint32_t size, bool is_copy) {
    Item& item = frames.add(frame, Kind::fragment, size, 24);
    item.message = 7;
    item.again = is_copy;
  };
  Frame& first = frames.datagram(1028, 4);
  fragment(first, 1000, false);
  profiled.add(first);
  EXPECT_EQ(profiled.figure("Unfinished||", total), profiled.length);
  Frame& copy = frames.datagram(1028, 4);
  fragment(copy, 1000, true);
  profiled.add(copy);
  Frame& last = frames.datagram(528, 4);
  fragment(last, 500, false);
  Item& message = frames.add(last, Kind::remote_call, 0, 0);
  message.message = 7;
  frames.part(message, "Main", "load", 1500);
  profiled.add(last);
  EXPECT_EQ(profiled.figure("Remote call|Main|load", count), 1U);
  EXPECT_EQ(profiled.figure("Remote call|Main|load", own), 1500U);
  EXPECT_EQ(profiled.figure("Remote call|Main|load", protocol), 48U);
  EXPECT_EQ(profiled.figure("Remote call|Main|load", again), copy.length);
  EXPECT_EQ(profiled.sum(), profiled.length);
  Frame& late = frames.datagram(528, 4);
  fragment(late, 500, true);
  profiled.add(late);
  EXPECT_EQ(profiled.figure("Remote call|Main|load", again), copy.length + late.length);
  EXPECT_EQ(profiled.sum(), profiled.length);
}

/// From the 257th on, as many copies as the message has rows are divided together.
TEST(Profile, DividesManyCopiesOfAFragmentExactly) {
  constexpr std::size_t rows = 50;
  Frames frames;
  Profiled profiled;
  std::array<std::string, rows> names;
  Frame& whole = frames.datagram(1503 + 28, 4);
  frames.add(whole, Kind::fragment, 1503, 24).message = 7;
  Item& message = frames.add(whole, Kind::sync, 0, 0);
  message.message = 7;
  for (std::size_t i = 0; i != rows; ++i) {
    names[i] = std::string("Main/Node") + static_cast<char>('A' + i);
    for (const std::uint32_t bytes : {10U, 20U}) frames.part(message, names[i].c_str(), "always #1", bytes);
  }
  profiled.add(whole);
  std::uint64_t copies = 0;
  for (std::size_t i = 1; i != 256 + 2 * rows + 8; ++i) {
    Frame& copy = frames.datagram(533, 4);
    Item& item = frames.add(copy, Kind::fragment, 505, 24);
    item.message = 7;
    item.again = true;
    profiled.add(copy);
    copies += copy.length;
    if (i % 50 > 1) continue;
    EXPECT_EQ(profiled.sum(), profiled.length) << i;
    EXPECT_EQ(profiled.profile->answer().sum[first_figure + again].count, copies) << i;
  }
  const std::uint64_t each = profiled.figure("Sync|Main/NodeB|always #1", again);
  EXPECT_NEAR(static_cast<double>(each), static_cast<double>(copies) / rows, 360) << "a byte for each division";
}

TEST(Profile, PutsCopiesIntoAColumnOfTheirOwn) {
  Frames frames;
  Profiled profiled;
  for (const bool is_copy : {false, true}) {
    Frame& frame = frames.datagram(34, 4);
    Item& item = frames.add(frame, Kind::remote_call, 24, 6);
    item.again = is_copy;
    frames.part(item, "Main", "move", 24);
    profiled.add(frame);
  }
  EXPECT_EQ(profiled.figure("Remote call|Main|move", count), 1U);
  EXPECT_EQ(profiled.figure("Remote call|Main|move", own), 24U);
  EXPECT_EQ(profiled.figure("Remote call|Main|move", again), 76U);
  EXPECT_EQ(profiled.sum(), profiled.length);
}

/// They count at the latest fragment, not at the beginning of the capture.
TEST(Profile, FragmentsOfAMessageThatIsNeverWholeCountWhereTheyWere) {
  Frames frames;
  Profiled by_second({.by = By::second});
  Profiled by_peers({.by = By::peers});
  const auto datagram = [&](std::uint32_t size, facts::Time time) -> Frame& {
    Frame& frame = frames.datagram(size, 4, 5, time);
    frame.envelopes->has_link = true;
    frame.envelopes->link = 3;
    return frame;
  };
  for (const facts::Time at : {2, 3}) {
    Frame& frame = datagram(1028, at * Frames::second);
    frames.add(frame, Kind::fragment, 1000, 24).message = 7;
    by_second.add(frame);
    by_peers.add(frame);
  }
  const report::Report seconds = by_second.profile->answer();
  ASSERT_EQ(seconds.rows.size(), 1U);
  EXPECT_EQ(seconds.rows[0][0].count, 3U);
  EXPECT_EQ(seconds.rows[0][1].count, 1U) << "one message";
  EXPECT_EQ(seconds.rows[0].back().text, report::filter_of_second(3));
  EXPECT_EQ(totals_by_peers(*by_peers.profile),
            (std::map<std::string, std::uint64_t>{{"ENet 3 server|ENet 3 client", by_peers.length}}));
  // The peers become known by a message: their row has the bytes, and counts messages only.
  Frame& frame = datagram(34, 4 * Frames::second);
  facts::Route& route = frames.route(frames.add(frame, Kind::remote_call, 24, 6));
  route.source = 1;
  route.target = 7;
  route.target_known = true;
  by_peers.add(frame);
  EXPECT_EQ(totals_by_peers(*by_peers.profile), (std::map<std::string, std::uint64_t>{{"server|7", by_peers.length}}));
  EXPECT_EQ(by_peers.profile->answer().rows[0][2].count, 1U);
}

/// Two mirrors have recorded one call: neither its count nor its bytes are there twice.
TEST(Profile, LeavesOutARecordThatCountsElsewhere) {
  Frames frames;
  Profiled profiled;
  for (const bool elsewhere : {false, true}) {
    Frame& frame = frames.datagram(24, 0);
    frame.envelopes->transport = facts::Transport::mirror;
    Item& item = frames.add(frame, Kind::remote_call, 24, 0);
    item.counted_elsewhere = elsewhere;
    frames.part(item, "Main", "move", 24);
    profiled.profile->add(frame);
    if (!elsewhere) profiled.length = frame.length;
  }
  EXPECT_EQ(profiled.figure("Remote call|Main|move", count), 1U);
  EXPECT_EQ(profiled.figure("Remote call|Main|move", own), 24U);
  EXPECT_EQ(profiled.sum(), profiled.length);
}

TEST(Profile, CountsARelayedCallOnceAndChargesEachHop) {
  Frames frames;
  const auto say = [&](Profiled& profiled, std::int32_t hop_source) {
    Frame& frame = frames.datagram(34, 4);
    Item& item = frames.add(frame, Kind::remote_call, 24, 6);
    facts::Route& route = frames.route(item);
    route.source = 5;
    route.relayed = true;
    route.hop_source = hop_source;
    frames.part(item, "Main", "move", 24);
    profiled.add(frame);
  };
  Profiled both;
  say(both, 5);
  say(both, 1);
  EXPECT_EQ(both.figure("Remote call|Main|move", count), 1U);
  EXPECT_EQ(both.figure("Remote call|Main|move", own), 48U);
  Profiled second_hop;  // at the receiver
  say(second_hop, 1);
  EXPECT_EQ(second_hop.figure("Remote call|Main|move", count), 1U);
}

TEST(Profile, AddsTheFramesOfAFlowBeforeItsRecognition) {
  Frames frames;
  Profiled profiled;
  Frame& before = frames.datagram(30, 0, 3);
  before.envelopes = nullptr;
  profiled.add(before);
  Frame& foreign = frames.datagram(30, 0, 4);
  foreign.envelopes = nullptr;
  profiled.profile->add(foreign);
  EXPECT_EQ(profiled.sum(), 0U);
  Frame& call = frames.datagram(34, 4, 3);
  frames.part(frames.add(call, Kind::remote_call, 24, 6), "Main", "move", 24);
  profiled.add(call);
  EXPECT_EQ(profiled.figure("Not understood||", total), before.length);
  EXPECT_EQ(profiled.sum(), profiled.length);
}

TEST(Profile, TakesAMessageOfAStreamFromAllItsSegments) {
  Frames frames;
  Profiled profiled;
  profiled.add(frames.segment(0, 0));     // SYN
  profiled.add(frames.segment(0, 0, 1));  // and its answer
  profiled.add(frames.segment(1, 100));
  profiled.add(frames.segment(1, 100));  // a retransmission
  Frame& end = frames.segment(101, 60);
  Item& value = frames.add(end, Kind::value, 146, 4);
  frames.part(value, nullptr, "Array", 146);
  profiled.add(end);  // 10 bytes more than the message
  EXPECT_EQ(profiled.figure("Value||Array", own), 146U);
  EXPECT_EQ(profiled.figure("Value||Array", protocol), 4U);
  EXPECT_EQ(profiled.figure("Value||Array", share), 101U);  // of 108, by 150 of 160 bytes
  EXPECT_EQ(profiled.figure("TCP||", again), 154U);
  EXPECT_EQ(profiled.figure("TCP||", total), 154U + 2 * Frames::tcp_headers);
  EXPECT_EQ(profiled.sum(), profiled.length);
  Frame& next = frames.segment(161, 20);
  Item& rest = frames.add(next, Kind::value, 26, 4);
  frames.part(rest, nullptr, "int", 26);
  profiled.add(next);
  EXPECT_EQ(profiled.figure("Value||int", own), 26U);
  EXPECT_EQ(profiled.figure("Value||int", share), Frames::tcp_headers + 7);
  EXPECT_EQ(profiled.sum(), profiled.length);
}

TEST(Profile, AMessageOfWebSocketInSeveralFramesHasAllTheirHeads) {
  Frames frames;
  Profiled profiled;
  profiled.add(frames.segment(0, 0));     // SYN of the client
  profiled.add(frames.segment(0, 0, 1));  // and its answer
  for (std::uint32_t i = 0; i != 2; ++i) {
    Frame& frame = frames.segment(1 + i * 34, 34, 1);  // 28 bytes in three frames
    Item& value = frames.add(frame, Kind::value, 28, 0);
    frame.envelopes->transport = facts::Transport::websocket;
    frames.part(value, nullptr, "Array", 28);
    frame.control.heads = 4;
    profiled.add(frame);
  }
  EXPECT_EQ(profiled.figure("Value||Array", own), 56U);
  EXPECT_EQ(profiled.figure("Value||Array", protocol), 12U);
  EXPECT_EQ(profiled.sum(), profiled.length);
  EXPECT_EQ(profiled.profile->answer().rows.size(), 2U) << "values and TCP: nothing is left that is not understood";
}

/// Wireshark 4.0 does not join them.
TEST(Profile, AMessageOfWebSocketInSeveralFramesThatIsNotReadIsNoHandshake) {
  Frames frames;
  Profiled profiled;
  Frame& own = frames.segment(1, 30);
  frames.part(frames.add(own, Kind::value, 24, 0), nullptr, "int", 24);
  own.envelopes->transport = facts::Transport::websocket;
  profiled.add(own);
  for (const std::uint32_t begin : {1U, 1001U}) {
    profiled.add(frames.segment(begin, 600, 1));
    Frame& end = frames.segment(begin + 600, 400, 1);
    end.control.heads = 4;
    profiled.add(end);
  }
  // What comes before the first end may be the answer of HTTP.
  EXPECT_EQ(profiled.figure("Not understood||", total), 1400U + 3 * Frames::tcp_headers);
  EXPECT_EQ(profiled.figure("Handshake||", total), 600U + Frames::tcp_headers);
  EXPECT_EQ(profiled.sum(), profiled.length);
}

TEST(Profile, TheFirstMessageOfAStreamIsNotChargedForEarlierBytes) {
  Frames frames;
  Profiled profiled;
  profiled.add(frames.segment(1, 100));
  Frame& first = frames.segment(101, 30);
  frames.part(frames.add(first, Kind::value, 26, 4), nullptr, "int", 26);
  profiled.add(first);
  EXPECT_EQ(profiled.figure("Value||int", share), Frames::tcp_headers);
  EXPECT_EQ(profiled.figure("Not understood||", total), 100U + Frames::tcp_headers);
  EXPECT_EQ(profiled.sum(), profiled.length);
}

TEST(Profile, MessagesInsideOfTlsAreChargedForItsRecords) {
  constexpr std::uint32_t record = 22;
  Frames frames;
  Profiled profiled;
  for (std::uint32_t i = 0; i != 3; ++i) {
    Frame& frame = frames.segment(1 + i * (30 + record), 30 + record);
    frames.part(frames.add(frame, Kind::value, 26, 4), nullptr, "int", 26);
    frame.envelopes->sealed = true;
    profiled.add(frame);
  }
  EXPECT_EQ(profiled.figure("Value||int", own), 3 * 26U);
  EXPECT_EQ(profiled.figure("Value||int", protocol), 3 * 4U + 2 * record);  // each that of the one before
  EXPECT_EQ(profiled.sum(), profiled.length);
}

TEST(Profile, ErrorsThatQuoteAFlowAreRowsOfTheirOwn) {
  Frames frames;
  Profiled profiled;
  Frame& call = frames.datagram(34, 4);
  frames.part(frames.add(call, Kind::remote_call, 24, 6), "Main", "move", 24);
  profiled.add(call);
  Frame& error = frames.datagram(34, 0);
  error.envelopes = nullptr;
  error.quoted = true;
  profiled.add(error);
  EXPECT_EQ(profiled.figure("ICMP||", total), error.length);
  EXPECT_EQ(profiled.sum(), profiled.length);
}

TEST(Profile, AFrameMayBeShorterThanItsSegment) {
  Frames frames;
  Profiled profiled;
  Frame& end = frames.segment(1, 300);  // earlier IP fragments carried the first bytes
  end.length = 120;
  frames.part(frames.add(end, Kind::value, 296, 4), nullptr, "Array", 296);
  profiled.add(end);
  EXPECT_EQ(profiled.figure("Value||Array", total), 120U);
  EXPECT_EQ(profiled.sum(), profiled.length);
}

TEST(Profile, ByPeersAndChannelsAddsUpAlike) {
  for (const By by : {By::kind, By::node, By::peers, By::channel, By::scene, By::second}) {
    Frames frames;
    Profiled profiled({.by = by});
    for (int i = 0; i != 5; ++i) {
      Frame& frame = frames.datagram(44, 4, 0, i * Frames::second / 2);
      Item& item = frames.add(frame, Kind::sync, 24, 6);
      facts::Route& route = frames.route(item);
      route.source = i % 2 + 1;
      route.target_known = true;
      item.on_channel = true;
      item.channel = static_cast<std::uint8_t>(i);
      frames.part(item, "A", "x", 12);
      frames.part(item, "B", "x", 12);
      frames.add(frame, Kind::acknowledgement, 0, 10);
      profiled.add(frame);
    }
    const report::Report report = profiled.profile->answer();
    std::uint64_t sum = 0;
    for (const report::Row& row : report.rows) {
      const std::size_t figures = report.columns.size() - 13;  // the filter follows them
      sum += row[figures + total].count;
    }
    EXPECT_EQ(sum, profiled.length);
  }
}

/// Messages of several nodes, one in fragments that come again, copies, and a message of a stream.
void play(Frames& frames, report::Question& profile, report::Question* other = nullptr) {
  const auto take = [&](Frame& frame) {
    profile.take(frame);
    if (other != nullptr) other->take(frame);
  };
  for (int i = 0; i != 9; ++i) {
    Frame& frame = frames.datagram(528, 4, static_cast<std::uint8_t>(i % 2), i * Frames::second / 3);
    Item& state = frames.add(frame, Kind::sync, 24, 6);
    state.again = i == 5;
    facts::Route& route = frames.route(state);
    route.source = i % 2 + 1;
    route.target_known = i % 3 != 0;
    state.on_channel = i != 4;
    state.channel = static_cast<std::uint8_t>(i % 4);
    for (const char* node : {"Main/Shot1", "Main/Shot2", "Main/Red"}) {
      frames.part(state, node, "x", 4).scene = i > 3 ? "res://shot.tscn" : nullptr;
      frames.part(state, node, "y", 4).synchronizer = static_cast<std::uint32_t>(i);
    }
    Item& fragment = frames.add(frame, Kind::fragment, 400, 24);
    fragment.message = 7;
    fragment.again = i == 2 || i == 8;
    if (i == 6) {
      Item& message = frames.add(frame, Kind::remote_call, 0, 0);
      message.message = 7;
      frames.part(message, "Main/Red", "load", 1500);
      frames.part(message, "Main", "rest", 300);
    }
    take(frame);
  }
}

TEST(Profile, TablesThatShareALedgerAreThoseOfEachAlone) {
  const auto csv = [](const report::Question& of) { return report::text_by(report::write_csv, of.answer()); };
  for (const By by : {By::name, By::kind, By::node, By::peers, By::channel, By::scene, By::second}) {
    Frames frames;
    report::Shared shared;
    const auto first = make_profile({}, &shared);
    const auto other = make_profile({.by = by, .nodes_apart = true}, &shared);
    play(frames, *first, other.get());
    Frames again;
    const auto alone = make_profile({.by = by, .nodes_apart = true});
    play(again, *alone);
    EXPECT_EQ(csv(*other), csv(*alone));
    const auto first_alone = make_profile({});
    play(again, *first_alone);
    EXPECT_EQ(csv(*first), csv(*first_alone));
    EXPECT_GT(alone->answer().rows.size(), 1U);
  }
}

}  // namespace
}  // namespace godot::analysis::profile
