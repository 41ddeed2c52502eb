// SPDX-License-Identifier: MIT
// What is said of a connection's times and losses: each judgement with the last value on both sides. The figures are
// made by hand: both ends play steadily, and each case changes what it is about.
#include "answers/questions/connections/lag_verdict.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <tuple>
#include <vector>

#include "answers/questions/connections/connection_quality.h"
#include "answers/questions/connections/one_way_times.h"
#include "answers/questions/connections/send_schedule.h"
#include "answers/tables/cell.h"
#include "answers/tables/spread.h"
#include "base/time.h"

namespace godot::analysis::streams {
namespace {

constexpr const char* steady = "no command missing, sends every 20 ms \u00B1 0: steady";
constexpr const char* disordered =
    "not known: the capture is not in the order of events (merged from two clocks, or written in another order)";
constexpr const char* coarse = "not known: the times of the capture are too coarse";
constexpr const char* mixed =
    "not known: the client was here before, from the same port, and had not closed that connection: until the server "
    "gives it up, its messages come, too";

/// A hundred reliable commands, of which 40 measure a round trip of 30 ms; states every 20 ms.
struct Link {
  Link() {
    side.datagrams = other.datagrams = 100;
    side.counts.reliable = other.counts.reliable = 100;
    for (int i = 0; i != 40; ++i) {
      trip(30);
      schedule.tick.add(20);
    }
    schedule.middle = schedule.longest = 20;
    schedule.known = schedule.of_states = true;
  }
  void trip(float milliseconds) {
    side.rtt.add(milliseconds);
    side.rtts.push_back(milliseconds);
    trips.add(milliseconds);
  }
  /// So many datagrams whose fate both sides of the capture show; the first ones are lost.
  void passes(int count, int lost) {
    for (int i = 0; i != count; ++i) side.transit.sent(i < lost ? Arrival::lost : Arrival::arrived);
  }
  void takes(std::initializer_list<double> times) {
    facts::Time now = 0;
    for (const double each : times) side.transit.arrived(now += second, static_cast<facts::Time>(each * millisecond));
  }
  [[nodiscard]] std::string verdict() const { return verdict_of(side, other, schedule, trips); }

  Side side;
  Side other;
  Schedule schedule;
  report::Spread trips;
};

std::string after(const std::function<void(Link&)>& change) {
  Link link;
  change(link);
  return link.verdict();
}

TEST(LagVerdict, OfASteadyLink) {
  EXPECT_EQ(Link().verdict(), steady);
  EXPECT_TRUE(is_steady(steady));
  EXPECT_FALSE(is_steady(""));
  EXPECT_FALSE(is_steady("steady: the network"));
}

TEST(LagVerdict, NothingIsSaidOfAnOrderThatIsNotKnown) {
  EXPECT_EQ(after([](Link& link) { link.side.disordered = true; }), disordered);
  EXPECT_EQ(after([](Link& link) { link.other.disordered = true; }), disordered);
  EXPECT_EQ(after([](Link& link) { link.side.coarse = true; }), coarse);
  EXPECT_EQ(after([](Link& link) { link.other.coarse = true; }), coarse);
  EXPECT_EQ(after([](Link& link) { link.side.incomplete = true; }), "");
  EXPECT_EQ(after([](Link& link) { link.other.incomplete = true; }), "");
  EXPECT_EQ(after([](Link& link) { link.side.mixed = true; }), mixed);
  EXPECT_EQ(after([](Link& link) { link.other.mixed = true; }), mixed);
}

TEST(LagVerdict, TakesTwentyDatagramsAndTenRoundTrips) {
  EXPECT_EQ(after([](Link& link) { link.side.datagrams = 20; }), steady);
  EXPECT_EQ(after([](Link& link) { link.side.datagrams = 19; }), "");
  const auto with_trips = [](int count) {
    return after([count](Link& link) {
      link.trips = {};
      for (int i = 0; i != count; ++i) link.trips.add(30);
    });
  };
  EXPECT_EQ(with_trips(10), steady);
  EXPECT_EQ(with_trips(9), "");
}

TEST(LagVerdict, AnEndThatIsSilentForASecondDoesNotAnswer) {
  const auto with = [](facts::Time silence, std::uint64_t sent_twice, std::uint64_t impatient) {
    return after([=](Link& link) {
      link.side.last = 10 * second;
      link.other.last = link.side.last - silence;
      link.side.since = {.sent_twice = sent_twice, .impatient = impatient};
    });
  };
  EXPECT_EQ(with(second, 1, 0), "no answer for the last 1.0 s: commands were sent again 1 time and never acknowledged");
  EXPECT_EQ(with(2500 * millisecond, 3, 1),
            "no answer for the last 2.5 s: commands were sent again 2 times and never acknowledged");
  EXPECT_EQ(with(999 * millisecond, 1, 0), steady);
  EXPECT_EQ(with(second, 1, 1), steady) << "what was sent again was acknowledged";
  EXPECT_EQ(after([](Link& link) {
              link.side.last = 10 * second;
              link.side.since.sent_twice = 1;
              link.other.datagrams = 0;
            }),
            steady)
      << "the capture has nothing of the other end";
}

// --- Losses ---------------------------------------------------------------------------------------------------------

TEST(LagVerdict, LossesFromTwoPercentOnAreTheNetworks) {
  const auto with = [](std::uint64_t reliable, std::uint64_t missing, std::uint64_t filled) {
    return after(
        [=](Link& link) { link.side.counts = {.reliable = reliable, .reliable_missing = missing, .filled = filled}; });
  };
  EXPECT_EQ(with(98, 2, 1), "at least 2 of 100 reliable commands were lost, RTT 30 ms \u00B1 0: the network");
  EXPECT_EQ(with(99, 1, 1), "") << "one of a hundred is neither none nor many";
  EXPECT_EQ(with(98, 2, 0), "") << "what is lost is sent again: the capture lacks it";
  EXPECT_EQ(with(97, 3, 1), "") << "most were not sent again";
  EXPECT_EQ(with(97, 3, 2), "at least 3 of 100 reliable commands were lost, RTT 30 ms \u00B1 0: the network");
  EXPECT_EQ(after([](Link& link) { link.other.counts.reliable_missing = 2; }), "") << "nor of the other end's";
}

TEST(LagVerdict, WhatIsSentAgainMayBeALostAcknowledgement) {
  const auto with = [](std::uint64_t first, std::uint64_t doubtful, std::uint64_t missing) {
    return after([=](Link& link) {
      link.side.counts = {.reliable = first + doubtful,
                          .reliable_missing = missing,
                          .filled = missing,
                          .sent_twice = doubtful,
                          .doubtful = doubtful};
    });
  };
  EXPECT_EQ(with(50, 1, 0),
            "1 of 50 first transmissions was sent again: it or its acknowledgement was lost, RTT 30 ms \u00B1 0: the "
            "network");
  EXPECT_EQ(with(100, 2, 0),
            "2 of 100 first transmissions were sent again: they or their acknowledgements were lost, RTT 30 ms \u00B1 "
            "0: the network");
  EXPECT_EQ(with(97, 1, 2),
            "at least 2 of 100 reliable commands were lost, 1 of 97 first transmissions was sent again: it or its "
            "acknowledgement was lost, RTT 30 ms \u00B1 0: the network");
  EXPECT_EQ(with(1000, 1, 0), "") << "one is doubtful";
}

TEST(LagVerdict, OfBothSidesOfACaptureLossesAreCounted) {
  EXPECT_EQ(after([](Link& link) { link.passes(100, 2); }),
            "2 of 100 datagrams never arrived, RTT 30 ms \u00B1 0: the network");
  EXPECT_EQ(after([](Link& link) { link.passes(100, 1); }), "");
  EXPECT_EQ(after([](Link& link) { link.passes(100, 0); }), "no datagram lost, sends every 20 ms \u00B1 0: steady");
  EXPECT_EQ(after([](Link& link) {
              link.passes(100, 1);
              link.side.window_full = 2;
            }),
            "1 of 100 datagrams never arrived, window full 2 times: more reliable data than may be on its way");
  EXPECT_EQ(after([](Link& link) {
              link.passes(100, 0);
              link.side.counts.doubtful = 50;
            }),
            "")
      << "acknowledgements were lost: not a loss of this direction, nor a steady link";
}

TEST(LagVerdict, ALinkThatHoldsDatagramsBackForAQuarterOfASecondStandsStill) {
  const auto with = [](std::initializer_list<double> times) {
    return after([&](Link& link) {
      link.passes(100, 0);
      link.takes(times);
    });
  };
  EXPECT_EQ(with({10, 259}), "");
  EXPECT_EQ(with({10, 260}), "held up on the way for up to 0.25 s, once: the network");
  EXPECT_EQ(with({10, 260, 10, 510}), "held up on the way for up to 0.50 s, 2 times: the network");
  EXPECT_EQ(with({10, 25}), "no datagram lost, sends every 20 ms \u00B1 0: steady");
  EXPECT_EQ(with({10, 25.5}), "") << "differences up to 15 ms are usual";
  EXPECT_EQ(after([](Link& link) {
              link.passes(100, 0);
              link.takes({10, 260});
              link.trips = {};
            }),
            "held up on the way for up to 0.25 s, once: the network")
      << "also where no round trip is known";
}

/// A capture beside this end, whose acknowledgements come within a millisecond, shows what leaves it.
TEST(LagVerdict, BesideTheSenderNothingReliableIsLost) {
  const auto with = [](double answer) { return after([answer](Link& link) { link.other.rtt.add(answer); }); };
  EXPECT_EQ(with(1), "no reliable command lost, sends every 20 ms \u00B1 0: steady");
  EXPECT_EQ(with(1.5), steady);
}

/// A few that are missing are no cause of anything, but they are not denied.
TEST(LagVerdict, FewLossesAreNotDenied) {
  EXPECT_EQ(after([](Link& link) {
              link.side.counts = {.reliable = 999, .reliable_missing = 1, .filled = 1};
              link.side.window_full = 1;
            }),
            "at least 1 of 1000 reliable commands were lost, window full 1 time: more reliable data than may be on its "
            "way");
  EXPECT_EQ(after([](Link& link) { link.side.window_full = 1; }),
            "no command missing, window full 1 time: more reliable data than may be on its way");
}

// --- The throttle ---------------------------------------------------------------------------------------------------

TEST(LagVerdict, WhatIsMissingOnOneMachineWasNeverSent) {
  const auto with = [](std::uint64_t unreliable, std::uint64_t missing, bool local) {
    return after([=](Link& link) {
      link.side.local = local;
      link.side.tally = {.unreliable = unreliable, .unreliable_missing = missing};
    });
  };
  EXPECT_EQ(with(49, 1, true),
            "no command missing, but at least 1 unreliable message was never sent: the sender's throttle");
  EXPECT_EQ(with(98, 2, true),
            "no command missing, but at least 2 unreliable messages were never sent: the sender's throttle");
  EXPECT_EQ(with(98, 2, false), "2.0 % of the unreliable messages are missing: lost, never sent, or not captured");
  EXPECT_EQ(with(49, 1, false), "") << "of less than 50 there is no share";
  EXPECT_EQ(with(99, 1, false), "") << "half a percent and more is not steady";
  EXPECT_EQ(with(199, 1, false), "");
  EXPECT_EQ(with(200, 1, false), steady);
}

TEST(LagVerdict, TheThrottleIsNamedBesideTheNetworkAndTheTick) {
  EXPECT_EQ(after([](Link& link) {
              link.side.counts = {.reliable = 98, .reliable_missing = 2, .filled = 2};
              link.side.local = true;
              link.side.tally = {.unreliable = 98, .unreliable_missing = 2};
            }),
            "at least 2 of 100 reliable commands were lost, RTT 30 ms \u00B1 0: the network; at least 2 unreliable "
            "messages were never sent: the sender's throttle");
  EXPECT_EQ(after([](Link& link) {
              link.side.counts = {.reliable = 98, .reliable_missing = 2, .filled = 2};
              link.side.local = true;
              link.side.tally = {.unreliable = 99, .unreliable_missing = 1};
            }),
            "at least 2 of 100 reliable commands were lost, RTT 30 ms \u00B1 0: the network");
  EXPECT_EQ(
      after([](Link& link) {
        link.side.local = true;
        link.side.tally = {.unreliable = 98, .unreliable_missing = 2};
        link.schedule.longest = 41;
        link.schedule.lacks_states = true;
      }),
      "no command missing, but at least 2 unreliable messages were never sent: the sender's throttle; sends every "
      "20 ms \u00B1 0, one of twenty after 41 or more: the sender's tick");
}

// --- The tick -------------------------------------------------------------------------------------------------------

TEST(LagVerdict, ATickIsUnevenIfOneOfTwentyTakesMoreThanTwice) {
  const auto with = [](double longest, bool lacks_states, bool of_states) {
    return after([=](Link& link) {
      link.schedule.longest = longest;
      link.schedule.lacks_states = lacks_states;
      link.schedule.of_states = of_states;
    });
  };
  EXPECT_EQ(with(41, true, true),
            "no command missing, sends every 20 ms \u00B1 0, one of twenty after 41 or more: the sender's tick");
  EXPECT_EQ(with(41, false, true), "") << "a network that delays hands on all states";
  EXPECT_EQ(with(41, true, false), "") << "calls may pause";
  EXPECT_EQ(with(40, true, true), steady);
  EXPECT_EQ(after([](Link& link) { link.schedule.known = false; }), "");
}

TEST(LagVerdict, ATickIsSteadyIfItDeviatesByLessThanAThird) {
  const auto with = [](double less) {
    return after([less](Link& link) {
      link.schedule.tick = {};
      for (int i = 0; i != 20; ++i) {
        link.schedule.tick.add(20 - less);
        link.schedule.tick.add(20 + less);
      }
    });
  };
  EXPECT_EQ(with(6.5), "no command missing, sends every 20 ms \u00B1 6: steady");
  EXPECT_EQ(with(6.7), "");
}

TEST(LagVerdict, AnEndThatIsSilentForASecondIsNotSteady) {
  for (const bool of_other : {false, true}) {
    const auto with = [of_other](facts::Time silence) {
      return after([=](Link& link) { (of_other ? link.other : link.side).silence = silence; });
    };
    EXPECT_EQ(with(999 * millisecond), steady);
    EXPECT_EQ(with(second), "");
  }
}

// --- What a steady link does not do ---------------------------------------------------------------------------------

TEST(LagVerdict, ALinkThatOvertakesOrDoublesIsNotSteady) {
  EXPECT_EQ(after([](Link& link) { link.side.overtaken = 1; }), "");
  EXPECT_EQ(after([](Link& link) { link.side.doubles = 1; }), "");
  EXPECT_EQ(after([](Link& link) {
              link.side.doubles = 10;
              link.side.copies = 10;
              link.side.carriers = 20;
            }),
            steady)
      << "the capture has each datagram twice";
}

TEST(LagVerdict, RoundTripsOfASteadyLinkVaryByFrames) {
  const auto with = [](int of_all, float value, int count) {
    return after([=](Link& link) {
      for (int i = 0; i != count; ++i) link.side.rtts[static_cast<std::size_t>(of_all - 1 - i)] = value;
    });
  };
  EXPECT_EQ(with(40, 80, 1), steady) << "one takes 50 ms more";
  EXPECT_EQ(with(40, 81, 1), "");
  EXPECT_EQ(with(40, 60, 3), steady) << "one of twenty takes 30 ms more";
  EXPECT_EQ(with(40, 61, 3), "");
  EXPECT_EQ(with(40, 61, 2), steady);
  EXPECT_EQ(with(40, 40, 20), steady) << "they rise by 10 ms in the course of the capture";
  EXPECT_EQ(with(40, 41, 20), "");
  EXPECT_EQ(with(20, 41, 20), "") << "... or fall";
  const auto with_only = [](std::size_t count) { return after([count](Link& link) { link.side.rtts.resize(count); }); };
  EXPECT_EQ(with_only(4), steady);
  EXPECT_EQ(with_only(3), "");
}

/// A capture beside one end has whole round trips only of what that end sends: the longer ones.
TEST(LagVerdict, TheLongerRoundTripsTell) {
  const auto with = [](float first, float second) {
    return after([=](Link& link) {
      for (const float each : {first, second, first, second, first, second, first, second}) {
        link.other.rtt.add(each);
        link.other.rtts.push_back(each);
      }
    });
  };
  EXPECT_EQ(with(2, 58), steady) << "30 ms in the mean, as those of this end, which count";
  EXPECT_EQ(with(2, 60), "");
  EXPECT_EQ(with(40, 50), steady);
}

// --- Figures of a side ----------------------------------------------------------------------------------------------

TEST(ConnectionQuality, NamesThePeer) {
  Side side;
  EXPECT_EQ(side.peer().type, report::Cell::Type::empty);
  side.peer_id = 1;
  EXPECT_EQ(side.peer().text, "server");
  side.peer_id = 2;
  EXPECT_EQ(side.peer().text, "2");
  side.peer_name = "Ann";
  EXPECT_EQ(side.peer().text, "Ann");
}

TEST(ConnectionQuality, LossIsCountedOrBounded) {
  const auto of = [](const std::function<void(Link&)>& change) {
    Link link;
    change(link);
    const Loss loss = loss_of(link.side, link.other);
    return std::vector<double>{loss.counted, loss.least, loss.most};
  };
  using All = std::vector<double>;
  EXPECT_EQ(of([](Link& link) { link.passes(8, 2); }), (All{25, -1, -1}));
  EXPECT_EQ(of([](Link&) {}), (All{-1, 0, -1}));
  EXPECT_EQ(of([](Link& link) { link.other.rtt.add(1); }), (All{0, 0, 0}));
  EXPECT_EQ(of([](Link& link) {
              link.other.rtt.add(1);
              link.side.counts = {.reliable = 6, .reliable_missing = 2, .sent_twice = 2, .doubtful = 1};
            }),
            (All{-1, 25, 50}));
}

TEST(ConnectionQuality, OfBothSidesTheSendersCounts) {
  Link link;
  Side sender;
  for (int i = 0; i != 4; ++i) sender.transit.sent(i == 0 ? Arrival::lost : Arrival::arrived);
  link.side.sent_by = &sender;
  EXPECT_EQ(loss_of(link.side, link.other).counted, 25);
}

TEST(ConnectionQuality, FourOfTenCopiesShowThatTheCaptureHasThemTwice) {
  const auto twice = [](std::uint64_t copies, std::uint64_t carriers) {
    Side side;
    side.copies = copies;
    side.carriers = carriers;
    return is_there_twice(side);
  };
  EXPECT_TRUE(twice(10, 25));
  EXPECT_FALSE(twice(10, 26));
  EXPECT_FALSE(twice(9, 18));
}

TEST(ConnectionQuality, CopiesThatComeLateHideRoundTrips) {
  const auto hides = [](std::uint64_t copies, double after) {
    Side side;
    side.copies = copies;
    side.carriers = 20;
    if (after != 0) side.copied_after.add(after);
    report::Spread trips;
    trips.add(100);
    return hides_round_trips(side, trips);
  };
  EXPECT_TRUE(hides(10, 10.5));
  EXPECT_FALSE(hides(10, 9.5)) << "within a tenth of the round trip";
  EXPECT_FALSE(hides(10, 0));
  EXPECT_FALSE(hides(5, 10.5)) << "they are too few";
}

TEST(ConnectionQuality, SaysWhatIsThereTwice) {
  const auto text = [](std::uint64_t copies, std::uint64_t carriers, double after) {
    Side side;
    side.copies = copies;
    side.carriers = carriers;
    if (after != 0) side.copied_after.add(after);
    return copies_text(side);
  };
  EXPECT_EQ(text(9, 18, 0), "");
  EXPECT_EQ(
      text(10, 20, 0),
      "10 datagrams are in the capture twice: several interfaces, a mirror port, both ends merged, or the network "
      "doubles them");
  EXPECT_EQ(text(10, 23, 2.5),
            "10 datagrams are in the capture twice, 2.5 ms apart, and 3 once: several interfaces, a mirror port, both "
            "ends merged (what is there once was lost in between, or one capture lacks it), or the network doubles "
            "them");
  EXPECT_EQ(
      text(12, 20, 0),
      "12 datagrams are in the capture twice: several interfaces, a mirror port, both ends merged, or the network "
      "doubles them");
}

TEST(ConnectionQuality, SaysWhatWasLost) {
  const auto text = [](const Counts& counts, bool beside) {
    Link link;
    link.side.counts = counts;
    if (beside) link.other.rtt.add(1);
    return lost_text(link.side, link.other);
  };
  EXPECT_EQ(text({.reliable = 98, .reliable_missing = 2}, false), "at least 2 of 100 reliable commands");
  EXPECT_EQ(text({.reliable = 98}, false), "at least 0 of 98 reliable commands");
  EXPECT_EQ(text({.reliable = 98}, true), "0 of 98 first transmissions were sent again");
  EXPECT_EQ(text({.reliable = 100, .reliable_missing = 2, .sent_twice = 2, .doubtful = 1}, false),
            "at least 2 of 102 reliable commands; 1 of 98 first transmissions: sent again without an acknowledgement");
  EXPECT_EQ(text({.reliable = 100, .reliable_missing = 2, .sent_twice = 2, .doubtful = 1}, true),
            "at least 2 of 102 reliable commands; at most 1 of 98 first transmissions: sent again without an "
            "acknowledgement");
  Link both;
  for (int i = 0; i != 10; ++i) {
    both.side.transit.sent(i < 2 ? Arrival::lost : Arrival::arrived);
    if (i < 3) both.side.transit.carried_first(i < 1 ? Arrival::lost : Arrival::arrived);
  }
  EXPECT_EQ(lost_text(both.side, both.other),
            "2 of 10 datagrams never arrived, with 1 of 3 first transmissions of reliable commands");
}

TEST(ConnectionQuality, SaysWhyNoLossIsKnown) {
  const auto why = [](const std::function<void(Link&)>& change) {
    Link link;
    change(link);
    const char* text = why_no_loss(link.side, link.other);
    return std::string(text != nullptr ? text : "");
  };
  constexpr const char* lacks = "not known: the capture lacks commands, or some could not be read";
  constexpr const char* order = "not known: the capture is not in the order of events";
  constexpr const char* no_answer = "not counted: the other end does not answer any more";
  EXPECT_EQ(why([](Link&) {}), "");
  EXPECT_EQ(why([](Link& link) { link.side.disordered = true; }), order);
  EXPECT_EQ(why([](Link& link) { link.other.disordered = true; }), order);
  EXPECT_EQ(why([](Link& link) { link.side.incomplete = true; }), lacks);
  EXPECT_EQ(why([](Link& link) { link.other.incomplete = true; }), lacks);
  EXPECT_EQ(why([](Link& link) { link.side.mixed = true; }), mixed);
  EXPECT_EQ(why([](Link& link) { link.other.datagrams = 0; }), "not known: the capture has nothing of the other end");
  EXPECT_EQ(why([](Link& link) {
              link.other.datagrams = 0;
              link.passes(1, 0);
            }),
            "");
  EXPECT_EQ(why([](Link& link) { link.side.unanswered = true; }),
            "not counted: the other end was silent for a second or more");
  const auto silent = [&](facts::Time silence, std::uint64_t again) {
    return why([=](Link& link) {
      link.side.last = silence;
      link.side.since.sent_twice = again;
    });
  };
  EXPECT_EQ(silent(second, 1), no_answer);
  EXPECT_EQ(silent(999 * millisecond, 1), "");
  EXPECT_EQ(silent(second, 0), "");
  EXPECT_EQ(why([](Link& link) { link.side.counts.reliable = 0; }), "not known: nothing reliable was acknowledged");
  EXPECT_EQ(why([](Link& link) { link.side.counts.reliable_missing = 1; }),
            "not known: most of the missing commands were not sent again in the capture");
}

/// Of states, whose series is as long as that of other messages; of equal ones, the one that begins first.
TEST(ConnectionQuality, TheScheduleIsThatOfTheLongestSeriesOfStates) {
  const auto tick = [](std::initializer_list<std::tuple<facts::Kind, int, int>> all) {
    Side side;
    for (const auto& [kind, count, every] : all) {
      Series series(side.series.size());
      for (int i = 0; i != count; ++i) series.add(i * every * millisecond, second);
      side.series.emplace_back(SeriesKey{kind, nullptr, nullptr, static_cast<std::uint32_t>(side.series.size())},
                               series);
    }
    const Schedule found = side.schedule();
    return std::tuple(found.known, found.of_states, found.middle);
  };
  using facts::Kind;
  EXPECT_EQ(tick({}), std::tuple(false, false, 0.0));
  EXPECT_EQ(tick({{Kind::remote_call, 30, 10}}), std::tuple(true, false, 10.0));
  EXPECT_EQ(tick({{Kind::remote_call, 60, 10}, {Kind::sync, 30, 20}}), std::tuple(true, true, 20.0));
  EXPECT_EQ(tick({{Kind::sync, 30, 20}, {Kind::remote_call, 60, 10}}), std::tuple(true, true, 20.0));
  EXPECT_EQ(tick({{Kind::sync, 30, 20}, {Kind::sync, 31, 40}}), std::tuple(true, true, 40.0));
  EXPECT_EQ(tick({{Kind::sync, 30, 20}, {Kind::sync, 30, 40}}), std::tuple(true, true, 20.0));
}

}  // namespace
}  // namespace godot::analysis::streams
