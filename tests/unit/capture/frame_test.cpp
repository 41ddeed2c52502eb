// SPDX-License-Identifier: MIT
// Link layers, IP and what is in it, written by hand. Captures of real traffic: tests/dissection/test_capture.py.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "capture/frame/packet.h"
#include "tests/unit/capture/bytes.h"

namespace godot::capture::test {
namespace {

constexpr LinkType ethernet = 1;
constexpr LinkType raw = 101;

Bytes udp(const Bytes& payload, unsigned length = 0) {
  return big(1000, 2) + big(2000, 2) + big(length != 0 ? length : payload.size() + 8, 2) + big(0, 2) + payload;
}

Bytes v4(std::uint8_t protocol, const Bytes& payload, unsigned flags = 0, unsigned length = ~0U,
         unsigned identification = 7) {
  return Bytes{0x45, 0} + big(length == ~0U ? payload.size() + 20 : length, 2) + big(identification, 2) +
         big(flags, 2) + Bytes{64, protocol, 0, 0} + Bytes{10, 0, 0, 1} + Bytes{10, 0, 0, 2} + payload;
}

Bytes v6(std::uint8_t next, const Bytes& payload) {
  Bytes ends(32);
  ends[0] = 0xFE;
  ends[1] = 0x80;
  ends[15] = 1;
  ends[31] = 2;
  return Bytes{0x60, 0, 0, 0} + big(payload.size(), 2) + Bytes{next, 32} + ends + payload;
}

/// From and to a port, with what the length says if it is not 0.
Bytes udp_of(unsigned from, unsigned to, const Bytes& payload) {
  return big(from, 2) + big(to, 2) + big(payload.size() + 8, 2) + big(0, 2) + payload;
}

Bytes ether(unsigned type, const Bytes& payload) { return Bytes(12, 2) + big(type, 2) + payload; }

struct Found {
  bool is_found = false;
  Packet packet;
  Bytes payload;
};

Found read(Layers& layers, LinkType type, const Bytes& bytes, std::size_t not_captured = 0) {
  Frame frame;
  frame.link_type = type;
  frame.bytes = bytes;
  frame.reported = static_cast<std::uint32_t>(bytes.size() + not_captured);
  Found found;
  found.is_found = layers.read(frame, found.packet);
  if (found.is_found) found.payload = copy(found.packet.payload);
  return found;
}

Found read(LinkType type, const Bytes& bytes, std::size_t not_captured = 0) {
  Layers layers;
  return read(layers, type, bytes, not_captured);
}

const Bytes payload = {1, 2, 3, 4, 5};

TEST(Frame, EachLinkLayer) {
  const Bytes in_v4 = v4(17, udp(payload));
  const Bytes in_v6 = v6(17, udp(payload));
  const struct {
    const char* name;
    LinkType type;
    Bytes bytes;
    int family;
  } rows[] = {
      {"Ethernet", 1, ether(0x800, in_v4), 4},
      {"Ethernet, IPv6", 1, ether(0x86DD, in_v6), 6},
      {"VLAN", 1, ether(0x8100, big(5, 2) + big(0x800, 2) + in_v4), 4},
      {"QinQ", 1, ether(0x88A8, big(5, 2) + big(0x8100, 2) + big(6, 2) + big(0x86DD, 2) + in_v6), 6},
      {"SNAP", 1,
       ether(static_cast<unsigned>(in_v4.size() + 8), Bytes{0xAA, 0xAA, 3, 0, 0, 0, 8, 0} + in_v4 + Bytes(9)), 4},
      {"PPPoE", 1, ether(0x8864, Bytes{0x11, 0, 0, 1, 0, 99, 0, 0x57} + in_v6), 6},
      {"PPPoE, short protocol", 1, ether(0x8864, Bytes{0x11, 0, 0, 1, 0, 99, 0x21} + in_v4), 4},
      {"MPLS", 1, ether(0x8847, Bytes{0, 0, 0x10, 64, 0, 0, 0x21, 64} + in_v4), 4},
      {"PPP", 9, Bytes{0xFF, 3, 0, 0x21} + in_v4, 4},
      {"PPP, all left out", 50, Bytes{0x57} + in_v6, 6},
      {"GRE", 101, v4(47, big(0x800, 4) + in_v4), 4},
      {"GRE with all", 101, v4(47, big(0xB000, 2) + big(0x86DD, 2) + Bytes(12) + in_v6), 6},
      {"VXLAN", 101,
       v4(17, big(1000, 2) + big(4789, 2) + big(16 + 14 + in_v4.size(), 2) + big(0, 2) + Bytes{8} + Bytes(7) +
                  ether(0x800, in_v4)),
       4},
      {"loopback, little", 0, little(2, 4) + in_v4, 4},
      {"loopback, big", 0, big(30, 4) + in_v6, 6},
      {"loopback of OpenBSD", 108, big(2, 4) + in_v4, 4},
      {"cooked", 113, Bytes(14) + big(0x800, 2) + in_v4, 4},
      {"cooked 2", 276, big(0x86DD, 2) + Bytes(18) + in_v6, 6},
      {"raw", 101, in_v4, 4},
      {"raw, IPv6", 12, in_v6, 6},
      {"IPv4", 228, in_v4, 4},
      {"IPv6", 229, in_v6, 6},
  };
  for (const auto& row : rows) {
    const Found found = read(row.type, row.bytes);
    ASSERT_TRUE(found.is_found) << row.name;
    EXPECT_EQ(found.payload, payload) << row.name;
    EXPECT_EQ(found.packet.source.address.family, row.family) << row.name;
    EXPECT_EQ(text_of(found.packet.source.address), row.family == 4 ? "10.0.0.1" : "fe80::1") << row.name;
    EXPECT_EQ(text_of(found.packet.destination.address), row.family == 4 ? "10.0.0.2" : "::2") << row.name;
    EXPECT_EQ(found.packet.source.port, 1000) << row.name;
    // Cut behind its heads, it is there without its payload. SNAP's row has a trailer behind that.
    if (std::string_view(row.name) != "SNAP") {
      const auto heads = static_cast<std::ptrdiff_t>(row.bytes.size() - payload.size());
      const Found empty = read(row.type, {row.bytes.begin(), row.bytes.begin() + heads}, payload.size());
      EXPECT_TRUE(empty.is_found) << row.name;
      EXPECT_TRUE(empty.payload.empty()) << row.name;
    }
    // Cut at any byte, it gives what was captured, or nothing.
    for (std::size_t size = 0; size != row.bytes.size(); ++size) {
      const Found cut = read(row.type, {row.bytes.begin(), row.bytes.begin() + static_cast<std::ptrdiff_t>(size)},
                             row.bytes.size() - size);
      if (cut.is_found) {
        EXPECT_EQ(cut.packet.reported, payload.size()) << row.name;
        EXPECT_TRUE(std::equal(cut.payload.begin(), cut.payload.end(), payload.begin())) << row.name;
      }
    }
  }
}

/// IEEE 802.2: of the frames with a length, those with SNAP's three bytes have IP, without an organization or with the
/// one of IEEE 802.1H, as Wireshark reads them (packet-llc.c, dissect_snap).
TEST(Frame, OtherFramesWithALengthAreNotRead) {
  const Bytes in_v4 = v4(17, udp(payload));
  const auto is_read = [&](const Bytes& head) {
    return read(ethernet, ether(static_cast<unsigned>(head.size() + in_v4.size()), head + in_v4)).is_found;
  };
  EXPECT_TRUE(is_read({0xAA, 0xAA, 3, 0, 0, 0, 8, 0}));
  EXPECT_TRUE(is_read({0xAA, 0xAA, 3, 0, 0, 0xF8, 8, 0}));
  EXPECT_FALSE(is_read({0x42, 0x42, 3, 0, 0, 0, 8, 0})) << "a spanning tree's";
  EXPECT_FALSE(is_read({0xAA, 0xAA, 4, 0, 0, 0, 8, 0}));
  EXPECT_FALSE(is_read({0xAA, 0xAA, 3, 1, 0, 0, 8, 0})) << "an organization's";
  EXPECT_FALSE(is_read({0xAA, 0xAA, 3, 0, 0, 1, 8, 0}));
  EXPECT_FALSE(read(ethernet, ether(1501, Bytes{0xAA, 0xAA, 3, 0, 0, 0, 8, 0} + in_v4)).is_found)
      << "more than a length may be";
  EXPECT_FALSE(read(ethernet, ether(7, Bytes{0xAA, 0xAA, 3, 0, 0, 0, 8, 0} + in_v4)).is_found);
}

TEST(Frame, LinkLayersThatAreNotRead) {
  EXPECT_TRUE(reads_link(ethernet));
  for (const LinkType type : {0, 1, 9, 12, 14, 50, 101, 108, 113, 228, 229, 252, 276})
    EXPECT_TRUE(reads_link(type)) << type;
  for (const LinkType type : {2, 8, 105, 127, 251, 275}) EXPECT_FALSE(reads_link(type)) << type;
  EXPECT_FALSE(read(105, Bytes(24) + Bytes{0xAA, 0xAA, 3, 0, 0, 0, 8, 0} + v4(17, udp(payload))).is_found);
}

/// RFC 7983 tells them by their first byte; each has more bytes that are always the same.
TEST(Frame, EncryptionByTheFirstBytes) {
  const Bytes stun = Bytes{0, 1, 0, 0, 0x21, 0x12, 0xA4, 0x42} + Bytes(12);
  const Bytes dtls = Bytes{22, 0xFE, 0xFD} + Bytes(10);
  const Bytes quic = Bytes{0xC0, 0, 0, 0, 1} + Bytes(1195);
  const Bytes tls = {23, 3, 3, 0x48, 0};
  const struct {
    Carrier carrier;
    Bytes bytes;
    Encryption is;
    std::vector<std::size_t> places;  ///< bytes that may not be another
  } rows[] = {
      {Carrier::udp, stun, Encryption::stun, {0, 3, 4, 5, 6, 7}},
      {Carrier::udp, dtls, Encryption::dtls, {0, 1, 2}},
      {Carrier::udp, quic, Encryption::quic, {0, 1, 2, 3, 4}},
      {Carrier::tcp, tls, Encryption::tls, {0, 1, 2}},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(encryption_of(row.carrier, row.bytes), row.is);
    const Carrier other = row.carrier == Carrier::tcp ? Carrier::udp : Carrier::tcp;
    EXPECT_EQ(encryption_of(other, row.bytes), Encryption::none);
    EXPECT_EQ(encryption_of(row.carrier, std::span(row.bytes).first(row.bytes.size() - 1)), Encryption::none);
    for (const std::size_t place : row.places) {
      Bytes changed = row.bytes;
      changed[place] ^= 0x51;
      EXPECT_EQ(encryption_of(row.carrier, changed), Encryption::none) << place;
    }
  }
  for (const std::uint8_t type : {19, 20, 24, 25}) {
    const bool is_type = type == 20 || type == 24;
    EXPECT_EQ(encryption_of(Carrier::tcp, Bytes{type, 3, 4, 0, 0}) == Encryption::tls, is_type) << int{type};
    EXPECT_EQ(encryption_of(Carrier::udp, Bytes{type, 0xFE, 0xFF} + Bytes(10)) == Encryption::dtls, is_type);
  }
  for (const std::uint8_t first : {3, 4}) {
    Bytes answer = stun;
    answer[0] = first;
    EXPECT_EQ(encryption_of(Carrier::udp, answer) == Encryption::stun, first == 3) << "types have 14 bits";
  }
  Bytes longer = stun;
  longer[3] = 4;
  EXPECT_EQ(encryption_of(Carrier::udp, longer), Encryption::stun) << "any multiple of 4";
  EXPECT_EQ(encryption_of(Carrier::tcp, Bytes{23, 3, 3, 0x48, 1}), Encryption::none) << "longer than a record may be";
  EXPECT_EQ(encryption_of(Carrier::tcp, Bytes{23, 3, 5, 0, 0}), Encryption::none);
}

TEST(Frame, Lengths) {
  EXPECT_EQ(read(ethernet, ether(0x800, v4(17, udp(payload)) + Bytes(18))).payload, payload) << "a trailer";
  EXPECT_EQ(read(raw, v4(17, udp(payload), 0, 0)).payload, payload) << "no length, as the card gets it";
  EXPECT_EQ(read(raw, v4(17, udp(payload, 11))).payload, (Bytes{1, 2, 3})) << "UDP is shorter than IP";
  EXPECT_EQ(read(raw, v4(17, udp(payload, 99))).payload, payload) << "UDP is longer than IP";
  EXPECT_EQ(read(raw, v4(17, udp(payload, 99))).packet.said, 91U);
  EXPECT_FALSE(read(raw, v4(17, udp(payload, 7))).is_found);
  EXPECT_FALSE(read(raw, v4(17, udp(payload), 0, 19)).is_found);
  EXPECT_EQ(read(raw, v6(0, Bytes{60, 0, 0, 0, 0, 0, 0, 0} + Bytes{17, 1} + Bytes(14) + udp(payload))).payload, payload)
      << "extension headers";
}

/// RFC 7348, 5: 8 bytes, the first of which is a flag. What is too short for them, or has others, is a datagram.
TEST(Frame, NotAllOfTheVxlanPortIsATunnel) {
  const Bytes head = Bytes{8} + Bytes(7);
  const Bytes inner = ether(0x800, v4(17, udp(payload)));
  for (const auto& [from, to] : {std::pair{1000U, 4789U}, {4789U, 1000U}}) {
    EXPECT_EQ(read(raw, v4(17, udp_of(from, to, head + inner))).packet.source.port, 1000);
    EXPECT_EQ(read(raw, v4(17, udp_of(from, to, head + inner))).payload, payload);
    EXPECT_EQ(read(raw, v4(17, udp_of(from, to, payload))).payload, payload) << "5 bytes";
    EXPECT_EQ(read(raw, v4(17, udp_of(from, to, Bytes{8} + Bytes(6)))).payload, Bytes{8} + Bytes(6)) << "7 bytes";
    EXPECT_FALSE(read(raw, v4(17, udp_of(from, to, head))).is_found) << "an empty tunnel";
    EXPECT_EQ(read(raw, v4(17, udp_of(from, to, Bytes(8)))).payload, Bytes(8)) << "without the flag";
    // Of one that was cut the port says it.
    const Bytes whole = v4(17, udp_of(from, to, head + inner));
    EXPECT_FALSE(read(raw, Bytes(whole.begin(), whole.begin() + 20 + 15), whole.size() - 35).is_found);
    EXPECT_FALSE(read(raw, Bytes(whole.begin(), whole.begin() + 20 + 4), whole.size() - 24).is_found);
  }
  EXPECT_EQ(read(raw, v4(17, udp_of(1000, 4790, head + inner))).payload, head + inner);
}

/// RFC 791, 3.1 and RFC 9293, 3.1: both heads are counted in units of 4 bytes, of which there are at least 5.
TEST(Frame, HeadsHaveOptions) {
  const auto with_options = [](std::uint8_t units, std::size_t options) {
    Bytes packet = v4(17, Bytes(options, 1) + udp(payload));
    packet[0] = static_cast<std::uint8_t>(0x40 | units);
    return packet;
  };
  EXPECT_EQ(read(raw, with_options(6, 4)).payload, payload);
  EXPECT_EQ(read(raw, with_options(15, 40)).payload, payload);
  EXPECT_FALSE(read(raw, with_options(4, 0)).is_found);
  EXPECT_FALSE(read(raw, v4(17, {}, 0, 19)).is_found) << "shorter than its head";
  const auto segment = [](std::uint8_t units, const Bytes& behind) {
    return v4(6, big(1000, 2) + big(2000, 2) + big(0x01020304, 4) + big(0x05060708, 4) +
                     Bytes{static_cast<std::uint8_t>(units << 4), 0x12} + big(0x1234, 2) + Bytes(4) + behind);
  };
  const Found plain = read(raw, segment(5, payload));
  ASSERT_TRUE(plain.is_found);
  EXPECT_EQ(plain.packet.carrier, Carrier::tcp);
  EXPECT_EQ(plain.payload, payload);
  EXPECT_EQ(plain.packet.said, payload.size());
  EXPECT_EQ(plain.packet.hops, 64);
  EXPECT_EQ(plain.packet.destination.port, 2000);
  EXPECT_EQ(plain.packet.segment.sequence, 0x01020304U);
  EXPECT_EQ(plain.packet.segment.acknowledged, 0x05060708U);
  EXPECT_EQ(plain.packet.segment.flags, Segment::syn | Segment::ack);
  EXPECT_EQ(plain.packet.segment.window, 0x1234);
  EXPECT_EQ(read(raw, segment(7, Bytes(8, 1) + payload)).payload, payload);
  EXPECT_TRUE(read(raw, segment(5, {})).is_found) << "a head alone";
  EXPECT_FALSE(read(raw, segment(4, payload)).is_found);
  EXPECT_FALSE(read(raw, segment(7, payload)).is_found) << "the head is longer than the packet";
}

/// RFC 2675: what is longer than the fields of IPv6 and UDP can say has 0 in both.
TEST(Frame, LengthsOfZero) {
  Bytes datagram = udp(payload);
  datagram[5] = 0;
  EXPECT_FALSE(read(raw, v4(17, datagram)).is_found) << "none of IPv4";
  Bytes packet = v6(17, datagram);
  EXPECT_EQ(read(raw, packet).payload, payload);
  EXPECT_EQ(read(raw, packet).packet.said, payload.size());
  EXPECT_EQ(read(raw, packet).packet.hops, 32);
  packet[4] = packet[5] = 0;
  EXPECT_EQ(read(raw, packet).payload, payload);
  EXPECT_TRUE(read(raw, v4(17, udp({}))).is_found) << "8 bytes are a head";
}

/// RFC 8200, 4: units of 8 bytes without the first; RFC 4302, 2.2: units of 4 without the first two.
TEST(Frame, HeadsInFrontOfADatagram) {
  for (const std::uint8_t kind : {0, 43, 60, 135, 139, 140}) {
    EXPECT_EQ(read(raw, v6(kind, Bytes{17, 0} + Bytes(6) + udp(payload))).payload, payload) << int{kind};
    EXPECT_EQ(read(raw, v6(kind, Bytes{17, 2} + Bytes(22) + udp(payload))).payload, payload) << int{kind};
    EXPECT_FALSE(read(raw, v6(kind, Bytes{17, 2} + Bytes(21))).is_found) << int{kind};
  }
  EXPECT_EQ(read(raw, v6(51, Bytes{17, 4} + Bytes(22) + udp(payload))).payload, payload);
  EXPECT_EQ(read(raw, v4(51, Bytes{17, 4} + Bytes(22) + udp(payload))).payload, payload);
  EXPECT_FALSE(read(raw, v6(59, Bytes{17, 0} + Bytes(6) + udp(payload))).is_found) << "no next header";
}

/// RFC 8200, 4.5: offsets of 8 bytes from the fourth bit on; the last bit says that more follow.
TEST(Frame, FragmentsOfIPv6) {
  const Bytes whole = udp(Bytes(100, 9));
  const auto piece = [&](std::size_t from, std::size_t to, std::uint32_t identification) {
    const auto at = [&](std::size_t place) { return whole.begin() + static_cast<std::ptrdiff_t>(place); };
    return v6(44, Bytes{17, 0} + big(from | (to == whole.size() ? 0U : 1U), 2) + big(identification, 4) +
                      Bytes(at(from), at(to)));
  };
  for (const bool is_last_first : {false, true}) {
    Layers layers;
    const Bytes first = piece(0, 64, 0x10000);
    const Bytes last = piece(64, whole.size(), 0x10000);
    EXPECT_FALSE(read(layers, raw, piece(64, whole.size(), 0x20000)).is_found) << "of another packet";
    EXPECT_FALSE(read(layers, raw, is_last_first ? last : first).is_found);
    const Found found = read(layers, raw, is_last_first ? first : last);
    ASSERT_TRUE(found.is_found);
    EXPECT_EQ(found.payload, Bytes(100, 9));
    EXPECT_FALSE(found.packet.is_fragment);
  }
  EXPECT_EQ(read(raw, piece(0, whole.size(), 5)).payload, Bytes(100, 9)) << "the only one";
}

/// A quote has the beginning of a packet: it is no piece to wait for.
TEST(Frame, AQuotedFragmentIsShownAsItIs) {
  const Bytes head = {3, 4, 0, 0, 0, 0, 0, 0};
  Layers layers;
  const Found first = read(layers, raw, v4(1, head + v4(17, udp(payload, 1008), 0x2000)));
  ASSERT_TRUE(first.is_found);
  EXPECT_TRUE(first.packet.is_fragment);
  EXPECT_TRUE(first.packet.is_quoted);
  EXPECT_EQ(first.packet.quote.type, 3);
  EXPECT_EQ(first.packet.quote.code, 4);
  EXPECT_FALSE(first.packet.quote.is_v6);
  EXPECT_FALSE(read(layers, raw, v4(1, head + v4(17, Bytes(8), 2))).is_found) << "not its first";
  EXPECT_FALSE(read(raw, v4(17, udp(payload))).packet.is_fragment);
  EXPECT_FALSE(read(raw, v4(17, udp(payload))).packet.is_quoted);
}

TEST(Frame, AnIcmpErrorQuotes) {
  const Found found = read(raw, v4(1, Bytes{3, 3, 0, 0, 0, 0, 0, 0} + v4(17, udp(payload, 1008))));
  ASSERT_TRUE(found.is_found);
  EXPECT_TRUE(found.packet.is_quoted);
  EXPECT_EQ(found.packet.quote.code, 3);
  EXPECT_EQ(found.packet.said, 1000U);
  EXPECT_EQ(found.payload, payload);
  EXPECT_TRUE(read(raw, v6(58, Bytes{1, 4, 0, 0, 0, 0, 0, 0} + v6(17, udp(payload)))).packet.quote.is_v6);
  EXPECT_FALSE(read(raw, v4(1, Bytes{8, 0, 0, 0, 0, 0, 0, 0} + v4(17, udp(payload)))).is_found) << "a ping";
}

/// RFC 792 and RFC 4443: these types are errors with a quote; those beside them are none.
TEST(Frame, EachTypeOfAnIcmpError) {
  for (unsigned type = 0; type != 256; ++type) {
    const Bytes head = Bytes{static_cast<std::uint8_t>(type)} + Bytes(7);
    const bool is_error = type == 3 || type == 4 || type == 5 || type == 11 || type == 12;
    EXPECT_EQ(read(raw, v4(1, head + v4(17, udp(payload)))).is_found, is_error) << type;
    EXPECT_EQ(read(raw, v6(58, head + v6(17, udp(payload)))).is_found, type >= 1 && type <= 4) << type;
  }
}

/// RFC 4884: three kinds of errors say how long the quote is, because something follows it. A redirect has the address
/// of a gateway at that place.
TEST(Frame, WhatFollowsAQuoteIsNotIts) {
  const Bytes quote = v4(17, udp(payload, 1008), 0, 1028);
  const Bytes extension = {0x20, 0, 0, 0, 0, 8, 1, 1, 0, 0, 0x11, 0};
  for (const std::uint8_t type : {3, 11, 12}) {
    const Bytes filled = quote + Bytes(128 - quote.size());
    const Found found = read(raw, v4(1, Bytes{type, 0, 0, 0, 0, 32, 0, 0} + filled + extension));
    EXPECT_EQ(found.payload, payload + Bytes(128 - quote.size())) << int{type};
  }
  EXPECT_EQ(read(raw, v4(1, Bytes{5, 1, 0, 0, 10, 2, 0, 1} + quote)).payload, payload);
  for (const std::uint8_t type : {1, 3}) {
    Bytes filled = v6(17, udp(payload, 1008) + Bytes(72 - 40 - 13));
    filled[4] = 1008 / 256;
    filled[5] = 1008 % 256;
    const Found found = read(raw, v6(58, Bytes{type, 0, 0, 0, 9, 0, 0, 0} + filled + extension));
    EXPECT_EQ(found.payload, payload + Bytes(72 - 40 - 13)) << int{type};
  }
}

TEST(Frame, FragmentsInAnyOrder) {
  Bytes whole(1000);
  for (std::size_t i = 0; i != whole.size(); ++i) whole[i] = static_cast<std::uint8_t>(i * 7);
  const Bytes datagram = udp(whole);
  std::vector<std::pair<unsigned, Bytes>> pieces;
  for (std::size_t at = 0; at < datagram.size(); at += 104) {
    const std::size_t end = std::min(datagram.size(), at + 120);  // they overlap
    pieces.emplace_back(
        at / 8 | (end == datagram.size() ? 0U : 0x2000U),
        Bytes(datagram.begin() + static_cast<std::ptrdiff_t>(at), datagram.begin() + static_cast<std::ptrdiff_t>(end)));
  }
  std::mt19937 random(1);
  Layers layers;
  for (unsigned round = 0; round != 100; ++round) {
    std::shuffle(pieces.begin(), pieces.end(), random);
    unsigned found = 0;
    for (const auto& [flags, bytes] : pieces) {
      const Found one = read(layers, raw, v4(17, bytes, flags, ~0U, round));
      if (!one.is_found) continue;
      ++found;
      EXPECT_EQ(one.payload, whole);
    }
    EXPECT_EQ(found, 1U);
  }
  EXPECT_FALSE(read(layers, raw, v4(17, Bytes(64), 100)).is_found);
}

TEST(Frame, ACutFirstFragmentIsShownAsItIs) {
  const Found found = read(raw, v4(17, udp(payload, 1008), 0x2000, 500), 100);
  ASSERT_TRUE(found.is_found);
  EXPECT_TRUE(found.packet.is_fragment);
  EXPECT_FALSE(read(raw, v4(17, Bytes(8), 3, 500), 100).is_found);
}

TEST(Frame, ExportedPdu) {
  const Bytes bytes = big(12, 2) + big(12, 2) + of("godot.mirror") + big(20, 2) + big(4, 2) + Bytes{1, 2, 3, 4} +
                      big(25, 2) + big(4, 2) + big(77, 4) + big(0, 4) + payload;
  const Found found = read(252, bytes);
  ASSERT_TRUE(found.is_found);
  EXPECT_EQ(found.packet.carrier, Carrier::pdu);
  EXPECT_EQ(found.packet.dissector, "godot.mirror");
  EXPECT_EQ(text_of(found.packet.source.address), "1.2.3.4");
  EXPECT_EQ(found.packet.source.port, 77);
  EXPECT_EQ(found.payload, payload);
}

/// Wireshark's exported_pdu_tlvs.h: names of three kinds, and both ends of each family.
TEST(Frame, ExportedPduHasItsEnds) {
  const auto tag = [](unsigned number, const Bytes& value) { return big(number, 2) + big(value.size(), 2) + value; };
  const Bytes end = big(0, 4) + payload;
  const Bytes one = Bytes{0xFE, 0x80} + Bytes(13) + Bytes{1};
  const Bytes other = Bytes{0xFE, 0x80} + Bytes(13) + Bytes{2};
  const Bytes ends = tag(22, one) + tag(23, other) + tag(25, big(77, 4)) + tag(26, big(78, 4));
  for (const unsigned name : {12U, 13U, 14U}) {
    const Bytes bytes = tag(name, of("enet") + Bytes(4)) + ends + end;
    const Found found = read(252, bytes);
    ASSERT_TRUE(found.is_found) << name;
    EXPECT_EQ(found.packet.dissector, "enet") << name;
    EXPECT_EQ(text_of(found.packet.source.address), "fe80::1");
    EXPECT_EQ(text_of(found.packet.destination.address), "fe80::2");
    EXPECT_EQ(found.packet.source.port, 77);
    EXPECT_EQ(found.packet.destination.port, 78);
    EXPECT_EQ(found.packet.said, payload.size());
  }
  const Found v4 = read(252, tag(12, of("enet")) + tag(20, {10, 0, 0, 1}) + tag(21, {10, 0, 0, 2}) + end);
  EXPECT_EQ(text_of(v4.packet.source.address), "10.0.0.1");
  EXPECT_EQ(text_of(v4.packet.destination.address), "10.0.0.2");
  // Values that are too short say nothing.
  const Found cut =
      read(252, tag(12, of("enet")) + tag(20, {10, 0, 0}) + tag(22, Bytes(15)) + tag(25, {0, 0, 77}) + end);
  ASSERT_TRUE(cut.is_found);
  EXPECT_EQ(cut.packet.source.address.family, 0);
  EXPECT_EQ(cut.packet.source.port, 0);
  EXPECT_FALSE(read(252, ends + end).is_found) << "without a dissector's name";
  EXPECT_FALSE(read(252, tag(12, of("enet")) + big(20, 2) + big(9, 2) + Bytes(8)).is_found) << "a cut tag";
}

TEST(Frame, TunnelsEnd) {
  Bytes nested = v4(17, udp(payload));
  for (unsigned i = 0; i != 2000; ++i) nested = v4(4, nested, 0, 0);
  EXPECT_FALSE(read(raw, nested).is_found);
  EXPECT_EQ(read(raw, v4(41, v6(4, v4(17, udp(payload))))).payload, payload);
}

TEST(Fragments, TinyPiecesFarApartTakeLittle) {
  Fragments fragments;
  const Bytes piece(8);
  for (std::uint32_t i = 0; i != 200000; ++i) EXPECT_FALSE(fragments.add({{}, {}, i, 17}, 65000, false, piece, 0));
}

/// The number of a packet comes again: its pieces are none of those of an earlier packet, of which one was lost.
TEST(Fragments, PiecesOfAMinuteBeforeAreThoseOfAnotherPacket) {
  const Fragments::Key key{{}, {}, 1, 17};
  const Bytes old(8, 1);
  const Bytes front(8, 2);
  const Bytes back(8, 3);
  for (const std::int64_t begun : {std::int64_t{0}, std::int64_t{1'800'000'000'000'000'000}, INT64_MIN}) {
    for (const bool is_late : {false, true}) {
      Fragments fragments;
      EXPECT_FALSE(fragments.add(key, 8, true, old, begun));
      const std::int64_t later = begun + Fragments::longest_wait + (is_late ? 1 : 0);
      EXPECT_EQ(fragments.add(key, 0, false, front, later), !is_late);
      EXPECT_EQ(fragments.add(key, 8, true, back, later), is_late);
      EXPECT_EQ(fragments.whole(), front + (is_late ? back : old));
    }
  }
  Fragments fragments;
  EXPECT_FALSE(fragments.add(key, 8, true, back, INT64_MAX));
  EXPECT_TRUE(fragments.add(key, 0, false, front, INT64_MIN)) << "frames out of order are not late";
}

TEST(Fragments, PiecesBehindTheEndBelongToNoPacket) {
  const Fragments::Key key{{}, {}, 1, 17};
  const Bytes front = {1, 2, 3, 4, 5, 6, 7, 8};
  const Bytes back = {11, 12, 13, 14, 15, 16, 17, 18};
  Fragments fragments;
  EXPECT_FALSE(fragments.add(key, 24, false, Bytes(8, 99), 0));  // before the end is known, and after it
  EXPECT_FALSE(fragments.add(key, 8, true, back, 0));
  EXPECT_FALSE(fragments.add(key, 16, false, Bytes(8, 99), 0));
  EXPECT_TRUE(fragments.add(key, 0, false, front, 0));
  EXPECT_EQ(fragments.whole(), front + back);
}

/// Pieces that lie in others, around them or across them: each byte is that of the piece that came first.
TEST(Fragments, BytesThatCameFirstStay) {
  constexpr std::size_t size = 96;
  std::mt19937 random(3);
  for (std::uint32_t round = 0; round != 300; ++round) {
    const Fragments::Key key{{}, {}, round, 17};
    Fragments fragments;
    Bytes wanted(size, 0);
    std::size_t known = 0;
    bool has_end = false;
    bool is_whole = false;
    for (std::uint8_t mark = 1; mark != 250 && !is_whole; ++mark) {
      const std::size_t begin = random() % (size / 8) * 8;
      const std::size_t end = std::min(size, begin + 8 + random() % 5 * 8);
      for (std::size_t at = begin; at != end; ++at) {
        known += wanted[at] == 0 ? 1 : 0;
        if (wanted[at] == 0) wanted[at] = mark;
      }
      has_end = has_end || end == size;
      is_whole = fragments.add(key, static_cast<std::uint32_t>(begin), end == size, Bytes(end - begin, mark), 0);
      EXPECT_EQ(is_whole, has_end && known == size);
    }
    ASSERT_TRUE(is_whole);
    EXPECT_EQ(fragments.whole(), wanted);
  }
}

/// Pieces that are kept have a limit; the packet whose first piece came first is forgotten then.
TEST(Fragments, TheOldestIsForgotten) {
  const auto key = [](std::uint32_t number) { return Fragments::Key{{}, {}, number, 17}; };
  const Bytes piece(64000, 5);
  constexpr std::uint32_t more_than_fit = Fragments::limit / 64000 + 1;
  Fragments fragments;
  for (std::uint32_t i = 0; i != more_than_fit; ++i) EXPECT_FALSE(fragments.add(key(i), 8, true, piece, 0));
  EXPECT_FALSE(fragments.add(key(0), 0, false, Bytes(8, 1), 0));
  EXPECT_TRUE(fragments.add(key(more_than_fit - 1), 0, false, Bytes(8, 1), 0));
  EXPECT_EQ(fragments.whole(), Bytes(8, 1) + piece);
  EXPECT_TRUE(fragments.add(key(more_than_fit / 2), 0, false, Bytes(8, 1), 0)) << "half of them are younger";
}

TEST(Address, Texts) {
  const auto text = [](std::initializer_list<std::uint8_t> bytes) {
    Address address{.family = 6, .bytes = {}};
    std::copy(bytes.begin(), bytes.end(), address.bytes.begin());
    return text_of(address);
  };
  EXPECT_EQ(text({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}), "::1");
  EXPECT_EQ(text({}), "::");
  EXPECT_EQ(text({0xFE, 0x80, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 2}), "fe80::1:0:0:2");
  EXPECT_EQ(text({0x20, 1, 0, 0, 0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6}), "2001:0:1:2:3:4:5:6");
  EXPECT_EQ(text({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 1, 2, 3, 4}), "::ffff:1.2.3.4");
  EXPECT_EQ(text({0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0xFF, 0xFF, 1, 2, 3, 4}), "::1:ffff:102:304") << "none of IPv4";
  EXPECT_EQ(text({0x20, 1, 0, 0, 0, 0, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6}), "2001::2:3:4:5:6") << "two groups";
  EXPECT_EQ(text({0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 0, 0, 0}), "1:2:3:4:5:6::");
}

}  // namespace
}  // namespace godot::capture::test
