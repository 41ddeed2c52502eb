// SPDX-License-Identifier: MIT
// Meetings with lines and datagrams written by hand: each case has one that looks the same and is another. Captures of
// noray itself are read by dissection.noray.
#include "analysis/noray/meetings.h"

#include <gtest/gtest.h>

#include <string>

#include "analysis/noray/verdicts.h"
#include "tests/unit/analysis/arena.h"
#include "tests/unit/analysis/noray/player.h"

namespace {

using namespace godot;
using namespace godot::test;
using analysis::NorayMeetings;
using noray::End;

class Meeting : public testing::Test {
 protected:
  void says(bool from_player, const std::string& text, std::uint32_t stream = 0) {
    meetings.line({stream, player, server, from_player, next(5)}, noray::first_line(bytes(text + "\n")));
  }
  void sends(const End& from, const End& to, const std::string& text, bool is_returned = false) {
    meetings.datagram({from, to, bytes(text), is_returned, next(5)});
  }
  /// Registered, and told of the other end.
  void told(bool by_relay = false) {
    says(true, "register-host");
    says(false, "set-oid me");
    says(false, "set-pid secret");
    sends(local, registrar, "secret");
    sends(registrar, local, "OK");
    says(true, by_relay ? "connect-relay them" : "connect them");
    says(false, by_relay ? "connect-relay 49167" : "connect 203.0.113.10:34066");
  }
  NorayMeetings::Seen next(int after) { return {++frame, time += after * ms}; }

  /// The problems, one text each in its line.
  std::string problems() const {
    std::string all;
    for (const auto& each : meetings.statements(analysis::arena))
      if (each.is_problem) all += std::string(each.text) + '\n';
    return all;
  }
  std::string healthy() const {
    std::string all;
    for (const auto& each : meetings.statements(analysis::arena))
      if (!each.is_problem) all += std::string(each.text) + '\n';
    return all;
  }
  void shakes(int times, const End& from, const End& to, const std::string& text = "$-w-") {
    for (int i = 0; i != times; ++i) {
      time += 95 * ms;
      sends(from, to, text);
    }
  }

  NorayMeetings meetings;
  std::uint32_t frame = 0;
  std::int64_t time = 0;
};

TEST_F(Meeting, Punched) {
  told();
  shakes(2, local, other);
  shakes(1, other, local, "$rw-");
  EXPECT_EQ(problems(), "");
  EXPECT_EQ(healthy(),
            "10.0.2.2:41740 is registered at noray (203.0.113.1:8809) after 5 ms\n203.0.113.10:34066 is reached by "
            "punching, 300 ms after noray named it (frame 10)\n");
}

TEST_F(Meeting, Relayed) {
  told(true);
  const End relay = {server.host, 49167};
  shakes(2, local, relay);
  shakes(1, relay, local, "$rwx");
  EXPECT_EQ(problems(), "");
  EXPECT_EQ(healthy(),
            "10.0.2.2:41740 is registered at noray (203.0.113.1:8809) after 5 ms\n203.0.113.1:49167 is reached by "
            "noray's relay, 300 ms after noray named it (frame 10)\n");
}

TEST_F(Meeting, NothingComes) {
  told();
  shakes(40, local, other);
  EXPECT_EQ(problems(),
            "Nothing comes from 203.0.113.10:34066, after 40 handshakes in 3.9 s. One of: one of the two is behind a "
            "symmetric NAT, which takes another port for each destination: Ask noray for a relay (connect_relay) where "
            "punching fails; a firewall at either end drops UDP of peers: Ask noray for a relay (connect_relay) where "
            "punching fails; the other end sends no handshakes, or from another port than it has registered: Let it "
            "listen at Noray.local_port, and handshake when noray says connect. Not: this network lets no UDP out "
            "(noray's OK in frame 5)\n");
}

TEST_F(Meeting, WhatIsSaidIsFoundByItsFrame) {
  told();
  shakes(40, local, other);
  analysis::NorayVerdicts verdicts;
  verdicts.set(meetings.statements(analysis::arena));
  std::vector<std::pair<std::uint32_t, analysis::problems::Noray>> found;
  for (std::uint32_t each = 0; each != frame + 2; ++each) {
    analysis::NorayFindings at(analysis::arena);
    verdicts.add(each, at);
    EXPECT_EQ(verdicts.has(each), at.first() != nullptr);
    for (const auto* one = at.first(); one != nullptr; one = one->next) {
      found.emplace_back(each, one->problem);
      EXPECT_EQ(one->counted, one->problem == analysis::problems::Noray::unheard);
      EXPECT_EQ(one->basis.causes, one->counted ? 3 : 0);
    }
  }
  const decltype(found) expected = {{4, analysis::problems::Noray::registered},
                                    {8, analysis::problems::Noray::unheard}};
  EXPECT_EQ(found, expected);
}

TEST_F(Meeting, IdsAndAnswersAreKnown) {
  using Kind = NorayMeetings::Kind;
  const auto kind = [this](const End& from, const End& to, std::string_view text, bool has_ends = true) {
    return meetings.kind_of({.source = from, .destination = to, .bytes = bytes(text)}, has_ends);
  };
  says(true, "register-host");
  EXPECT_EQ(kind(local, registrar, "secret"), Kind::none);
  says(false, "set-pid secret");
  EXPECT_EQ(kind(local, registrar, "secret"), Kind::registration);
  EXPECT_EQ(kind(local, registrar, "secrets"), Kind::none);
  EXPECT_EQ(kind(registrar, local, "OK"), Kind::none);
  sends(local, registrar, "secret");
  EXPECT_EQ(kind(registrar, local, "OK"), Kind::answer);
  EXPECT_EQ(kind(other, local, "OK"), Kind::none);
  EXPECT_EQ(kind(registrar, local, "OK", false), Kind::none) << "without addresses of IPv4";
  EXPECT_EQ(kind({}, {}, "secret", false), Kind::none);
  EXPECT_EQ(kind({}, {}, "$rw-", false), Kind::handshake);
}

TEST_F(Meeting, TooShortToJudge) {
  told();
  shakes(15, local, other);
  EXPECT_EQ(problems(), "");
}

TEST_F(Meeting, NothingIsSentHere) {  // the capture was taken elsewhere, or the game has not begun
  told();
  time += 9000 * ms;
  sends({1, 2}, {3, 4}, "other");
  EXPECT_EQ(problems(), "");
}

TEST_F(Meeting, OtherPortOfTheOtherEnd) {
  told();
  for (int i = 0; i != 40; ++i) {
    shakes(1, local, other);
    shakes(1, {other.host, 50123}, local);
  }
  EXPECT_EQ(problems(),
            "Nothing comes from 203.0.113.10:34066, after 40 handshakes in 7.8 s. One of: the other end is behind a "
            "symmetric NAT, which takes another port for each destination (a handshake comes from port 50123 of its "
            "host in frame 9): Ask noray for a relay (connect_relay) where punching fails; the other end's game sends "
            "from another port than it has registered (a handshake comes from port 50123 of its host in frame 9): "
            "Listen at Noray.local_port, and give it to create_client() as the local port. Not: a firewall drops its "
            "datagrams (a handshake comes from port 50123 of its host in frame 9)\n");
}

TEST_F(Meeting, OtherPortHere) {
  told();
  shakes(40, {local.host, 24680}, other, "$rwx");
  EXPECT_EQ(problems(),
            "Nothing comes from 203.0.113.10:34066, after 40 handshakes in 3.9 s: this end sends from another port "
            "than it has registered, to which the other end sends (port 24680 in frame 8, registered is 41740). Listen "
            "at Noray.local_port, and give it to create_client() as the local port\n");
}

TEST_F(Meeting, Returned) {
  told();
  shakes(1, local, other);
  sends(local, other, "$-w-", true);
  shakes(40, local, other);
  EXPECT_EQ(problems(),
            "Nothing comes from 203.0.113.10:34066, after 41 handshakes in 4.0 s: a host or router on the way refuses "
            "the handshakes (the ICMP error in frame 9). Let the other end listen at Noray.local_port, and let its "
            "firewall admit UDP\n");
}

TEST_F(Meeting, OneWay) {
  told();
  for (int i = 0; i != 40; ++i) {
    shakes(1, local, other, "$rw-");
    shakes(1, other, local);
  }
  EXPECT_EQ(problems(),
            "203.0.113.10:34066 sends 40 handshakes, and never says that it hears this end. One of: a firewall at "
            "either end, or the other end's router, drops what this end sends: Ask noray for a relay (connect_relay) "
            "where punching fails; this end is behind a symmetric NAT: its handshakes leave from another port than the "
            "other end expects: Ask noray for a relay (connect_relay) where punching fails\n");
}

TEST_F(Meeting, TheOtherEndIsHeardTooShortlyToJudge) {
  told();
  shakes(40, local, other, "$rw-");
  shakes(8, other, local);
  EXPECT_EQ(problems(), "");
}

TEST_F(Meeting, TheGameIsHeardWithoutHandshakes) {
  told();
  shakes(40, local, other);
  sends(other, local, "a datagram of the game");
  EXPECT_EQ(problems(), "");
}

TEST_F(Meeting, NoAnswerToConnect) {
  says(true, "register-host");
  says(false, "set-pid secret");
  sends(local, registrar, "secret");
  sends(registrar, local, "OK");
  says(true, "connect nobody");
  time += 3000 * ms;
  says(true, "echo");
  EXPECT_EQ(problems(),
            "noray does not answer connect nobody. One of: noray knows no host of this OID: it is wrong, of another "
            "noray, or the host has left: Compare it with the host's Noray.oid, and keep the host's connection to "
            "noray open; the host has not registered its UDP port: Await register_remote() at the host. Not: this end "
            "had not registered its UDP port (OK in frame 4)\n");
}

TEST_F(Meeting, NoAnswerToConnectToAHostThatIsThere) {
  says(true, "register-host", 1);
  says(false, "set-oid them", 1);
  says(false, "set-pid theirs", 1);
  says(true, "register-host");
  says(false, "set-oid me");
  says(false, "set-pid secret");
  sends(local, registrar, "secret");
  sends(registrar, local, "OK");
  says(true, "connect them");
  time += 3000 * ms;
  says(true, "echo");
  EXPECT_EQ(problems(),
            "noray does not answer connect them: the host has not registered its UDP port. Await register_remote() at "
            "the host. Not: this end had not registered its UDP port (OK in frame 8)\n");
}

TEST_F(Meeting, NoAnswerToConnectWhileBytesAreMissing) {
  says(true, "register-host");
  says(true, "connect nobody");
  meetings.lose(0);
  time += 3000 * ms;
  says(true, "echo");
  EXPECT_EQ(problems(), "");
}

TEST_F(Meeting, NoAnswerOfTheRegistrar) {
  says(true, "register-host");
  says(false, "set-pid secret");
  shakes(40, local, registrar, "secret");
  EXPECT_EQ(problems(),
            "10.0.2.2:41740 is not registered at noray: its 40 datagrams to 203.0.113.1:8809 get no OK. One of: a "
            "firewall between them drops UDP to that port, or its answers: Open UDP 8809 to noray, at both ends; "
            "noray's registrar has another port: Give register_remote() that port\n");
}

TEST_F(Meeting, TheRegistrarRefuses) {
  says(true, "register-host");
  says(false, "set-pid secret");
  sends(local, registrar, "secret");
  sends(registrar, local, "Unknown host pid!");
  EXPECT_EQ(problems(),
            "10.0.2.2:41740 is not registered at noray: its 1 datagram to 203.0.113.1:8809 gets no OK: noray refuses "
            "it (its answer in frame 4 is \"Unknown host pid!\"). Register again with the PID of the connection to the "
            "same noray, while it is open\n");
}

TEST_F(Meeting, TheRegistrarIsNotThere) {
  says(true, "register-host");
  says(false, "set-pid secret");
  sends(local, registrar, "secret");
  sends(local, registrar, "secret", true);
  EXPECT_EQ(problems(),
            "10.0.2.2:41740 is not registered at noray: its 1 datagram to 203.0.113.1:8809 gets no OK: nothing listens "
            "there, or a router refuses it (the ICMP error in frame 4). Give register_remote() the port of noray's "
            "registrar, and open it at noray's server\n");
}

TEST_F(Meeting, MemoryIsBounded) {
  for (std::uint32_t i = 0; i != 3 * NorayMeetings::most_entries; ++i) {
    says(true, "connect a", i);
    says(false, "connect 203.0.113.10:34066", i);
  }
  EXPECT_LE(meetings.statements(analysis::arena).size(), 3 * NorayMeetings::most_entries);
}

}  // namespace
