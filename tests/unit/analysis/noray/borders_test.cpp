// SPDX-License-Identifier: MIT
// The times and counts at which something is said of players who meet by noray, with the last value on both sides, and
// whole statements. Lines and datagrams are written by hand.
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "analysis/noray/meetings.h"
#include "analysis/problems/problem_table.h"
#include "tests/unit/analysis/arena.h"
#include "tests/unit/analysis/noray/player.h"

namespace {

using namespace godot;
using namespace godot::test;
using analysis::NorayMeetings;
using noray::End;

constexpr End relay = {0xcb007101, 49167};

/// Lines and datagrams at times of their own, in milliseconds.
class Play {
 public:
  void says(std::int64_t at, bool from_player, const std::string& text, std::uint32_t stream = 0) {
    meetings.line({stream, player, server, from_player, {++frame, at * ms}}, noray::first_line(bytes(text + "\n")));
  }
  void sends(std::int64_t at, const End& from, const End& to, std::string_view text, bool is_returned = false) {
    meetings.datagram({from, to, bytes(text), is_returned, {++frame, at * ms}});
  }
  /// Frames 1 to 5, in the first 50 ms.
  void registers() {
    says(10, true, "register-host");
    says(20, false, "set-oid me");
    says(30, false, "set-pid secret");
    sends(40, local, registrar, "secret");
    sends(50, registrar, local, "OK");
  }
  /// Frames 6 and 7, until 100 ms.
  void is_told(bool by_relay = false) {
    registers();
    says(90, true, by_relay ? "connect-relay them" : "connect them");
    says(100, false, by_relay ? "connect-relay 49167" : "connect 203.0.113.10:34066");
  }
  /// All that is said when nothing more has come until then.
  std::string at(std::int64_t time) {
    sends(time, {1, 2}, {3, 4}, "another game's");
    std::string all;
    for (const auto& each : meetings.statements(analysis::arena)) {
      all += std::to_string(each.frame) + " ";
      if (each.is_problem) {
        all += std::string(analysis::problems::row(each.row).filter) + " " + std::to_string(each.basis.causes) + " [";
        for (std::size_t i = 0; i != each.basis.frame_count; ++i)
          all += (i == 0 ? "" : " ") + std::to_string(each.basis.frames[i]);
        all += "] ";
      }
      all += std::string(each.text) + "\n";
    }
    return all;
  }
  /// It is not said one millisecond before, and it is said then.
  void is_said_from(std::int64_t time, const char* what) {
    const std::string before = at(time - 1);
    EXPECT_EQ(before.find(what), std::string::npos) << before;
    const std::string then = at(time);
    EXPECT_NE(then.find(what), std::string::npos) << then;
  }
  void is_never_said(const char* what) {
    const std::string all = at(100'000);
    EXPECT_EQ(all.find(what), std::string::npos) << all;
  }

  NorayMeetings meetings;
  std::uint32_t frame = 0;
};

TEST(NorayBorders, ARegistrationIsUnansweredAfterThreeDatagramsAndTwoSeconds) {
  Play play;
  play.says(10, false, "set-pid secret");
  for (const int at : {100, 200, 300}) play.sends(at, local, registrar, "secret");
  play.is_said_from(2100, "is not registered at noray: its 3 datagrams");
  EXPECT_EQ(play.at(2100),
            "2 noray.not_registered 2 [] 10.0.2.2:41740 is not registered at noray: its 3 datagrams to "
            "203.0.113.1:8809 get no OK. One of: a firewall between them drops UDP to that port, or its answers: Open "
            "UDP 8809 to noray, at both ends; noray's registrar has another port: Give register_remote() that port\n");
  Play two;
  two.says(10, false, "set-pid secret");
  for (const int at : {100, 200}) two.sends(at, local, registrar, "secret");
  two.is_never_said("is not registered");
}

TEST(NorayBorders, TheFirstAnswersOfTheRegistrarCount) {
  Play play;
  play.registers();
  play.sends(60, registrar, local, "Unknown host pid!");
  play.sends(70, registrar, local, "OK");
  EXPECT_EQ(play.at(100), "4 10.0.2.2:41740 is registered at noray (203.0.113.1:8809) after 10 ms\n");
  Play refused;
  refused.says(10, false, "set-pid secret");
  refused.sends(20, local, registrar, "secret");
  refused.sends(30, {registrar.host, 8808}, local, "OK");
  refused.sends(40, registrar, local, "one\x1f\x7f~ ");
  refused.sends(50, registrar, local, "two");
  EXPECT_EQ(refused.at(100),
            "2 noray.not_registered 1 [4] 10.0.2.2:41740 is not registered at noray: its 1 datagram to "
            "203.0.113.1:8809 gets no OK: noray refuses it (its answer in frame 4 is \"one??~ \"). Register again with "
            "the PID of the connection to the same noray, while it is open\n")
      << "another port of its host is not the registrar";
  Play returned;
  returned.says(10, false, "set-pid secret");
  returned.sends(20, local, registrar, "secret");
  returned.sends(30, local, registrar, "secret", true);
  returned.sends(40, local, registrar, "secret", true);
  EXPECT_EQ(returned.at(100),
            "2 noray.not_registered 1 [3] 10.0.2.2:41740 is not registered at noray: its 1 datagram to "
            "203.0.113.1:8809 gets no OK: nothing listens there, or a router refuses it (the ICMP error in frame 3). "
            "Give register_remote() the port of noray's registrar, and open it at noray's server\n");
}

TEST(NorayBorders, ARefusalIsShownWithItsFirst80Letters) {
  for (const std::size_t size : {80U, 81U}) {
    Play play;
    play.says(10, false, "set-pid secret");
    play.sends(20, local, registrar, "secret");
    const std::string text(size, 'x');
    play.sends(30, registrar, local, text);
    EXPECT_NE(play.at(100).find("is \"" + text.substr(0, 80) + "\")"), std::string::npos);
  }
}

TEST(NorayBorders, AnIdHasAtMost512Letters) {
  for (const std::size_t size : {512U, 513U}) {
    Play play;
    const std::string id(size, 'x');
    play.says(10, false, "set-pid " + id);
    play.sends(20, local, registrar, id);
    play.sends(30, registrar, local, "OK");
    EXPECT_EQ(play.at(100).empty(), size == 513) << size;
    EXPECT_EQ(play.meetings.kind_of({.source = local, .destination = registrar, .bytes = bytes(id)}, true),
              size == 512 ? NorayMeetings::Kind::registration : NorayMeetings::Kind::none);
  }
}

// --- Requests -------------------------------------------------------------------------------------------------------

TEST(NorayBorders, ARequestIsUnansweredAfterTwoSeconds) {
  Play play;
  play.registers();
  play.says(90, true, "connect them");
  play.is_said_from(2090, "noray does not answer connect them");
  EXPECT_EQ(play.at(2090),
            "4 10.0.2.2:41740 is registered at noray (203.0.113.1:8809) after 10 ms\n6 noray.unanswered 2 [5] noray "
            "does not answer connect them. One of: noray knows no host of this OID: it is wrong, of another noray, or "
            "the host has left: Compare it with the host's Noray.oid, and keep the host's connection to noray open; "
            "the host has not registered its UDP port: Await register_remote() at the host. Not: this end had not "
            "registered its UDP port (OK in frame 5)\n");
  Play relayed;
  relayed.says(10, true, "connect-relay them");
  relayed.registers();
  EXPECT_EQ(relayed.at(2090),
            "1 noray.unanswered 4 [] noray does not answer connect-relay them. One of: noray knows no host of this "
            "OID: it is wrong, of another noray, or the host has left: Compare it with the host's Noray.oid, and keep "
            "the host's connection to noray open; the host has not registered its UDP port: Await register_remote() at "
            "the host; this end had not registered its UDP port: Await register_remote() before connecting; noray has "
            "no free relay port: Configure more ports (NORAY_UDP_RELAY_PORTS)\n5 10.0.2.2:41740 is registered at noray "
            "(203.0.113.1:8809) after 10 ms\n")
      << "it was registered only later";
}

/// What is known of the host whom they ask for.
TEST(NorayBorders, ARequestForAHostThatIsKnown) {
  Play play;
  play.says(5, false, "set-oid them", 1);
  play.says(6, false, "set-pid theirs", 1);
  play.sends(7, other, registrar, "theirs");
  play.sends(8, registrar, other, "OK");
  play.registers();
  play.says(90, true, "connect them");
  EXPECT_EQ(
      play.at(2090),
      "3 203.0.113.10:34066 is registered at noray (203.0.113.1:8809) after 1 ms\n8 10.0.2.2:41740 is registered at "
      "noray (203.0.113.1:8809) after 10 ms\n10 noray.unanswered 0 [4 9] noray does not answer connect them\n");
}

TEST(NorayBorders, AnAnswerBelongsToARequestOfItsKind) {
  Play play;
  play.registers();
  play.says(60, true, "connect them");
  play.says(70, true, "connect-relay them");
  play.says(80, false, "connect-relay 49167");
  const std::string all = play.at(3000);
  EXPECT_NE(all.find("does not answer connect them"), std::string::npos) << all;
  EXPECT_EQ(all.find("does not answer connect-relay"), std::string::npos) << all;
}

// --- Meetings -------------------------------------------------------------------------------------------------------

TEST(NorayBorders, NothingIsHeardAfterThreeHandshakesAndTwoSeconds) {
  for (const bool by_relay : {false, true}) {
    Play play;
    play.is_told(by_relay);
    for (const int at : {200, 300, 400}) play.sends(at, local, by_relay ? relay : other, "$-w-");
    play.is_said_from(2200, "after 3 handshakes in 0.2 s");
    EXPECT_EQ(play.at(2200),
              by_relay
                  ? "4 10.0.2.2:41740 is registered at noray (203.0.113.1:8809) after 10 ms\n8 noray.unheard 3 [5] "
                    "Nothing comes from 203.0.113.1:49167 (noray's relay), after 3 handshakes in 0.2 s. One of: "
                    "noray's relay ports are not open: Open them at noray's server: its README says how, also in "
                    "Docker; a NAT takes another port for each destination, so that noray does not know the sender: "
                    "Let the player use another network, or a server of the game's own; the other end sends no "
                    "handshakes, or from another port than it has registered: Let it listen at Noray.local_port, and "
                    "handshake when noray says connect. Not: this network lets no UDP out (noray's OK in frame 5)\n"
                  : "4 10.0.2.2:41740 is registered at noray (203.0.113.1:8809) after 10 ms\n8 noray.unheard 3 [5] "
                    "Nothing comes from 203.0.113.10:34066, after 3 handshakes in 0.2 s. One of: one of the two is "
                    "behind a symmetric NAT, which takes another port for each destination: Ask noray for a relay "
                    "(connect_relay) where punching fails; a firewall at either end drops UDP of peers: Ask noray for "
                    "a relay (connect_relay) where punching fails; the other end sends no handshakes, or from another "
                    "port than it has registered: Let it listen at Noray.local_port, and handshake when noray says "
                    "connect. Not: this network lets no UDP out (noray's OK in frame 5)\n");
    Play two;
    two.is_told(by_relay);
    for (const int at : {200, 300}) two.sends(at, local, by_relay ? relay : other, "$-w-");
    two.is_never_said("Nothing comes");
  }
}

/// Why nothing is heard, with all that the capture shows.
TEST(NorayBorders, NothingIsHeard) {
  const auto said_after = [](bool by_relay, const std::function<void(Play&)>& more) {
    Play play;
    play.is_told(by_relay);
    for (const int at : {200, 300, 400}) play.sends(at, local, by_relay ? relay : other, "$-w-");
    more(play);
    return play.at(2200);
  };
  const End elsewhere = {other.host, 50123};
  EXPECT_EQ(said_after(false, [&](Play& play) { play.sends(500, elsewhere, local, "$-w-"); }),
            "4 10.0.2.2:41740 is registered at noray (203.0.113.1:8809) after 10 ms\n8 noray.unheard 2 [11] Nothing "
            "comes from 203.0.113.10:34066, after 3 handshakes in 0.2 s. One of: the other end is behind a symmetric "
            "NAT, which takes another port for each destination (a handshake comes from port 50123 of its host in "
            "frame 11): Ask noray for a relay (connect_relay) where punching fails; the other end's game sends from "
            "another port than it has registered (a handshake comes from port 50123 of its host in frame 11): Listen "
            "at Noray.local_port, and give it to create_client() as the local port. Not: a firewall drops its "
            "datagrams (a handshake comes from port 50123 of its host in frame 11)\n");
  EXPECT_EQ(said_after(true,
                       [&](Play& play) {
                         play.sends(500, {relay.host, 50123}, local, "$-w-");
                       }),
            "4 10.0.2.2:41740 is registered at noray (203.0.113.1:8809) after 10 ms\n8 noray.unheard 2 [11] Nothing "
            "comes from 203.0.113.1:49167 (noray's relay), after 3 handshakes in 0.2 s. One of: the other end is "
            "behind a symmetric NAT, which takes another port for each destination (a handshake comes from port 50123 "
            "of its host in frame 11): Let it use another network, or a server of the game's own; the other end's game "
            "sends from another port than it has registered (a handshake comes from port 50123 of its host in frame "
            "11): Listen at Noray.local_port, and give it to create_client() as the local port. Not: a firewall drops "
            "its datagrams (a handshake comes from port 50123 of its host in frame 11)\n");
  EXPECT_EQ(
      said_after(false, [&](Play& play) { play.sends(500, elsewhere, local, "no handshake"); }),
      "4 10.0.2.2:41740 is registered at noray (203.0.113.1:8809) after 10 ms\n8 noray.unheard 3 [5] Nothing comes "
      "from 203.0.113.10:34066, after 3 handshakes in 0.2 s. One of: one of the two is behind a symmetric NAT, which "
      "takes another port for each destination: Ask noray for a relay (connect_relay) where punching fails; a firewall "
      "at either end drops UDP of peers: Ask noray for a relay (connect_relay) where punching fails; the other end "
      "sends no handshakes, or from another port than it has registered: Let it listen at Noray.local_port, and "
      "handshake when noray says connect. Not: this network lets no UDP out (noray's OK in frame 5)\n");
  EXPECT_EQ(
      said_after(false, [&](Play& play) { play.sends(500, local, other, "$-w-", true); }),
      "4 10.0.2.2:41740 is registered at noray (203.0.113.1:8809) after 10 ms\n8 noray.unheard 1 [11] Nothing comes "
      "from 203.0.113.10:34066, after 3 handshakes in 0.2 s: a host or router on the way refuses the handshakes (the "
      "ICMP error in frame 11). Let the other end listen at Noray.local_port, and let its firewall admit UDP\n");
  EXPECT_EQ(
      said_after(false, [&](Play& play) { play.sends(500, other, local, "$-w-", true); }),
      "4 10.0.2.2:41740 is registered at noray (203.0.113.1:8809) after 10 ms\n8 noray.unheard 3 [5] Nothing comes "
      "from 203.0.113.10:34066, after 3 handshakes in 0.2 s. One of: one of the two is behind a symmetric NAT, which "
      "takes another port for each destination: Ask noray for a relay (connect_relay) where punching fails; a firewall "
      "at either end drops UDP of peers: Ask noray for a relay (connect_relay) where punching fails; the other end "
      "sends no handshakes, or from another port than it has registered: Let it listen at Noray.local_port, and "
      "handshake when noray says connect. Not: this network lets no UDP out (noray's OK in frame 5)\n")
      << "an error about what the other end sends";
  EXPECT_EQ(said_after(false,
                       [&](Play& play) {
                         play.sends(500, {local.host, 24680}, other, "$-w-");
                       }),
            "4 10.0.2.2:41740 is registered at noray (203.0.113.1:8809) after 10 ms\n8 noray.unheard 1 [11] Nothing "
            "comes from 203.0.113.10:34066, after 4 handshakes in 0.3 s: this end sends from another port than it has "
            "registered, to which the other end sends (port 24680 in frame 11, registered is 41740). Listen at "
            "Noray.local_port, and give it to create_client() as the local port\n");
  EXPECT_EQ(
      said_after(false,
                 [&](Play& play) {
                   play.sends(500, other, {local.host, 24680}, "$rwx");
                 }),
      "4 10.0.2.2:41740 is registered at noray (203.0.113.1:8809) after 10 ms\n8 noray.unheard 3 [5] Nothing comes "
      "from 203.0.113.10:34066, after 3 handshakes in 0.2 s. One of: one of the two is behind a symmetric NAT, which "
      "takes another port for each destination: Ask noray for a relay (connect_relay) where punching fails; a firewall "
      "at either end drops UDP of peers: Ask noray for a relay (connect_relay) where punching fails; the other end "
      "sends no handshakes, or from another port than it has registered: Let it listen at Noray.local_port, and "
      "handshake when noray says connect. Not: this network lets no UDP out (noray's OK in frame 5)\n")
      << "nothing is sent from that port: it does not arrive at the game";
}

TEST(NorayBorders, ItIsHeardByWhatTheOtherEndSays) {
  const auto said_after = [](std::string_view text) {
    Play play;
    play.is_told();
    play.sends(200, local, other, "$-w-");
    play.sends(250, other, local, text);
    play.sends(260, other, local, "$rwx");
    return play.at(300);
  };
  EXPECT_EQ(said_after("$rw-"),
            "4 10.0.2.2:41740 is registered at noray (203.0.113.1:8809) after 10 ms\n7 203.0.113.10:34066 is reached "
            "by punching, 150 ms after noray named it (frame 9)\n");
  EXPECT_EQ(said_after("$rwx"), said_after("$rw-"));
  EXPECT_EQ(said_after("the game's"), said_after("$rw-"));
  EXPECT_EQ(said_after("$-w-"),
            "4 10.0.2.2:41740 is registered at noray (203.0.113.1:8809) after 10 ms\n7 203.0.113.10:34066 is reached "
            "by punching, 160 ms after noray named it (frame 10)\n")
      << "the first says only that it sends";
}

TEST(NorayBorders, OneWayForTwoSecondsAndThreeHandshakes) {
  const auto said_of = [](std::initializer_list<int> heard) {
    Play play;
    play.is_told();
    for (const int at : {200, 300, 400}) play.sends(at, local, other, "$rw-");
    for (const int at : heard) play.sends(at, other, local, "$-w-");
    return play.at(5000);
  };
  EXPECT_EQ(said_of({500, 600, 2500}),
            "4 10.0.2.2:41740 is registered at noray (203.0.113.1:8809) after 10 ms\n11 noray.one_way 2 [] "
            "203.0.113.10:34066 sends 3 handshakes, and never says that it hears this end. One of: a firewall at "
            "either end, or the other end's router, drops what this end sends: Ask noray for a relay (connect_relay) "
            "where punching fails; this end is behind a symmetric NAT: its handshakes leave from another port than the "
            "other end expects: Ask noray for a relay (connect_relay) where punching fails\n");
  EXPECT_EQ(said_of({500, 600, 2499}), "4 10.0.2.2:41740 is registered at noray (203.0.113.1:8809) after 10 ms\n");
  EXPECT_EQ(said_of({500, 2500}), "4 10.0.2.2:41740 is registered at noray (203.0.113.1:8809) after 10 ms\n");
}

/// Of eight meetings of the same hosts, each is followed; a ninth hides the first.
TEST(NorayBorders, TheLastEightMeetingsOfTwoHostsAreFollowed) {
  for (const int more : {7, 8}) {
    Play play;
    play.is_told();
    for (int i = 0; i != more; ++i) play.says(110 + i, false, "connect 203.0.113.10:" + std::to_string(40000 + i));
    play.sends(200, local, other, "$-w-");
    play.sends(210, other, local, "$rwx");
    const std::string all = play.at(300);
    EXPECT_EQ(all.find("is reached by punching") != std::string::npos, more == 7) << all;
  }
}

}  // namespace
