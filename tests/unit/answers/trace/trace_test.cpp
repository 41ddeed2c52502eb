// SPDX-License-Identifier: MIT
// A capture in the Trace Event Format, from frames made by hand.
#include "answers/trace/trace.h"

#include <cstdint>
#include <string>
#include <vector>

#include "base/time.h"
#include "tests/unit/analysis/facts/frames.h"
#include "tests/unit/answers/report_page/drawn.h"

namespace godot::analysis::trace {
namespace {

using facts::Frame;
using facts::Item;
using facts::Kind;
using test::Frames;
using test::Json;

class Traces : public testing::Test {
 protected:
  Frame& datagram(bool from_client, facts::Time time) {
    Frame& frame = frames_.datagram(60, 4, 0, time);
    frame.envelopes->link = 3;
    frame.envelopes->has_link = true;
    frame.envelopes->from_client = from_client;
    return frame;
  }
  Item& message(Frame& frame, const char* text, std::uint16_t sequence, Kind kind = Kind::remote_call) {
    Item& item = frames_.add(frame, kind, 12, 8);
    item.on_channel = kind != Kind::acknowledgement;
    item.channel = 2;
    item.cost.own = 20;
    frames_.command(item).sequence = sequence;
    if (text != nullptr) frames_.texts(item).text = text;
    return item;
  }
  void add(const Frame& frame) { trace_.add(frame, out_); }

  /// All events, once it is finished.
  Json events() {
    trace_.finish(out_);
    const Json read = Json::parse(out_, nullptr, false);
    EXPECT_FALSE(read.is_discarded()) << out_;
    return read["traceEvents"];
  }
  /// Name, begin, length and remark of each event of a category.
  static std::vector<std::string> slices(const Json& events, const std::string& category) {
    std::vector<std::string> lines;
    for (const Json& event : events) {
      if (event.value("cat", "") != category || !event.contains("args")) continue;
      const auto number = [&](const char* key) {
        return std::to_string(static_cast<int>(event.value(key, -1.0) / 1000));
      };
      const std::string remark = event["args"].value("remark", "");
      lines.push_back(event["name"].get<std::string>() + " " + number("ts") + "+" + number("dur") +
                      (remark.empty() ? "" : " " + remark));
    }
    return lines;
  }
  /// Names of processes or threads.
  static std::vector<std::string> names(const Json& events, const char* what) {
    std::vector<std::string> lines;
    for (const Json& event : events) {
      if (event["name"] == what) lines.push_back(event["args"]["name"]);
    }
    return lines;
  }

  Frames frames_;
  Trace trace_;
  std::string out_;
};

using Lines = std::vector<std::string>;

TEST_F(Traces, IsWholeWithoutACapture) { EXPECT_TRUE(events().empty()); }

TEST_F(Traces, AMessageIsASlice) {
  Frame& frame = datagram(true, 5 * millisecond);
  message(frame, "Main/Red.move(1)", 1);
  frames_.command(message(frame, "Main/Red.fire()", 2)).fate.held = 30 * millisecond;
  add(frame);
  const Json all = events();
  EXPECT_EQ(slices(all, "message"), (Lines{"Main/Red.move(1) 5+0", "Main/Red.fire() 5+30 held back"}));
  EXPECT_EQ(names(all, "process_name"), (Lines{"ENet 3 client"}));
  std::uint64_t bytes = 0;
  for (const Json& event : all) {
    if (event.value("cat", "") == "message") bytes += event["args"]["bytes"].get<std::uint64_t>();
  }
  EXPECT_EQ(bytes, 102U) << "the frame's, divided among its messages";
}

/// A mirror's record of a call that another mirror has recorded, too: the bytes of all slices are the profile's.
TEST_F(Traces, ARecordThatCountsElsewhereHasNoBytes) {
  for (const bool has_cost : {true, false}) {
    Frame& frame = datagram(true, 5 * millisecond);
    frame.envelopes->transport = facts::Transport::mirror;
    Item& item = message(frame, "Main/Red.move(1)", 1);
    item.counted_elsewhere = true;
    if (!has_cost) item.cost = {};
    add(frame);
  }
  std::vector<std::uint64_t> bytes;
  for (const Json& event : events()) {
    if (event.value("cat", "") == "message") bytes.push_back(event["args"]["bytes"].get<std::uint64_t>());
  }
  EXPECT_EQ(bytes, (std::vector<std::uint64_t>{0, 0}));
}

TEST_F(Traces, AProcessIsAPeerWhereItIsKnown) {
  Frame& asked = datagram(true, 0);
  Item& item = message(asked, "a", 1);
  facts::Route& route = frames_.route(item);
  route.session = 1;
  route.source = route.hop_source = 7;
  route.source_name = "red";
  route.hop_target = 1;
  add(asked);
  Frame& answered = datagram(false, millisecond);
  Item& back = message(answered, "b", 1);
  facts::Route& reply = frames_.route(back);
  reply.session = 1;
  reply.source = reply.hop_source = 1;
  reply.hop_target = 7;
  add(answered);
  const Json all = events();
  EXPECT_EQ(names(all, "process_name"), (Lines{"red", "server"}));
  EXPECT_EQ(names(all, "thread_name"), (Lines{"ENet 3 to the server, channel 2", "ENet 3 to the client, channel 2"}));
}

TEST_F(Traces, SlicesThatOverlapHaveThreadsOfTheirOwn) {
  Frame& first = datagram(true, 0);
  frames_.command(message(first, "long", 1)).fate.held = 50 * millisecond;
  add(first);
  Frame& second = datagram(true, 10 * millisecond);
  message(second, "short", 2);
  add(second);
  Frame& third = datagram(true, 60 * millisecond);
  message(third, "later", 3);
  add(third);
  EXPECT_EQ(names(events(), "thread_name"),
            (Lines{"ENet 3 to the server, channel 2", "ENet 3 to the server, channel 2 (2)"}))
      << "the third one has room in the first";
}

TEST_F(Traces, AMessageThatIsSentAgainEndsWithTheLastSending) {
  Frame& first = datagram(true, 0);
  frames_.command(message(first, "call", 1)).fate.sent_again_in = 2;
  add(first);
  Frame& again = datagram(true, 40 * millisecond);
  Item& copy = message(again, "call", 1);
  copy.again = true;
  frames_.command(copy).fate = {.acked_in = 3, .retransmission = true};
  add(again);
  const Json all = events();
  EXPECT_EQ(slices(all, "message"), (Lines{"call 0+40 sent again"}));
  EXPECT_EQ(slices(all, "protocol"), (Lines{"Remote call 40+0 again"}));
}

TEST_F(Traces, AMessageWithoutAnAnswerEndsWithTheCapture) {
  Frame& first = datagram(true, 0);
  frames_.command(message(first, "call", 1)).fate.sent_again_in = 2;
  add(first);
  Frame& ping = datagram(true, 90 * millisecond);
  frames_.add(ping, Kind::ping, 0, 4);
  add(ping);
  EXPECT_EQ(slices(events(), "message"), (Lines{"call 0+90 never answered"}));
}

TEST_F(Traces, FragmentsAreASliceFromTheFirstToTheLast) {
  for (const facts::Time time : {0, 10}) {
    Frame& frame = datagram(true, time * millisecond);
    message(frame, nullptr, 1, Kind::fragment).message = 5;
    if (time == 10) message(frame, "big()", 1).message = 5;
    add(frame);
  }
  Frame& lost = datagram(true, 20 * millisecond);
  message(lost, nullptr, 9, Kind::fragment).message = 6;
  add(lost);
  const Json all = events();
  EXPECT_EQ(slices(all, "message"), (Lines{"big() 0+10", "Fragment 20+0 never whole"}));
  EXPECT_EQ(slices(all, "protocol"), (Lines{"Fragment 0+0", "Fragment 10+0", "Fragment 20+0"}));
}

TEST_F(Traces, AFlowGoesToTheAcknowledgement) {
  Frame& asked = datagram(true, 0);
  frames_.command(message(asked, "call", 7)).fate.acked_in = 2;
  add(asked);
  Frame& answered = datagram(false, 30 * millisecond);
  frames_.command(message(answered, nullptr, 8, Kind::acknowledgement)).fate.rtt = 30 * millisecond;
  frames_.command(message(answered, nullptr, 7, Kind::acknowledgement)).fate.rtt = 30 * millisecond;
  add(answered);
  std::vector<std::string> flow;
  Json trips = Json::array();
  for (const Json& event : events()) {
    if (event.value("cat", "") == "acknowledged")
      flow.push_back(event["ph"].get<std::string>() + std::to_string(event["id"].get<int>()) + " " +
                     std::to_string(event["ts"].get<double>()));
    if (event["ph"] == "C" && event["args"].contains("ms")) trips.push_back(event["args"]["ms"]);
  }
  EXPECT_EQ(flow, (Lines{"s1 0.000000", "f1 30000.000000"}));
  EXPECT_EQ(trips, Json::parse("[30.0,30.0]"));
}

/// All of a trace: a call, whose peer is known, and its acknowledgement 30 ms later, whose peer is not.
TEST_F(Traces, InWhole) {
  Frame& asked = datagram(true, 1'500'250);
  asked.envelopes->in_flight = 20;
  asked.envelopes->window = 4096;
  Item& call = message(asked, "Main.look()", 7);
  frames_.command(call).fate.acked_in = 2;
  facts::Route& route = frames_.route(call);
  route.source = route.hop_source = 7;
  route.source_name = "red";
  add(asked);
  Frame& answered = datagram(false, 31'500'250);
  frames_.command(message(answered, nullptr, 7, Kind::acknowledgement)).fate.rtt = 30 * millisecond;
  add(answered);
  trace_.finish(out_);
  EXPECT_EQ(out_,
            R"json({"displayTimeUnit":"ms","traceEvents":[
{"pid":1,"ph":"M","name":"process_name","args":{"name":"red"}},
{"pid":1,"tid":1,"ph":"M","name":"thread_name","args":{"name":"ENet 3 to the server, channel 2"}},
{"pid":1,"tid":1,"ph":"s","ts":1500.250,"cat":"acknowledged","name":"acknowledged","id":1},
{"pid":1,"tid":1,"ph":"X","ts":1500.250,"dur":0.000,"cat":"message","name":"Main.look()","args":{"frame":1,"kind":"Remote call","bytes":102,"mode":"reliable"}},
{"pid":1,"ph":"C","ts":1500.250,"name":"ENet 3 to the server: in flight","args":{"bytes":20}},
{"pid":1,"ph":"C","ts":1500.250,"name":"ENet 3 to the server: window","args":{"bytes":4096}},
{"pid":1,"ph":"C","ts":31500.250,"name":"ENet 3 to the server: round trip","args":{"ms":30.000}},
{"pid":2,"ph":"M","name":"process_name","args":{"name":"ENet 3 server"}},
{"pid":2,"tid":2,"ph":"M","name":"thread_name","args":{"name":"ENet 3 to the client, protocol"}},
{"pid":2,"tid":2,"ph":"X","ts":31500.250,"dur":0.000,"cat":"protocol","name":"Acknowledge","args":{"frame":2,"bytes":102}},
{"pid":2,"tid":2,"ph":"f","bp":"e","ts":31500.250,"cat":"acknowledged","name":"acknowledged","id":1},
{"pid":2,"ph":"C","ts":31500.250,"name":"ENet 3 to the client: in flight","args":{"bytes":0}}
]}
)json");
}

/// An acknowledgement ends the flow of the command with its number and channel, from the other end of its connection.
TEST_F(Traces, AFlowGoesToNoOtherAcknowledgement) {
  const auto ends = [&](bool from_client, std::uint16_t sequence, std::uint8_t channel, std::uint32_t link,
                        std::uint32_t later) {
    frames_ = Frames();
    trace_ = Trace();
    out_.clear();
    Frame& asked = datagram(true, 0);
    frames_.command(message(asked, "call", 7)).fate.acked_in = 2;
    add(asked);
    if (later != 0) add(datagram(false, 10 * millisecond));
    Frame& answered = datagram(from_client, 30 * millisecond);
    answered.envelopes->link = link;
    message(answered, nullptr, sequence, Kind::acknowledgement).channel = channel;
    add(answered);
    trace_.finish(out_);
    return out_.find(R"("ph":"f")") != std::string::npos;
  };
  EXPECT_TRUE(ends(false, 7, 2, 3, 0));
  EXPECT_FALSE(ends(true, 7, 2, 3, 0)) << "of the same end";
  EXPECT_FALSE(ends(false, 8, 2, 3, 0));
  EXPECT_FALSE(ends(false, 7, 1, 3, 0));
  EXPECT_FALSE(ends(false, 7, 2, 4, 0)) << "of another connection";
  EXPECT_FALSE(ends(false, 7, 2, 3, 1)) << "in another frame";
}

TEST_F(Traces, CountersShowWhatIsInFlight) {
  for (const std::uint32_t bytes : {100U, 100U, 300U}) {
    Frame& frame = datagram(true, 0);
    frame.envelopes->in_flight = bytes;
    frame.envelopes->window = 4096;
    message(frame, "a", 1);
    add(frame);
  }
  std::vector<int> values;
  for (const Json& event : events()) {
    if (event["ph"] == "C") values.push_back(event["args"]["bytes"]);
  }
  EXPECT_EQ(values, (std::vector<int>{100, 4096, 300})) << "once for each change";
}

TEST_F(Traces, FramesOfAFlowBeforeItsRecognitionAreAdded) {
  Frame& segment = frames_.segment(1, 10);
  add(segment);
  add(frames_.segment(11, 0, 1));
  EXPECT_EQ(out_, "") << "perhaps of another protocol";
  Frame& whole = frames_.segment(11, 30);
  Item& item = frames_.add(whole, Kind::debugger, 30, 0);
  item.cost.own = 30;
  add(whole);
  Frame& quoted = frames_.segment(41, 0);
  quoted.quoted = true;
  add(quoted);
  const Json all = events();
  EXPECT_EQ(slices(all, "message"), (Lines{"Debugger 0+0"}));
  EXPECT_EQ(slices(all, "protocol").size(), 3U);
  EXPECT_EQ(names(all, "process_name"), (Lines{"TCP 0 first", "TCP 0 second"}));
}

TEST_F(Traces, TextsAreCutAndEndsAreSettledInTime) {
  const std::string text(Trace::most_text * 2, 'x');
  for (std::size_t i = 0; i != Trace::most_held; ++i) {
    Frame& frame = datagram(true, static_cast<facts::Time>(i) * millisecond);
    message(frame, text.c_str(), static_cast<std::uint16_t>(i));
    add(frame);
  }
  EXPECT_NE(out_, "") << "so many events are not held for a peer that nobody knows";
  for (const Json& event : events()) {
    if (event.value("cat", "") != "message") continue;
    EXPECT_EQ(event["name"], std::string(Trace::most_text, 'x') + "\u2026");
  }
}

}  // namespace
}  // namespace godot::analysis::trace
