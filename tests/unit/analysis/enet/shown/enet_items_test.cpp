// SPDX-License-Identifier: MIT
// The derived items of connections, datagrams and commands, and the labels of headers and commands.
#include "analysis/enet/shown/enet_items.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "analysis/enet/shown/enet_labels.h"
#include "codec/core/number.h"
#include "tests/unit/analysis/enet/order/analysed.h"

namespace godot::analysis::enet {
namespace {

constexpr Direction up = 0;
constexpr Direction down = 1;

/// "enet.connection.mtu 1392", in brackets if it is hidden.
std::vector<std::string> lines(const EnetItems& items) {
  std::vector<std::string> all;
  for (const auto& item : items) {
    const DerivedRow& row = derived_row(item.row);
    std::string line = row.filter;
    if (row.kind == DerivedKind::text) line += std::string(" ") + item.value.text;
    else if (row.kind != DerivedKind::subtree) line += " " + std::to_string(item.value.number);
    all.push_back(item.hidden ? "[" + line + "]" : line);
  }
  return all;
}
using Lines = std::vector<std::string>;

Stream connected() {
  Stream stream;
  stream.link.has_handshake = true;
  stream.connect_frame = 3;
  stream.connect.connect_id = 0xAB;
  stream.connect.data = 77;
  stream.connect.channel_count = 2;
  stream.connect.mtu = 1400;
  stream.connect.window_size = 65536;
  stream.connect.incoming_bandwidth = 1000;
  stream.connect.outgoing_bandwidth = 2000;
  stream.verify_frame = 4;
  stream.verify = stream.connect;
  stream.verify.mtu = 1392;
  stream.verify.incoming_bandwidth = 8;
  stream.verify.outgoing_bandwidth = 0;
  stream.routes[up] = {.known = true, .peer_id = 3, .session_id = 1};
  stream.routes[down] = {.known = true, .peer_id = 5, .session_id = 2};
  return stream;
}

TEST(EnetConnectionItems, TheHandshakeDisplaysThem) {
  const ConnectionItems found = connection_items(connected(), up, 4);
  EXPECT_EQ(found.heading, EnetField::enet_connection);
  EXPECT_EQ(found.frame, 0U);
  EXPECT_STREQ(found.label.data(), "Connection, from the client, connect id 0x000000ab");
  EXPECT_EQ(lines(found.below),
            (Lines{"enet.connection.connect_in 3", "enet.connection.from_client 1", "enet.connection.verify_in 4",
                   "enet.connection.connect_id 171", "enet.connection.data 77", "enet.connection.client_peer_id 5",
                   "enet.connection.server_peer_id 3", "enet.connection.client_session_id 1",
                   "enet.connection.server_session_id 2", "enet.connection.channel_count 2", "enet.connection.mtu 1392",
                   "enet.connection.window_size 65536", "enet.connection.client_incoming_bandwidth 1000",
                   "enet.connection.client_outgoing_bandwidth 2000", "enet.connection.server_incoming_bandwidth 8",
                   "enet.connection.server_outgoing_bandwidth 0"}));
}

TEST(EnetConnectionItems, LaterOneLineLeadsThere) {
  const ConnectionItems found = connection_items(connected(), down, 5);
  EXPECT_EQ(found.heading, EnetField::enet_connection_connect_in);
  EXPECT_EQ(found.frame, 3U);
  EXPECT_STREQ(found.label.data(), ", from the server");
  const Lines below = lines(found.below);
  ASSERT_GT(below.size(), 3U);
  EXPECT_EQ(below[0], "[enet.connection]");
  EXPECT_EQ(below[1], "[enet.connection.from_client 0]");
  EXPECT_EQ(below[2], "[enet.connection.verify_in 4]");
  for (const std::string& line : below) EXPECT_EQ(line[0], '[') << line;
}

TEST(EnetConnectionItems, WithoutTheRequestTheAnswerLeadsThere) {
  Stream stream = connected();
  stream.connect_frame = 0;
  stream.routes[down].known = false;
  const ConnectionItems found = connection_items(stream, up, 5);
  EXPECT_EQ(found.heading, EnetField::enet_connection_verify_in);
  EXPECT_EQ(found.frame, 4U);
  EXPECT_EQ(
      lines(found.below),
      (Lines{"[enet.connection]", "[enet.connection.from_client 1]", "[enet.connection.connect_id 171]",
             "[enet.connection.server_peer_id 3]", "[enet.connection.client_session_id 1]",
             "[enet.connection.channel_count 2]", "[enet.connection.mtu 1392]", "[enet.connection.window_size 65536]",
             "[enet.connection.server_incoming_bandwidth 8]", "[enet.connection.server_outgoing_bandwidth 0]"}));
}

TEST(EnetConnectionItems, WithoutAnAnswerTheRequestAloneCounts) {
  Stream stream = connected();
  stream.verify_frame = 0;
  const Lines below = lines(connection_items(stream, up, 3).below);
  EXPECT_NE(std::find(below.begin(), below.end(), "enet.connection.mtu 1400"), below.end());
  EXPECT_EQ(std::find(below.begin(), below.end(), "enet.connection.server_incoming_bandwidth 8"), below.end());
}

TEST(EnetConnectionItems, OfAConnectionThatBeganBefore) {
  Stream stream;
  stream.client = down;
  stream.routes[up] = {.known = true, .peer_id = 4};
  const ConnectionItems found = connection_items(stream, down, 9);
  EXPECT_EQ(found.frame, 0U);
  EXPECT_STREQ(found.label.data(), "Connection, probably from the client, handshake not captured");
  EXPECT_EQ(lines(found.below), (Lines{"enet.connection.from_client 1", "enet.connection.client_peer_id 4",
                                       "enet.connection.server_session_id 0"}));
}

TEST(EnetConnectionItems, LaterLimitsReplaceThoseOfTheHandshake) {
  Stream stream = connected();
  stream.bandwidths[up].add(7, {.incoming = 11, .outgoing = 12});
  const auto has = [&](std::uint32_t frame, const char* line) {
    const Lines below = lines(connection_items(stream, up, frame).below);
    return std::find(below.begin(), below.end(), line) != below.end();
  };
  EXPECT_TRUE(has(6, "[enet.connection.client_incoming_bandwidth 1000]"));
  EXPECT_TRUE(has(7, "[enet.connection.client_incoming_bandwidth 11]"));
  EXPECT_TRUE(has(7, "[enet.connection.client_outgoing_bandwidth 12]"));
  EXPECT_TRUE(has(7, "[enet.connection.server_incoming_bandwidth 8]"));
}

TEST(EnetAnalysisItems, ACommandWithoutAResultHasNone) {
  EXPECT_EQ(lines(analysis_items(Finding{})), Lines{});
  Sequel perhaps = {};
  perhaps.perhaps = true;
  Finding finding;
  finding.set_sequel(perhaps);
  EXPECT_EQ(lines(analysis_items(finding)), Lines{}) << "it waited for nothing";
}

TEST(EnetAnalysisItems, OfAnAcknowledgement) {
  Finding finding;
  finding.set(Event::has_ack_rtt);
  finding.set(Event::has_ack_rtt_reported);
  finding.other = 5;
  finding.set_delay(12'350'000);
  finding.ack_rtt_reported = 13;
  EXPECT_EQ(lines(analysis_items(finding)),
            (Lines{"enet.analysis.acks_frame 5", "enet.analysis.ack_rtt 12350000", "[enet.analysis.ack_rtt_ms 124]",
                   "enet.analysis.ack_rtt_reported 13"}));
}

TEST(EnetAnalysisItems, TenthsAreRoundedAwayFromZero) {
  const auto tenths = [](Nanoseconds time) {
    EnetItems items;
    items.tenths(EnetField::enet_analysis_ack_rtt_ms, time);
    return items.begin()->value.number;
  };
  EXPECT_EQ(tenths(49'999), 0);
  EXPECT_EQ(tenths(50'000), 1);
  EXPECT_EQ(tenths(149'999), 1);
  EXPECT_EQ(tenths(-49'999), 0);
  EXPECT_EQ(tenths(-50'000), -1);
}

TEST(EnetAnalysisItems, OfARetransmissionAndOfADuplicate) {
  Finding finding;
  finding.set(Event::retransmission);
  finding.set(Event::has_rto);
  finding.other = 5;
  finding.set_delay(500);
  finding.acked_in = 9;
  EXPECT_EQ(lines(analysis_items(finding)),
            (Lines{"enet.analysis.acked_in_frame 9", "enet.analysis.retransmission_of 5", "enet.analysis.rto 500"}));
  Finding copy;
  copy.set(Event::duplicate);
  copy.other = 5;
  EXPECT_EQ(lines(analysis_items(copy)), (Lines{"enet.analysis.duplicate_of 5"}));
}

TEST(EnetAnalysisItems, OfGapsAndOfWhatWaits) {
  Sequel sequel = {};
  sequel.missing = "17-19";
  sequel.sent_again_in = 20;
  sequel.gap_shown_in = 21;
  sequel.held_until = 30;
  sequel.held = 1000;
  sequel.held_for = 17;
  sequel.perhaps = true;
  Finding finding;
  finding.set(Event::lost_command);
  finding.set_sequel(sequel);
  EXPECT_EQ(lines(analysis_items(finding)),
            (Lines{"enet.analysis.retransmitted_in 20", "enet.analysis.gap_shown_in 21", "enet.analysis.missing 17-19",
                   "enet.analysis.held 1000", "enet.analysis.held_for 17", "enet.analysis.held_until 30",
                   "enet.analysis.held_perhaps 1"}));
}

TEST(EnetAnalysisItems, OfADatagram) {
  Datagram datagram;
  datagram.reliable_in_flight = 60;
  datagram.window = 4096;
  EXPECT_EQ(lines(analysis_items(datagram, 0)), Lines{}) << "it carries no reliable message";
  EXPECT_EQ(lines(analysis_items(datagram, 8)), (Lines{"enet.analysis.other_side_in 8"}));
  datagram.has_reliable = true;
  EXPECT_EQ(lines(analysis_items(datagram, 0)),
            (Lines{"enet.analysis.reliable_in_flight 60", "enet.analysis.window 4096"}));
  datagram.window = 0;
  EXPECT_EQ(lines(analysis_items(datagram, 0)), (Lines{"enet.analysis.reliable_in_flight 60"}));
}

TEST(EnetAnalysisItems, WhyCommandsAreMissing) {
  Finding finding;
  EXPECT_EQ(missing_because(finding, false, false, true), nullptr);
  finding.set(Event::lost_command);
  EXPECT_STREQ(missing_because(finding, false, true, true), "");
  EXPECT_EQ(missing_because(finding, false, true, false), nullptr);
  EXPECT_STREQ(missing_because(finding, false, false, false),
               " (the capture lacks packets, or has them elsewhere: perhaps not lost)");
  finding.set(Event::maybe_throttled);
  EXPECT_EQ(missing_because(finding, false, true, true), nullptr) << "the whole capture decides";
  EXPECT_STREQ(missing_because(finding, false, false, true),
               " (lost, dropped by the sender's throttle, or only missing in the capture)");
  EXPECT_STREQ(missing_because(finding, true, false, true), " (may never have been sent: the sender's throttle)");
}

std::vector<EnetExpert> rows(const Remarks& remarks) { return {remarks.begin(), remarks.end()}; }
using Rows = std::vector<EnetExpert>;

TEST(EnetRemarks, OnAConnectionThatBeginsOrEnds) {
  test::ReadCommands commands;
  EXPECT_EQ(rows(remarks_on(commands.read(test::connect()))), Rows{EnetExpert::enet_connection_asked});
  EXPECT_EQ(rows(remarks_on(commands.read(test::verify_connect()))), Rows{EnetExpert::enet_connection_accepted});
  EXPECT_EQ(rows(remarks_on(commands.read(test::disconnect(1)))), Rows{EnetExpert::enet_connection_left});
  EXPECT_EQ(rows(remarks_on(commands.read(test::ping(1)))), Rows{});
}

TEST(EnetRemarks, OnEachEvent) {
  const std::pair<Event, EnetExpert> events[] = {
      {Event::retransmission, EnetExpert::enet_analysis_retransmission},
      {Event::duplicate, EnetExpert::enet_analysis_duplicate},
      {Event::out_of_order, EnetExpert::enet_analysis_out_of_order},
      {Event::duplicate_ack, EnetExpert::enet_analysis_duplicate_ack},
      {Event::ack_unseen, EnetExpert::enet_analysis_ack_unseen},
      {Event::timeout, EnetExpert::enet_analysis_timeout},
  };
  Completeness capture;
  const Sender sender{.capture = &capture};
  for (const auto& [event, expert] : events) {
    Finding finding;
    finding.set(event);
    EXPECT_EQ(rows(remarks_on(finding, sender, false)), Rows{expert});
    EXPECT_EQ(rows(remarks_on(finding, sender, true)).empty(), event == Event::timeout) << "it may be answered yet";
    capture.disordered_in = 5;
    EXPECT_EQ(rows(remarks_on(finding, sender, false)).empty(), event == Event::out_of_order) << "of the capture";
    capture.disordered_in = 0;
  }
  EXPECT_EQ(rows(remarks_on(Finding{}, sender, false)), Rows{});
}

TEST(EnetRemarks, OnTheFrameThatShowsWhatACaptureLacks) {
  Completeness capture;
  capture.cut_in = 3;
  capture.lacks_in = 4;
  capture.unread_in = 5;
  capture.disordered_in = 6;
  EXPECT_EQ(rows(remarks_on(capture, 2)), Rows{});
  EXPECT_EQ(rows(remarks_on(capture, 3)), Rows{EnetExpert::enet_capture_cut});
  EXPECT_EQ(rows(remarks_on(capture, 4)), Rows{EnetExpert::enet_capture_lacks});
  EXPECT_EQ(rows(remarks_on(capture, 5)), Rows{EnetExpert::enet_capture_unread});
  EXPECT_EQ(rows(remarks_on(capture, 6)), Rows{EnetExpert::enet_capture_disordered});
}

TEST(EnetItems, AreLimited) {
  constexpr std::size_t most = 24;
  EnetItems items;
  for (std::uint32_t i = 0; i != most + 1; ++i) items.add(EnetField::enet_stream, i);
  EXPECT_EQ(static_cast<std::size_t>(items.end() - items.begin()), most);
  EXPECT_EQ((items.end() - 1)->value.number, static_cast<std::int64_t>(most) - 1);
}

TEST(EnetLabels, OfEachKindOfCommand) {
  test::ReadCommands commands;
  const auto label = [&](const test::Bytes& bytes) {
    LabelText text;
    return std::string(label_of(commands.read(bytes), text));
  };
  EXPECT_EQ(label(test::acknowledge(2, 9, 20)), " of 9, channel 2");
  EXPECT_EQ(label(test::ping(1)), "");
  EXPECT_EQ(label(test::reliable(0, 4, 12)), ", channel 0, sequence 4, 12 bytes");
  EXPECT_EQ(label(test::unreliable(1, 5, 8, 3)), ", channel 1, sequence 8 after 5, 3 bytes");
  EXPECT_EQ(label(test::unsequenced(11)), ", channel 0, group 11, 0 bytes");
  EXPECT_EQ(label(test::fragment(0, 12, 10, 4, 5)), ", channel 0, fragment 3 of 4 from sequence 10, 5 bytes");
  EXPECT_EQ(label(test::unreliable_fragment(0, 13, 1, 2)), ", channel 0, fragment 2 of 2 from sequence 13, 1 bytes");
  EXPECT_EQ(label(test::disconnect(1)), ", data 0");
  EXPECT_EQ(label(test::connect()), ", data 0");
  EXPECT_EQ(label(test::verify_connect()), "");
}

TEST(EnetLabels, OfHeaders) {
  LabelText text;
  EXPECT_EQ(label_of(Header{.peer_id = no_peer_id}, text), ", no peer id yet");
  EXPECT_EQ(label_of(Header{.peer_id = 3, .session_id = 2}, text), ", peer id 3, session 2");
  EXPECT_EQ(label_of(Header{.peer_id = 3, .compressed = true}, text), ", peer id 3, session 0, compressed");
}

TEST(EnetLabels, TheLongestFits) {
  Command command;
  command.type = CommandType::send_unreliable_fragment;
  command.channel = 254;
  command.payload_length = 0xFFFF;
  const test::Bytes largest(40, 0xFF);
  command.bytes = largest.data();
  LabelText text;
  // write_uint() may change as many bytes as the longest number has.
  EXPECT_LT(label_of(command, text).size() + max_number_text, text.size());
}

}  // namespace
}  // namespace godot::analysis::enet
