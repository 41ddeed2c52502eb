// SPDX-License-Identifier: MIT
// The times and numbers at which the analysis of a connection decides: each with the last value on both sides.
#include <gtest/gtest.h>

#include <cstdlib>
#include <initializer_list>
#include <utility>
#include <vector>

#include "analysis/enet/order/command_findings.h"
#include "tests/unit/analysis/enet/order/analysed.h"

namespace godot::test {
namespace {

using analysis::enet::Datagram;
using analysis::enet::Event;
using analysis::enet::Finding;
using analysis::enet::Pause;

// --- Sent times -----------------------------------------------------------------------------------------------------

TEST(EnetBorders, SentTimesAreComparedForHalfATurn) {
  for (const double after : {31'999.0, 32'000.0}) {
    Conversation link;
    link.handshake();
    link.at(0, client, 100, {ping(2)});
    EXPECT_EQ(link.at(after, client, 99, {ping(3)}).overtaken, after < 32'000) << after;
  }
}

/// By the clock of the end that sends: two seconds are more than delays differ by.
TEST(EnetBorders, ASentTimeFitsAnEndsClockWithinTwoSeconds) {
  Conversation link;
  link.handshake();
  const Datagram& last = link.at(0, client, 100, {ping(2)});
  const auto fits = [&](unsigned after, unsigned sent_time) {
    return link.analysis().is_later(client, static_cast<std::uint16_t>(sent_time), last.captured + after * millisecond);
  };
  EXPECT_TRUE(fits(500, 600));
  EXPECT_TRUE(fits(500, 600 + 2000));
  EXPECT_FALSE(fits(500, 600 + 2001));
  EXPECT_TRUE(fits(3500, 3600 - 2000));
  EXPECT_FALSE(fits(3500, 3600 - 2001));
  EXPECT_TRUE(fits(0, 100));
  EXPECT_FALSE(link.analysis().is_later(client, 100, last.captured - 1)) << "it is no later datagram";
  Conversation unknown;
  unknown.at(0, client, 100, {ping(2)});
  EXPECT_FALSE(unknown.analysis().is_later(server, 100, last.captured)) << "nothing is known of its clock";
}

// --- Transmissions --------------------------------------------------------------------------------------------------

TEST(EnetBorders, TransmissionsAreCountedTo255AndTheLast16AreSearched) {
  Conversation link;
  link.handshake();
  std::vector<const Datagram*> sent;
  for (unsigned i = 0; i != 300; ++i) sent.push_back(&link.at(i * 20, client, 1000 + i * 20, {reliable(0, 1)}));
  ASSERT_NE(sent[283]->first->sequel(), nullptr);
  EXPECT_EQ(sent[283]->first->sequel()->sendings, 255U) << "the earliest that the last one finds";
  const auto acknowledged = [&](unsigned i) {
    return link.at(6000 + i, server, {acknowledge(0, 1, 1000 + i * 20)}).first->acks_frame();
  };
  EXPECT_EQ(acknowledged(284), sent[284]->frame);
  EXPECT_EQ(acknowledged(283), 0U);
}

TEST(EnetBorders, ATimeoutTakesFiveTransmissionsAndASecond) {
  const auto events = [](std::initializer_list<double> times) {
    Conversation link;
    link.handshake();
    std::string last;
    for (const double time : times)
      last = events_of(link.at(time, client, 1000 + static_cast<unsigned>(time), {reliable(0, 1)}));
    return last;
  };
  EXPECT_EQ(events({0, 100, 200, 300, 1000}), "retransmission timeout");
  EXPECT_EQ(events({0, 100, 200, 300, 999}), "retransmission");
  EXPECT_EQ(events({0, 100, 200, 1000}), "retransmission");
}

/// The receiver sends something when the command is sent first, or just before.
TEST(EnetBorders, ATimeoutTakesAReceiverThatIsSilentSinceTheFirstTransmission) {
  for (const double heard : {-1.0, 0.0}) {
    Conversation link;
    link.handshake();
    link.at(heard, server, 1, {ping(2)});
    std::string last;
    for (const double time : {0.0, 100.0, 200.0, 300.0, 1000.0})
      last = events_of(link.at(time, client, 1000 + static_cast<unsigned>(time), {reliable(0, 1)}));
    EXPECT_EQ(last, heard < 0 ? "retransmission timeout" : "retransmission");
  }
}

TEST(EnetBorders, AsManyAs512MessagesWaitForOne) {
  Conversation link;
  link.handshake();
  std::vector<const Datagram*> waiting;
  for (unsigned number = 2; number != 602; ++number)
    waiting.push_back(&link.at(number, client, number, {reliable(0, number)}));
  link.at(5000, client, 5000, {reliable(0, 1)});
  EXPECT_NE(outcome_of(*waiting[511]), "");
  EXPECT_EQ(outcome_of(*waiting[512]), "");
}

TEST(EnetBorders, AsManyAs16UnreliableMessagesWait) {
  Conversation link;
  link.handshake();
  link.at(0, client, 1, {reliable(0, 1)});
  std::vector<const Datagram*> waiting;
  for (unsigned number = 1; number != 18; ++number)
    waiting.push_back(&link.at(number, client, 1 + number, {unreliable(0, 2, number)}));
  link.at(100, client, 101, {reliable(0, 2)});
  EXPECT_EQ(outcome_of(*waiting[0]), "0 held 99 ms for 2 until frame 21");
  EXPECT_EQ(outcome_of(*waiting[15]), "0 held 84 ms for 2 until frame 21");
  EXPECT_EQ(outcome_of(*waiting[16]), "");
}

// --- What the capture lacks -----------------------------------------------------------------------------------------

/// Reliable commands of the server. The second one is never acknowledged.
class Unacknowledged : public testing::Test {
 protected:
  /// `trip`: of the first one. `pause`: of the sender, before the last one.
  bool shows(double last, double trip = 20, double pause = 0) {
    Conversation link;
    link.handshake();
    unsigned number = 0;
    const auto send = [&](double now) { link.at(now, server, static_cast<unsigned>(now), {reliable(0, ++number)}); };
    send(0);
    link.at(trip, client, {acknowledge(0, 1, 0)});
    send(trip + 1);  // from here on, acknowledgements are expected
    double now = trip + 1;
    while (now + 200 < last - pause) send(now += 200);
    send(last - pause);
    if (pause != 0) send(last);
    return link.analysis().lacks_in() != 0;
  }
};

TEST_F(Unacknowledged, ForASecondShowsIt) {
  EXPECT_FALSE(shows(21 + 999));
  EXPECT_TRUE(shows(21 + 1000));
}

TEST_F(Unacknowledged, ForHalfASecondAndSixLongTripsShowsIt) {
  EXPECT_FALSE(shows(151 + 1399, 150));
  EXPECT_TRUE(shows(151 + 1400, 150));
}

TEST_F(Unacknowledged, AfterAPauseOfAQuarterOfASecondTheSenderHasToComeToIt) {
  EXPECT_TRUE(shows(21 + 1200, 20, 250));
  EXPECT_FALSE(shows(21 + 1200, 20, 251));
}

TEST(EnetBorders, TheFirstTwoSecondsMayBeCopies) {
  const auto text = [](double after) {
    Conversation link;
    link.at(0, client, 1, {reliable(0, 500)});
    return events_of(link.at(after, client, 1 + static_cast<unsigned>(after), {reliable(0, 502)}));
  };
  EXPECT_EQ(text(1999), "");
  EXPECT_EQ(text(2000), "lost_command(501)");
}

/// A command of before the capture that comes late is none of those that are missing.
TEST(EnetBorders, WhatIsMissingComesOnlyByItself) {
  Conversation link;
  link.at(0, client, 1, {reliable(0, 500)});
  link.at(2001, client, 2002, {reliable(0, 502)});
  EXPECT_TRUE(link.analysis().lacks(client));
  link.at(2002, client, 2003, {reliable(0, 499)});
  EXPECT_TRUE(link.analysis().lacks(client));
  link.at(2003, client, 2004, {reliable(0, 501)});
  EXPECT_FALSE(link.analysis().lacks(client));
}

/// Nothing is known of reliable commands: the receiver has delivered what has arrived.
TEST(EnetBorders, ALateMessageIsDroppedWithoutReliableOnesToo) {
  Conversation link;
  link.at(0, client, 1, {unreliable(0, 7, 1), unreliable(0, 7, 4)});
  EXPECT_EQ(outcome_of(link.at(1, client, 2, {unreliable(0, 7, 2)})), "0 dropped");
}

// --- Pauses ---------------------------------------------------------------------------------------------------------

/// A client that sends regularly, and then nothing.
class PauseBorders : public testing::Test {
 protected:
  void play(unsigned datagrams, double every) {
    link.handshake();
    for (unsigned i = 0; i != datagrams; ++i) {
      now += every;
      link.at(now, client, 5000 + static_cast<unsigned>(now), {unsequenced(i + 1)});
    }
  }
  /// After a second, it acknowledges a command that was sent so many milliseconds after its last datagram.
  const Pause* paused(double sent_after = 100, double acknowledged_after = 0) {
    link.at(now + sent_after, server, 1000, {ping(5)});
    now += 1000;
    if (acknowledged_after != 0) link.at(now, client, 5000 + static_cast<unsigned>(now), {});
    now += acknowledged_after;
    const Datagram& datagram = link.at(now, client, 5000 + static_cast<unsigned>(now), {acknowledge(0xFF, 5, 1000)});
    return link.analysis().pause_shown_by(*datagram.first);
  }

  Conversation link;
  double now = 0;
};

TEST_F(PauseBorders, OfAnEndThatHasSent20Datagrams) {
  play(19, 20);  // and its Connect
  EXPECT_NE(paused(), nullptr);
}
TEST_F(PauseBorders, NotOfAnEndThatHasSentFewer) {
  play(18, 20);
  EXPECT_EQ(paused(), nullptr);
}

TEST_F(PauseBorders, OfAnEndThatSendsTenTimesASecond) {
  play(80, 100);
  EXPECT_NE(paused(), nullptr);
}
TEST_F(PauseBorders, NotOfAnEndThatSendsLessOften) {
  play(80, 101);
  EXPECT_EQ(paused(), nullptr);
}

TEST_F(PauseBorders, ShownByACommandThatWaitedForHalfASecond) {
  play(30, 20);
  EXPECT_NE(paused(500), nullptr);
}
TEST_F(PauseBorders, NotShownByOneThatWaitedForLess) {
  play(30, 20);
  EXPECT_EQ(paused(501), nullptr);
}

TEST_F(PauseBorders, ShownByACommandSentAfterItBegan) {
  play(30, 20);
  EXPECT_NE(paused(1), nullptr);
}
TEST_F(PauseBorders, NotShownByOneSentBefore) {
  play(30, 20);
  EXPECT_EQ(paused(0), nullptr);
}

TEST_F(PauseBorders, ShownByAnAcknowledgementWithin100Milliseconds) {
  play(30, 20);
  EXPECT_NE(paused(100, 100), nullptr);
}
TEST_F(PauseBorders, NotShownByALaterOne) {
  play(30, 20);
  EXPECT_EQ(paused(100, 101), nullptr);
}

/// Datagrams that follow within 50 ms were sent in the pause as well, if their sent time says so.
TEST(EnetBorders, DatagramsWithin50MillisecondsOfAPauseBelongToIt) {
  for (const double after : {50.0, 51.0}) {
    Conversation link;
    link.handshake();
    for (unsigned i = 1; i != 31; ++i) link.at(i * 20, client, 5000 + i * 20, {unsequenced(i)});
    link.at(700, server, 1000, {ping(5)});
    const Datagram& first = link.at(1600, client, 6600, {acknowledge(0xFF, 5, 1000)});
    const Pause* pause = link.analysis().pause_shown_by(*first.first);
    ASSERT_NE(pause, nullptr);
    EXPECT_TRUE(pause->is_certain());
    link.at(1600 + after, client, 6300, {unsequenced(31)});
    EXPECT_EQ(pause->is_certain(), after > 50) << after;
  }
}

TEST(EnetBorders, TheSentTimeOfTheFirstDatagramAfterAPauseIsInexactBy300Milliseconds) {
  for (const unsigned sent : {699U, 700U}) {
    Conversation link;
    link.handshake();
    for (unsigned i = 1; i != 31; ++i) link.at(i * 20, client, 5000 + i * 20, {unsequenced(i)});
    link.at(700, server, 1000, {ping(5)});
    const Datagram& first = link.at(1600, client, 5600 + sent, {acknowledge(0xFF, 5, 1000)});
    const Pause* pause = link.analysis().pause_shown_by(*first.first);
    ASSERT_NE(pause, nullptr);
    EXPECT_EQ(pause->is_certain(), sent == 700) << sent;
  }
}

/// Reliable commands that are missing right after a pause were lost: the link was bad.
TEST(EnetBorders, LossesWithin50MillisecondsOfAPauseBelongToIt) {
  for (const double after : {49.0, 50.0}) {
    Conversation link;
    link.handshake();
    for (unsigned i = 1; i != 31; ++i) link.at(i * 20, client, 5000 + i * 20, {unsequenced(i)});
    link.at(700, server, 1000, {ping(5)});
    const Datagram& first = link.at(1600, client, 6600, {acknowledge(0xFF, 5, 1000)});
    const Pause* pause = link.analysis().pause_shown_by(*first.first);
    ASSERT_NE(pause, nullptr);
    link.at(1600 + after, client, 6600 + static_cast<unsigned>(after), {reliable(0, 9)});
    EXPECT_EQ(pause->is_certain(), after == 50) << after;
  }
}

TEST(EnetBorders, APauseKnowsHowOftenItsEndSendsAndWhatWaited) {
  Conversation link;
  link.handshake();
  for (unsigned i = 1; i != 31; ++i) link.at(i * 20, client, 5000 + i * 20, {unsequenced(i)});
  link.at(700, server, 1000, {ping(5)});
  link.at(800, server, 1100, {ping(6), reliable(0, 1)});
  const Datagram& first = link.at(1600, client, 6600, {acknowledge(0xFF, 5, 1000), acknowledge(0xFF, 6, 1100)});
  link.at(1610, client, 6610, {acknowledge(0, 1, 1100)});
  const Pause* pause = link.analysis().pause_shown_by(*first.first);
  ASSERT_NE(pause, nullptr);
  EXPECT_EQ(pause->waited, 3U);
  EXPECT_EQ(pause->every, 19'641'055) << "20 ms, smoothed by an eighth";
  EXPECT_EQ(pause->until - pause->since, 1000 * millisecond);
  EXPECT_EQ(pause->last, 32U);
  EXPECT_EQ(link.analysis().pause_shown_by(*first.first->next), nullptr) << "it is shown once";
}

TEST(EnetBorders, NoEndPausesAfterTheConnectionWasLeft) {
  for (const bool left : {false, true}) {
    Conversation link;
    link.handshake();
    for (unsigned i = 1; i != 31; ++i) link.at(i * 20, client, 5000 + i * 20, {unsequenced(i)});
    link.at(700, server, 1000, {ping(5)});
    if (left) link.at(710, server, 1010, {disconnect(6)});
    const Datagram& answer = link.at(1600, client, 6600, {acknowledge(0xFF, 5, 1000)});
    EXPECT_EQ(link.analysis().pause_shown_by(*answer.first) == nullptr, left);
  }
}

/// What is sent half a second after the pause begins, or before it ends, may have been on its way then.
TEST(EnetBorders, WhatIsSentInAPauseReachesItsEndOrNot) {
  for (const unsigned sent : {500U, 501U, 1499U, 1500U}) {
    Conversation link;
    link.handshake();
    for (unsigned i = 1; i != 31; ++i) link.at(i * 20, client, 5000 + i * 20, {unsequenced(i)});
    link.at(600 + sent, server, 1000, {ping(5)});
    const Datagram& answer = link.at(2600, client, 7000, {acknowledge(0xFF, 5, 1000)});
    const Pause* pause = link.analysis().pause_before(*answer.first);
    ASSERT_NE(pause, nullptr);
    EXPECT_EQ(pause->reached, sent == 501 || sent == 1499 ? 1U : 0U) << sent;
    EXPECT_EQ(pause->unreached, 0U);
  }
}

/// How far its clock is behind after a pause of 1.4 s: as much half a second later, by less than 300 ms more or less.
TEST(EnetBorders, AClockThatStoodStillStaysBehindWithin300Milliseconds) {
  for (const int more : {-300, -299, 0, 299, 300}) {
    Conversation link;
    link.handshake();
    for (unsigned i = 1; i != 31; ++i) link.at(i * 20, client, 5000 + i * 20, {unsequenced(i)});
    const Datagram& first = link.at(2000, client, 5600, {ping(2)});
    const Pause* pause = link.analysis().unanswered_pause(client, *first.first);
    ASSERT_NE(pause, nullptr);
    EXPECT_EQ(pause->lag, 1400 * millisecond);
    link.at(2499, client, 9999, {});
    EXPECT_FALSE(pause->kept_lag || pause->lost_lag) << "it is too early";
    link.at(2500, client, static_cast<unsigned>(6100 - more), {});
    EXPECT_EQ(pause->kept_lag, std::abs(more) < 300) << more;
    EXPECT_EQ(pause->lost_lag, std::abs(more) == 300) << more;
  }
}

/// The client's last datagram, while the server stands still, and perhaps one after it.
TEST(EnetBorders, APauseIsUnansweredUntilTheOtherEndIsHeard) {
  Conversation link;
  link.handshake();
  for (unsigned i = 1; i != 31; ++i) link.at(i * 20, server, 1000 + i * 20, {unsequenced(i)});
  link.at(1600, client, 5000, {ping(2)});
  const Datagram& first = link.at(1600, server, 2600, {ping(2), ping(3)});
  const Pause* pause = link.analysis().unanswered_pause(server, *first.first);
  ASSERT_NE(pause, nullptr);
  EXPECT_EQ(pause->first, first.frame);
  EXPECT_EQ(pause->heard_in, 33U);
  EXPECT_EQ(link.analysis().unanswered_pause(server, *first.first->next), nullptr) << "it is the first that counts";
  EXPECT_EQ(link.analysis().unanswered_pause(client, *first.first), nullptr);
  link.at(1601, client, 5001, {ping(3)});
  EXPECT_EQ(link.analysis().unanswered_pause(server, *first.first), nullptr);
}

TEST(EnetBorders, AsManyAs256PausesAreKept) {
  Conversation link;
  link.handshake();
  double now = 0;
  for (unsigned i = 1; i != 31; ++i) link.at(now = i * 20, client, 5000 + i * 20, {unsequenced(i)});
  for (unsigned pause = 1; pause <= 257; ++pause) {
    const auto sent = static_cast<unsigned>(now) + 400;
    link.at(now + 400, server, sent, {ping(1 + pause)});
    link.at(now + 900, server, {});  // it sends too rarely to pause
    now += 1000;
    const auto clock = static_cast<unsigned>(now);
    const Datagram& answer = link.at(now, client, 5000 + clock, {acknowledge(0xFF, 1 + pause, sent & 0xFFFF)});
    ASSERT_EQ(link.analysis().pause_shown_by(*answer.first) != nullptr, pause <= 256) << pause;
  }
}

// --- Leaving --------------------------------------------------------------------------------------------------------

TEST(EnetBorders, TheLastWordsAreThoseOfHalfASecond) {
  for (const double before : {500.0, 501.0}) {
    Conversation link;
    link.handshake();
    const Datagram& words = link.at(0, client, 10, {reliable(0, 1)});
    link.at(before, client, 600, {disconnect(2)});
    EXPECT_EQ(words.first->sequel() != nullptr && words.first->sequel()->left_in != 0, before == 500) << before;
  }
}

TEST(EnetBorders, TheLastWordsAreMessagesThatWereSentOnce) {
  Conversation link;
  link.handshake();
  const Datagram& empty = link.at(0, client, 10, {reliable(0, 1, 0)});
  const Datagram& first = link.at(1, client, 11, {reliable(0, 2)});
  const Datagram& again = link.at(100, client, 110, {reliable(0, 2)});
  const Datagram& once = link.at(101, client, 111, {reliable(0, 3)});
  link.at(110, client, 120, {disconnect(2)});
  const auto is_last = [](const Datagram& datagram) {
    return datagram.first->sequel() != nullptr && datagram.first->sequel()->left_in != 0;
  };
  EXPECT_FALSE(is_last(empty));
  EXPECT_FALSE(is_last(first));
  EXPECT_FALSE(is_last(again));
  EXPECT_TRUE(is_last(once));
}

TEST(EnetBorders, TheLastWordsAreNoMoreThan32OfAChannel) {
  for (const unsigned channel : {0U, 254U}) {
    Conversation link;
    link.handshake();
    std::vector<const Datagram*> words;
    for (unsigned i = 1; i != 34; ++i) words.push_back(&link.at(i, client, i, {reliable(channel, i)}));
    link.at(50, client, 50, {disconnect(2)});
    ASSERT_NE(words[1]->first->sequel(), nullptr);
    EXPECT_NE(words[1]->first->sequel()->left_in, 0U);
    EXPECT_EQ(words[0]->first->sequel(), nullptr);
  }
}

/// An end that has left may answer, and leave again.
TEST(EnetBorders, AnEndThatLeavesAgainIsNotBack) {
  Conversation link;
  link.handshake();
  link.at(10, client, 10, {disconnect(2)});
  link.at(1000, client, 1000, {disconnect(2)});
  EXPECT_FALSE(link.analysis().is_back());
  link.at(1010, server, 1010, {ping(2)});
  EXPECT_FALSE(link.analysis().is_back()) << "the other end has not left";
  link.at(1020, client, 1020, {ping(3)});
  EXPECT_TRUE(link.analysis().is_back());
}

/// Whether an end leaves before any message is known if both ends are captured from the beginning.
TEST(EnetBorders, OnlyAnOrderlyEndOfAWholeConnectionIsSilent) {
  const auto outcome = [](const Bytes& end, bool answered) {
    Conversation link;
    link.at(-2, client, 65000, {connect()});
    if (answered) link.at(-1, server, 64000, {verify_connect()});
    return outcome_of(link.at(1000, client, 1000, {end}));
  };
  EXPECT_EQ(outcome(disconnect(2), true), "0 left_in_silence");
  EXPECT_EQ(outcome(disconnect(2), false), "") << "the server may have sent messages";
  EXPECT_EQ(outcome(disconnect(2, true), true), "") << "at once";
  Bytes with_data = disconnect(2);
  with_data.back() = 5;
  EXPECT_EQ(outcome(with_data, true), "") << "a script gives a reason";
}

// --- The handshake --------------------------------------------------------------------------------------------------

TEST(EnetBorders, AnAnswerAfterASecondIsLate) {
  for (const double after : {999.0, 1000.0}) {
    Conversation link;
    link.at(0, client, 10, {connect()});
    const Datagram& answer = link.at(after, server, 5, {verify_connect()});
    const analysis::enet::Sequel* sequel = answer.first->sequel();
    EXPECT_EQ(sequel != nullptr ? sequel->asked : 0, after == 1000 ? 1000 * millisecond : 0);
  }
}

/// A server sends its answer again after half a second, then after twice the time, and so on.
TEST(EnetBorders, ALateAnswerMayBeOneThatWasSentAgain) {
  const auto may_be = [](double after) {
    Conversation link;
    link.at(0, client, 10, {connect()});
    link.at(10'000, client, 10'010, {connect()});
    const Datagram& answer = link.at(10'000 + after, server, 5, {verify_connect()});
    return answer.first->sequel() != nullptr && answer.first->sequel()->lost_perhaps;
  };
  for (const double wait : {0.0, 500.0, 1500.0, 3500.0, 7500.0}) {
    EXPECT_TRUE(may_be(wait + 142)) << wait;
    EXPECT_FALSE(may_be(wait + 143)) << wait;
    if (wait == 0) continue;
    EXPECT_TRUE(may_be(wait - 19)) << wait;
    EXPECT_FALSE(may_be(wait - 20)) << wait;
  }
}

/// Only the last sixteen Connects are looked at: ENet gives up before.
TEST(EnetBorders, ALateAnswerIsComparedWithTheLastConnects) {
  for (const unsigned copies : {15U, 16U}) {
    Conversation link;
    link.at(0, client, 10, {connect()});
    for (unsigned i = 0; i != copies; ++i) link.at(7100 + 10 * i, client, 7110 + 10 * i, {connect()});
    const Datagram& answer = link.at(7550, server, 5, {verify_connect()});
    ASSERT_NE(answer.first->sequel(), nullptr);
    EXPECT_EQ(answer.first->sequel()->lost_perhaps, copies == 15) << "the first one";
  }
}

/// The capture begins with the server's answer: everything else is known.
TEST(EnetBorders, AConnectionIsWholeFromItsAnswerOn) {
  for (const bool answer : {true, false}) {
    Conversation link;
    if (answer) link.at(-1, server, 64000, {verify_connect()});
    else link.at(-1, server, 64000, {ping(7)});
    EXPECT_EQ(events_of(link.at(0, client, 10, {reliable(0, 2)})), answer ? "lost_command(1)" : "");
  }
}

TEST(EnetBorders, AnAnswerThatIsSentAgainIsNoOtherMessage) {
  Conversation link;
  link.at(0, client, 10, {connect()});
  const Datagram& accepted = link.at(10, server, 5, {verify_connect()});
  link.at(11, client, 21, {acknowledge(255, 1, 5), ping(2)});
  link.at(511, client, 521, {ping(2)});
  ASSERT_EQ(outcome_of(accepted), "0 never_spoke");
  link.at(520, server, 505, {verify_connect()});
  EXPECT_EQ(outcome_of(accepted), "0 never_spoke");
  link.at(530, server, 515, {acknowledge(255, 2, 521)});
  EXPECT_EQ(outcome_of(accepted), "");
}

// --- Counts ---------------------------------------------------------------------------------------------------------

TEST(EnetBorders, CopiesAreCountedOnce) {
  Conversation link;
  link.handshake();
  link.at(0, client, 10, {unsequenced(1), unreliable(0, 0, 1), reliable(0, 1)});
  link.at(5, client, 10, {unsequenced(1), unreliable(0, 0, 1), reliable(0, 1)});
  EXPECT_EQ(link.analysis().tally(client).unreliable, 2U);
  EXPECT_EQ(link.analysis().tally(client).reliable, 2U) << "with its Connect";
  EXPECT_EQ(link.analysis().tally(client).disturbed, 1U);
  link.at(100, client, 110, {reliable(0, 1)});
  EXPECT_EQ(link.analysis().tally(client).reliable, 3U);
}

TEST(EnetBorders, ACommandWaitsForThoseBeforeItInItsChannel) {
  Conversation link;
  link.handshake();
  link.at(0, client, 10, {reliable(0, 1), reliable(0, 3)});
  EXPECT_FALSE(link.analysis().waits(client, 0, 1));
  EXPECT_TRUE(link.analysis().waits(client, 0, 3));
  EXPECT_FALSE(link.analysis().waits(client, 1, 3)) << "nothing is known of that channel";
  EXPECT_FALSE(link.analysis().waits(server, 0, 3));
  link.at(10, client, 20, {reliable(0, 2)});
  EXPECT_FALSE(link.analysis().waits(client, 0, 3));
}

// --- The window -----------------------------------------------------------------------------------------------------

TEST(EnetBorders, AWindowIsFullIfAnotherMessageOfThatLengthDoesNotFit) {
  for (const unsigned length : {1024U, 1025U}) {
    Conversation link;
    link.handshake({.window = 4096});
    for (unsigned i = 1; i != 3; ++i) link.at(i, client, i, {reliable(0, i, length)});
    EXPECT_EQ(link.at(3, client, 3, {reliable(0, 3, length)}).window_full, length == 1025) << length;
  }
}

/// More than the window is never under way: acknowledgements are missing.
TEST(EnetBorders, AFullWindowIsStillPossible) {
  for (const unsigned length : {1024U, 1025U}) {
    Conversation link;
    link.handshake({.window = 4096});
    for (unsigned i = 1; i != 4; ++i) link.at(i, client, i, {reliable(0, i, 1024)});
    EXPECT_EQ(link.at(4, client, 4, {reliable(0, 4, length)}).reliable_in_flight, length == 1024 ? 4096U : 1025U);
  }
}

}  // namespace
}  // namespace godot::test
