// SPDX-License-Identifier: MIT
// The values sent to each peer over time, the matrix of calls, and the overview of a capture: from frames made by hand.
#include "answers/report_page/replay.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <initializer_list>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "answers/report_page/calls.h"
#include "answers/report_page/overview.h"
#include "base/time.h"
#include "codec/variant/plain_text.h"
#include "tests/unit/analysis/facts/frames.h"
#include "tests/unit/answers/report_page/drawn.h"

namespace godot::analysis::page {
namespace {

using facts::Frame;
using facts::Item;
using facts::Kind;
using test::appended;
using test::Frames;
using test::Json;

class Messages : public testing::Test {
 protected:
  Item& message(Kind kind, std::int32_t to, facts::Time time = 0) {
    frame_ = &frames_.datagram(60, 4, 0, time);
    Item& item = frames_.add(*frame_, kind, 12, 20);
    facts::Route& route = frames_.route(item);
    route.session = 1;
    route.source = route.hop_source = 1;
    route.target = route.hop_target = to;
    route.target_known = true;
    return item;
  }

  Frames frames_;
  Frame* frame_ = nullptr;
};

class Replays : public Messages {
 protected:
  Item& add_value(std::int32_t to, const char* node, const char* member, const char* text, facts::Time time = 0) {
    Item& item = message(Kind::sync, to, time);
    item.values = &values_.emplace_back(facts::Value{.node = node, .member = member, .text = text});
    return item;
  }
  void add() { replay_.add(*frame_); }
  void say(std::int32_t to, const char* node, const char* member, const char* text, facts::Time time = 0) {
    add_value(to, node, member, text, time);
    add();
  }

  /// For each series its peer, node and member, and its samples: milliseconds, then the value.
  std::vector<std::string> samples() {
    const Json drawn = appended(replay_);
    std::vector<std::string> lines;
    for (const Json& series : drawn["series"]) {
      std::string line = std::to_string(series[1].get<int>()) + " " + series[2].get<std::string>() + ":" +
                         series[3].get<std::string>();
      const std::vector<std::uint64_t> all = test::numbers(series[6]);
      std::int64_t time = 0;
      for (std::size_t at = 0; at + 3 <= all.size();) {
        time += test::difference(all[at]);
        line += " " + std::to_string(time) + "=";
        const std::uint64_t what = all[at + 2];
        at += 3;
        if (what == 0) {
          line += "gone";
        } else if (series[4].get<bool>() && what == 1 && at + 2 <= all.size()) {
          for (int i = 0; i != 2; ++i)
            line += (i == 0 ? "" : "/") +
                    std::to_string(static_cast<int>(std::bit_cast<float>(static_cast<std::uint32_t>(all[at++]))));
        } else if (series[4].get<bool>() || what == 2) {
          line += "?";
        } else {
          line += drawn["texts"][what - 3].get<std::string>();
        }
      }
      lines.push_back(line);
    }
    return lines;
  }

  std::deque<facts::Value> values_;
  Replay replay_;
};

using Lines = std::vector<std::string>;
constexpr const char* red = "Main/Red";

TEST_F(Replays, APositionIsTwoNumbers) {
  say(7, red, "position", "Vector2(3, -4)", 10 * millisecond);
  say(7, red, "position", "Vector2(5, 6)", 30 * millisecond);
  EXPECT_EQ(samples(), (Lines{"7 Main/Red:position 10=3/-4 30=5/6"}));
}

/// Each sample has the number of its frame, as the difference to the one before.
TEST_F(Replays, SamplesHaveTheirFrames) {
  say(7, red, "name", "\"a\"");  // frame 1
  say(8, red, "name", "\"a\"");
  say(8, red, "name", "\"b\"");
  say(7, red, "name", "\"b\"");
  say(7, red, "name", "\"c\"");  // frame 5
  const Json drawn = appended(replay_);
  const std::vector<std::uint64_t> all = test::numbers(drawn["series"][0][6]);
  ASSERT_EQ(all.size(), 9U) << "time, frame and text of each";
  EXPECT_EQ(test::difference(all[1]), 1);
  EXPECT_EQ(test::difference(all[4]), 3);
  EXPECT_EQ(test::difference(all[7]), 1);
}

TEST_F(Replays, APositionOfGodot3HasSpaces) {
  say(7, red, "position", "Vector2( 3, -4 )", 10 * millisecond);
  say(7, red, "position", "Vector3( 5, 1e-05, 6 )", 30 * millisecond);
  EXPECT_EQ(samples(), (Lines{"7 Main/Red:position 10=3/-4 30=5/6"}));
}

/// Those with few decimals are read without std::strtof.
TEST_F(Replays, ANumberIsTheNearestFloat) {
  std::vector<std::string> texts = {"0",
                                    "-0",
                                    "0.1",
                                    "-0.75",
                                    "16777217",
                                    "16777217.00000001",
                                    "8388608.5",
                                    "0.12345678",
                                    "0.123456789",
                                    "123456.789",
                                    "3.4028235e+38",
                                    "1e-5",
                                    "inf",
                                    "-inf",
                                    "999999999999999",
                                    "9999999999999999",
                                    "0.30000001192092896",
                                    "4194304.25000001"};
  std::mt19937 random(1);
  for (int i = 0; i != 2000; ++i) {
    const auto bits = static_cast<std::uint32_t>(random());
    char text[64];
    std::snprintf(text, sizeof text, "%.*f", static_cast<int>(bits % 9), (bits >> 4U) / 4096.0);
    texts.emplace_back(text);
  }
  for (const std::string& text : texts) say(7, red, "position", ("Vector2(" + text + ", " + text + ")").c_str());
  const std::vector<std::uint64_t> found = test::numbers(appended(replay_)["series"][0][6]);
  constexpr std::size_t of_sample = 5;
  ASSERT_EQ(found.size(), of_sample * texts.size());
  for (std::size_t i = 0; i != texts.size(); ++i) {
    const auto wanted = std::bit_cast<std::uint32_t>(std::strtof(texts[i].c_str(), nullptr));
    for (const std::size_t coordinate : {3U, 4U}) EXPECT_EQ(found[of_sample * i + coordinate], wanted) << texts[i];
  }
}

TEST_F(Replays, APositionIn3DIsSeenFromAbove) {
  say(7, red, "at", "Vector3(1, 2, 3)");
  say(7, red, "global", "Transform3D(1, 0, 0, 0, 1, 0, 0, 0, 1, 7, 8, 9)");
  say(7, red, "flat", "Transform2D(1, 0, 0, 1, 40, 50)");
  EXPECT_EQ(samples(), (Lines{"7 Main/Red:at 0=1/3", "7 Main/Red:flat 0=40/50", "7 Main/Red:global 0=7/9"}));
}

/// Of a value whose text nobody needed, its bytes.
class Numbers {
 public:
  explicit Numbers(std::uint32_t header) { add(header); }
  template <class Number>
  Numbers& add(Number number) {
    const auto* begin = reinterpret_cast<const std::uint8_t*>(&number);
    bytes_.insert(bytes_.end(), begin, begin + sizeof number);  // tests run on little-endian processors
    return *this;
  }
  template <class Number>
  Numbers& add(std::initializer_list<Number> numbers) {
    for (const Number number : numbers) add(number);
    return *this;
  }
  [[nodiscard]] facts::SentNumbers sent() const {
    return {.bytes = bytes_, .dialect = &variant::dialect(variant::Generation::godot4)};
  }

 private:
  std::vector<std::uint8_t> bytes_;
};

TEST_F(Replays, ValuesWithoutATextAreReadFromTheirBytes) {
  const auto say_numbers = [&](const char* member, const Numbers& numbers) {
    add_value(7, red, member, nullptr).values->numbers = numbers.sent();
    add();
  };
  constexpr std::uint32_t wide = 1U << 16;
  say_numbers("a", Numbers(5).add({3.0F, -4.0F}));                            // Vector2
  say_numbers("b", Numbers(5 | wide).add({3.0, -4.0}));                       // of a build with doubles
  say_numbers("c", Numbers(6).add({5, -6}));                                  // Vector2i
  say_numbers("d", Numbers(9).add({1.0F, 2.0F, 3.0F}));                       // Vector3
  say_numbers("e", Numbers(10).add({1, 2, 3}));                               // Vector3i
  say_numbers("f", Numbers(11).add({1.0F, 0.0F, 0.0F, 1.0F, 40.0F, 50.0F}));  // Transform2D
  say_numbers("g", Numbers(18).add({1.0F, 0.0F, 0.0F, 0.0F, 1.0F, 0.0F, 0.0F, 0.0F, 1.0F, 7.0F, 8.0F, 9.0F}));
  say_numbers("h", Numbers(3).add(2.5F));                       // float
  say_numbers("i", Numbers(20).add({1.0F, 0.5F, 0.0F, 1.0F}));  // Color
  say_numbers("h", Numbers(5).add({3.0F, -4.0F}));              // no position before
  say_numbers("a", Numbers(3).add(1.0F));                       // a position before
  EXPECT_EQ(samples(), (Lines{"7 Main/Red:a 0=3/-4 0=?", "7 Main/Red:b 0=3/-4", "7 Main/Red:c 0=5/-6",
                              "7 Main/Red:d 0=1/3", "7 Main/Red:e 0=1/3", "7 Main/Red:f 0=40/50", "7 Main/Red:g 0=7/9",
                              "7 Main/Red:h 0=2.5 0=Vector2(3, -4)", "7 Main/Red:i 0=Color(1, 0.5, 0, 1)"}));
}

/// The same numbers as from the text that would have been written.
TEST_F(Replays, NumbersAreThoseOfTheText) {
  std::mt19937 random(3);
  std::vector<float> all = {0.0F, -0.0F, 1.0F, -1.5F, 1e-30F, 3.4028235e38F, 16777217.0F};
  for (int i = 0; i != 2000; ++i) {
    const auto number = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
    if (std::isfinite(number)) all.push_back(number);
  }
  for (const float number : all) {
    const Numbers numbers = Numbers(5).add({number, number});
    add_value(7, red, "bytes", nullptr).values->numbers = numbers.sent();
    add();
    std::array<char, 400> room;
    const variant::Text text = variant::text_of(Buffer{numbers.sent().bytes}, {}, {}, room);
    say(7, red, "text", std::string(text.text).c_str());
  }
  const Json drawn = appended(replay_);
  const std::vector<std::uint64_t> from_bytes = test::numbers(drawn["series"][0][6]);
  const std::vector<std::uint64_t> from_text = test::numbers(drawn["series"][1][6]);
  // A place has no sign of zero; texts have.
  const auto place = [](std::uint64_t bits) { return bits == 0x80000000 ? 0 : bits; };
  constexpr std::size_t of_sample = 5;
  ASSERT_EQ(from_bytes.size(), of_sample * all.size());
  ASSERT_EQ(from_text.size(), from_bytes.size());
  for (std::size_t i = 0; i != all.size(); ++i) {
    for (const std::size_t coordinate : {3U, 4U})
      ASSERT_EQ(place(from_bytes[of_sample * i + coordinate]), place(from_text[of_sample * i + coordinate])) << all[i];
  }
}

TEST_F(Replays, OtherValuesAreTexts) {
  say(7, red, "health", "100");
  say(7, red, "size", "Vector2(1, 2, 3)");
  say(7, red, "title", "Vector2(a, b)");
  say(7, red, "health", "90");
  EXPECT_EQ(samples(), (Lines{"7 Main/Red:health 0=100 0=90", "7 Main/Red:size 0=Vector2(1, 2, 3)",
                              "7 Main/Red:title 0=Vector2(a, b)"}));
  // A property that was a position and no longer is.
  say(7, red, "goal", "Vector2(1, 2)");
  say(7, red, "goal", "null");
  EXPECT_EQ(samples()[0], "7 Main/Red:goal 0=1/2 0=?");
}

TEST_F(Replays, EachPeerHasTheValuesItReceived) {
  say(7, red, "health", "1");
  say(8, red, "health", "2");
  add_value(7, red, "health", "3").again = true;
  add();
  add_value(7, red, "health", "4").malformed = true;
  add();
  frames_.route(add_value(7, red, "health", "5")).session = 0;
  add();
  EXPECT_EQ(samples(), (Lines{"7 Main/Red:health 0=1", "8 Main/Red:health 0=2"}));
}

TEST_F(Replays, RelayedMessagesCountOnTheirLastHop) {
  // The server sends it to 8 itself, so 7's message to 8 will be seen again.
  say(8, red, "health", "1");
  Item& first = add_value(8, red, "health", "2");
  facts::Route& route = frames_.route(first);
  route.source = route.hop_source = 7;
  route.hop_target = 1;
  add();
  EXPECT_EQ(samples(), (Lines{"8 Main/Red:health 0=1"}));
  Item& unseen = add_value(9, red, "health", "2");
  frames_.route(unseen).hop_target = 1;
  add();
  EXPECT_EQ(samples(), (Lines{"8 Main/Red:health 0=1", "9 Main/Red:health 0=2"})) << "9's link is not in the capture";
}

TEST_F(Replays, ADespawnTakesAllBelowItsNode) {
  for (const char* node : {"Main/Red", "Main/Red/Body", "Main/Red2", "Main"}) say(7, node, "health", "1");
  say(8, red, "health", "1");
  for (int i = 0; i != 2; ++i) {
    frames_.part(message(Kind::despawn, 7, 50 * millisecond), red, nullptr, 4);
    add();
  }
  EXPECT_EQ(samples(),
            (Lines{"7 Main:health 0=1", "7 Main/Red:health 0=1 50=gone", "7 Main/Red/Body:health 0=1 50=gone",
                   "7 Main/Red2:health 0=1", "8 Main/Red:health 0=1"}));
  say(7, red, "health", "2", 90 * millisecond);
  EXPECT_EQ(samples()[1], "7 Main/Red:health 0=1 50=gone 90=2") << "it is back";
}

TEST_F(Replays, NamesOfPeersCanBeMasked) {
  frames_.route(add_value(7, red, "title", "\"secret\"")).target_name = "red";
  add();
  EXPECT_EQ(appended(replay_)["names"], Json::parse(R"([[1,7,"red"]])"));
  const Json masked = appended(replay_, true);
  EXPECT_EQ(masked["names"], Json::parse(R"([[1,7,"peer-1"]])"));
  EXPECT_EQ(masked["texts"], Json::parse(R"(["\"text-1\""])"));
}

TEST_F(Replays, IsBounded) {
  const std::string long_path(Replay::most_path + 1, 'p');
  const std::string long_text(Replay::most_text * 2, 't');
  say(7, long_path.c_str(), "health", "1");
  say(7, red, "title", long_text.c_str());
  say(7, red, nullptr, "1");
  Json drawn = appended(replay_);
  EXPECT_EQ(drawn["left_out"], 1);
  EXPECT_EQ(drawn["series"].size(), 1U);
  EXPECT_EQ(drawn["texts"][0].get<std::string>(), std::string(Replay::most_text, 't') + "\u2026");
  EXPECT_EQ(drawn["full_in"], 0);
  EXPECT_FALSE(replay_.is_full());
  Item& item = add_value(7, red, "position", "Vector2(1.5, 2.5)", 70 * millisecond);
  for (int i = 0; i != 100'000; ++i) {
    item.values = &values_.back();
    add();
  }
  drawn = appended(replay_);
  EXPECT_EQ(drawn["full_in"], frame_->number);
  EXPECT_EQ(drawn["full_at"], 0.07);
  EXPECT_TRUE(replay_.is_full());
  EXPECT_EQ(drawn["left_out"], 1) << "of those behind the last one stored, the frame says it";
  EXPECT_LT(test::from_base64(drawn["series"][0][6].get<std::string>()).size(), Replay::most_bytes + 100);
}

// --- Calls ----------------------------------------------------------------------------------------------------------

class PageCalls : public Messages {
 protected:
  Item& call(std::int32_t from, std::int32_t to, const char* method) {
    Item& item = message(Kind::remote_call, to);
    facts::Route& route = frames_.route(item);
    route.source = route.hop_source = from;
    frames_.part(item, red, method, 5);
    return item;
  }
  void add() { calls_.add(*frame_); }

  Calls calls_;
};

TEST_F(PageCalls, AreCountedFromEachToEach) {
  for (const char* method : {"move", "fire", "fire"}) {
    call(7, 1, method);
    add();
  }
  call(7, 1, "fire").again = true;
  add();
  frames_.route(call(1, 0, "go")).target_name = nullptr;
  add();
  message(Kind::raw, 1);
  add();
  EXPECT_EQ(appended(calls_)["pairs"],
            Json::parse(R"([[1,"7","server",3,15,[["Main/Red","fire",2,10],["Main/Red","move",1,5]]],)"
                        R"([1,"server","all",1,5,[["Main/Red","go",1,5]]]])"));
}

/// The order must not depend on the addresses of the names.
TEST_F(PageCalls, MembersOfTheSameCountAreInTheOrderOfTheirFirstCalls) {
  const char names[] = "fire\0move\0jump";
  const char* const fire = names;
  const char* const move = fire + 5;
  const char* const jump = move + 5;
  for (const char* method : {move, jump, fire, jump, move, fire}) {
    call(7, 1, method);
    add();
  }
  const Json members = appended(calls_)["pairs"][0][5];
  ASSERT_EQ(members.size(), 3U);
  EXPECT_EQ(members[0][1], "move");
  EXPECT_EQ(members[1][1], "jump");
  EXPECT_EQ(members[2][1], "fire");
}

/// Sets count as calls; a call without parts has no member; sums are of all parts.
TEST_F(PageCalls, WhatIsCalled) {
  frames_.part(call(1, 7, "move"), red, "move", 20);
  add();
  Item& set = call(1, 7, "health");
  set.kind = Kind::remote_set;
  add();
  call(1, 7, nullptr);
  add();
  frames_.route(message(Kind::remote_call, 7)).source = 1;
  add();
  call(1, 7, "move").counted_elsewhere = true;
  add();
  EXPECT_EQ(appended(calls_)["pairs"],
            Json::parse(R"([[1,"server","7",4,35,[["Main/Red","move",1,25],["Main/Red","health",1,5],)"
                        R"(["Main/Red",null,1,5]]]])"))
      << "what counts in another frame is not here";
  EXPECT_EQ(appended(calls_)["left_out"], 0);
}

TEST_F(PageCalls, LongNamesAreCut) {
  const std::string longest(300, 'n');
  const std::string longer = longest + "n";
  call(7, 1, longest.c_str());
  add();
  call(7, 1, longer.c_str());
  add();
  const Json members = appended(calls_)["pairs"][0][5];
  ASSERT_EQ(members.size(), 2U);
  EXPECT_EQ(members[0][1], longest);
  EXPECT_EQ(members[1][1], longest + "\u2026");
}

TEST_F(PageCalls, PeersHaveTheirNamesOrIds) {
  const auto target = [&](std::int32_t id, const char* name, bool known = true) {
    Calls calls;
    Item& item = call(7, id, "fire");
    facts::Route& route = frames_.route(item);
    route.target_name = name;
    route.target_known = known;
    calls.add(*frame_);
    return appended(calls)["pairs"][0][2].get<std::string>();
  };
  EXPECT_EQ(target(8, "blue"), "blue");
  EXPECT_EQ(target(8, nullptr), "8");
  EXPECT_EQ(target(-8, "blue"), "all but blue");
  EXPECT_EQ(target(-8, nullptr), "all but 8");
  EXPECT_EQ(target(-1, nullptr), "all but server");
  EXPECT_EQ(target(8, "blue", false), "?");
}

TEST_F(PageCalls, ASecondHopCountsOnlyWithoutTheFirst) {
  const auto relay = [&] {
    Item& item = call(7, 8, "fire");
    facts::Route& route = frames_.route(item);
    route.relayed = true;
    route.hop_source = 1;
    add();
  };
  relay();
  EXPECT_EQ(appended(calls_)["pairs"][0][3], 1) << "7's own link is not in the capture";
  frames_.route(call(7, 8, "fire")).relayed = true;
  add();
  relay();
  EXPECT_EQ(appended(calls_)["pairs"][0][3], 2);
}

TEST_F(PageCalls, AreBounded) {
  std::deque<std::string> methods;
  for (std::size_t i = 0; i != Calls::most_rows + 2; ++i) {
    call(7, 1, methods.emplace_back("m" + std::to_string(i)).c_str());
    add();
  }
  Json drawn = appended(calls_);
  EXPECT_EQ(drawn["pairs"][0][5].size(), Calls::most_rows);
  EXPECT_EQ(drawn["pairs"][0][3], Calls::most_rows + 2);
  EXPECT_EQ(drawn["left_out"], 2);
  const std::string long_name(500, 'n');
  Calls calls;
  call(7, 1, long_name.c_str());
  calls.add(*frame_);
  EXPECT_EQ(appended(calls)["pairs"][0][5][0][1], std::string(300, 'n') + "\u2026");
}

// --- Overview -------------------------------------------------------------------------------------------------------

class Overviews : public Messages {
 protected:
  Overview overview_;
};

TEST_F(Overviews, HasPacketsPeersAndConversations) {
  overview_.set_begin(1'700'000'000);
  EXPECT_TRUE(overview_.has_begin());
  Item& first = message(Kind::remote_call, 7, 2 * Frames::second);
  frames_.route(first).target_name = "red";
  first.engine = "Godot 4.3 or later";
  frame_->envelopes->link = 4;
  frame_->envelopes->has_link = true;  // sent by the server
  ASSERT_TRUE(overview_.wants_ends(*frame_));
  overview_.set_ends(*frame_, "10.0.0.1:1", "10.0.0.2:2");
  EXPECT_FALSE(overview_.wants_ends(*frame_));
  overview_.add(*frame_);
  Item& second = message(Kind::raw, 8, 5 * Frames::second);
  frames_.route(second).session = 1;
  frame_->envelopes->transport = facts::Transport::websocket;
  overview_.set_ends(*frame_, "a:1", "b:2");
  overview_.add(*frame_);
  overview_.add(frames_.segment(1, 10));
  EXPECT_FALSE(overview_.wants_ends(frames_.segment(1, 10)));
  const Json drawn = appended(overview_);
  EXPECT_EQ(drawn["begin"], 1'700'000'000);
  EXPECT_EQ(drawn["packets"], 2);
  EXPECT_EQ(drawn["bytes"], 204);
  EXPECT_EQ(drawn["first"], 2);
  EXPECT_EQ(drawn["last"], 5);
  EXPECT_EQ(drawn["transports"], Json::parse(R"([["ENet",1,102],["WebSocket",1,102]])"));
  EXPECT_EQ(drawn["peers"], Json::parse(R"([[1,1,"",2],[1,7,"red",0],[1,8,"",0]])"));
  EXPECT_EQ(drawn["conversations"],
            Json::parse(R"([["ENet",4,"10.0.0.2:2","10.0.0.1:1",true,1,102,["Godot 4.3 or later"]],)"
                        R"(["WebSocket",0,"a:1","b:2",false,1,102,[]]])"))
      << "of ENet's, who asked for it comes first";
  Mask mask(true);
  overview_.learn_names(mask);
  EXPECT_EQ(mask.path("Main/Red"), "name-1/peer-1");
  EXPECT_EQ(appended(overview_, true)["conversations"][0][2], "address-1");
}

TEST_F(Overviews, TransportsHaveTheirNames) {
  std::vector<std::string> wanted;
  for (const auto& [transport, name] : {std::pair{facts::Transport::enet, "ENet"},
                                        {facts::Transport::websocket, "WebSocket"},
                                        {facts::Transport::data_channel, "WebRTC"},
                                        {facts::Transport::mirror, "mirror"},
                                        {facts::Transport::udp, "UDP"},
                                        {facts::Transport::tcp, "TCP"}}) {
    message(Kind::raw, 7);
    frame_->envelopes->transport = transport;
    overview_.add(*frame_);
    wanted.emplace_back(name);
  }
  std::vector<std::string> shown;
  const Json drawn = appended(overview_);
  for (const Json& transport : drawn["transports"]) shown.push_back(transport[0]);
  EXPECT_EQ(shown, wanted);
}

// A later message may show less of its engine than an earlier one.
TEST_F(Overviews, TheEnginesOfBothEnds) {
  const auto say = [&](bool from_client, const char* engine) {
    Item& item = message(Kind::remote_call, 7);
    item.engine = engine;
    frame_->envelopes->link = 4;
    frame_->envelopes->has_link = true;
    frame_->envelopes->from_client = from_client;
    if (overview_.wants_ends(*frame_)) overview_.set_ends(*frame_, "a:1", "b:2");
    overview_.add(*frame_);
  };
  const auto shown = [&]() -> Json { return appended(overview_)["conversations"][0].back(); };
  say(true, "Godot 4");
  EXPECT_EQ(shown(), Json::parse(R"(["Godot 4"])"));
  say(true, "Godot 4.3 or later");
  say(true, "Godot 4");
  EXPECT_EQ(shown(), Json::parse(R"(["Godot 4.3 or later"])"));
  say(false, "Godot 4.3 or later");
  EXPECT_EQ(shown(), Json::parse(R"(["Godot 4.3 or later"])")) << "both are the same";
  say(false, "Godot 4.6");
  EXPECT_EQ(shown(), Json::parse(R"(["Godot 4.3 or later","Godot 4.6"])"));
}

/// Segments of a stream count from the first message on that is recognised in it; of others, and in ICMP errors, none.
TEST_F(Overviews, SegmentsCountWhereTheirStreamIsRecognised) {
  const auto segment = [&](std::uint32_t flow, bool quoted = false) {
    Frame& frame = frames_.segment(1, 46);  // of 100 bytes
    frame.flow = flow;
    frame.quoted = quoted;
    return &frame;
  };
  const auto message_of = [&](std::uint32_t flow) {
    Frame* frame = segment(flow);
    frames_.route(frames_.add(*frame, Kind::raw, 40, 6)).source = 1;
    frame->time = 3 * Frames::second;
    if (overview_.wants_ends(*frame)) overview_.set_ends(*frame, "a:1", "b:2");
    return frame;
  };
  overview_.add(*segment(5));
  overview_.add(*segment(5, true));
  overview_.add(*segment(6));
  EXPECT_EQ(appended(overview_)["packets"], 0);
  overview_.add(*message_of(5));
  overview_.add(*segment(5));
  overview_.add(*message_of(5));
  Json drawn = appended(overview_);
  EXPECT_EQ(drawn["packets"], 4);
  EXPECT_EQ(drawn["bytes"], 400);
  EXPECT_EQ(drawn["first"], 3) << "of what is recognised";
  EXPECT_EQ(drawn["transports"], Json::parse(R"([["TCP",4,400]])"));
  EXPECT_EQ(drawn["conversations"], Json::parse(R"([["TCP",5,"a:1","b:2",false,4,400,[]]])"));
  Frame& datagram = frames_.datagram(58, 4, 6);
  datagram.envelopes = nullptr;
  overview_.add(datagram);  // not of TCP
  EXPECT_EQ(appended(overview_)["packets"], 4);
}

/// Frames that count in another frame are of their conversation, and not of the sum.
TEST_F(Overviews, MessagesOfTwoRecordings) {
  for (const bool counts : {true, false}) {
    Item& item = message(Kind::raw, 7);
    item.counted_elsewhere = !counts;
    frames_.route(item).target_name = counts ? "red" : "blue";
    frame_->envelopes->has_link = true;
    frame_->envelopes->link = counts ? 1 : 2;
    if (overview_.wants_ends(*frame_)) overview_.set_ends(*frame_, "a:1", "b:2");
    overview_.add(*frame_);
  }
  const Json drawn = appended(overview_);
  EXPECT_EQ(drawn["packets"], 1);
  EXPECT_EQ(drawn["peers"], Json::parse(R"([[1,1,"",1],[1,7,"red",0]])"));
  ASSERT_EQ(drawn["conversations"].size(), 2U);
  for (const Json& each : drawn["conversations"]) EXPECT_EQ(each[5], 1);
  Mask mask(true);
  overview_.learn_names(mask);
  EXPECT_EQ(mask.path("red/blue"), "peer-1/peer-2") << "also those that do not count";
}

/// Peers are those of messages: their senders, receivers, and who passes them on; copies say nothing.
TEST_F(Overviews, PeersOfARelayedMessage) {
  facts::Route& route = frames_.route(message(Kind::raw, 8));
  route.source = 7;
  route.source_name = "red";
  route.hop_target = 1;
  route.hop_target_name = "host";
  overview_.add(*frame_);
  message(Kind::raw, 9).again = true;
  overview_.add(*frame_);
  message(Kind::ping, 10);
  overview_.add(*frame_);
  frames_.route(message(Kind::raw, 0)).hop_target = -4;
  overview_.add(*frame_);
  EXPECT_EQ(appended(overview_)["peers"], Json::parse(R"([[1,1,"host",1],[1,7,"red",1],[1,8,"",0]])"));
  EXPECT_EQ(appended(overview_)["more_peers"], 0);
}

/// One who passes a message on is a peer, although neither has a name; and so is one whose name only the hop knows.
TEST_F(Overviews, PeersWithoutANameThatPassMessagesOn) {
  facts::Route& relayed = frames_.route(message(Kind::raw, 8));
  relayed.source = 7;
  relayed.hop_target = 1;
  overview_.add(*frame_);
  facts::Route& direct = frames_.route(message(Kind::raw, 9));
  direct.source = 7;
  direct.hop_target = 9;
  direct.hop_target_name = "blue";
  overview_.add(*frame_);
  EXPECT_EQ(appended(overview_)["peers"], Json::parse(R"([[1,1,"",0],[1,7,"",2],[1,8,"",0],[1,9,"blue",0]])"));
}

TEST_F(Overviews, InPlainValues) {
  const auto say = [&](std::int32_t to, const char* name, const char* engine, facts::Time time, std::uint32_t session) {
    Item& item = message(Kind::raw, to, time);
    facts::Route& route = frames_.route(item);
    route.target_name = name;
    route.session = session;
    item.engine = engine;
    if (overview_.wants_ends(*frame_)) overview_.set_ends(*frame_, "a:1", "b:2");
    overview_.add(*frame_);
  };
  say(7, "red", "Godot 4", 2 * Frames::second, 1);
  say(8, nullptr, nullptr, 4 * Frames::second, 1);
  say(7, "red", nullptr, 5 * Frames::second, 2);  // another game's of that name
  const Sketch sketch = overview_.sketch();
  EXPECT_EQ(sketch.engines, Lines{"Godot 4"});
  EXPECT_EQ(sketch.transports, Lines{"ENet"});
  EXPECT_EQ(sketch.peers, (Lines{"server", "red", "8"}));
  EXPECT_EQ(sketch.peers_left_out, 0U);
  EXPECT_EQ(sketch.packets, 3U);
  EXPECT_EQ(sketch.bytes, 306U);
  EXPECT_EQ(sketch.connections, 1U);
  EXPECT_DOUBLE_EQ(sketch.seconds, 3);
}

/// Of those of which one says more, that one.
TEST_F(Overviews, EnginesThatSayMore) {
  for (const auto& [link, engine] :
       {std::pair{0U, "Godot 4"}, {1U, "Godot 4.3 or later"}, {2U, "Godot 4"}, {3U, "Godot 3"}, {4U, "Redot"}}) {
    message(Kind::raw, 7).engine = engine;
    frame_->envelopes->has_link = true;
    frame_->envelopes->link = link;
    if (overview_.wants_ends(*frame_)) overview_.set_ends(*frame_, "a:1", "b:2");
    overview_.add(*frame_);
  }
  EXPECT_EQ(overview_.sketch().engines, (Lines{"Godot 3", "Godot 4.3 or later", "Redot"}));
}

/// Names of peers are masked, wherever a frame has them: its ends, its messages, its problems.
TEST_F(Overviews, NamesOfAllPeers) {
  facts::Route ends = {.source_name = "north"};
  facts::Route of_problem = {.hop_target_name = "south"};
  facts::Problem problem = {.kind = "refused", .route = &of_problem};
  Item& item = message(Kind::acknowledgement, 0);
  frames_.route(item).source_name = "east";
  frame_->envelopes->peers = &ends;
  item.problems = &problem;
  overview_.add(*frame_);
  Mask mask(true);
  overview_.learn_names(mask);
  for (const char* name : {"north", "south", "east"}) EXPECT_TRUE(mask.path(name).starts_with("peer-")) << name;
  EXPECT_FALSE(mask.path("west").starts_with("peer-"));
}

TEST_F(Overviews, IsBounded) {
  for (std::int32_t peer = 2; peer != static_cast<std::int32_t>(Overview::most_listed) + 5; ++peer) {
    message(Kind::raw, peer);
    overview_.add(*frame_);
  }
  const Json drawn = appended(overview_);
  EXPECT_EQ(drawn["peers"].size(), Overview::most_listed);
  EXPECT_EQ(drawn["more_peers"], 1);
}

}  // namespace
}  // namespace godot::analysis::page
