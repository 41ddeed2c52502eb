// SPDX-License-Identifier: MIT
// Datagrams are prepared for parsing: with and without a checksum, compressed in a known or unknown way. Made by hand.
#include "codec/enet/datagram_reading.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "tests/unit/support/bytes.h"

namespace godot::test {
namespace {

using enet::Checksum;
using enet::Compression;
using enet::Decompressed;
using enet::DecompressionError;
using enet::Reading;

// The commands are one Ping.
const Bytes ping = from_hex("85ff0001");
constexpr std::string_view plain = "8000 1234 85ff0001";
constexpr std::string_view by_fastlz = "c000 1234 03 85ff0001";
constexpr std::string_view by_zlib = "c000 1234 789c 0102";

/// Stands for a library: what begins as zlib's data is the Ping.
Decompressed fake_zlib(std::span<const std::uint8_t> input, std::span<std::uint8_t> output) {
  if (input.size() < 2 || input[0] != 0x78) return {.error = DecompressionError::out_of_range};
  std::copy(ping.begin(), ping.end(), output.begin());
  return {.size = static_cast<Offset>(ping.size())};
}

class DatagramReading : public testing::Test {
 protected:
  Reading read(std::string_view hex, const enet::ObservedSettings& known = {}, Checksum checksum = Checksum::automatic,
               bool decompresses = true) {
    bytes_ = from_hex(hex);
    return reader_->read(Buffer(bytes_), known, checksum, decompresses);
  }
  static bool is_ping(const Reading& reading) {
    const auto commands = reading.command_bytes();
    return reading.has_commands && std::equal(commands.begin(), commands.end(), ping.begin(), ping.end());
  }

  std::unique_ptr<enet::DatagramReader> reader_ =
      std::make_unique<enet::DatagramReader>(enet::Decompressors{.zlib = fake_zlib});
  Bytes bytes_;
};

TEST_F(DatagramReading, CommandsThatAreNotCompressed) {
  const Reading reading = read(plain);
  EXPECT_TRUE(reading.has_header);
  EXPECT_TRUE(is_ping(reading));
  EXPECT_EQ(reading.plain.compression, Compression::none);
  EXPECT_FALSE(reading.header.has_checksum);
  EXPECT_FALSE(read("80").has_header);
}

TEST_F(DatagramReading, AChecksumThatIsKnownOrChosen) {
  constexpr std::string_view with = "8000 1234 deadbeef 85ff0001";
  EXPECT_TRUE(is_ping(read(with, {}, Checksum::present)));
  EXPECT_TRUE(is_ping(read(with, {.checksum = Checksum::present})));
  EXPECT_TRUE(read(with, {.checksum = Checksum::present}).checksum_proved);
  EXPECT_FALSE(is_ping(read(with, {.checksum = Checksum::present}, Checksum::absent))) << "the user decides";
}

TEST_F(DatagramReading, AChecksumThatIsFoundByTheCommandsBehindIt) {
  const Reading with = read("8000 1234 deadbeef 85ff0001");
  EXPECT_TRUE(with.header.has_checksum);
  EXPECT_TRUE(with.checksum_proved);
  EXPECT_TRUE(is_ping(with));
  const Reading without = read(plain);
  EXPECT_FALSE(without.header.has_checksum);
  EXPECT_TRUE(without.checksum_proved);
  EXPECT_FALSE(read("8000 1234 00000000 00000000").checksum_proved) << "no commands either way";
}

TEST_F(DatagramReading, ACompressionThatIsFoundByItsOutput) {
  const Reading fastlz = read(by_fastlz);
  EXPECT_EQ(fastlz.plain.compression, Compression::fastlz);
  EXPECT_TRUE(fastlz.plain.exact);
  EXPECT_TRUE(fastlz.is_padded());
  EXPECT_TRUE(is_ping(fastlz));
  const Reading zlib = read(by_zlib);
  EXPECT_EQ(zlib.plain.compression, Compression::zlib);
  EXPECT_TRUE(is_ping(zlib));
  EXPECT_TRUE(is_ping(read(by_fastlz, {.compression = Compression::zlib}))) << "the known one does not fit";
}

TEST_F(DatagramReading, WithoutALibraryNothingIsDecompressed) {
  reader_ = std::make_unique<enet::DatagramReader>(enet::Decompressors{});
  const Reading reading = read(by_zlib, {.compression = Compression::zlib});
  EXPECT_FALSE(reading.has_commands);
  EXPECT_EQ(reading.plain.result.error, DecompressionError::not_built);
  EXPECT_FALSE(is_ping(read(by_zlib)));
}

TEST_F(DatagramReading, CompressedCommandsThatAreNotNeeded) {
  const Reading reading = read(by_fastlz, {}, Checksum::automatic, false);
  EXPECT_TRUE(reading.has_header);
  EXPECT_FALSE(reading.has_commands);
}

TEST_F(DatagramReading, ACutDatagramIsNotDecompressed) {
  const Bytes bytes = from_hex(by_fastlz);
  const Reading reading = reader_->read(Buffer(bytes, static_cast<Offset>(bytes.size() + 1)), {}, Checksum::automatic);
  EXPECT_TRUE(reading.has_header);
  EXPECT_FALSE(reading.has_commands);
}

TEST_F(DatagramReading, IsRatedByItsCommands) {
  EXPECT_NE(observe(read(plain), Checksum::automatic).strength, enet::Strength::none);
  EXPECT_NE(observe(read(by_fastlz), Checksum::automatic).strength, enet::Strength::none);
  reader_ = std::make_unique<enet::DatagramReader>(enet::Decompressors{});
  EXPECT_EQ(observe(read("c000 1234 789c ffff"), Checksum::automatic).strength, enet::Strength::none);
}

/// An ICMP error has the beginning of a datagram, which may be all of it.
TEST_F(DatagramReading, AQuoteThatEndsInsideACommandIsTakenForTheBeginningOfMore) {
  const auto quote = [&](std::string_view hex) {
    bytes_ = from_hex(hex);
    return reader_->read_quote(Buffer(bytes_), {}, Checksum::absent);
  };
  const Reading whole = quote(plain);
  EXPECT_TRUE(is_ping(whole));
  EXPECT_EQ(whole.datagram.reported, bytes_.size());
  const Reading cut = quote("8000 1234 85ff0001 86000001 0008 0102");
  EXPECT_GT(cut.datagram.reported, bytes_.size());
  EXPECT_EQ(cut.datagram.captured.size(), bytes_.size());
  enet::CommandReader reader = cut.reader();
  enet::Command command;
  EXPECT_TRUE(reader.next(command));
  EXPECT_TRUE(reader.next(command));
  EXPECT_EQ(command.payload.size(), 2U);
  EXPECT_FALSE(reader.next(command));
  EXPECT_EQ(reader.problem().code, Problem::Code::cut);
}

/// FastLZ's 16 bytes of a Ping, an Acknowledge and four zeros.
TEST_F(DatagramReading, AQuoteWhoseCommandsArePaddedIsWhole) {
  bytes_ = from_hex("c000 1234 0f 85ff0004 01000001 00010001 00000000");
  const Reading quote = reader_->read_quote(Buffer(bytes_), {}, Checksum::absent);
  EXPECT_TRUE(quote.has_commands);
  EXPECT_TRUE(quote.is_padded());
  enet::CommandReader reader = quote.reader();
  unsigned commands = 0;
  for (enet::Command command; reader.next(command);) ++commands;
  EXPECT_EQ(commands, 2U);
  EXPECT_FALSE(reader.problem());
}

}  // namespace
}  // namespace godot::test
