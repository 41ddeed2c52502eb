// SPDX-License-Identifier: MIT
// What is learned of two ends: settings, the server, whether a datagram is theirs; checksums; attempts to decompress.
#include "analysis/enet/connections/two_ends.h"

#include <gtest/gtest.h>

#include "codec/enet/crc.h"
#include "tests/unit/analysis/enet/capture/captured.h"

namespace godot::analysis::enet {
namespace {

using test::down;
using test::up;

/// A datagram of one Ping with this checksum.
struct Checked {
  explicit Checked(std::uint16_t peer_id, std::uint32_t checksum)
      : bytes(test::Wire().u16(0x8000U | peer_id).u16(1).u32(checksum).u8(0x85).u8(0xFF).u16(1).bytes) {
    Problem problem;
    reading.datagram = reading.commands = Buffer(bytes);
    reading.has_header = read_header(reading.datagram, true, reading.header, problem);
    reading.begin = reading.header.size;
    reading.has_commands = true;
  }
  test::Bytes bytes;
  Reading reading;
};

TEST(Pairs, TheFirstDatagramsAreStoredBeforeRecognition) {
  Pair pair;
  for (std::uint32_t i = 0; i != most_tried; ++i) {
    EXPECT_TRUE(pair.takes_another());
    EXPECT_FALSE(pair.skipped);
  }
  EXPECT_FALSE(pair.takes_another());
  EXPECT_TRUE(pair.skipped);
}

TEST(Pairs, SettingsOfAnotherPairOfAnEndCountUntilThePairIsRecognised) {
  Endpoint end;
  end.compression = Compression::zlib;
  EXPECT_EQ(settings_of(nullptr, nullptr).compression, Compression::none);
  EXPECT_EQ(settings_of(nullptr, &end).compression, Compression::zlib);
  Pair pair;
  pair.checksum = Checksum::present;
  pair.make = Make::more_peers;
  EXPECT_EQ(settings_of(&pair, &end).compression, Compression::zlib);
  EXPECT_EQ(settings_of(&pair, &end).checksum, Checksum::present);
  EXPECT_EQ(settings_of(&pair, &end).make, Make::more_peers);
  pair.compression = Compression::fastlz;
  EXPECT_EQ(settings_of(&pair, &end).compression, Compression::fastlz);
  pair.compression = Compression::none;
  pair.recognition.accept();
  EXPECT_EQ(settings_of(&pair, &end).compression, Compression::none);
}

TEST(Pairs, LearnTheirSettingsFromWhatIsProved) {
  Pair pair;
  Endpoint end;
  pair.ends = {&end, nullptr};
  Reading reading;
  reading.plain.compression = Compression::zstd;
  pair.observe(nullptr, reading);
  EXPECT_EQ(pair.checksum, Checksum::automatic);
  EXPECT_EQ(pair.compression, Compression::none);
  reading.plain.exact = true;
  pair.observe(nullptr, reading);
  EXPECT_EQ(pair.checksum, Checksum::absent);
  EXPECT_EQ(pair.compression, Compression::zstd);
  EXPECT_EQ(end.compression, Compression::zstd);
}

TEST(Pairs, AChecksumIsEnetsOwnOnceItMatches) {
  Stream stream;
  stream.connect_frame = 1;
  stream.connect.connect_id = 9;
  Checked checked(3, 0);
  checked.reading.header.checksum = checksum(checked.reading.header, 9, checked.reading.command_bytes());
  Pair pair;
  Checked wrong(3, 1);
  pair.observe(&stream, wrong.reading);
  EXPECT_FALSE(pair.is_crc);
  pair.observe(nullptr, checked.reading);
  EXPECT_FALSE(pair.is_crc) << "the connection's id is unknown";
  pair.observe(&stream, checked.reading);
  EXPECT_TRUE(pair.is_crc);
}

TEST(Checksums, AreVerifiedWithTheIdOfTheConnection) {
  Stream stream;
  const Checked checked(3, 5);
  EXPECT_FALSE(verify_checksum(checked.reading, nullptr).is_known);
  EXPECT_FALSE(verify_checksum(checked.reading, &stream).is_known);
  stream.verify_frame = 2;
  stream.verify.connect_id = 9;
  const ChecksumVerdict verdict = verify_checksum(checked.reading, &stream);
  EXPECT_TRUE(verdict.is_known);
  EXPECT_FALSE(verdict.is_good);
  EXPECT_EQ(verdict.expected, checksum(checked.reading.header, 9, checked.reading.command_bytes()));
  const Checked good(3, verdict.expected);
  EXPECT_TRUE(verify_checksum(good.reading, &stream).is_good);
  // Before the server has given a number, the id is zero.
  const Checked first(no_peer_id, 0);
  const ChecksumVerdict of_first = verify_checksum(first.reading, nullptr);
  EXPECT_TRUE(of_first.is_known);
  EXPECT_EQ(of_first.expected, checksum(first.reading.header, 0, first.reading.command_bytes()));
  Checked unknown(3, 5);
  unknown.reading.has_commands = false;
  EXPECT_FALSE(verify_checksum(unknown.reading, &stream).is_known);
}

class Settled : public testing::Test, protected test::Captured {};

TEST_F(Settled, ADatagramOfAKnownConnectionIsTheirs) {
  Pair& pair = connected();
  EXPECT_TRUE(pair.has(Buffer(bytes_of(up, {})), up));
  EXPECT_FALSE(pair.has(Buffer(bytes_of(down, {})), up)) << "another number";
  const test::Bytes one_byte = {0x80};
  EXPECT_FALSE(pair.has(Buffer(one_byte), up));
}

TEST_F(Settled, CountForTheirEndsAndNameTheServer) {
  Pair& pair = begin_pair();
  EXPECT_EQ(pair.ends[0]->conversations, 1U);
  EXPECT_EQ(pair.ends[1]->conversations, 1U);
  pair.ends[1]->number = 6;
  Stream stream;
  pair.name_server(stream);
  EXPECT_EQ(stream.link.server_key, 7U);
  EXPECT_FALSE(pair.ends[1]->is_server) << "without a handshake it is a guess";
  stream.link.has_handshake = true;
  pair.name_server(stream);
  EXPECT_TRUE(pair.ends[1]->is_server);
  Pair unsettled;
  Stream other;
  unsettled.name_server(other);
  EXPECT_EQ(other.link.server_key, 0U);
}

TEST(Attempts, TheFirstOfAFlowAndThenFewerAndFewer) {
  DecompressionAttempts attempts;
  std::uint8_t of_flow = 0;
  std::vector<int> tried;
  for (int i = 0; i != 400; ++i) {
    if (attempts.next(of_flow)) tried.push_back(i);
  }
  EXPECT_EQ(tried, (std::vector<int>{0, 1, 2, 3, 4, 8, 16, 32, 64, 128}));
  EXPECT_EQ(of_flow, 255);
}

TEST(Attempts, HaveALimitForAllFlows) {
  DecompressionAttempts attempts;
  int tried = 0;
  for (int i = 0; i != 100'000; ++i) {
    std::uint8_t of_flow = 0;
    if (attempts.next(of_flow)) ++tried;
  }
  EXPECT_GT(tried, 500 + 100'000 / 256 - 2);
  EXPECT_LT(tried, 500 + 100'000 / 256 + 3);
}

TEST(Channels, TheNearestWithAMessage) {
  Stream stream;
  EXPECT_EQ(stream.nearest_channel(0, false), -1);
  EXPECT_EQ(stream.nearest_channel(300, true), -1);
  stream.channels.set(2);
  stream.channels.set(9);
  EXPECT_EQ(stream.nearest_channel(0, false), 2);
  EXPECT_EQ(stream.nearest_channel(2, false), 2);
  EXPECT_EQ(stream.nearest_channel(3, false), 9);
  EXPECT_EQ(stream.nearest_channel(10, false), -1);
  EXPECT_EQ(stream.nearest_channel(8, true), 2);
  EXPECT_EQ(stream.nearest_channel(1, true), -1);
  EXPECT_EQ(stream.nearest_channel(300, true), 9);
}

}  // namespace
}  // namespace godot::analysis::enet
