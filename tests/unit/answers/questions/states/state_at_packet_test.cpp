// SPDX-License-Identifier: MIT
// The state at a packet, from frames made by hand.
#include <gtest/gtest.h>

#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "answers/questions/states/state_at_packet.h"
#include "answers/tables/table_output.h"
#include "tests/unit/analysis/facts/frames.h"

namespace godot::analysis {
namespace {

using test::Frame;
using test::Frames;
using test::Item;
using test::Kind;

constexpr const char* red = "Players/Red";

class StateAtPacket : public testing::Test {
 protected:
  Item& message(Kind kind, std::int32_t to, const char* node, std::int32_t hop = 0) {
    frame_ = &frames_.datagram(60, 4, 0, time_);
    Item& item = frames_.add(*frame_, kind, 12, 20);
    facts::Route& route = frames_.route(item);
    route.session = 1;
    route.source = 1;
    route.target = to;
    route.target_known = true;
    route.hop_target = hop != 0 ? hop : to;
    if (node != nullptr) frames_.part(item, node, nullptr, 8);
    return item;
  }
  void add() { state_->add(*frame_); }
  /// Moves later frames by that much time.
  void wait(facts::Time milliseconds) { time_ += milliseconds * 1'000'000; }
  void end_later() {
    wait(1000);
    message(Kind::raw, 7, nullptr);
    add();
  }

  void say(Kind kind, std::int32_t to, const char* node) {
    message(kind, to, node);
    add();
  }

  Item& prepare(std::int32_t to, const char* node, const char* member, const char* text, std::int32_t hop = 0) {
    Item& item = message(Kind::sync, to, node, hop);
    item.values = &values_.emplace_back(facts::Value{.node = node, .member = member, .text = text});
    return item;
  }
  void set(std::int32_t to, const char* node, const char* member, const char* text, std::int32_t hop = 0) {
    prepare(to, node, member, text, hop);
    add();
  }

  /// "value to", for every row of a property.
  std::vector<std::string> rows(const std::string& member) const {
    std::vector<std::string> found;
    for (const report::Row& row : state_->answer().rows) {
      if (row[3].text == member) found.push_back(row[4].text + " " + row[6].text + (row[9].count != 0 ? " !" : ""));
    }
    return found;
  }
  /// "value to: standing frame", for every row of a property.
  std::vector<std::string> standings(const std::string& member) const {
    std::vector<std::string> found;
    for (const report::Row& row : state_->answer().rows) {
      if (row[3].text != member) continue;
      const std::string until = row[12].count != 0 ? " " + std::to_string(row[12].count) : "";
      found.push_back(row[4].text + " " + row[6].text + ": " + row[11].text + until);
    }
    return found;
  }
  using Rows = std::vector<std::string>;

  facts::Time time_ = 0;
  Frames frames_;
  Frame* frame_ = nullptr;
  std::deque<facts::Value> values_;
  std::unique_ptr<state::GameState> state_ = state::make_game_state({});
};

TEST_F(StateAtPacket, HasTheLastValue) {
  set(7, red, "health", "1");
  set(7, red, "health", "2");
  set(8, red, "health", "2");
  EXPECT_EQ(rows("health"), Rows{"2 7, 8"});
}

TEST_F(StateAtPacket, ReportsDifferentValues) {
  set(7, red, "health", "1");
  set(8, red, "health", "2");
  EXPECT_EQ(rows("health"), (Rows{"1 7", "2 8"}));  // the next packet may have it
  end_later();
  EXPECT_EQ(rows("health"), (Rows{"1 7 !", "2 8 !"}));
  EXPECT_EQ(standings("health"), (Rows{"1 7: differs", "2 8: sent"}));
  EXPECT_NE(state_->tree().find("health  \u2260\n"), std::string::npos);
}

TEST_F(StateAtPacket, ValuesSentInTheSameRoundDoNotDiffer) {
  state_ = state::make_game_state({.until = 3});
  set(7, red, "health", "1");
  set(8, red, "health", "1");
  wait(50);
  set(7, red, "health", "2");
  wait(1);
  set(8, red, "health", "2");
  set(9, red, "health", "2");
  wait(50);
  set(7, red, "health", "3");
  set(8, red, "health", "3");
  end_later();
  EXPECT_EQ(rows("health"), (Rows{"1 8", "2 7"}));
  EXPECT_EQ(standings("health"), (Rows{"1 8: not yet sent 4", "2 7: sent"}));
  EXPECT_EQ(state_->tree().find("\u2260"), std::string::npos);
  EXPECT_NE(state_->tree().find("frame 2, 50.0 ms ago; not yet sent, frame 4 is 1.000 ms later]"), std::string::npos);
}

/// Two receivers have different values; a third one gets the newer value in the same round as the first.
TEST_F(StateAtPacket, WhatIsNotYetSentDiffersFromNothing) {
  state_ = state::make_game_state({.until = 4});
  set(7, red, "health", "1");
  set(8, red, "health", "1");
  set(9, red, "health", "5");
  wait(50);
  set(7, red, "health", "2");
  wait(1);
  set(8, red, "health", "2");
  wait(50);
  set(7, red, "health", "3");
  set(8, red, "health", "3");
  end_later();
  EXPECT_EQ(standings("health"), (Rows{"1 8: not yet sent 5", "5 9: differs", "2 7: sent"}));
  EXPECT_EQ(rows("health"), (Rows{"1 8", "5 9 !", "2 7 !"}));
}

/// Receivers that share a row get the value in several packets: the last of them is shown.
TEST_F(StateAtPacket, WhatIsNotYetSentToSeveralComesInTheLastPacket) {
  state_ = state::make_game_state({.until = 4});
  for (const std::int32_t peer : {7, 8, 9}) set(peer, red, "health", "1");
  wait(50);
  set(7, red, "health", "2");
  wait(1);
  set(9, red, "health", "2");
  set(8, red, "health", "2");
  wait(50);
  for (const std::int32_t peer : {7, 8, 9}) set(peer, red, "health", "3");
  end_later();
  EXPECT_EQ(standings("health"), (Rows{"1 8, 9: not yet sent 6", "2 7: sent"}));
}

TEST_F(StateAtPacket, APeerThatWasLeftOutDiffers) {
  state_ = state::make_game_state({.until = 3});
  set(7, red, "health", "1");
  set(8, red, "health", "1");
  wait(50);
  set(7, red, "health", "2");
  wait(50);
  set(7, red, "health", "3");
  set(8, red, "health", "3");
  end_later();
  EXPECT_EQ(standings("health"), (Rows{"1 8: differs", "2 7: sent"}));
}

TEST_F(StateAtPacket, TheFirstValueMayComeLater) {
  state_ = state::make_game_state({.until = 3});
  say(Kind::spawn, 7, red);
  say(Kind::spawn, 8, red);
  set(7, red, "health", "2");
  set(8, red, "health", "2");
  end_later();
  EXPECT_EQ(standings("health"), (Rows{"2 7: sent", " 8: not yet sent 4"}));
}

TEST_F(StateAtPacket, ReceiversShareARowIfValueAndAgeAgree) {
  set(7, red, "health", "1");
  set(8, red, "health", "1");
  wait(500);
  set(9, red, "health", "1");
  wait(16);
  set(8, red, "health", "1");
  set(9, red, "health", "1");
  end_later();
  EXPECT_EQ(rows("health"), (Rows{"1 7", "1 8, 9"}));
  const auto answer = state_->answer();
  EXPECT_EQ(answer.rows[0][10].number, 1.516);
  EXPECT_EQ(answer.rows[1][10].number, 1.0);
}

TEST_F(StateAtPacket, StatesThatArriveAfterThePacketAreUnderWay) {
  state_ = state::make_game_state({.until = 2});
  frames_.command(prepare(7, red, "health", "1")).fate.arrives_in = 3;
  add();
  frames_.command(prepare(8, red, "health", "1")).fate.acked_in = 2;
  add();
  end_later();
  EXPECT_EQ(standings("health"), (Rows{"1 7: on its way 3", "1 8: sent"}));
}

TEST_F(StateAtPacket, LostMessagesAreUnderWayUntilTheyAreSentAgain) {
  state_ = state::make_game_state({.until = 2});
  Item& first = prepare(7, red, "health", "1");
  frames_.command(first).sequence = 5;
  frames_.command(first).fate = {.sent_again_in = 3, .lost = true};
  add();
  frames_.command(prepare(8, red, "health", "1")).fate.lost = true;
  add();
  Item& second = prepare(7, red, "health", "1");
  frames_.command(second).sequence = 5;
  second.again = true;
  frames_.command(second).fate = {.acked_in = 9, .retransmission = true};
  add();
  end_later();
  EXPECT_EQ(standings("health"), (Rows{"1 7: on its way 9", "1 8: lost"}));
}

TEST_F(StateAtPacket, MessagesThatTheServerStillHasToRelayAreUnderWay) {
  state_ = state::make_game_state({.until = 3});
  set(8, red, "aim", "1");
  set(1, red, "aim", "2");
  set(8, red, "aim", "2", 1);
  set(8, red, "aim", "2");
  end_later();
  EXPECT_EQ(standings("aim"), (Rows{"1 8: on its way 4", "2 server: sent"}));
}

TEST_F(StateAtPacket, TheCurrentSenderIsNotCompared) {
  set(7, red, "position", "1");
  wait(500);
  frames_.route(prepare(8, red, "position", "2")).source = 7;
  add();
  end_later();
  EXPECT_EQ(rows("position"), Rows{"2 8"});
}

TEST_F(StateAtPacket, EndsAtThePacket) {
  state_ = state::make_game_state({.until = 1});
  set(7, red, "health", "1");
  set(7, red, "health", "2");
  EXPECT_EQ(rows("health"), Rows{"1 7"});
}

TEST_F(StateAtPacket, HasNoDespawnedNodes) {
  say(Kind::spawn, 7, red);
  say(Kind::spawn, 8, red);
  set(7, "Players/Red/Gun", "shots", "3");
  set(8, "Players/Red/Gun", "shots", "3");
  say(Kind::despawn, 7, red);
  EXPECT_EQ(rows("shots"), Rows{"3 8"});
  set(7, "Players/Red/Gun", "shots", "4");  // was on its way
  EXPECT_EQ(rows("shots"), Rows{"3 8"});
  say(Kind::despawn, 8, red);
  EXPECT_TRUE(state_->answer().rows.empty());
  EXPECT_EQ(state_->tree().find("Red"), std::string::npos);
  say(Kind::spawn, 7, red);
  EXPECT_EQ(state_->answer().rows.size(), 1U);
  EXPECT_TRUE(rows("shots").empty());
  set(7, "Players/Red/Gun", "shots", "0");
  EXPECT_EQ(rows("shots"), Rows{"0 7"});
}

TEST_F(StateAtPacket, ForgetsPeersThatHaveLeft) {
  set(7, red, "health", "1");
  set(8, red, "health", "2");
  frames_.route(message(Kind::system, 8, nullptr)).left = 7;
  add();
  EXPECT_EQ(rows("health"), Rows{"2 8"});
  frames_.route(message(Kind::handshake, 8, nullptr)).left = 8;
  add();
  EXPECT_EQ(rows("health"), Rows{"2 8 (left)"});
  set(7, red, "health", "3");  // is back
  EXPECT_EQ(rows("health"), Rows{"3 7"});
}

TEST_F(StateAtPacket, CountsWhatIsRelayedOnItsLastHop) {
  set(8, red, "aim", "1", 1);  // seen on its way to the server alone
  EXPECT_EQ(rows("aim"), Rows{"1 8"});
  set(8, red, "aim", "1");
  set(8, red, "aim", "2", 1);
  EXPECT_EQ(rows("aim"), Rows{"1 8"});
  set(8, red, "aim", "2");
  EXPECT_EQ(rows("aim"), Rows{"2 8"});
}

TEST_F(StateAtPacket, CountsNoCopies) {
  set(7, red, "health", "1");
  Item& item = message(Kind::sync, 7, red);
  item.again = true;
  item.values = &values_.emplace_back(facts::Value{.node = red, .member = "health", .text = "0"});
  add();
  EXPECT_EQ(rows("health"), Rows{"1 7"});
}

TEST_F(StateAtPacket, KeepsGamesApart) {
  set(7, red, "health", "1");
  Item& item = message(Kind::sync, 7, red);
  frames_.route(item).session = 2;
  item.values = &values_.emplace_back(facts::Value{.node = red, .member = "health", .text = "2"});
  add();
  EXPECT_EQ(rows("health"), (Rows{"1 7", "2 7"}));
  EXPECT_NE(state_->tree().find("Game 2"), std::string::npos);
}

TEST_F(StateAtPacket, TheTreeInWhole) {
  message(Kind::spawn, 7, red).parts->scene = "res://red.tscn";
  frames_.route(*frame_->envelopes->items).target_name = "green";
  add();
  say(Kind::spawn, 8, red);
  set(7, red, "health", "100");
  wait(12);
  set(8, red, "health", "100");
  set(7, red, "armor", "5");
  set(8, red, "armor", "5");
  set(7, "Door", "is_open", "true");
  wait(50);
  say(Kind::remote_call, 7, "Players/Red/Gun");
  EXPECT_EQ(state_->tree(),
            "State at packet 8 (0.062000 s)\n"
            "\n"
            "Door\n"
            "  is_open = true  [server \u2192 green, frame 7, 50.0 ms ago]\n"
            "Players\n"
            "  Red  res://red.tscn  spawned by server for green (1), 8 (2)\n"
            "    armor = 5  [server \u2192 green, 8, frame 6, 50.0 ms ago]\n"
            "    health\n"
            "       = 100  [server \u2192 green, frame 3, 62.0 ms ago]\n"
            "       = 100  [server \u2192 8, frame 4, 50.0 ms ago]\n"
            "    Gun\n");
  const report::Report report = state_->answer();
  const std::string csv = report::text_by(report::write_csv, report);
  EXPECT_EQ(csv.substr(csv.find('\n') + 1, csv.find("# ") - csv.find('\n') - 1),
            "1,Door,,is_open,true,server,green,7,0.012000,0,0.050000,sent,\n"
            "1,Players/Red,res://red.tscn,armor,5,server,\"green, 8\",6,0.012000,0,0.050000,sent,\n"
            "1,Players/Red,res://red.tscn,health,100,server,green,3,0.000000,0,0.062000,sent,\n"
            "1,Players/Red,res://red.tscn,health,100,server,8,4,0.012000,0,0.050000,sent,\n"
            "1,Players/Red/Gun,,,,,,,,,,,\n");
  EXPECT_EQ(report.title, "State at packet 8 (0.062000 s)");
}

/// What the tree says of a value's way, behind its age.
TEST_F(StateAtPacket, SentencesOfTheTree) {
  const auto ends = [&](const char* sentence) {
    return state_->tree().find(std::string(sentence) + "]\n") != std::string::npos;
  };
  const auto begin = [&](std::uint32_t until) {
    frames_ = Frames();
    time_ = 0;
    state_ = state::make_game_state({.until = until});
  };
  begin(1);
  frames_.command(prepare(7, red, "health", "1")).fate.arrives_in = 2;
  add();
  EXPECT_TRUE(ends("0.000 ms ago; on its way until frame 2"));
  begin(1);
  frames_.command(prepare(7, red, "health", "1")).fate.arrives_in = 1;
  add();
  EXPECT_TRUE(ends("0.000 ms ago"));
  begin(1);
  frames_.command(prepare(7, red, "health", "1")).fate.lost = true;
  add();
  EXPECT_TRUE(ends("0.000 ms ago; lost on its way"));
  begin(1);
  frames_.command(prepare(7, red, "health", "1")).fate = {.sent_again_in = 9, .lost = true};
  add();
  EXPECT_TRUE(ends("0.000 ms ago")) << "what sends it again was not captured";
  begin(3);
  set(8, red, "aim", "1");
  set(1, red, "aim", "2");
  set(8, red, "aim", "2", 1);
  EXPECT_TRUE(ends("server \u2192 8, frame 1, 0.000 ms ago; on its way")) << "the server has to pass it on";
  begin(2);
  set(7, red, "health", "1");
  set(8, red, "health", "2");
  EXPECT_TRUE(ends("server \u2192 7, frame 1, 0.000 ms ago; the capture ends before one can tell"));
  end_later();
  EXPECT_TRUE(ends("server \u2192 7, frame 1, 0.000 ms ago; differs"));
  EXPECT_TRUE(ends("server \u2192 8, frame 2, 0.000 ms ago"));
}

TEST_F(StateAtPacket, AgesInThreeUnits) {
  const std::pair<facts::Time, const char*> ages[] = {{14'000, "0.014 ms"},      {9'999'000, "9.999 ms"},
                                                      {10'000'000, "10.0 ms"},   {999'900'000, "999.9 ms"},
                                                      {1'000'000'000, "1.00 s"}, {3'204'000'000, "3.20 s"}};
  for (const auto& [age, text] : ages) {
    state_ = state::make_game_state({});
    time_ = 0;
    set(7, red, "health", "1");
    time_ = age;
    message(Kind::raw, 7, nullptr);
    add();
    EXPECT_NE(state_->tree().find(std::string(", ") + text + " ago]"), std::string::npos) << state_->tree();
  }
}

/// A round has at most 100 ms, from its first message on; whoever gets the value later has another one until then.
TEST_F(StateAtPacket, ARoundEnds) {
  const auto standing = [&](facts::Time to_second, facts::Time to_third, bool same_peer, std::int32_t second_source) {
    state_ = state::make_game_state({.until = frame_ == nullptr ? 4 : frame_->number + 4});
    time_ = 0;
    set(9, red, "health", "0");
    set(8, red, "health", "0");
    set(7, red, "health", "1");
    time_ = to_second * 1'000'000;
    frames_.route(prepare(same_peer ? 7 : 8, red, "health", "1")).source = second_source;
    add();
    time_ = to_third * 1'000'000;
    frames_.route(prepare(9, red, "health", "1")).source = second_source;
    add();
    end_later();
    const std::string first = standings("health").at(0);
    return first.substr(0, first.find_last_not_of("0123456789 ") + 1);
  };
  // The second one has an older value, too.
  EXPECT_EQ(standing(60, 100, false, 1), "0 9: not yet sent");
  EXPECT_EQ(standing(60, 101, false, 1), "0 9: differs");
  EXPECT_EQ(standing(100, 100, false, 1), "0 9: not yet sent");
  EXPECT_EQ(standing(101, 102, false, 1), "0 9: not yet sent") << "another round";
  EXPECT_EQ(standing(60, 160, true, 1), "0 9: not yet sent") << "a peer gets it again: another round";
  EXPECT_EQ(standing(60, 161, true, 1), "0 8, 9: differs");
  EXPECT_EQ(standing(60, 160, false, 2), "0 9: not yet sent") << "of another sender";
}

/// Whether a value differs is open until the capture has shown a whole round, or if its receiver leaves.
TEST_F(StateAtPacket, WhatCannotBeTold) {
  const auto standing = [&](facts::Time end, facts::Time leaves) {
    state_ = state::make_game_state({.until = frame_ == nullptr ? 2 : frame_->number + 2});
    time_ = 0;
    set(8, red, "health", "1");
    set(7, red, "health", "2");
    if (leaves != 0) {
      time_ = leaves * 1'000'000;
      frames_.route(message(Kind::system, 7, nullptr)).left = 8;
      add();
    }
    time_ = end * 1'000'000;
    message(Kind::raw, 7, nullptr);
    add();
    return standings("health").at(0);
  };
  EXPECT_EQ(standing(99, 0), "1 8: undecided");
  EXPECT_EQ(standing(100, 0), "1 8: differs");
  EXPECT_EQ(standing(500, 100), "1 8: undecided");
  EXPECT_EQ(standing(500, 101), "1 8: differs");
}

TEST_F(StateAtPacket, ValuesForEverybody) {
  set(7, red, "health", "1");
  set(0, red, "health", "2", 7);
  EXPECT_EQ(rows("health"), Rows{"2 7"}) << "this hop's receiver";
  set(0, red, "health", "3");
  EXPECT_EQ(rows("health"), Rows{"3 all"});
  set(7, red, "health", "4");
  end_later();
  EXPECT_EQ(rows("health"), (Rows{"3 all !", "4 7 !"}));
  say(Kind::despawn, 0, red);
  EXPECT_EQ(rows("health"), Rows{});
}

/// Messages that are malformed, that only confirm a path, or for a node that the receiver lacks, show no node.
TEST_F(StateAtPacket, NodesThatNothingReaches) {
  prepare(7, red, "health", "1").malformed = true;
  add();
  say(Kind::confirm_path, 7, red);
  message(Kind::remote_call, 7, red).parts->is_lacked = true;
  add();
  frames_.route(message(Kind::remote_call, 7, red)).session = 0;
  add();
  EXPECT_TRUE(state_->answer().rows.empty());
  EXPECT_EQ(state_->tree().find("Red"), std::string::npos);
  say(Kind::remote_call, 7, red);
  EXPECT_EQ(state_->answer().rows.size(), 1U);
}

TEST_F(StateAtPacket, DifferencesAlone) {
  state_ = state::make_game_state({.differences_only = true});
  for (const std::int32_t peer : {7, 8}) {
    set(peer, red, "armor", "5");
    set(peer, red, "health", peer == 7 ? "1" : "2");
    set(peer, "Door", "is_open", "true");
  }
  say(Kind::remote_call, 7, "Lamp");
  end_later();
  EXPECT_EQ(rows("health"), (Rows{"1 7 !", "2 8 !"}));
  EXPECT_EQ(state_->answer().rows.size(), 2U);
  const std::string tree = state_->tree();
  EXPECT_NE(tree.find("\nPlayers\n  Red\n    health  \u2260\n"), std::string::npos) << tree;
  for (const char* other : {"armor", "Door", "Lamp"}) EXPECT_EQ(tree.find(other), std::string::npos) << other;
}

/// A chain of retransmissions, of which the last one arrives.
TEST_F(StateAtPacket, MessagesThatAreSentAgainSeveralTimes) {
  const auto standing = [&](bool is_retransmission, bool has_values, std::uint8_t channel) {
    const std::uint32_t first = frame_ == nullptr ? 1 : frame_->number + 1;
    state_ = state::make_game_state({.until = first});
    const auto transmit = [&](const facts::Fate& fate, bool again) {
      Item& item = prepare(7, red, "health", "1");
      frames_.command(item).sequence = 5;
      frames_.command(item).fate = fate;
      item.again = again;
      item.channel = again ? channel : 0;
      if (again && !has_values) item.values = nullptr;
      add();
    };
    transmit({.sent_again_in = first + 1, .lost = true}, false);
    transmit({.sent_again_in = first + 2, .retransmission = is_retransmission}, true);
    transmit({.acked_in = first + 5, .retransmission = is_retransmission}, true);
    const std::string text = standings("health").at(0);
    return text == "1 7: on its way " + std::to_string(first + 5) ? "arrives" : text;
  };
  EXPECT_EQ(standing(true, true, 0), "arrives");
  EXPECT_EQ(standing(false, true, 0), "1 7: sent") << "copies by the network";
  EXPECT_EQ(standing(true, false, 0), "1 7: sent") << "of messages without values";
  EXPECT_EQ(standing(true, true, 1), "1 7: sent") << "of another channel";
}

TEST_F(StateAtPacket, IsBounded) {
  constexpr std::size_t room = 1000;
  state_ = state::make_game_state({.entries = room});
  std::deque<std::string> texts;
  for (std::size_t i = 0; i != 4 * room; ++i) {
    const std::string& node = texts.emplace_back("Node" + std::to_string(i));
    const std::string& member = texts.emplace_back("member" + std::to_string(i));
    set(static_cast<std::int32_t>(i + 2), node.c_str(), member.c_str(), "1");
    set(7, red, member.c_str(), "1");
  }
  EXPECT_LT(state_->answer().rows.size(), room);
  const report::Report answer = state_->answer();
  ASSERT_EQ(answer.not_judged.size(), 1U);
  EXPECT_STREQ(answer.not_judged[0].reason, "no_room");
  const std::string line = report::lines_of(answer.not_judged)[0];
  EXPECT_TRUE(
      line.ends_with(" more nodes, properties and receivers, for which there was no room. Give the number of an "
                     "earlier packet, or read a part of the capture."))
      << line;
  EXPECT_EQ(report::lines_of(state_->not_judged()), std::vector{line});
  EXPECT_NE(report::text_by(report::write_json, answer).find(R"("complete": false, "not_judged": [
  {"reason": "no_room")"),
            std::string::npos);
  EXPECT_NE(report::text_by(report::write_csv, answer).find("# " + line), std::string::npos);
}

TEST_F(StateAtPacket, CutsLongTexts) {
  std::string text;
  while (text.size() < 3 * state::most_text) text += "\u00E4";
  set(7, red, "title", text.c_str());
  const std::vector<std::string> shown = rows("title");
  ASSERT_EQ(shown.size(), 1U);
  EXPECT_LT(shown[0].size(), state::most_text + 16);
  EXPECT_NE(shown[0].find("\u00E4\u2026"), std::string::npos);
  std::string deep = "a";
  while (deep.size() + 2 < state::most_path) deep += "/a";
  set(7, deep.c_str(), "depth", "1");
  EXPECT_EQ(rows("depth"), Rows{"1 7"});
  const std::string deeper = deep + deep;
  set(7, deeper.c_str(), "depth", "2");
  EXPECT_EQ(rows("depth"), Rows{"1 7"});
  EXPECT_FALSE(state_->answer().not_judged.empty());
}

}  // namespace
}  // namespace godot::analysis
