// SPDX-License-Identifier: MIT
// What is judged of a connection over TCP, and what just not: each time, number or segment at its border.
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "tests/unit/analysis/tcp_ends/played_connections.h"

#include <gtest/gtest.h>

namespace godot::analysis::tcp_ends {
namespace {

class BordersOfConnections : public EndsOfConnections {
 protected:
  /// The segment comes at the same time as the one before.
  void at_once() { now -= millisecond; }
  /// The next segment comes so many milliseconds after the last one.
  void after(Nanoseconds ms) { now += (ms - 1) * millisecond; }
  /// A segment of `side` has the flags, and acknowledges `more` bytes than the capture has.
  void acknowledge_more(std::uint8_t side, std::uint32_t more, Segment segment) {
    sequence[side ^ 1U] += more;
    add(side, "", segment);
    sequence[side ^ 1U] -= more;
  }
  void ask_as_browser() {
    send(client, "GET / HTTP/1.1\r\nHost: x\r\nUser-Agent: Browser\r\nUpgrade: websocket\r\n\r\n");
    send(server, std::string(answer) + "\r\n");
  }
};

/// A frame of a text of this size, from the client or the server; `first` has the bit of the last frame, and the code.
std::string frame_of(std::uint8_t side, std::uint8_t first, std::size_t size) {
  const std::uint8_t masks = side == client ? 0x80 : 0;
  std::string bytes(1, static_cast<char>(first));
  if (size < 126) {
    bytes += static_cast<char>(masks | size);
  } else {
    bytes += static_cast<char>(masks | 126);
    bytes += static_cast<char>(size >> 8);
    bytes += static_cast<char>(size & 0xFF);
  }
  if (side == client) bytes += std::string(4, '\0');
  return bytes + std::string(size, 'x');
}

// --- The upgrade ----------------------------------------------------------------------------------------------------

/// A text has up to 95 letters.
TEST_F(BordersOfConnections, ALongRedirectionIsCut) {
  for (const std::size_t size : {94U, 95U, 96U, 200U}) {
    begin();
    send(client, std::string(request) + "\r\n");
    send(server, "HTTP/1.1 302 Found\r\nLocation: " + std::string(size, 'x') + "\r\n\r\n");
    EXPECT_EQ(whole(), "3 code=302 frame=3 text=" + std::string(std::min<std::size_t>(size, 95), 'x')) << size;
  }
}

/// RFC 9110, 5.6.1: elements of a list are separated by a comma, and spaces on both sides of it that mean nothing.
TEST_F(BordersOfConnections, EachSubprotocolOfAListFits) {
  for (const char* list : {"chess,go", "chess, go", "chess , go", "chess  ,  go", ",chess,,go,"}) {
    for (const char* chosen : {"chess", "go"}) {
      begin();
      upgrade(std::string("Sec-WebSocket-Protocol: ") + list + "\r\n",
              std::string("Sec-WebSocket-Protocol: ") + chosen + "\r\n");
      EXPECT_EQ(whole(), "") << list << ": " << chosen;
    }
    for (const char* other : {"ches", "hess", "o", "chess,go"}) {
      begin();
      upgrade(std::string("Sec-WebSocket-Protocol: ") + list + "\r\n",
              std::string("Sec-WebSocket-Protocol: ") + other + "\r\n");
      EXPECT_EQ(whole(), std::string("5 code=101 subprotocol=3 frame=3 text=") + other) << list;
    }
  }
}

/// The capture lacks the request: whom the answer is for, and what it asked for, is not known.
TEST_F(BordersOfConnections, AnAnswerWithoutItsRequestIsNotJudged) {
  for (const char* status : {"404 Not Found", "101 Switching Protocols"}) {
    begin();
    ends.mark(stream);
    sequence[client] += static_cast<std::uint32_t>(request.size()) + 2;
    send(server, std::string("HTTP/1.1 ") + status + "\r\n\r\n");
    EXPECT_EQ(whole(), "") << status;
  }
  // So the connection is not known to be a WebSocket; a window of 0 is one of any connection.
  window = 0;
  send(server, "");
  after(2000);
  window = 65535;
  send(server, "");
  EXPECT_EQ(whole(), "7 frame=4 is_websocket=0 length=2000");
  // Nor is it known who asks, if the capture begins later.
  ++stream;
  ends.mark(stream);
  opened_in = frame + 1;
  send(server, std::string(answer) + "\r\n");
  window = 0;
  send(client, "");
  after(2000);
  window = 65535;
  send(client, "");
  EXPECT_EQ(ends.find(frame)->front().knows_client, false);
  EXPECT_EQ(ends.find(frame)->front().is_websocket, false);
}

/// An alert that was there before the request does not answer it, whatever follows.
TEST_F(BordersOfConnections, AnAlertBeforeTheRequestIsNoAnswer) {
  send(server, alert);
  send(client, std::string(request) + "\r\n");
  EXPECT_EQ(whole(), "");
  send(server, alert);
  EXPECT_EQ(whole(), "");
}

// --- Frames ---------------------------------------------------------------------------------------------------------

/// Of two messages that are the largest, the first one; one that has not come in whole counts if it is larger.
TEST_F(BordersOfConnections, WhichMessageIsTooBig) {
  const std::string half = frame_of(client, 0x82, 200).substr(0, 100);
  const std::string half_of_more = frame_of(client, 0x82, 201).substr(0, 100);
  const struct {
    std::string first, second;
    const char* expected;
  } rows[] = {
      {frame_of(client, 0x82, 200), frame_of(client, 0x82, 200), "0 code=1009 frame=5 size=200"},
      {frame_of(client, 0x82, 200), frame_of(client, 0x82, 201), "0 code=1009 frame=6 size=201"},
      {frame_of(client, 0x82, 201), frame_of(client, 0x82, 200), "0 code=1009 frame=5 size=201"},
      {frame_of(client, 0x82, 200), half, "0 code=1009 frame=5 size=200"},
      {frame_of(client, 0x82, 200), half_of_more, "0 code=1009 frame=6 size=201"},
  };
  for (const auto& each : rows) {
    begin();
    upgrade();
    send(client, each.first);
    send(client, each.second);
    send(server, close_frame(1009));
    EXPECT_EQ(whole(), each.expected);
  }
}

/// What several frames of a message cost more than one: nothing, if the head of one would need eight bytes for its
/// length (RFC 6455, 5.2).
TEST_F(BordersOfConnections, HeadsOfFramesThatCostNoMore) {
  upgrade();
  ends.mark(stream);
  send(server, frame_of(server, 0x02, 40000));
  send(server, frame_of(server, 0x80, 40000));
  EXPECT_EQ(ends.control_in(frame).heads, 0U) << "two heads of 4 bytes, instead of one of 10";
  for (int i = 0; i != 2; ++i) send(server, frame_of(server, i == 0 ? 0x02 : 0x00, 30000));
  send(server, frame_of(server, 0x80, 30000));
  EXPECT_EQ(ends.control_in(frame).heads, 2U) << "three heads of 4 bytes, instead of one of 10";
}

/// A frame that waits for one that the capture lacks is read when an acknowledgement comes. That segment of the other
/// end has none of its bytes.
TEST_F(BordersOfConnections, HeadsThatWaitedAreNotOfTheAcknowledgement) {
  upgrade();
  ends.mark(stream);
  send(server, frame_of(server, 0x02, 100).substr(0, 50));
  sequence[server] += 52;
  send(server, frame_of(server, 0x80, 10) + ping);
  const std::uint32_t waits_in = frame;
  send(client, "");
  EXPECT_EQ(ends.control_in(frame).heads, 0U);
  EXPECT_EQ(ends.control_in(frame).pings, 0U);
  EXPECT_EQ(ends.control_in(waits_in).pings, 0U);
}

/// RFC 6455, 5.5: a control frame is not in parts. What is wrong is no cost of Pings.
TEST_F(BordersOfConnections, AWrongPingIsNotCounted) {
  upgrade();
  send(server, std::string("\x09\x00", 2));
  EXPECT_EQ(ends.control_in(frame).pings, 0U);
  send(server, ping);
  EXPECT_EQ(ends.control_in(frame).pings, 2U);
}

// --- Flags of segments ----------------------------------------------------------------------------------------------

/// Acknowledgements are judged only where the flag ACK says that there is one. That of a reset may be anyone's, who
/// knows neither end (RFC 5961).
TEST_F(BordersOfConnections, WhichAcknowledgementsCount) {
  const struct {
    Segment segment;
    bool counts;
  } rows[] = {{{.acknowledges = true}, true}, {{}, false}};
  for (const auto& each : rows) {
    begin();
    upgrade();
    send(server, score);
    acknowledge_more(client, 1000, each.segment);
    after(60000);
    end(server);
    EXPECT_EQ(whole(), each.counts ? "" : "1 frame=5 length=60001") << "the capture lacks what was acknowledged";
  }
  begin();
  upgrade();
  send(server, score);
  after(60000);
  acknowledge_more(client, 1000, {.acknowledges = true, .resets = true});
  EXPECT_EQ(whole(), "1 by_client=1 is_reset=1 frame=5 length=60000");
}

/// A reset has a window of 0, whoever sends it (Linux): it does not say that its sender could take nothing.
TEST_F(BordersOfConnections, TheWindowOfAResetIsNone) {
  upgrade();
  send(server, score);
  after(60000);
  window = 0;
  end(server, true);
  EXPECT_EQ(whole(), "1 is_reset=1 frame=5 length=60000");
}

/// The other end closes its direction, too: one end of a connection is judged.
TEST_F(BordersOfConnections, TheSecondEndOfAConnectionIsNone) {
  upgrade();
  send(server, score);
  after(60400);
  end(server);
  EXPECT_EQ(whole(), "1 frame=5 length=60400");
  end(client);
  EXPECT_EQ(whole(), "");
}

/// The end comes with the last bytes, in one segment.
TEST_F(BordersOfConnections, TheEndMayHaveBytes) {
  upgrade();
  send(server, ping);
  send(client, "");
  after(1200);
  add(server, score, {.acknowledges = true, .ends = true});
  EXPECT_EQ(whole(), "2 frame=5 is_acknowledged=1 length=1201");
}

/// Where the capture lacks the head of a frame, that may have been a Close. Where bytes wait for those before them,
/// these may still come.
TEST_F(BordersOfConnections, AnEndBehindAGapIsNotJudged) {
  for (const std::uint8_t side : {client, server}) {
    for (const bool is_acknowledged : {true, false}) {
      begin();
      upgrade();
      const std::uint32_t before = sequence[side];
      sequence[side] += 100;
      send(side, side == client ? masked : score);
      const std::uint32_t behind = sequence[side];
      if (!is_acknowledged) sequence[side] = before;
      send(side ^ 1U, side == client ? score : masked);
      after(60000);
      sequence[side] = behind;
      end(side ^ 1U, true);
      EXPECT_EQ(whole(), "") << int{side} << is_acknowledged;
    }
  }
}

/// Another program's WebSocket may end as it likes.
TEST_F(BordersOfConnections, ASilenceOfAnotherProgramIsNotJudged) {
  for (const bool is_marked : {true, false}) {
    begin();
    ask_as_browser();
    if (is_marked) ends.mark(stream);
    send(server, score);
    after(60000);
    end(server);
    EXPECT_EQ(whole(), is_marked ? "1 frame=5 length=60000" : "");
  }
}

// --- Times ----------------------------------------------------------------------------------------------------------

/// A silence is one of three seconds; the first message after it is answered by a reset.
TEST_F(BordersOfConnections, AResetThatAnswersTheFirstMessageAfterThreeSeconds) {
  for (const Nanoseconds silence : {2999, 3000}) {
    begin();
    upgrade();
    send(server, score);
    after(silence);
    send(client, masked);
    end(server, true);
    EXPECT_EQ(whole(), silence == 3000 ? "1 is_reset=1 is_first_after=1 frame=6 length=3000" : "") << silence;
  }
}

/// A Ping is due after nine tenths of the interval of those before; without an interval, half a second shows that the
/// program has not just ended.
TEST_F(BordersOfConnections, APingThatIsDue) {
  const struct {
    Nanoseconds interval;  ///< of the first Ping, which has a Pong, until the second one; 0: there is one Ping
    Nanoseconds until_end;
    const char* expected;
  } rows[] = {
      {0, 499, ""},     {0, 500, "2 frame=5 is_acknowledged=1 length=500"},
      {1000, 899, ""},  {1000, 900, "2 frame=7 is_acknowledged=1 length=900 every=1000"},
      {2000, 1799, ""}, {2000, 1800, "2 frame=7 is_acknowledged=1 length=1800 every=2000"},
  };
  for (const auto& each : rows) {
    begin();
    upgrade();
    if (each.interval != 0) {
      send(server, ping);
      send(client, masked_pong);
      after(each.interval - 1);
    }
    send(server, ping);
    send(client, "");
    after(each.until_end - 1);
    end(server);
    EXPECT_EQ(whole(), each.expected) << each.interval << " " << each.until_end;
  }
}

/// What the other end sent before it could have the Ping does not show that it polls.
TEST_F(BordersOfConnections, WhatIsSentBehindAPingShowsThatItsReceiverPolls) {
  for (const bool is_later : {true, false}) {
    begin();
    upgrade();
    send(server, ping);
    if (!is_later) at_once();
    send(client, masked);
    after(600);
    end(server);
    EXPECT_EQ(whole(), std::string("2 frame=5") + (is_later ? " polls_in=6" : "") +
                           " is_acknowledged=1 length=" + (is_later ? "601" : "600"));
  }
}

/// To a window of 0 a sender sends probes of one byte (RFC 9293, 3.8.6.1). More than that, when half a second later
/// nothing is under way any more, shows that the window was opened in a segment that the capture lacks.
TEST_F(BordersOfConnections, WhatIsSentToAClosedWindow) {
  const struct {
    std::size_t size;
    Nanoseconds later;
    const char* expected;
  } rows[] = {
      {1, 500, "7 by_client=1 goes_on=1 frame=5 size=1 length=2500"},
      {1, 501, "7 by_client=1 goes_on=1 frame=5 size=1 length=2501"},
      {2, 500, "7 by_client=1 goes_on=1 frame=5 size=2 length=2500"},
      {2, 501, ""},
  };
  for (const auto& each : rows) {
    begin();
    upgrade();
    window = 0;
    send(client, "");
    after(each.later);
    window = 65535;
    send(server, frame_of(server, 0x82, 100).substr(0, each.size));
    after(2000);
    window = 0;
    send(client, "");
    EXPECT_EQ(whole(), each.expected) << each.size << " " << each.later;
  }
}

// --- Sleep ----------------------------------------------------------------------------------------------------------

/// Both ends send every 50 ms; then the server hears nothing of the client for 3 s, and sends again what it has sent.
class SleepOfAClient : public BordersOfConnections {
 protected:
  void play(int times) {
    for (int i = 0; i != times; ++i) {
      after(50);
      send(client, masked);
      send(server, score);
      note();
    }
  }
  void sleep() {
    for (int i = 0; i != 20; ++i) {
      after(150);
      send(server, score);
      sequence[server] -= 7;
      send(server, score);
    }
  }
  void note() {
    const std::uint32_t last = frame;
    for (frame = noted + 1; frame <= last; ++frame) found += whole();
    noted = frame = last;
  }
  /// All that the connection shows.
  std::string shown() {
    play(40);
    noted = frame;
    found.clear();
    sleep();
    play(20);
    return found;
  }

  std::uint32_t noted = 0;
  std::string found;
};

TEST_F(SleepOfAClient, IsSaidOfAWebSocketOfGodot) {
  upgrade();
  EXPECT_EQ(shown(), "11 by_client=1 frame=83 count=20 last_in=125 length=3071 every=50");
}
/// Another program may stop as it likes, and so may an end that has said that it closes.
TEST_F(SleepOfAClient, IsNotSaidOfOthers) {
  ask_as_browser();
  EXPECT_EQ(shown(), "") << "a browser's WebSocket";
  begin();
  ask_as_browser();
  ends.mark(stream);
  EXPECT_NE(shown(), "") << "with messages of Godot";
  begin();
  ends.mark(stream);
  EXPECT_EQ(shown(), "") << "values over TCP";
  begin();
  upgrade();
  send(server, close_frame(1000));
  EXPECT_EQ(shown(), "");
}
/// Acknowledgements of the other end are nothing that is sent again.
TEST_F(SleepOfAClient, IsNotSaidIfNothingIsSentToIt) {
  upgrade();
  play(40);
  noted = frame;
  for (int i = 0; i != 60; ++i) {
    after(50);
    send(server, "");
  }
  play(20);
  EXPECT_EQ(found, "");
}
/// RFC 6298, 2.1: a SYN is sent again after a second. Two within 900 ms are one, captured at two places: what seems to
/// be sent again is not.
TEST_F(SleepOfAClient, IsNotSaidOfACaptureOfTwoPlaces) {
  for (const Nanoseconds later : {1, 899, 900, 1000}) {
    ++stream;
    sequence = {1000, 5000};
    opened_in = frame + 1;
    add(client, "", {.opens = true});
    after(later);
    add(client, "", {.opens = true});
    ++sequence[client];
    add(server, "", {.opens = true, .acknowledges = true});
    ++sequence[server];
    upgrade();
    EXPECT_EQ(shown().empty(), later < 900) << later;
  }
}

// --- Servers of several connections ---------------------------------------------------------------------------------

/// Which frame shows that the server serves another WebSocket: the last one that it sent to any.
TEST_F(BordersOfConnections, TheLastFrameToAnotherWebSocketIsNamed) {
  upgrade();
  send(server, score);
  const auto first = sequence;
  ++stream;
  open();
  upgrade();
  send(server, score);
  const std::uint32_t served_in = frame;
  --stream;
  sequence = first;
  send(client, masked);
  stream += 2;
  open();
  send(client, std::string(request) + "\r\n");
  end(server);
  ASSERT_NE(ends.find(frame), nullptr);
  EXPECT_EQ(ends.find(frame)->front().serves_in, served_in);
}

/// Half a second after the end, what a program had sent before has come: what comes then shows that it runs. What it
/// sends half a second after the request shows that its main loop does, and a second before, that it did.
TEST_F(BordersOfConnections, WhatAServerSendsToOthersAroundARequest) {
  const struct {
    Nanoseconds before;  ///< from what the server sends to another WebSocket until the request; 0: nothing
    Nanoseconds after;   ///< from the request until such a message; 0: none
    Nanoseconds behind;  ///< from the end until such a message; 0: none
    bool serves, polls, goes_on;
  } rows[] = {
      {1000, 0, 0, true, false, false}, {1001, 0, 0, false, false, false},   {0, 499, 0, true, false, false},
      {0, 500, 0, true, true, false},   {2000, 0, 499, false, false, false}, {2000, 0, 500, false, false, true},
  };
  for (const auto& each : rows) {
    begin();
    const std::uint32_t other = stream;
    upgrade();
    auto others = sequence;
    const auto serve_other = [&] {
      const auto mine = sequence;
      const std::uint32_t kept = stream;
      stream = other;
      sequence = others;
      send(server, score);
      others = sequence;
      sequence = mine;
      stream = kept;
    };
    after(5000);
    ++stream;
    open();
    after(5000);
    if (each.before != 0) {
      serve_other();
      after(each.before);
    }
    send(client, std::string(request) + "\r\n");
    Nanoseconds waited = 0;
    if (each.after != 0) {
      after(each.after);
      serve_other();
      waited = each.after;
    }
    after(3000 - waited);
    end(client);
    const std::uint32_t shown_in = frame;
    if (each.behind != 0) {
      after(each.behind);
      serve_other();
    }
    ASSERT_NE(ends.find(shown_in), nullptr);
    const Ending& found = ends.find(shown_in)->front();
    EXPECT_EQ(found.what, What::unanswered);
    EXPECT_EQ(found.serves_in != 0, each.serves) << each.before << " " << each.after;
    EXPECT_EQ(found.polls_in != 0, each.polls) << each.after;
    EXPECT_EQ(found.goes_on_in != 0, each.goes_on) << each.behind;
  }
}

}  // namespace
}  // namespace godot::analysis::tcp_ends
