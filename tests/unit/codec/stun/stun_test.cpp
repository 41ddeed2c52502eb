// SPDX-License-Identifier: MIT
// Messages of RFC 5769, and of captures in pcaps/ice.
#include "codec/stun/stun.h"

#include <gtest/gtest.h>

#include <span>
#include <string>
#include <vector>

namespace {

using namespace godot::stun;
using Bytes = std::vector<std::uint8_t>;

// RFC 5769, 2.1: a request of ICE.
const Bytes request = {0x00, 0x01, 0x00, 0x58, 0x21, 0x12, 0xa4, 0x42, 0xb7, 0xe7, 0xa7, 0x01, 0xbc, 0x34, 0xd6, 0x86,
                       0xfa, 0x87, 0xdf, 0xae, 0x80, 0x22, 0x00, 0x10, 0x53, 0x54, 0x55, 0x4e, 0x20, 0x74, 0x65, 0x73,
                       0x74, 0x20, 0x63, 0x6c, 0x69, 0x65, 0x6e, 0x74, 0x00, 0x24, 0x00, 0x04, 0x6e, 0x00, 0x01, 0xff,
                       0x80, 0x29, 0x00, 0x08, 0x93, 0x2f, 0xf9, 0xb1, 0x51, 0x26, 0x3b, 0x36, 0x00, 0x06, 0x00, 0x09,
                       0x65, 0x76, 0x74, 0x6a, 0x3a, 0x68, 0x36, 0x76, 0x59, 0x20, 0x20, 0x20, 0x00, 0x08, 0x00, 0x14,
                       0x9a, 0xea, 0xa7, 0x0c, 0xbf, 0xd8, 0xcb, 0x56, 0x78, 0x1e, 0xf2, 0xb5, 0xb2, 0xd3, 0xf2, 0x49,
                       0xc1, 0xb5, 0x71, 0xa2, 0x80, 0x28, 0x00, 0x04, 0xe5, 0x7a, 0x3b, 0xcf};
// 2.2: a response over IPv4.
const Bytes response = {0x01, 0x01, 0x00, 0x3c, 0x21, 0x12, 0xa4, 0x42, 0xb7, 0xe7, 0xa7, 0x01, 0xbc, 0x34, 0xd6, 0x86,
                        0xfa, 0x87, 0xdf, 0xae, 0x80, 0x22, 0x00, 0x0b, 0x74, 0x65, 0x73, 0x74, 0x20, 0x76, 0x65, 0x63,
                        0x74, 0x6f, 0x72, 0x20, 0x00, 0x20, 0x00, 0x08, 0x00, 0x01, 0xa1, 0x47, 0xe1, 0x12, 0xa6, 0x43,
                        0x00, 0x08, 0x00, 0x14, 0x2b, 0x91, 0xf5, 0x99, 0xfd, 0x9e, 0x90, 0xc3, 0x8c, 0x74, 0x89, 0xf9,
                        0x2a, 0xf9, 0xba, 0x53, 0xf0, 0x6b, 0xe7, 0xd7, 0x80, 0x28, 0x00, 0x04, 0xc0, 0x7d, 0x4c, 0x96};
// 2.3: over IPv6.
const Bytes response_v6 = {
    0x01, 0x01, 0x00, 0x48, 0x21, 0x12, 0xa4, 0x42, 0xb7, 0xe7, 0xa7, 0x01, 0xbc, 0x34, 0xd6, 0x86, 0xfa, 0x87, 0xdf,
    0xae, 0x80, 0x22, 0x00, 0x0b, 0x74, 0x65, 0x73, 0x74, 0x20, 0x76, 0x65, 0x63, 0x74, 0x6f, 0x72, 0x20, 0x00, 0x20,
    0x00, 0x14, 0x00, 0x02, 0xa1, 0x47, 0x01, 0x13, 0xa9, 0xfa, 0xa5, 0xd3, 0xf1, 0x79, 0xbc, 0x25, 0xf4, 0xb5, 0xbe,
    0xd2, 0xb9, 0xd9, 0x00, 0x08, 0x00, 0x14, 0xa3, 0x82, 0x95, 0x4e, 0x4b, 0xe6, 0x7b, 0xf1, 0x17, 0x84, 0xc9, 0x7c,
    0x82, 0x92, 0xc2, 0x75, 0xbf, 0xe3, 0xed, 0x41, 0x80, 0x28, 0x00, 0x04, 0xc8, 0xfb, 0x0b, 0x4c};
// 2.4: a request with a name of a server's user.
const Bytes long_term = {0x00, 0x01, 0x00, 0x60, 0x21, 0x12, 0xa4, 0x42, 0x78, 0xad, 0x34, 0x33, 0xc6, 0xad, 0x72,
                         0xc0, 0x29, 0xda, 0x41, 0x2e, 0x00, 0x06, 0x00, 0x12, 0xe3, 0x83, 0x9e, 0xe3, 0x83, 0x88,
                         0xe3, 0x83, 0xaa, 0xe3, 0x83, 0x83, 0xe3, 0x82, 0xaf, 0xe3, 0x82, 0xb9, 0x00, 0x00, 0x00,
                         0x15, 0x00, 0x1c, 0x66, 0x2f, 0x2f, 0x34, 0x39, 0x39, 0x6b, 0x39, 0x35, 0x34, 0x64, 0x36,
                         0x4f, 0x4c, 0x33, 0x34, 0x6f, 0x4c, 0x39, 0x46, 0x53, 0x54, 0x76, 0x79, 0x36, 0x34, 0x73,
                         0x41, 0x00, 0x14, 0x00, 0x0b, 0x65, 0x78, 0x61, 0x6d, 0x70, 0x6c, 0x65, 0x2e, 0x6f, 0x72,
                         0x67, 0x00, 0x00, 0x08, 0x00, 0x14, 0xf6, 0x70, 0x24, 0x65, 0x6d, 0xd6, 0x4a, 0x3e, 0x02,
                         0xb8, 0xe0, 0x71, 0x2e, 0x85, 0xc9, 0xa2, 0x8c, 0xa8, 0x96, 0x66};

Bytes made(std::uint16_t type, const Bytes& attributes) {
  Bytes all = {static_cast<std::uint8_t>(type >> 8U),
               static_cast<std::uint8_t>(type),
               0,
               static_cast<std::uint8_t>(attributes.size()),
               0x21,
               0x12,
               0xa4,
               0x42,
               1,
               2,
               3,
               4,
               5,
               6,
               7,
               8,
               9,
               10,
               11,
               12};
  all.insert(all.end(), attributes.begin(), attributes.end());
  return all;
}

TEST(Stun, Request) {
  Message message;
  ASSERT_TRUE(read(request, request.size(), message));
  EXPECT_EQ(message.method, binding);
  EXPECT_EQ(message.kind, Class::request);
  EXPECT_TRUE(message.is_whole);
  EXPECT_EQ(message.software, "STUN test client");
  EXPECT_EQ(message.username, "evtj:h6vY");
  EXPECT_TRUE(message.has_priority);
  EXPECT_EQ(message.priority, 0x6e0001ffU);
  EXPECT_EQ(message.role, Role::controlled);
  EXPECT_FALSE(message.use_candidate);
  EXPECT_TRUE(message.has_fingerprint);
  EXPECT_TRUE(message.fits_fingerprint);
  EXPECT_EQ(message.transaction[0], 0xb7);
  EXPECT_EQ(message.transaction[11], 0xae);
}

TEST(Stun, Responses) {
  Message message;
  ASSERT_TRUE(read(response, response.size(), message));
  EXPECT_EQ(message.kind, Class::success);
  EXPECT_EQ(message.software, "test vector");
  EXPECT_EQ(message.mapped, (End{{192, 0, 2, 1}, 4, 32853}));
  EXPECT_TRUE(message.fits_fingerprint);

  ASSERT_TRUE(read(response_v6, response_v6.size(), message));
  EXPECT_EQ(
      message.mapped,
      (End{
          {0x20, 0x01, 0x0d, 0xb8, 0x12, 0x34, 0x56, 0x78, 0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77}, 6, 32853}));
  EXPECT_TRUE(message.fits_fingerprint);

  ASSERT_TRUE(read(long_term, long_term.size(), message));
  EXPECT_EQ(message.username, "\u30de\u30c8\u30ea\u30c3\u30af\u30b9");
  EXPECT_FALSE(message.has_fingerprint);
  EXPECT_TRUE(message.is_whole);
}

TEST(Stun, MethodsAndClasses) {
  Message message;
  const auto of = [&](std::uint16_t type) {
    const Bytes bytes = made(type, {});
    EXPECT_TRUE(read(bytes, bytes.size(), message)) << type;
    return std::pair(message.method, message.kind);
  };
  EXPECT_EQ(of(0x0003), std::pair(allocate, Class::request));
  EXPECT_EQ(of(0x0113), std::pair(allocate, Class::error));
  EXPECT_EQ(of(0x0103), std::pair(allocate, Class::success));
  EXPECT_EQ(of(0x0016), std::pair(send, Class::indication));
  EXPECT_EQ(of(0x0017), std::pair(data, Class::indication));
  EXPECT_EQ(of(0x0118), std::pair(create_permission, Class::error));
  EXPECT_EQ(of(0x3eef), std::pair(std::uint16_t{0xfff}, Class::request));
}

TEST(Stun, AttributesOfTurn) {
  Message message;
  // ERROR-CODE 401, XOR-PEER-ADDRESS, CHANNEL-NUMBER, DATA, USE-CANDIDATE, ICE-CONTROLLING.
  const Bytes bytes = made(0x0016, {0x00, 0x09, 0x00, 0x05, 0,    0,    4,    1,    'n',  0,    0,    0,    0x00, 0x12,
                                    0x00, 0x08, 0,    1,    0x21, 0x13, 0xea, 0x12, 0xd5, 0x48, 0x00, 0x0c, 0x00, 0x04,
                                    0x40, 0x01, 0,    0,    0x00, 0x13, 0x00, 0x03, 'a',  'b',  'c',  0,    0x00, 0x25,
                                    0x00, 0x00, 0x80, 0x2a, 0x00, 0x08, 1,    2,    3,    4,    5,    6,    7,    8});
  ASSERT_TRUE(read(bytes, bytes.size(), message));
  EXPECT_TRUE(message.is_whole);
  EXPECT_EQ(message.error, 401);
  EXPECT_EQ(error_name(message.error), "Unauthorized");
  EXPECT_EQ(message.peer, (End{{203, 0, 113, 10}, 4, 1}));
  EXPECT_EQ(message.channel, 0x4001);
  EXPECT_EQ(std::string(message.data.begin(), message.data.end()), "abc");
  EXPECT_TRUE(message.use_candidate);
  EXPECT_EQ(message.role, Role::controlling);
  EXPECT_EQ(error_name(499), "");
}

/// What a server of TURN answers: the address that it relays for, and the client's own.
TEST(Stun, AddressesOfAnAllocation) {
  Message message;
  const Bytes bytes = made(0x0103, {0x00, 0x16, 0x00, 0x08, 0, 1, 0x21, 0x13, 0xea, 0x12, 0xd5, 0x48,
                                    0x00, 0x20, 0x00, 0x08, 0, 1, 0x21, 0x12, 0xeb, 0x12, 0xd5, 0x48});
  ASSERT_TRUE(read(bytes, bytes.size(), message));
  EXPECT_TRUE(message.is_whole);
  EXPECT_EQ(message.relayed, (End{{203, 0, 113, 10}, 4, 1}));
  EXPECT_EQ(message.mapped, (End{{202, 0, 113, 10}, 4, 0}));
}

/// RFC 8656, 18.4: what a relay carries. The first of several counts, and none behind an integrity.
TEST(Stun, TheDataOfARelay) {
  const Bytes first = {0x00, 0x13, 0x00, 0x03, 'a', 'b', 'c', 0};
  const Bytes second = {0x00, 0x13, 0x00, 0x02, 'd', 'e', 0, 0};
  Bytes integrity = {0x00, 0x08, 0x00, 0x14};
  integrity.resize(24);
  const auto data_of = [](std::initializer_list<Bytes> parts) {
    Bytes attributes;
    for (const Bytes& part : parts) attributes.insert(attributes.end(), part.begin(), part.end());
    const Bytes bytes = made(0x0017, attributes);
    Message message;
    EXPECT_TRUE(read(bytes, bytes.size(), message));
    EXPECT_TRUE(message.is_whole);
    EXPECT_EQ(message.data_size, message.data.size());
    return message.has_data ? std::string(message.data.begin(), message.data.end()) : "none";
  };
  EXPECT_EQ(data_of({first}), "abc");
  EXPECT_EQ(data_of({first, second}), "abc");
  EXPECT_EQ(data_of({integrity, first}), "none");
  EXPECT_EQ(data_of({}), "none");
  EXPECT_EQ(data_of({{0x00, 0x13, 0x00, 0x00}}), "") << "it has no bytes, and is there";
}

/// RFC 8489, 14.8: classes from 3 to 6, numbers below 100.
TEST(Stun, NumbersOfErrors) {
  const auto is_whole = [](std::uint8_t family, std::uint8_t number) {
    const Bytes bytes = made(0x0113, {0x00, 0x09, 0x00, 0x04, 0, 0, family, number});
    Message message;
    EXPECT_TRUE(read(bytes, bytes.size(), message));
    EXPECT_EQ(message.error, family * 100 + number);
    return message.is_whole;
  };
  EXPECT_FALSE(is_whole(2, 99));
  EXPECT_TRUE(is_whole(3, 0)) << "Try Alternate";
  EXPECT_TRUE(is_whole(6, 99));
  EXPECT_FALSE(is_whole(7, 0));
  EXPECT_FALSE(is_whole(4, 100));
}

TEST(Stun, SomethingElse) {
  Message message;
  for (const Bytes& other : {Bytes{}, Bytes(20, 0), Bytes(19, 0x21)}) EXPECT_FALSE(read(other, other.size(), message));
  Bytes bytes = request;
  EXPECT_FALSE(read(bytes, bytes.size() + 4, message));
  bytes[3] = 0x59;
  EXPECT_FALSE(read(bytes, bytes.size() + 1, message));
  bytes = request;
  bytes[0] = 0x40;
  EXPECT_FALSE(read(bytes, bytes.size(), message));
  bytes = request;
  bytes[4] = 0;
  EXPECT_FALSE(read(bytes, bytes.size(), message));
}

TEST(Stun, CutAndMalformed) {
  for (std::size_t size = 0; size != request.size(); ++size) {
    const Bytes cut(request.begin(), request.begin() + static_cast<std::ptrdiff_t>(size));
    Message message;
    EXPECT_EQ(read(cut, request.size(), message), size >= 20) << size;
    EXPECT_FALSE(message.fits_fingerprint);
    EXPECT_TRUE(size < 20 || !message.is_whole) << size;
    EXPECT_EQ(message.username, size >= 73 ? "evtj:h6vY" : "") << size;
  }
  Message message;
  // An attribute that is longer than the message; an address of no family, and of no size; one after the integrity.
  for (const Bytes& attributes :
       {Bytes{0x80, 0x22, 0x00, 0x05, 'a', 'b', 'c', 'd'}, Bytes{0x00, 0x20, 0x00, 0x08, 0, 3, 0, 0, 0, 0, 0, 0},
        Bytes{0x00, 0x20, 0x00, 0x0c, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}) {
    const Bytes bytes = made(0x0001, attributes);
    EXPECT_TRUE(read(bytes, bytes.size(), message));
    EXPECT_FALSE(message.is_whole);
  }
  Bytes sealed = {0x00, 0x08, 0x00, 0x14};
  sealed.resize(24);
  for (const int byte : {0x00, 0x06, 0x00, 0x04, int{'e'}, int{'v'}, int{'i'}, int{'l'}})
    sealed.push_back(static_cast<std::uint8_t>(byte));
  const Bytes bytes = made(0x0001, sealed);
  ASSERT_TRUE(read(bytes, bytes.size(), message));
  EXPECT_EQ(message.username, "");
}

TEST(Stun, Channels) {
  ChannelData frame;
  const Bytes bytes = {0x40, 0x01, 0x00, 0x03, 1, 2, 3, 0};
  ASSERT_TRUE(read(bytes, bytes.size(), frame));
  EXPECT_EQ(frame.channel, 0x4001);
  EXPECT_EQ(Bytes(frame.data.begin(), frame.data.end()), (Bytes{1, 2, 3}));
  ASSERT_TRUE(read(std::span(bytes).first(5), 7, frame));
  EXPECT_EQ(frame.data.size(), 1U);
  EXPECT_EQ(frame.data_size, 3U);
  EXPECT_FALSE(read(bytes, 6, frame));
  EXPECT_FALSE(read(bytes, 12, frame));
  EXPECT_TRUE(read(Bytes{0x40, 0x01, 0x00, 0x01, 1, 0, 0, 0}, 8, frame)) << "filled up by three bytes";
  EXPECT_FALSE(read(Bytes{0x40, 0x01, 0x00, 0x00, 0, 0, 0, 0}, 8, frame));
  EXPECT_FALSE(read(Bytes{0x80, 0, 0, 0}, 4, frame));
  EXPECT_FALSE(read(Bytes{0x16, 0xfe, 0xfd, 0}, 4, frame));
}

/// Over TCP, messages say their own size, and frames of channels are filled up.
TEST(Stun, TheFrontOfAStream) {
  Framed first;
  Bytes both = request;
  both.insert(both.end(), response.begin(), response.end());
  for (std::size_t size = 0; size != 8; ++size) {
    EXPECT_TRUE(first_in_stream(std::span(both).first(size), first));
    EXPECT_EQ(first.size, 0U) << "its size is not there yet";
  }
  EXPECT_TRUE(first_in_stream(both, first));
  EXPECT_EQ(first.size, request.size());
  EXPECT_EQ(first.padded, request.size());
  EXPECT_TRUE(first_in_stream(std::span(both).first(8), first));
  EXPECT_EQ(first.size, request.size()) << "the rest may come later";
  EXPECT_TRUE(first_in_stream(Bytes{0x40, 0x01, 0x00, 0x05, 1, 2, 3, 4, 5, 0, 0, 0}, first));
  EXPECT_EQ(first.size, 9U);
  EXPECT_EQ(first.padded, 12U);
  EXPECT_TRUE(first_in_stream(Bytes{0x4f, 0xff, 0xff, 0xff}, first));
  EXPECT_EQ(first.padded, 0xffffU + 5U);
  both[4] ^= 1U;
  EXPECT_FALSE(first_in_stream(both, first)) << "another number at the cookie's place";
  both = request;
  both[3] = 0x57;
  EXPECT_FALSE(first_in_stream(both, first)) << "no multiple of 4";
  EXPECT_FALSE(first_in_stream(Bytes{0x80, 0, 0, 0}, first));
}

TEST(Stun, Fragments) {
  Fragments fragments;
  ASSERT_TRUE(read(std::string_view("n+Nl:NP/v"), fragments));
  EXPECT_EQ(fragments.receiver, "n+Nl");
  EXPECT_EQ(fragments.sender, "NP/v");
  for (const char* other : {"", ":", "abcd", "abc:abcd", "abcd:", "abcd:ab cd", "abcd:efgh:ijkl", "player:1234567 "})
    EXPECT_FALSE(read(std::string_view(other), fragments)) << other;
}

/// RFC 8445, 5.3: from 4 to 256 of these characters; those beside them in ASCII are none.
TEST(Stun, FragmentsHaveTheirAlphabetAndLength) {
  Fragments fragments;
  for (const char letter : std::string_view("09azAZ+/"))
    EXPECT_TRUE(read(std::string("abcd:efg") + letter, fragments)) << letter;
  for (const char letter : std::string_view("*,.@[`{-"))
    EXPECT_FALSE(read(std::string("abcd:efg") + letter, fragments)) << letter;
  const std::string longest(256, 'x');
  EXPECT_TRUE(read(longest + ":" + longest, fragments));
  EXPECT_FALSE(read(longest + ":x" + longest, fragments));
  EXPECT_FALSE(read(longest + "x:" + longest, fragments));
}

TEST(Stun, PrivateAddresses) {
  for (const auto& host : {std::array<std::uint8_t, 4>{10, 0, 0, 1},
                           {172, 16, 0, 1},
                           {172, 31, 255, 1},
                           {192, 168, 1, 1},
                           {169, 254, 0, 1},
                           {100, 64, 0, 1},
                           {100, 127, 255, 1},
                           {127, 0, 0, 1}})
    EXPECT_TRUE(is_private({{host[0], host[1], host[2], host[3]}, 4, 1})) << int{host[0]};
  for (const auto& host : {std::array<std::uint8_t, 4>{9, 0, 0, 1},
                           {11, 0, 0, 1},
                           {126, 0, 0, 1},
                           {128, 0, 0, 1},
                           {172, 15, 0, 1},
                           {172, 32, 0, 1},
                           {173, 16, 0, 1},
                           {192, 0, 2, 1},
                           {192, 169, 1, 1},
                           {193, 168, 1, 1},
                           {169, 253, 0, 1},
                           {168, 254, 0, 1},
                           {100, 63, 0, 1},
                           {100, 128, 0, 1},
                           {101, 64, 0, 1},
                           {203, 0, 113, 1}})
    EXPECT_FALSE(is_private({{host[0], host[1], host[2], host[3]}, 4, 1})) << int{host[0]};
  EXPECT_TRUE(is_private({{0xfe, 0x80}, 6, 1}));
  EXPECT_TRUE(is_private({{0xfd}, 6, 1}));
  EXPECT_TRUE(is_private({{0xfc}, 6, 1}));
  EXPECT_TRUE(is_private({{0xfe, 0xbf}, 6, 1}));
  EXPECT_TRUE(is_private({{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}, 6, 1})) << "::1";
  EXPECT_FALSE(is_private({{0x20, 0x01, 0x0d, 0xb8}, 6, 1}));
  EXPECT_FALSE(is_private({{0xfb}, 6, 1}));
  EXPECT_FALSE(is_private({{0xfe, 0x7f}, 6, 1}));
  EXPECT_FALSE(is_private({{0xfe, 0xc0}, 6, 1}));
  EXPECT_FALSE(is_private({{0xff, 0x80}, 6, 1}));
  EXPECT_FALSE(is_private({{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2}, 6, 1}));
  EXPECT_FALSE(is_private({{10}, 6, 1})) << "10.0.0.0 is of the other family";
}

TEST(Stun, LocalNames) {
  const std::string name = "6f1c3a52-93c5-4b4e-9a6b-2d7f0c1e8a44";
  const auto packet = [](std::uint8_t flags, std::uint8_t questions, std::uint8_t answers, const std::string& label,
                         const char* top) {
    std::string text(12, 0);
    text[2] = static_cast<char>(flags);
    text[5] = static_cast<char>(questions);
    text[7] = static_cast<char>(answers);
    text += static_cast<char>(label.size()) + label + static_cast<char>(std::char_traits<char>::length(top)) + top;
    text += std::string("\0\0\1\0\1", 5);
    return Bytes(text.begin(), text.end());
  };
  LocalName read_name;
  Bytes bytes = packet(0, 1, 0, name, "local");
  ASSERT_TRUE(read(bytes, read_name));
  EXPECT_EQ(read_name.name, name);
  EXPECT_FALSE(read_name.is_answer);
  bytes = packet(0x84, 0, 1, name, "local");
  ASSERT_TRUE(read(bytes, read_name));
  EXPECT_TRUE(read_name.is_answer);
  bytes = packet(0x84, 1, 0, name, "local");  // there is no such name
  ASSERT_TRUE(read(bytes, read_name));
  EXPECT_FALSE(read_name.is_answer);
  std::string wrong = name;
  wrong[8] = 'a';
  for (const Bytes& other : {Bytes{}, packet(0, 1, 0, name, "net"), packet(0, 1, 0, wrong, "local"),
                             packet(0, 1, 0, "printer", "local"), packet(0, 0, 0, name, "local")})
    EXPECT_FALSE(read(other, read_name));
  bytes = packet(0x84, 1, 1, name, "local");  // an answer that repeats its question
  ASSERT_TRUE(read(bytes, read_name));
  EXPECT_TRUE(read_name.is_answer);
  bytes = packet(0, 1, 1, name, "local");  // a question with an answer that is known already
  ASSERT_TRUE(read(bytes, read_name));
  EXPECT_FALSE(read_name.is_answer);
  // The numbers have two bytes: 256 of each.
  bytes = packet(0x84, 0, 0, name, "local");
  bytes[6] = 1;
  ASSERT_TRUE(read(bytes, read_name));
  EXPECT_TRUE(read_name.is_answer);
  bytes = packet(0, 0, 0, name, "local");
  bytes[4] = 1;
  EXPECT_TRUE(read(bytes, read_name));
  // The name is whole at its root, whose length is 0; what follows is not needed.
  bytes = packet(0, 1, 0, name, "local");
  const std::size_t whole = 12 + 1 + 36 + 6 + 1;
  EXPECT_TRUE(read(std::span(bytes).first(whole), read_name));
  EXPECT_FALSE(read(std::span(bytes).first(whole - 1), read_name));
  bytes[whole - 1] = 3;
  EXPECT_FALSE(read(bytes, read_name)) << "a name below .local";
}

TEST(Stun, LocalNamesAreDigitsAndDashes) {
  const std::string name = "0f9c3a52-93c5-4b4e-9a6b-2D7F0C1E8AAF";
  const auto is_name = [](const std::string& label) {
    const std::string text = std::string("\0\0\0\0\0\1\0\0\0\0\0\0\x24", 13) + label + std::string("\5local\0", 7);
    LocalName found;
    return read(Bytes(text.begin(), text.end()), found);
  };
  EXPECT_TRUE(is_name(name));
  for (const std::size_t dash : {8U, 13U, 18U, 23U}) {
    std::string other = name;
    other[dash] = '0';
    EXPECT_FALSE(is_name(other)) << dash;
  }
  for (const std::size_t place : {0U, 7U, 9U, 22U, 24U, 35U}) {
    for (const char letter : std::string_view("/:`g@G-")) {
      std::string other = name;
      other[place] = letter;
      EXPECT_FALSE(is_name(other)) << place << letter;
    }
  }
}

/// Most datagrams of games begin with zeros, as messages of STUN may.
TEST(Stun, OtherDatagramsAreToldByTheirBeginning) {
  for (const Bytes& each : {request, response, response_v6, long_term}) {
    EXPECT_TRUE(may_be(each));
    EXPECT_FALSE(may_be(std::span(each).first(head_size - 1)));
    Bytes other = each;
    other[7] ^= 1U;
    EXPECT_FALSE(may_be(other));
    other = each;
    other[0] |= 0x80U;
    EXPECT_FALSE(may_be(other));
  }
  EXPECT_TRUE(may_be(Bytes{0x40, 0x00, 0x00, 0x00}));
  EXPECT_TRUE(may_be(Bytes{0x7f, 0xff, 0x00, 0x00}));
  EXPECT_FALSE(may_be(Bytes{0x40, 0x00, 0x00}));
  EXPECT_FALSE(may_be(Bytes{0x80, 0x00, 0x00, 0x00}));
  EXPECT_FALSE(may_be(Bytes{}));
}

}  // namespace
