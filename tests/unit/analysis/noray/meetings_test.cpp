// SPDX-License-Identifier: MIT
// Meetings with lines and datagrams written by hand: each case has one that looks the same and is another. Captures of
// noray itself are read by dissection.noray.
#include "analysis/noray/meetings.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/unit/analysis/arena.h"

namespace {

using namespace godot;
using analysis::NorayMeetings;
using noray::End;

constexpr End player = {0x0a000202, 53328};
constexpr End server = {0xcb007101, 8890};
constexpr End registrar = {0xcb007101, 8809};
constexpr End local = {0x0a000202, 41740};
constexpr End other = {0xcb00710a, 34066};
constexpr std::int64_t ms = 1'000'000;

std::span<const std::uint8_t> bytes(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

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
  static bool has(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

  NorayMeetings meetings;
  std::uint32_t frame = 0;
  std::int64_t time = 0;
};

TEST_F(Meeting, Punched) {
  told();
  shakes(2, local, other);
  shakes(1, other, local, "$rw-");
  EXPECT_EQ(problems(), "");
  EXPECT_TRUE(has(healthy(), "10.0.2.2:41740 is registered at noray (203.0.113.1:8809) after 5 ms")) << healthy();
  EXPECT_TRUE(has(healthy(), "203.0.113.10:34066 is reached by punching, 300 ms after noray named it (frame 10)"))
      << healthy();
}

TEST_F(Meeting, Relayed) {
  told(true);
  const End relay = {server.host, 49167};
  shakes(2, local, relay);
  shakes(1, relay, local, "$rwx");
  EXPECT_EQ(problems(), "");
  EXPECT_TRUE(has(healthy(), "203.0.113.1:49167 is reached by noray's relay")) << healthy();
}

TEST_F(Meeting, NothingComes) {
  told();
  shakes(40, local, other);
  const std::string all = problems();
  EXPECT_TRUE(has(all, "Nothing comes from 203.0.113.10:34066, after 40 handshakes in 3.9 s. One of: ")) << all;
  EXPECT_TRUE(has(all, "symmetric NAT")) << all;
  EXPECT_TRUE(has(all, "a firewall at either end")) << all;
  EXPECT_TRUE(has(all, "the other end sends no handshakes")) << all;
  EXPECT_TRUE(has(all, "noray's OK in frame 5")) << all;
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
  const std::string all = problems();
  EXPECT_TRUE(has(all, "comes from port 50123 of its host in frame 9")) << all;
  EXPECT_TRUE(has(all, "the other end is behind a symmetric NAT")) << all;
  EXPECT_TRUE(has(all, "the other end's game sends from another port")) << all;
  EXPECT_TRUE(has(all, "Not: a firewall drops its datagrams")) << all;
}

TEST_F(Meeting, OtherPortHere) {
  told();
  shakes(40, {local.host, 24680}, other, "$rwx");
  const std::string all = problems();
  EXPECT_TRUE(has(all, "this end sends from another port than it has registered")) << all;
  EXPECT_TRUE(has(all, "port 24680 in frame 8, registered is 41740")) << all;
  EXPECT_FALSE(has(all, "One of")) << all;
}

TEST_F(Meeting, Returned) {
  told();
  shakes(1, local, other);
  sends(local, other, "$-w-", true);
  shakes(40, local, other);
  EXPECT_TRUE(has(problems(), "a host or router on the way refuses the handshakes (the ICMP error in frame 9)"))
      << problems();
}

TEST_F(Meeting, OneWay) {
  told();
  for (int i = 0; i != 40; ++i) {
    shakes(1, local, other, "$rw-");
    shakes(1, other, local);
  }
  const std::string all = problems();
  EXPECT_TRUE(has(all, "203.0.113.10:34066 sends 40 handshakes, and never says that it hears this end")) << all;
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
  const std::string all = problems();
  EXPECT_TRUE(has(all, "noray does not answer connect nobody. One of: noray knows no host of this OID")) << all;
  EXPECT_TRUE(has(all, "the host has not registered its UDP port: Await")) << all;
  EXPECT_TRUE(has(all, "Not: this end had not registered its UDP port (OK in frame 4)")) << all;
  EXPECT_FALSE(has(all, "relay")) << all;
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
  const std::string all = problems();
  EXPECT_TRUE(has(all, "10.0.2.2:41740 is not registered at noray: its 40 datagrams to 203.0.113.1:8809 get no OK"))
      << all;
  EXPECT_TRUE(has(all, "One of: a firewall")) << all;
  EXPECT_TRUE(has(all, "noray's registrar has another port")) << all;
}

TEST_F(Meeting, TheRegistrarRefuses) {
  says(true, "register-host");
  says(false, "set-pid secret");
  sends(local, registrar, "secret");
  sends(registrar, local, "Unknown host pid!");
  EXPECT_TRUE(has(problems(), "noray refuses it (its answer in frame 4 is \"Unknown host pid!\")")) << problems();
}

TEST_F(Meeting, TheRegistrarIsNotThere) {
  says(true, "register-host");
  says(false, "set-pid secret");
  sends(local, registrar, "secret");
  sends(local, registrar, "secret", true);
  EXPECT_TRUE(has(problems(), "nothing listens there, or a router refuses it (the ICMP error in frame 4)"))
      << problems();
}

TEST_F(Meeting, MemoryIsBounded) {
  for (std::uint32_t i = 0; i != 3 * NorayMeetings::most_entries; ++i) {
    says(true, "connect a", i);
    says(false, "connect 203.0.113.10:34066", i);
  }
  EXPECT_LE(meetings.statements(analysis::arena).size(), 3 * NorayMeetings::most_entries);
}

}  // namespace
