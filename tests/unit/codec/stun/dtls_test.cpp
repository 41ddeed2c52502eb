// SPDX-License-Identifier: MIT
// Heads of records as libdatachannel and libwebrtc send them (pcaps/ice), and of DTLS 1.3 as RFC 9147 describes them.
#include "codec/stun/dtls.h"

#include <gtest/gtest.h>

#include <vector>

namespace {

using namespace godot::dtls;
using Bytes = std::vector<std::uint8_t>;

/// A record of DTLS 1.2.
Bytes record(std::uint8_t content, std::uint8_t epoch, const Bytes& bytes) {
  Bytes all = {content, 0xfe, 0xfd, 0, epoch, 0, 0, 0, 0, 0, 1, 0, static_cast<std::uint8_t>(bytes.size())};
  all.insert(all.end(), bytes.begin(), bytes.end());
  return all;
}
Record first(const Bytes& bytes) { return first_record(bytes, bytes.size()); }

TEST(Dtls, Handshake) {
  Bytes bytes = record(22, 0, {client_hello, 0, 0, 1});
  const Bytes more = record(20, 0, {1});
  bytes.insert(bytes.end(), more.begin(), more.end());
  const Record hello = first(bytes);
  EXPECT_EQ(hello.content, Content::handshake);
  EXPECT_EQ(hello.handshake, client_hello);
  EXPECT_FALSE(hello.is_encrypted);
  EXPECT_EQ(hello.size, 17U);
  EXPECT_EQ(first(more).content, Content::change_cipher);
}

TEST(Dtls, Alerts) {
  const Record fatal = first(record(21, 0, {2, 48}));
  EXPECT_EQ(fatal.content, Content::alert);
  EXPECT_TRUE(fatal.is_fatal);
  EXPECT_EQ(fatal.alert, 48);
  EXPECT_EQ(alert_name(fatal.alert), "unknown CA");
  EXPECT_EQ(matter_of(fatal.alert), Matter::certificate);
  EXPECT_FALSE(first(record(21, 0, {1, 0})).is_fatal);
  EXPECT_EQ(matter_of(0), Matter::closes);
  EXPECT_EQ(matter_of(70), Matter::ciphers);
  EXPECT_EQ(matter_of(200), Matter::other);
  EXPECT_EQ(alert_name(200), "");
  // An encrypted one says nothing of itself.
  const Record sealed = first(record(21, 1, {2, 48, 3, 4}));
  EXPECT_TRUE(sealed.is_encrypted);
  EXPECT_FALSE(sealed.has_content);
  EXPECT_EQ(sealed.alert, 0);
}

TEST(Dtls, Encrypted) {
  const Record data = first(record(23, 1, {1, 2, 3}));
  EXPECT_EQ(data.content, Content::application);
  EXPECT_TRUE(data.is_encrypted);
  // 1.3: number of 2 bytes and a length; without a length, the rest of the datagram; with an identifier, likewise.
  const Record unified = first({0x2d, 0, 1, 0, 2, 9, 9, 0x2d});
  EXPECT_TRUE(unified.is_encrypted);
  EXPECT_EQ(unified.content, Content::unknown);
  EXPECT_EQ(unified.size, 7U);
  EXPECT_EQ(first({0x21, 1, 9, 9}).size, 4U);
  EXPECT_EQ(first({0x3d, 1, 2, 3, 4, 5, 6}).size, 7U);
  EXPECT_EQ(first({0x2d, 0, 1, 0, 9, 9}).size, 0U);
  // A capture that ends before the length does not show where the record ends: behind a number of 2 bytes, or of one.
  const Bytes wide = {0x2d, 0, 1, 0, 2, 9, 9};
  const Bytes narrow = {0x25, 1, 0, 2, 9, 9};
  for (std::size_t size = 1; size != 6; ++size) {
    EXPECT_EQ(first_record(std::span(wide).first(size), wide.size()).size, size >= 5 ? 7U : 0U) << size;
    EXPECT_EQ(first_record(std::span(narrow).first(size), narrow.size()).size, size >= 4 ? 6U : 0U) << size;
  }
}

/// RFC 9147, 4.1: types from 20 to 26 are DTLS'; those after 23 are not told apart here.
TEST(Dtls, Types) {
  for (const std::uint8_t type : {20, 21, 22, 23}) {
    EXPECT_EQ(first(record(type, 0, {1, 1})).content, static_cast<Content>(type)) << int{type};
    EXPECT_EQ(first(record(type, 0, {9, 9})).handshake, type == 22 ? 9 : 0) << int{type};
    EXPECT_EQ(first(record(type, 0, {9, 9})).alert, type == 21 ? 9 : 0) << int{type};
  }
  for (const std::uint8_t type : {24, 26}) {
    EXPECT_EQ(first(record(type, 0, {1, 1})).content, Content::unknown) << int{type};
    EXPECT_EQ(first(record(type, 0, {1, 1})).size, 15U) << int{type};
  }
  for (const std::uint8_t type : {19, 27}) EXPECT_EQ(first(record(type, 0, {1, 1})).size, 0U) << int{type};
  EXPECT_FALSE(first(record(22, 0, {1})).has_content) << "a record of one byte";
}

TEST(Dtls, CutAndSomethingElse) {
  const Bytes whole = record(22, 0, {server_hello, 0, 0, 1});
  EXPECT_EQ(first_record(std::span(whole).first(12), whole.size()).size, 0U);
  const Record cut = first_record(std::span(whole).first(14), whole.size());
  EXPECT_EQ(cut.size, whole.size());
  EXPECT_FALSE(cut.has_content);
  for (const Bytes& other : {Bytes{}, Bytes(40, 0), Bytes(40, 22), Bytes{0x80, 0, 1}, Bytes{0x40, 0, 0, 0}})
    EXPECT_EQ(first(other).size, 0U);
  Bytes version = whole;
  version[2] = 0x01;
  EXPECT_EQ(first(version).size, 0U);
  EXPECT_EQ(first_record(whole, whole.size() - 1).size, 0U);
}

}  // namespace
