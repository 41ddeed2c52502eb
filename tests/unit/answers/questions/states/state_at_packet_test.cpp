// SPDX-License-Identifier: MIT
// The state at a packet, from frames made by hand.
#include <gtest/gtest.h>

#include <deque>
#include <string>
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
