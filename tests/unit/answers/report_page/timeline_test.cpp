// SPDX-License-Identifier: MIT
// A report's drawings over time, from frames made by hand.
#include "answers/report_page/timeline.h"

#include "base/time.h"
#include "tests/unit/analysis/facts/frames.h"
#include "tests/unit/answers/report_page/drawn.h"

namespace godot::analysis::page {
namespace {

using facts::Frame;
using facts::Item;
using facts::Kind;
using test::appended;
using test::difference;
using test::Frames;
using test::Json;

/// A decoded bar.
struct Bar {
  std::int64_t time = 0;  ///< in microseconds
  std::int64_t frame = 0;
  std::uint64_t lane = 0;
  std::uint64_t bytes = 0;
  std::uint64_t flags = 0;
  std::uint64_t main = 0;
  std::vector<std::string> messages;  ///< kind, node, member, text
};

std::vector<Bar> bars_of(const Json& drawn) {
  std::vector<Bar> bars;
  const std::vector<std::uint64_t> all = test::numbers(drawn["bars"]);
  std::size_t at = 0;
  std::int64_t time = 0;
  std::int64_t frame = 0;
  const auto text = [](const Json& value) { return value.is_null() ? std::string("-") : value.get<std::string>(); };
  while (at + 7 <= all.size()) {
    Bar& bar = bars.emplace_back();
    bar.time = time += difference(all[at]);
    bar.frame = frame += difference(all[at + 1]);
    bar.lane = all[at + 2];
    bar.bytes = all[at + 3];
    bar.flags = all[at + 4];
    bar.main = all[at + 5];
    const std::uint64_t messages = all[at + 6];
    at += 7;
    for (std::uint64_t i = 0; i != messages && at + 2 <= all.size(); ++i, at += 2) {
      const Json& entry = drawn["entries"][all[at]];
      std::string line = drawn["kinds"][entry[0].get<std::size_t>()];
      line += " " + text(entry[1]) + " " + text(entry[2]);
      if (all[at + 1] != 0) line += " " + drawn["texts"][all[at + 1] - 1].get<std::string>();
      bar.messages.push_back(line);
    }
  }
  EXPECT_EQ(at, all.size());
  EXPECT_EQ(bars.size(), drawn["count"]);
  return bars;
}

std::uint64_t sum(const Json& columns) {
  std::uint64_t all = 0;
  for (const Json& column : columns) {
    for (const std::uint64_t number : test::numbers(column)) all += number;
  }
  return all;
}

class Timelines : public testing::Test {
 protected:
  Frame& datagram(bool from_client, facts::Time time) {
    Frame& frame = frames_.datagram(60, 4, 0, time);
    frame.envelopes->link = 3;
    frame.envelopes->has_link = true;
    frame.envelopes->from_client = from_client;
    return frame;
  }
  Item& call(Frame& frame, const char* text, std::uint32_t cost) {
    Item& item = frames_.add(frame, Kind::remote_call, 12, 8);
    frames_.part(item, "Main/Red", "move", 12);
    frames_.texts(item).text = text;
    item.cost.own = cost;
    return item;
  }

  Frames frames_;
  Timeline timeline_;
};

/// A mirrored connection has a lane for each direction; a UDP flow of the same number has its own.
TEST_F(Timelines, AMirroredConnectionHasALaneForEachDirection) {
  for (const facts::Transport transport : {facts::Transport::mirror, facts::Transport::udp}) {
    for (const std::uint8_t side : {std::uint8_t{0}, std::uint8_t{1}}) {
      Frame& frame = frames_.datagram(60, 4, 3, 5 * millisecond);
      frame.side = side;
      frame.envelopes->transport = transport;
      call(frame, "Main/Red.move(1)", 20);
      timeline_.add(frame);
    }
  }
  EXPECT_EQ(appended(timeline_)["lanes"], Json::parse(R"([["Mirror",3,0,0,"",0,""],["Mirror",3,1,0,"",0,""],
                                                          ["UDP",3,0,0,"",0,""],["UDP",3,1,0,"",0,""]])"));
}

/// A mirror's record of a message that another packet has, too: a bar of its lane, without bytes in the sums.
TEST_F(Timelines, ARecordThatCountsElsewhere) {
  for (const bool elsewhere : {false, true}) {
    Frame& frame = frames_.datagram(60, 4, 3, 5 * millisecond);
    frame.envelopes->transport = facts::Transport::mirror;
    call(frame, "Main/Red.move(1)", 20).counted_elsewhere = elsewhere;
    timeline_.add(frame);
  }
  const Json drawn = appended(timeline_);
  const std::vector<Bar> bars = bars_of(drawn);
  ASSERT_EQ(bars.size(), 2U);
  EXPECT_EQ(bars[0].flags, 0U);
  EXPECT_EQ(bars[1].flags, 32U);
  EXPECT_EQ(bars[1].bytes, bars[0].bytes);
  EXPECT_EQ(sum(drawn["kind_bytes"]), bars[0].bytes);
  EXPECT_EQ(sum(drawn["lane_bytes"]), bars[0].bytes);
}

TEST_F(Timelines, APacketIsABar) {
  Frame& frame = datagram(true, 5 * millisecond);
  call(frame, "Main/Red.move(1)", 20);
  call(frame, "Main/Red.move(2)", 80).problems = nullptr;
  timeline_.add(frame);
  const Json drawn = appended(timeline_);
  const std::vector<Bar> bars = bars_of(drawn);
  ASSERT_EQ(bars.size(), 1U);
  EXPECT_EQ(bars[0].time, 5000);
  EXPECT_EQ(bars[0].frame, 1);
  EXPECT_EQ(bars[0].bytes, 102U);
  EXPECT_EQ(bars[0].flags, 0U);
  EXPECT_EQ(bars[0].main, 1U) << "the dearer one";
  EXPECT_EQ(bars[0].messages, (std::vector<std::string>{"Remote call Main/Red move Main/Red.move(1)",
                                                        "Remote call Main/Red move Main/Red.move(2)"}));
  EXPECT_EQ(drawn["lanes"], Json::parse(R"([["ENet",3,0,0,"",0,""]])"));
  // Its bytes are divided among its messages without a rest.
  EXPECT_EQ(sum(drawn["kind_bytes"]), 102U);
  EXPECT_EQ(sum(drawn["lane_bytes"]), 102U);
}

TEST_F(Timelines, FlagsShowWhetherAPacketWasLostOrRepeated) {
  const auto flags = [&](auto change) {
    Timeline timeline;
    Frame& frame = datagram(true, 0);
    Item& item = call(frame, "", 20);
    change(item);
    timeline.add(frame);
    const std::vector<Bar> bars = bars_of(appended(timeline));
    return bars.size() == 1 ? bars[0].flags : 99;
  };
  EXPECT_EQ(flags([](Item&) {}), 0U);
  EXPECT_EQ(flags([](Item& item) { item.again = true; }), 1U);
  EXPECT_EQ(flags([&](Item& item) { frames_.command(item).fate.lost_before = 2; }), 2U);
  EXPECT_EQ(flags([&](Item& item) { frames_.command(item).fate.unsent_before = 1; }), 2U);
  EXPECT_EQ(flags([&](Item& item) { frames_.command(item).fate.held = millisecond; }), 4U);
  facts::Problem problem{.kind = "not_allowed", .cause = "nobody may call it"};
  EXPECT_EQ(flags([&](Item& item) { item.problems = &problem; }), 8U);
}

TEST_F(Timelines, AStateIsAMessageForEachOfItsSynchronizers) {
  Frame& frame = datagram(false, 0);
  Item& item = frames_.add(frame, Kind::sync, 40, 8);
  frames_.texts(item).text = "not shown of states";
  frames_.part(item, "Main/Red", "position", 8).synchronizer = 0;
  frames_.part(item, "Main/Red", "health", 8).synchronizer = 0;
  frames_.part(item, "Main/Blue", "position", 8).synchronizer = 1;
  timeline_.add(frame);
  const std::vector<Bar> bars = bars_of(appended(timeline_));
  ASSERT_EQ(bars.size(), 1U);
  EXPECT_EQ(bars[0].messages, (std::vector<std::string>{"Sync Main/Red -", "Sync Main/Blue -"}));
}

TEST_F(Timelines, APacketOfManyMessagesCountsTheRest) {
  Frame& frame = datagram(true, 0);
  for (std::size_t i = 0; i != Timeline::most_in_bar + 5; ++i) call(frame, "", 10);
  timeline_.add(frame);
  const std::vector<Bar> bars = bars_of(appended(timeline_));
  ASSERT_EQ(bars.size(), 1U);
  EXPECT_EQ(bars[0].messages.size(), Timeline::most_in_bar);
  EXPECT_EQ(bars[0].flags, 16U);
}

TEST_F(Timelines, FramesOfAFlowBeforeItsRecognitionAreAdded) {
  Frame& segment = frames_.segment(1, 10);
  Frame& empty = frames_.segment(11, 0, 1);
  timeline_.add(segment);
  timeline_.add(empty);
  EXPECT_EQ(appended(timeline_)["count"], 0) << "perhaps of another protocol";
  Frame& message = frames_.segment(11, 30);
  call(message, "", 30);
  timeline_.add(message);
  Frame& quoted = frames_.segment(41, 0);
  quoted.quoted = true;
  timeline_.add(quoted);
  const std::vector<Bar> bars = bars_of(appended(timeline_));
  ASSERT_EQ(bars.size(), 4U);
  EXPECT_EQ(bars[0].messages.front(), "Unfinished - -");
  EXPECT_EQ(bars[1].messages.front(), "TCP - -");
  EXPECT_EQ(bars[2].messages.front(), "Remote call Main/Red move");
  EXPECT_EQ(bars[3].messages.front(), "ICMP - -");
  EXPECT_NE(bars[0].lane, bars[1].lane) << "each side is a lane";
  EXPECT_EQ(bars[0].lane, bars[2].lane);
}

TEST_F(Timelines, ALaneHasItsEndsAndItsRoundTrips) {
  Frame& asked = datagram(true, 0);
  Item& item = call(asked, "", 20);
  facts::Route& route = frames_.route(item);
  route.source = route.hop_source = 7;
  route.hop_target = 1;
  route.source_name = "red";
  asked.envelopes->in_flight = 500;
  timeline_.add(asked);
  for (const facts::Time trip : {20, 26}) {
    Frame& answered = datagram(false, trip * millisecond);
    Item& ack = frames_.add(answered, Kind::acknowledgement, 0, 8);
    frames_.command(ack).fate.rtt = trip * millisecond;
    timeline_.add(answered);
  }
  const Json drawn = appended(timeline_);
  EXPECT_EQ(drawn["lanes"][0], Json::parse(R"(["ENet",3,0,7,"red",1,""])"));
  // By bin: the mean, the mean difference between neighbours, the maximum in flight.
  EXPECT_EQ(drawn["trips"][0], Json::parse("[[0,null,null,500],[1,23.000,6.000,null]]"));
  EXPECT_EQ(appended(timeline_, true)["lanes"][0][4], "peer-1");
}

TEST_F(Timelines, MarksShowEventsOfTheGame) {
  Frame& frame = datagram(false, 2'000 * millisecond);
  const auto add = [&](Kind kind, const char* node) -> Item& {
    Item& item = frames_.add(frame, kind, 12, 8);
    if (node != nullptr) frames_.part(item, node, nullptr, 12);
    return item;
  };
  add(Kind::spawn, "Main/Red");
  add(Kind::despawn, "Main/Blue");
  add(Kind::spawn, "Main/Again").again = true;
  frames_.command(add(Kind::handshake, nullptr)) = {.name = "Verify connect"};
  frames_.command(add(Kind::handshake, nullptr)) = {.name = "Connect"};
  frames_.route(add(Kind::system, nullptr)).left = 7;
  facts::Problem problem{.kind = "held", .cause = nullptr};
  add(Kind::raw, nullptr).problems = &problem;
  timeline_.add(frame);
  EXPECT_EQ(appended(timeline_)["marks"],
            Json::parse(R"([[2,"spawn",1,0,"Main/Red"],[2,"despawn",1,0,"Main/Blue"],[2,"join",1,0,""],)"
                        R"([2,"leave",1,0,"7"],[2,"problem",1,0,"held"]])"));
}

TEST_F(Timelines, LongCapturesHaveLongerSteps) {
  for (const facts::Time seconds : {0, 1, 2, 3000}) {
    Frame& frame = datagram(true, seconds * Frames::second);
    call(frame, "", 20);
    timeline_.add(frame);
  }
  const Json drawn = appended(timeline_);
  EXPECT_LE(drawn["bins"], Timeline::most_bins);
  EXPECT_GT(drawn["bins"].get<double>() * drawn["width"].get<double>(), 3000);
  EXPECT_EQ(sum(drawn["kind_bytes"]), 4 * 102U) << "none of them is lost";
}

/// A capture has the bins down to that of its last packet; halved, they are as wide as two before.
TEST_F(Timelines, BinsEndWithTheLastPacket) {
  const auto add = [this](facts::Time time) {
    Frame& frame = datagram(true, time);
    call(frame, "", 20);
    timeline_.add(frame);
    const Json drawn = appended(timeline_);
    EXPECT_EQ(test::numbers(drawn["kind_bytes"][static_cast<std::size_t>(Kind::remote_call)]).size(), drawn["bins"]);
    return drawn;
  };
  const Json first = add(0);
  EXPECT_EQ(first["bins"], 1);
  const auto width = static_cast<facts::Time>(first["width"].get<double>() * static_cast<double>(Frames::second));
  EXPECT_EQ(add(width - 1)["bins"], 1);
  EXPECT_EQ(add(width)["bins"], 2);
  const auto most = static_cast<facts::Time>(Timeline::most_bins);
  const Json full = add(most * width - 1);
  EXPECT_EQ(full["bins"], Timeline::most_bins);
  EXPECT_EQ(full["width"], first["width"]);
  const Json halved = add(most * width);
  EXPECT_EQ(halved["bins"], Timeline::most_bins / 2 + 1);
  EXPECT_EQ(halved["width"].get<double>(), 2 * first["width"].get<double>());
  EXPECT_EQ(test::numbers(halved["kind_bytes"][static_cast<std::size_t>(Kind::remote_call)])[0], 3 * 102U);
}

TEST_F(Timelines, IsBounded) {
  const std::string text(Timeline::most_text * 2, 'x');
  for (std::uint32_t link = 0; link != Timeline::most_lanes + 2; ++link) {
    Frame& frame = datagram(true, 0);
    frame.envelopes->link = link;
    call(frame, text.c_str(), 20);
    timeline_.add(frame);
  }
  Json drawn = appended(timeline_);
  EXPECT_EQ(drawn["lanes"].size(), Timeline::most_lanes);
  EXPECT_EQ(drawn["lanes_left_out"], 1);
  EXPECT_EQ(drawn["count"], Timeline::most_lanes);
  EXPECT_EQ(drawn["texts"][0].get<std::string>().substr(Timeline::most_text), "\u2026");
  Frame& frame = datagram(true, 0);
  frame.envelopes->link = 0;
  frames_.part(frames_.add(frame, Kind::spawn, 1, 1), text.c_str(), nullptr, 1);
  timeline_.add(frame);
  EXPECT_EQ(appended(timeline_)["marks"][0][4].get<std::string>().size(), Timeline::most_text);
}

TEST_F(Timelines, WithManyMarksOneStandsForAnInterval) {
  const auto despawn = [&](facts::Time time) {
    Frame& frame = datagram(true, time);
    frame.envelopes->link = 0;
    frames_.add(frame, Kind::despawn, 1, 1);
    if (time == 0) frames_.add(frame, Kind::spawn, 1, 1);
    timeline_.add(frame);
  };
  const std::size_t count = Timeline::most_marks - 1;
  for (std::size_t i = 0; i != count; ++i) despawn(static_cast<facts::Time>(i) * 1'000'000);
  EXPECT_EQ(appended(timeline_)["marks"].size(), Timeline::most_marks);
  EXPECT_EQ(appended(timeline_)["mark_width"], 0);
  despawn(Frames::second * 3600);
  const Json drawn = appended(timeline_);
  const double width = drawn["mark_width"];
  EXPECT_EQ(width, 0.004);
  ASSERT_EQ(drawn["marks"].size(), 1 + (count + 3) / 4 + 1);
  EXPECT_EQ(drawn["marks"][0][1], "spawn");
  for (std::size_t i = 1; i != drawn["marks"].size() - 1; ++i) {
    EXPECT_EQ(drawn["marks"][i][1], "despawn");
    EXPECT_DOUBLE_EQ(drawn["marks"][i][0].get<double>(), static_cast<double>(i - 1) * width);
  }
  EXPECT_EQ(drawn["marks"].back()[0], 3600);
}

/// Impossible times: the widest intervals hold all of them.
TEST_F(Timelines, MarksOfAnyTimesAreBounded) {
  for (std::size_t i = 0; i != 3 * Timeline::most_marks; ++i) {
    Frame& frame = datagram(true, 0);
    frame.time = i % 2 == 0 ? INT64_MAX - static_cast<facts::Time>(i) : INT64_MIN + static_cast<facts::Time>(i);
    frame.envelopes->link = 0;
    frames_.add(frame, Kind::spawn, 1, 1);
    timeline_.add(frame);
  }
  EXPECT_LE(appended(timeline_)["marks"].size(), Timeline::most_marks);
}

/// An aggregated bar.
struct Coarse {
  std::uint64_t at = 0, packets = 0, bytes = 0, flags = 0, kind = 0;
};

std::vector<Coarse> coarse_of(const Json& drawn, std::size_t lane) {
  const std::vector<std::uint64_t> all = test::numbers(drawn["coarse"][lane]);
  std::vector<Coarse> bars;
  std::uint64_t at = 0;
  for (std::size_t i = 0; i + 5 <= all.size(); i += 5) {
    at += all[i];
    bars.push_back({at, all[i + 1], all[i + 2], all[i + 3], all[i + 4]});
  }
  EXPECT_EQ(all.size(), bars.size() * 5);
  return bars;
}

TEST_F(Timelines, BehindTheLastBarPacketsAreAggregated) {
  Frame& frame = datagram(true, 0);
  Item& item = call(frame, "", 20);
  std::uint64_t packets = 0;
  const auto add_frames = [&](std::uint64_t count) {
    for (std::uint64_t i = 0; i != count; ++i) {
      ++packets;
      frame.number = static_cast<std::uint32_t>(packets);
      frame.time = static_cast<facts::Time>(packets) * millisecond / 10;
      timeline_.add(frame);
    }
  };
  add_frames(Timeline::most_bar_bytes / 8);  // a bar takes some nine bytes
  Json drawn = appended(timeline_);
  const auto bars = drawn["count"].get<std::uint64_t>();
  ASSERT_GT(drawn["left_out"].get<std::uint64_t>(), 0U);
  EXPECT_EQ(bars + drawn["left_out"].get<std::uint64_t>(), packets);
  EXPECT_EQ(drawn["left_out_frame"], bars + 1) << "the first one without a bar";
  item.again = true;
  add_frames(10);
  item.again = false;
  // A step of an hour makes the intervals longer, and nothing is lost.
  frame.time = 3600 * Frames::second;
  frame.number = static_cast<std::uint32_t>(++packets);
  frames_.part(frames_.add(frame, Kind::sync, 900, 0), "Main/Red", "position", 900);
  frame.envelopes->items->next->cost.own = 900;
  timeline_.add(frame);
  drawn = appended(timeline_);
  const std::vector<Coarse> coarse = coarse_of(drawn, 0);
  ASSERT_GT(coarse.size(), 1U);
  std::uint64_t aggregated = 0;
  std::uint64_t flags = 0;
  for (std::size_t i = 0; i + 1 != coarse.size(); ++i) {
    aggregated += coarse[i].packets;
    flags |= coarse[i].flags;
    EXPECT_EQ(coarse[i].bytes, coarse[i].packets * 102);
    EXPECT_EQ(drawn["kinds"][coarse[i].kind], "Remote call");
  }
  EXPECT_EQ(bars, drawn["count"]) << "no bar came after them";
  EXPECT_EQ(aggregated + 1, packets - bars);
  EXPECT_EQ(flags, 1U) << "some were sent again";
  EXPECT_EQ(coarse.back().packets, 1U);
  EXPECT_EQ(coarse.back().bytes, 102U);
  EXPECT_EQ(coarse.back().flags, 0U);
  EXPECT_EQ(drawn["kinds"][coarse.back().kind], "Sync") << "the kind that has most of the bytes";
  EXPECT_EQ(sum(drawn["kind_bytes"]), packets * 102);
}

/// 60 connections with a datagram in each of 1200 intervals, which five bytes describe: more than there is room for.
TEST_F(Timelines, AggregatedBarsCoverTwoIntervalsWhereOneTakesTooMuchRoom) {
  constexpr std::uint32_t links = 60;
  Frame& frame = datagram(true, 0);
  call(frame, "", 20);
  std::uint64_t packets = 0;
  const auto add = [&] {
    frame.number = static_cast<std::uint32_t>(++packets);
    timeline_.add(frame);
  };
  while (packets != Timeline::most_bar_bytes / 8) add();
  for (std::size_t bin = 0; bin != Timeline::most_bins; ++bin) {
    frame.time = static_cast<facts::Time>(bin) * 20 * millisecond;
    for (frame.envelopes->link = 1; frame.envelopes->link <= links; ++frame.envelopes->link) add();
  }
  const Json drawn = appended(timeline_);
  EXPECT_EQ(drawn["coarse_step"], 2);
  std::uint64_t aggregated = 0;
  for (std::size_t lane = 0; lane != links; ++lane) {
    const std::vector<Coarse> coarse = coarse_of(drawn, lane);
    EXPECT_EQ(coarse.size(), Timeline::most_bins / 2) << lane;
    for (const Coarse& bar : coarse) aggregated += bar.packets;
  }
  EXPECT_EQ(aggregated, drawn["left_out"]);
}

TEST_F(Timelines, NamesAndTextsAreBounded) {
  // Each name is different, and as long as a game's may be.
  std::vector<std::string> names;
  constexpr std::size_t length = 1000;
  for (std::size_t i = 0; i != Timeline::most_text_bytes / Timeline::most_text + 20; ++i)
    names.push_back(std::to_string(i) + "/" + std::string(length, 'n'));
  for (const std::string& name : names) {
    Frame& frame = datagram(true, 0);
    Item& item = frames_.add(frame, Kind::remote_call, 12, 8);
    frames_.part(item, name.c_str(), "move", 12);
    frames_.texts(item).text = name.c_str();
    timeline_.add(frame);
  }
  const Json drawn = appended(timeline_);
  const std::vector<Bar> bars = bars_of(drawn);
  ASSERT_EQ(bars.size(), names.size()) << "a bar for each all the same";
  EXPECT_LE(drawn["entries"].size(), Timeline::most_entry_bytes / length + 1);
  EXPECT_TRUE(bars.front().messages.front().starts_with("Remote call 0/nnn"));
  EXPECT_EQ(bars.back().messages.front(), "Remote call - -") << "its kind alone";
  EXPECT_EQ(drawn["texts"].size() + drawn["texts_left_out"].get<std::size_t>(), names.size());
  EXPECT_GT(drawn["texts_left_out"].get<std::size_t>(), 0U);
}

TEST_F(Timelines, RelayedMessagesAreBetweenTheEndsOfTheirLink) {
  Frame& frame = datagram(false, 0);
  Item& item = call(frame, "", 20);
  facts::Route& route = frames_.route(item);
  route.source = 7;
  route.source_name = "red";
  route.hop_source = 1;
  route.hop_target = 9;
  route.hop_target_name = "blue";
  timeline_.add(frame);
  EXPECT_EQ(appended(timeline_)["lanes"][0], Json::parse(R"(["ENet",3,1,1,"",9,"blue"])"));
}

}  // namespace
}  // namespace godot::analysis::page
