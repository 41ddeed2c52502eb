// SPDX-License-Identifier: MIT
// TURN over TCP with segments written by hand: each case has one that looks the same and is another. Captures of
// libwebrtc and coturn are read by dissection.ice.
#include "analysis/ice/turn_over_tcp.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/unit/analysis/ice/messages.h"
#include "tests/unit/analysis/ice/said.h"

namespace {

using namespace godot;
using namespace godot::test::ice;
using analysis::IceMeetings;
using analysis::IceStreams;

constexpr End own = {{10, 0, 2, 2}, 4, 5000};
constexpr End own_udp = {{10, 0, 2, 2}, 4, 5001};
constexpr End peer = {{203, 0, 113, 10}, 4, 6000};
constexpr End relayed = {{203, 0, 113, 1}, 4, 50000};
constexpr End server = {{203, 0, 113, 1}, 4, 3478};
constexpr std::int64_t ms = 1'000'000;

enum Flag : unsigned { syn = 1, fin = 2, rst = 4 };

/// A frame of a channel; over TCP it is filled up.
Bytes channel(std::uint16_t number, const Bytes& content) {
  Bytes all = {static_cast<std::uint8_t>(number >> 8U), static_cast<std::uint8_t>(number),
               static_cast<std::uint8_t>(content.size() >> 8U), static_cast<std::uint8_t>(content.size())};
  all.insert(all.end(), content.begin(), content.end());
  while (all.size() % 4 != 0) all.push_back(0);
  return all;
}
Bytes check(bool from_own, std::uint8_t transaction) {
  return message(0x0001, transaction, {attribute(0x0006, text(from_own ? "bbbb:aaaa" : "aaaa:bbbb"))});
}
Bytes answer(std::uint8_t transaction) { return message(0x0101, transaction, {attribute(0x0020, address(peer))}); }
const Bytes refusal = {0, 0, 4, 1};  // 401

class IceOverTcp : public testing::Test {
 protected:
  void wait(std::int64_t milliseconds) { time += milliseconds * ms; }

  /// `cut`: bytes that were not captured; the segment may come late, with the numbers of `at`.
  void segment(bool from_client, const Bytes& bytes, unsigned flags = 0, std::size_t cut = 0) {
    segment_at(from_client, next[from_client ? 0 : 1], bytes, flags, cut);
    next[from_client ? 0 : 1] += static_cast<std::uint32_t>(bytes.size()) + ((flags & (syn | fin)) != 0 ? 1U : 0U);
  }
  void segment_at(bool from_client, std::uint32_t sequence, const Bytes& bytes, unsigned flags = 0,
                  std::size_t cut = 0) {
    wait(1);
    streams.add({.source = from_client ? own : at,
                 .destination = from_client ? at : own,
                 .sequence = sequence,
                 .acknowledged = next[from_client ? 1 : 0],
                 .opens = (flags & syn) != 0,
                 .acknowledges = !(from_client && (flags & syn) != 0),
                 .ends = (flags & fin) != 0,
                 .resets = (flags & rst) != 0,
                 .payload = std::span(bytes).first(bytes.size() - cut),
                 .reported = static_cast<std::uint32_t>(bytes.size()),
                 .at = {++frame, time}},
                meetings);
    meetings.hears(from_client ? at : own);
  }
  void opens() {
    segment(true, {}, syn);
    segment(false, {}, syn);
  }
  /// A player who checks by UDP, in vain: so the server is one of ICE.
  void checks_by_udp(int times = 5) {
    for (int i = 0; i != times; ++i) {
      const Bytes bytes = check(true, ++transaction);
      meetings.datagram({own_udp, peer, bytes, bytes.size(), IceMeetings::Returned::no, {++frame, time}});
      wait(1000);
    }
  }
  void allocates() {
    segment(true, message(0x0003, 101));
    segment(false, message(0x0113, 101, {attribute(0x0009, refusal)}));
    segment(true, message(0x0003, 102, {attribute(0x0006, text("player"))}));
    segment(false, message(0x0103, 102, {attribute(0x0016, address(relayed)), attribute(0x0020, address(own))}));
    segment(true, message(0x0009, 103, {attribute(0x000c, {0x40, 0, 0, 0}), attribute(0x0012, address(peer))}));
    segment(false, message(0x0109, 103));
  }
  /// Checks and DTLS on the channel; two messages in a segment, and one in two.
  void meets() {
    Bytes two = channel(0x4000, check(true, 110));
    const Bytes more = channel(0x4000, record(22, 0, {1, 0, 0, 0}));
    two.insert(two.end(), more.begin(), more.end());
    segment(true, two);
    segment(false, channel(0x4000, answer(110)));
    const Bytes whole = channel(0x4000, check(false, 111));
    segment(false, {whole.begin(), whole.begin() + 3});
    segment(false, {whole.begin() + 3, whole.end()});
    segment(true, channel(0x4000, answer(111)));
    segment(false, channel(0x4000, record(22, 0, {2, 0, 0, 0})));
    segment(true, channel(0x4000, record(23, 1, {1, 2, 3})));
    segment(false, channel(0x4000, record(23, 1, {1, 2, 3})));
  }
  std::string problems() const { return said(meetings, true); }
  std::string healthy() const { return said(meetings, false); }

  IceMeetings meetings;
  IceStreams streams;
  End at = server;
  std::uint32_t next[2] = {1000, 0xfffffff0};
  std::uint32_t frame = 0;
  std::int64_t time = 0;
  std::uint8_t transaction = 0;
};

TEST_F(IceOverTcp, Relays) {
  opens();
  allocates();
  meets();
  EXPECT_EQ(problems(), "");
  EXPECT_TRUE(has(healthy(), "the TURN server 203.0.113.1:3478 over TCP relays 10.0.2.2:5000 as 203.0.113.1:50000"))
      << healthy();
  EXPECT_TRUE(has(healthy(), "meet by the TURN server 203.0.113.1:3478 over TCP")) << healthy();
  EXPECT_TRUE(has(healthy(), "DTLS is finished")) << healthy();
}

TEST_F(IceOverTcp, RelaysFromTheMiddleOn) {
  segment(true, message(0x0009, 103, {attribute(0x000c, {0x40, 0, 0, 0}), attribute(0x0012, address(peer))}));
  segment(false, message(0x0109, 103));
  meets();
  EXPECT_TRUE(has(healthy(), "meet by the TURN server 203.0.113.1:3478 over TCP")) << healthy();
}

TEST_F(IceOverTcp, SegmentsThatComeLateOrTwiceAreReadOnceInTheirOrder) {
  opens();
  allocates();
  const Bytes one = channel(0x4000, check(true, 110));
  const Bytes other = channel(0x4000, record(22, 0, {1, 0, 0, 0}));
  const std::uint32_t begin = next[0];
  segment_at(true, begin + static_cast<std::uint32_t>(one.size()), other);
  segment_at(true, begin, one);
  segment_at(true, begin, one);
  next[0] += static_cast<std::uint32_t>(one.size() + other.size());
  segment(false, channel(0x4000, answer(110)));
  segment(false, channel(0x4000, record(23, 1, {1, 2, 3})));
  segment(true, channel(0x4000, record(23, 1, {1, 2, 3})));
  EXPECT_TRUE(has(healthy(), "DTLS is finished")) << healthy();
  EXPECT_TRUE(has(healthy(), "(1 pair, 1 answered)")) << healthy();
}

TEST_F(IceOverTcp, NothingListens) {
  segment(true, {}, syn);
  segment(false, {}, rst);
  checks_by_udp();
  EXPECT_TRUE(
      has(problems(),
          "The TURN server 203.0.113.1:3478 over TCP refuses the connection of 10.0.2.2:5000. One of: nothing "
          "listens there (the reset in frame 2): Start the server, or correct address and port in iceServers; a "
          "firewall refuses TCP to that port"))
      << problems();
}

TEST_F(IceOverTcp, NobodyAnswers) {
  const std::uint32_t first = next[0];
  for (const int later : {1000, 2000, 4000}) {
    next[0] = first;
    segment(true, {}, syn);
    wait(later);
  }
  EXPECT_EQ(problems(), "") << "nobody uses ICE";
  checks_by_udp();
  EXPECT_TRUE(has(problems(),
                  "does not answer 10.0.2.2:5000 (it asks 3 times in 3.0 s for a connection). One of: a "
                  "firewall drops TCP to that port, or its answers"))
      << problems();
}

TEST_F(IceOverTcp, AConnectionOfAnotherProtocolIsNotJudged) {
  at.port = 443;
  segment(true, {}, syn);
  segment(false, {}, rst);
  checks_by_udp();
  EXPECT_FALSE(has(problems(), "over TCP")) << problems();
}

TEST_F(IceOverTcp, TheServerIsSilent) {
  opens();
  segment(true, message(0x0003, 101));
  segment(false, {});
  checks_by_udp();
  EXPECT_TRUE(
      has(problems(), "takes the connection of 10.0.2.2:5000, does not answer its 1 request, and is silent for "))
      << problems();
  EXPECT_TRUE(has(problems(), "One of: what listens there is no TURN server, or speaks TLS alone")) << problems();
}

TEST_F(IceOverTcp, TheServerEndsTheConnection) {
  opens();
  segment(true, message(0x0003, 101));
  segment(false, {}, fin);
  checks_by_udp();
  EXPECT_TRUE(has(problems(), "does not answer its 1 request, and ends it in frame 4")) << problems();
}

TEST_F(IceOverTcp, TheServerIsOfAnotherKind) {
  opens();
  segment(true, message(0x0003, 101));
  segment(false, text("HTTP/1.1 400 Bad Request"));
  checks_by_udp();
  EXPECT_TRUE(has(problems(),
                  "answers 10.0.2.2:5000, and not by STUN: what listens there is no TURN server, or speaks "
                  "TLS alone (its answer in frame 4)"))
      << problems();
}

TEST_F(IceOverTcp, WhatTlsHidesIsNotJudged) {
  at.port = 5349;
  opens();
  segment(true, {22, 3, 1, 0, 4, 1, 0, 0, 0});
  segment(false, {22, 3, 3, 0, 4, 2, 0, 0, 0});
  checks_by_udp();
  constexpr const char* hidden = "they meet by the server 203.0.113.1:5349 inside TLS, which is not read";
  EXPECT_TRUE(has(problems(), (std::string("; ") + hidden + " (TLS begins in frame 3): Look").c_str())) << problems();
  EXPECT_TRUE(has(healthy(), "10.0.2.2:5000 uses TLS with the server 203.0.113.1:5349 over TCP, which is not read"))
      << healthy();
  EXPECT_FALSE(has(problems(), "over TCP")) << problems();
}

TEST_F(IceOverTcp, ATlsThatTheServerEndsAtOnceHidesNothing) {
  at.port = 5349;
  opens();
  segment(true, {22, 3, 1, 0, 4, 1, 0, 0, 0});
  segment(false, {}, rst);
  checks_by_udp();
  EXPECT_TRUE(has(problems(),
                  ". Not: they meet by the server 203.0.113.1:5349 inside TLS, which is not read (the server "
                  "ends it in frame 4)"))
      << problems();
}

TEST_F(IceOverTcp, ATlsThatTheServerEndsLaterHides) {
  at.port = 5349;
  opens();
  segment(true, {22, 3, 1, 0, 4, 1, 0, 0, 0});
  segment(false, {22, 3, 3, 0, 4, 2, 0, 0, 0});
  wait(3000);
  segment(false, {}, rst);
  checks_by_udp();
  EXPECT_FALSE(has(problems(), "Not: they meet by the server")) << problems();
  EXPECT_TRUE(has(problems(), "; they meet by the server 203.0.113.1:5349 inside TLS")) << problems();
}

TEST_F(IceOverTcp, TheServerRefuses) {
  opens();
  for (const std::uint8_t number : {std::uint8_t{101}, std::uint8_t{102}}) {
    const bool is_first = number == 101;
    segment(true, message(0x0003, number,
                          is_first ? std::vector<Bytes>{} : std::vector<Bytes>{attribute(0x0006, text("player"))}));
    segment(false, message(0x0113, number, {attribute(0x0009, refusal)}));
  }
  checks_by_udp();
  EXPECT_TRUE(has(problems(),
                  "The TURN server 203.0.113.1:3478 over TCP refuses 10.0.2.2:5000: name or password are "
                  "wrong, or have expired (error 401 (Unauthorized) in frame 6)"))
      << problems();
}

TEST_F(IceOverTcp, APeerThatIsDeniedIsNotAnAddressOfThePlayersOwnMachine) {
  opens();
  allocates();
  constexpr End loopback = {{127, 0, 0, 1}, 4, 6000};
  constexpr End loopback_v6 = {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}, 6, 6000};
  for (const auto& [number, to] : {std::pair(std::uint8_t{119}, loopback_v6), std::pair(std::uint8_t{120}, loopback),
                                   std::pair(std::uint8_t{121}, peer)}) {
    segment(true, message(0x0008, number, {attribute(0x0012, address(to, number))}));
    segment(false, message(0x0118, number, {attribute(0x0009, {0, 0, 4, 3})}));
  }
  checks_by_udp();
  EXPECT_TRUE(has(problems(), "does not relay to 203.0.113.10:6000: error 403 (Forbidden)")) << problems();
  EXPECT_FALSE(has(problems(), "127.0.0.1")) << problems();
  EXPECT_FALSE(has(problems(), "::1")) << problems();
}

TEST_F(IceOverTcp, WhatTheCaptureLacksProvesNothing) {
  opens();
  allocates();
  checks_by_udp();
  EXPECT_TRUE(has(problems(), "None of the 5 checks")) << problems();
  next[0] += 100;  // not captured
  segment(true, channel(0x4000, record(23, 1, {1, 2, 3})));
  segment(false, {});  // acknowledges it
  EXPECT_EQ(problems(), "");
}

TEST_F(IceOverTcp, AClientWhoseServerIsNotCapturedIsNotJudged) {
  segment(true, {}, syn);
  next[1] += 1;  // its server's answer
  segment(true, message(0x0003, 101));
  next[1] += 80;
  segment(true, message(0x0003, 102, {attribute(0x0006, text("player"))}));
  checks_by_udp();
  EXPECT_FALSE(has(problems(), "over TCP")) << problems();
}

/// An end whose own segments are not captured: the bytes that the other one acknowledges are missing.
TEST_F(IceOverTcp, AcknowledgedBytesOfAnEndThatIsNotCapturedAreMissing) {
  segment(true, message(0x0003, 101));
  segment(true, {});  // acknowledges no more than before
  checks_by_udp();
  EXPECT_TRUE(has(problems(), "None of the 5 checks")) << problems();
  next[1] += 80;
  segment(true, {});
  EXPECT_EQ(problems(), "");
}

/// The bytes that a segment acknowledges are all there, and nothing of them is missing.
TEST_F(IceOverTcp, AcknowledgedBytesThatWereCapturedAreNotMissing) {
  opens();
  allocates();
  for (int i = 0; i != 3; ++i) {
    segment(true, channel(0x4000, record(23, 1, {1, 2, 3})));
    segment(false, {});
  }
  checks_by_udp();
  EXPECT_TRUE(has(problems(), "None of the 5 checks")) << problems();
}

TEST_F(IceOverTcp, AMessageThatWasCutIsReadAsFarAsItWasCaptured) {
  opens();
  allocates();
  segment(true, channel(0x4000, check(true, 110)));
  segment(false, channel(0x4000, answer(110)));
  segment(true, channel(0x4000, record(22, 0, {1, 0, 0, 0})));
  const Bytes data = channel(0x4000, record(23, 1, Bytes(40, 7)));
  for (const bool from_client : {true, false, true, false}) segment(from_client, data, 0, 20);
  EXPECT_TRUE(has(healthy(), "DTLS is finished")) << healthy();
  EXPECT_EQ(problems(), "");
}

/// The answer to the first request was lost, or the capture has it twice.
TEST_F(IceOverTcp, AConnectionThatIsAskedForTwiceIsOne) {
  const std::uint32_t first = next[0];
  opens();
  segment_at(true, first, {}, syn);
  segment(true, message(0x0003, 101));
  segment(false, text("HTTP/1.1 400 Bad Request"));
  checks_by_udp();
  EXPECT_TRUE(has(problems(), "answers 10.0.2.2:5000, and not by STUN")) << problems();
}

/// TCP Fast Open: a server may not take the bytes of the first segment, and gets them again.
TEST_F(IceOverTcp, BytesOfTheFirstSegmentComeAgain) {
  const std::uint32_t first = next[0];
  segment_at(true, first, message(0x0003, 100), syn);
  next[0] = first + 1;
  segment(false, {}, syn);
  allocates();
  meets();
  EXPECT_TRUE(has(healthy(), "over TCP relays 10.0.2.2:5000")) << healthy();
  EXPECT_EQ(problems(), "");
}

/// What is known is followed further; one more is not.
TEST_F(IceOverTcp, ConnectionsAreLimited) {
  opens();
  for (std::size_t i = 1; i != IceStreams::most; ++i)
    streams.add({.source = {{10, 0, 3, static_cast<std::uint8_t>(i >> 12U)}, 4, static_cast<std::uint16_t>(i & 0xFFFU)},
                 .destination = server,
                 .opens = true,
                 .at = {++frame, time}},
                meetings);
  allocates();
  meets();
  EXPECT_TRUE(has(healthy(), "over TCP relays 10.0.2.2:5000")) << healthy();
  at.port = 5349;
  opens();
  segment(true, {22, 3, 1, 0, 4, 1, 0, 0, 0});
  EXPECT_FALSE(has(healthy(), "uses TLS")) << healthy();
}

/// The first one ends inside a message: its beginning is not that of the other's first.
TEST_F(IceOverTcp, AnotherConnectionOfTheSamePortsReadsNoOldBytes) {
  opens();
  const Bytes whole = message(0x0003, 101);
  segment(true, {whole.begin(), whole.begin() + 8});
  next[0] = 50000;
  next[1] = 60000;
  opens();
  allocates();
  meets();
  EXPECT_TRUE(has(healthy(), "over TCP relays 10.0.2.2:5000")) << healthy();
  EXPECT_EQ(problems(), "");
}

TEST_F(IceOverTcp, AnotherConnectionOfTheSamePortsBeginsAnew) {
  opens();
  segment(true, message(0x0003, 101));
  next[0] = 50000;
  next[1] = 60000;
  opens();
  allocates();
  meets();
  EXPECT_TRUE(has(healthy(), "over TCP relays 10.0.2.2:5000")) << healthy();
  EXPECT_EQ(problems(), "");
}

}  // namespace
