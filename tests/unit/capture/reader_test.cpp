// SPDX-License-Identifier: MIT
// Captures written by hand after the drafts of pcap and pcapng.
#include "capture/file/capture_reader.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "capture/packed/unpack.h"
#include "tests/unit/capture/bytes.h"

namespace godot::capture::test {
namespace {

struct Read {
  std::uint32_t number;
  std::int64_t time;
  std::uint32_t interface;
  LinkType link_type;
  std::uint32_t reported;
  Bytes bytes;
  std::string comment;
  bool has_time;
};

/// Each second piece is written to where it is read.
void pass(std::span<const std::uint8_t> piece, bool in_place, Reader& reader) {
  if (!in_place) return reader.feed(piece);
  const std::span<std::uint8_t> room = reader.room(piece.size() + 7);
  ASSERT_EQ(room.size(), piece.size() + 7);
  std::copy(piece.begin(), piece.end(), room.begin());
  reader.fed(piece.size());
}

/// All frames, if `step` bytes come at a time; the fault's text last.
std::pair<std::vector<Read>, Fault> read(const Bytes& capture, std::size_t step = 1 << 20) {
  Reader reader;
  std::vector<Read> frames;
  for (std::size_t at = 0; at < capture.size(); at += step) {
    pass(std::span(capture).subspan(at, std::min(step, capture.size() - at)), at / step % 2 != 0, reader);
    for (Frame frame; reader.next(frame);)
      frames.push_back({frame.number, frame.time, frame.interface, frame.link_type, frame.reported, copy(frame.bytes),
                        std::string(frame.comment), frame.has_time});
  }
  reader.finish();
  return {frames, reader.fault()};
}

Bytes pcap(bool is_big, bool in_nanoseconds, std::uint32_t link_type) {
  return number(in_nanoseconds ? 0xA1B23C4D : 0xA1B2C3D4, 4, is_big) + number(2, 2, is_big) + number(4, 2, is_big) +
         number(0, 8, is_big) + number(65535, 4, is_big) + number(link_type, 4, is_big);
}

Bytes record(bool is_big, std::uint32_t seconds, std::uint32_t part, const Bytes& bytes, std::uint32_t reported) {
  return number(seconds, 4, is_big) + number(part, 4, is_big) + number(bytes.size(), 4, is_big) +
         number(reported, 4, is_big) + bytes;
}

Bytes block(bool is_big, std::uint32_t type, Bytes body) {
  body.resize((body.size() + 3) / 4 * 4);
  const std::size_t size = body.size() + 12;
  return number(type, 4, is_big) + number(size, 4, is_big) + body + number(size, 4, is_big);
}

Bytes section(bool is_big) {
  return block(is_big, 0x0A0D0D0A,
               number(0x1A2B3C4D, 4, is_big) + number(1, 2, is_big) + number(0, 2, is_big) + Bytes(8, 0xFF));
}

Bytes option(bool is_big, std::uint16_t code, Bytes value) {
  Bytes out = number(code, 2, is_big) + number(value.size(), 2, is_big) + value;
  out.resize((out.size() + 3) / 4 * 4);
  return out;
}

Bytes interface(bool is_big, std::uint16_t link_type, const Bytes& options = {}, std::uint32_t limit = 0) {
  return block(is_big, 1, number(link_type, 2, is_big) + Bytes(2) + number(limit, 4, is_big) + options);
}

Bytes enhanced(bool is_big, std::uint32_t place, std::uint64_t time, Bytes bytes, const Bytes& options = {}) {
  const Bytes head = number(place, 4, is_big) + number(time >> 32, 4, is_big) + number(time & 0xFFFFFFFF, 4, is_big) +
                     number(bytes.size(), 4, is_big) + number(bytes.size() + 5, 4, is_big);
  bytes.resize((bytes.size() + 3) / 4 * 4);
  return block(is_big, 6, head + bytes + options);
}

std::int64_t time_of(const Bytes& options, std::uint64_t time) {
  const auto [frames, fault] = read(section(false) + interface(false, 1, options) + enhanced(false, 0, time, {1}));
  return frames.size() == 1 ? frames[0].time : -1;
}

TEST(Pcap, BothOrdersAndBothUnits) {
  for (const bool is_big : {false, true}) {
    for (const bool in_nanoseconds : {false, true}) {
      const Bytes capture = pcap(is_big, in_nanoseconds, 101) + record(is_big, 0xF0000000, 123456, {1, 2, 3}, 9) +
                            record(is_big, 7, 8, {}, 0);
      for (const std::size_t step : {std::size_t{1}, std::size_t{7}, capture.size()}) {
        const auto [frames, fault] = read(capture, step);
        ASSERT_EQ(frames.size(), 2U);
        EXPECT_FALSE(fault);
        EXPECT_EQ(frames[0].time, 0xF0000000LL * 1000000000 + (in_nanoseconds ? 123456 : 123456000));
        EXPECT_EQ(frames[0].link_type, 101);
        EXPECT_EQ(frames[0].reported, 9U);
        EXPECT_EQ(frames[0].bytes, (Bytes{1, 2, 3}));
        EXPECT_EQ(frames[1].number, 2U);
        EXPECT_TRUE(frames[1].bytes.empty());
      }
    }
  }
}

TEST(Pcap, WithoutFrames) {
  for (const std::size_t step : {std::size_t{1}, std::size_t{24}}) {
    const auto [frames, fault] = read(pcap(false, false, 1), step);
    EXPECT_FALSE(fault) << fault.text;
    EXPECT_TRUE(frames.empty());
  }
}

TEST(Pcapng, SectionsAndInterfacesOfBothOrders) {
  Bytes capture;
  for (const bool is_big : {false, true})
    capture = capture + section(is_big) + interface(is_big, 1) + block(is_big, 0x77, {1, 2}) + interface(is_big, 252) +
              enhanced(is_big, 1, 5, {1, 2, 3},
                       option(is_big, 1, of("one")) + option(is_big, 5, Bytes(8)) + option(is_big, 1, of("two!"))) +
              block(is_big, 2,
                    number(0, 2, is_big) + Bytes(2) + number(0, 4, is_big) + number(6, 4, is_big) +
                        number(1, 4, is_big) + number(1, 4, is_big) + Bytes{9}) +
              block(is_big, 3, number(2, 4, is_big) + Bytes{7, 7});
  for (const std::size_t step : {std::size_t{1}, std::size_t{13}, capture.size()}) {
    const auto [frames, fault] = read(capture, step);
    EXPECT_FALSE(fault) << fault.text;
    ASSERT_EQ(frames.size(), 6U);
    EXPECT_EQ(frames[0].comment, "one\ntwo!");
    EXPECT_EQ(frames[0].link_type, 252);
    EXPECT_EQ(frames[0].bytes, (Bytes{1, 2, 3}));
    EXPECT_EQ(frames[0].reported, 8U);
    EXPECT_EQ(frames[0].time, 5000);
    EXPECT_EQ(frames[1].comment, "");
    EXPECT_EQ(frames[1].bytes, Bytes{9});
    EXPECT_EQ(frames[1].time, 6000);
    EXPECT_EQ(frames[2].bytes, (Bytes{7, 7}));
    EXPECT_EQ(frames[3].interface, 3U);
    EXPECT_EQ(frames[5].interface, 2U);
    EXPECT_EQ(frames[5].number, 6U);
  }
}

TEST(Pcapng, BlocksThatWiresharkCountsAsFrames) {
  for (const std::uint32_t counted : {9U, 0xBADU, 0x40000BADU, 0x77U}) {
    const auto [frames, fault] = read(section(false) + interface(false, 1) + enhanced(false, 0, 1, {1}) +
                                      block(false, counted, number(32473, 4, false)) + enhanced(false, 0, 2, {2}));
    EXPECT_FALSE(fault) << fault.text;
    ASSERT_EQ(frames.size(), 2U);
    EXPECT_EQ(frames[1].number, counted == 0x77 ? 2U : 3U) << counted;
  }
}

TEST(Pcapng, Resolutions) {
  EXPECT_EQ(time_of({}, 3), 3000);
  EXPECT_EQ(time_of(option(false, 9, {9}), 3), 3);
  EXPECT_EQ(time_of(option(false, 9, {0}), 3), 3000000000);
  EXPECT_EQ(time_of(option(false, 9, {12}), 5000), 5);
  EXPECT_EQ(time_of(option(false, 9, {100}), 5000), 0);
  EXPECT_EQ(time_of(option(false, 9, {0x80 | 1}), 3), 1500000000);
  EXPECT_EQ(time_of(option(false, 9, {0x80 | 40}), (std::uint64_t{2} << 40) + (std::uint64_t{1} << 39)), 2500000000);
  EXPECT_EQ(time_of(option(false, 9, {0xFF}), ~std::uint64_t{0}), 0);
  EXPECT_EQ(time_of(option(false, 14, little(2, 8)), 3), 2000003000);
  EXPECT_EQ(time_of(option(false, 14, little(static_cast<std::uint64_t>(-2), 8)), 3), 0) << "before 1970";
  EXPECT_EQ(time_of(option(false, 14, little(static_cast<std::uint64_t>(-2), 8)), 3000000), 1000000000);
}

/// Options and packets are filled up to a multiple of 4 bytes, of each length.
TEST(Pcapng, OptionsOfEachLength) {
  for (const bool is_big : {false, true}) {
    for (std::size_t size = 1; size != 20; ++size) {
      const Bytes text(size, 'x');
      const Bytes options = option(is_big, 1, text) + option(is_big, 1, of("behind"));
      const auto [frames, fault] =
          read(section(is_big) + interface(is_big, 1) + enhanced(is_big, 0, 0, Bytes(size, 7), options));
      EXPECT_FALSE(fault) << fault.text;
      ASSERT_EQ(frames.size(), 1U);
      EXPECT_EQ(frames[0].bytes, Bytes(size, 7));
      EXPECT_EQ(frames[0].comment, std::string(size, 'x') + "\nbehind") << size;
    }
  }
}

/// A power of 2 whose whole number of 64 bits is a part of a second, and those beside it.
TEST(Pcapng, ResolutionsOfAPowerOfTwo) {
  constexpr std::uint64_t high = std::uint64_t{1} << 63;
  EXPECT_EQ(time_of(option(false, 9, {0x80 | 1}), 3), 1'500'000'000);
  EXPECT_EQ(time_of(option(false, 9, {0x80 | 34}), std::uint64_t{3} << 33), 1'500'000'000);
  EXPECT_EQ(time_of(option(false, 9, {0x80 | 35}), std::uint64_t{3} << 34), 1'500'000'000);
  EXPECT_EQ(time_of(option(false, 9, {0x80 | 63}), high | high >> 1), 1'500'000'000);
  EXPECT_EQ(time_of(option(false, 9, {0x80 | 64}), high), 500'000'000);
  EXPECT_EQ(time_of(option(false, 9, {0x80 | 65}), high), 250'000'000);
}

TEST(Pcapng, ResolutionsOfBothOrders) {
  for (const bool is_big : {false, true}) {
    const Bytes options = option(is_big, 14, number(0x0102030405, 8, is_big)) + option(is_big, 9, {3});
    const auto [frames, fault] = read(section(is_big) + interface(is_big, 1, options) + enhanced(is_big, 0, 7, {1}));
    EXPECT_FALSE(fault) << fault.text;
    ASSERT_EQ(frames.size(), 1U);
    EXPECT_EQ(frames[0].time, 0x0102030405 * 1'000'000'000 + 7'000'000);
  }
}

/// Its length is that of the packet on the wire: the capture's limit or the block's end tell how much is there.
TEST(Pcapng, ASimplePacketHasWhatItsBlockAndItsInterfaceAllow) {
  const auto size_of = [](std::uint32_t reported, std::uint32_t limit) {
    const auto [frames, fault] =
        read(section(false) + interface(false, 1, {}, limit) + block(false, 3, little(reported, 4) + Bytes(8, 7)));
    EXPECT_FALSE(fault) << fault.text;
    EXPECT_EQ(frames.at(0).reported, reported);
    return frames.at(0).bytes.size();
  };
  EXPECT_EQ(size_of(5, 0), 5U);
  EXPECT_EQ(size_of(8, 0), 8U);
  EXPECT_EQ(size_of(100, 0), 8U);
  EXPECT_EQ(size_of(100, 6), 6U);
  EXPECT_EQ(size_of(5, 6), 5U);
}

TEST(Pcapng, ASimplePacketHasTheTimeOfTheOneBefore) {
  const Bytes simple = block(false, 3, little(2, 4) + Bytes(4, 7));
  const auto [frames, fault] =
      read(section(false) + interface(false, 1) + simple + enhanced(false, 0, 7, {1}) + simple);
  EXPECT_FALSE(fault) << fault.text;
  ASSERT_EQ(frames.size(), 3U);
  EXPECT_EQ(frames[0].time, 0);
  EXPECT_EQ(frames[2].time, 7000);
  EXPECT_EQ(frames[1].time, 7000);
  EXPECT_FALSE(frames[0].has_time);
  EXPECT_TRUE(frames[1].has_time);
}

TEST(Pcapng, TimesThatDoNotFitAreTheNearestThatDo) {
  constexpr std::int64_t last = std::numeric_limits<std::int64_t>::max() / 2;  // in 2116
  constexpr std::int64_t first = std::numeric_limits<std::int64_t>::min();
  EXPECT_EQ(time_of(option(false, 9, {0}), ~std::uint64_t{0}), last);
  EXPECT_EQ(time_of(option(false, 14, little(~std::uint64_t{0} >> 1, 8)), 3), last);
  EXPECT_EQ(time_of(option(false, 14, little(~std::uint64_t{0} >> 1, 8)), ~std::uint64_t{0}), last);
  EXPECT_EQ(time_of(option(false, 14, little(static_cast<std::uint64_t>(first), 8)), 3), 0) << "1970";
}

/// From 10^-19 of a second on, numbers of 64 bits have a unit; times of a smaller one are all less than a second.
TEST(Pcapng, TheSmallestResolutions) {
  const std::uint64_t most = 10'000'000'000'000'000'000U;  // 10^19
  EXPECT_EQ(time_of(option(false, 9, {19}), most + most / 2), 1'500'000'000);
  EXPECT_EQ(time_of(option(false, 9, {20}), most + most / 2), 0);
  EXPECT_EQ(time_of(option(false, 9, {9}), 1'000'000'001), 1'000'000'001);
  EXPECT_EQ(time_of(option(false, 9, {10}), 10'000'000'010), 1'000'000'001);
  EXPECT_EQ(time_of(option(false, 9, {8}), 100'000'001), 1'000'000'010);
}

TEST(Pcapng, TheLastSecondThatFits) {
  constexpr std::int64_t last = std::numeric_limits<std::int64_t>::max() / 2;
  constexpr std::uint64_t second = last / 1'000'000'000 - 1;
  EXPECT_EQ(time_of(option(false, 9, {0}), second), static_cast<std::int64_t>(second) * 1'000'000'000);
  EXPECT_EQ(time_of(option(false, 9, {0}), second + 1), last);
  EXPECT_EQ(time_of(option(false, 14, little(second - 1, 8)) + option(false, 9, {0}), 1),
            static_cast<std::int64_t>(second) * 1'000'000'000);
  EXPECT_EQ(time_of(option(false, 14, little(second, 8)) + option(false, 9, {0}), 1), last);
  EXPECT_EQ(time_of(option(false, 14, little(static_cast<std::uint64_t>(-3), 8)) + option(false, 9, {0}), 3), 0);
  EXPECT_EQ(time_of(option(false, 14, little(static_cast<std::uint64_t>(-3), 8)) + option(false, 9, {0}), 4),
            1'000'000'000);
}

/// Options with another length than theirs say nothing.
TEST(Pcapng, OptionsOfAnotherLength) {
  EXPECT_EQ(time_of(option(false, 9, {9, 9}), 3), 3000);
  EXPECT_EQ(time_of(option(false, 14, little(2, 4)), 3), 3000);
  EXPECT_EQ(time_of(option(false, 0, {}) + option(false, 9, {9}), 3), 3000) << "behind the end";
  EXPECT_EQ(time_of(Bytes{9, 0, 99, 0, 9, 0, 0, 0}, 3), 3000) << "longer than its block";
}

/// The longest packet and block, of which the capture has the heads, and those beside them.
TEST(Reader, LengthsThatAreTakenForDamage) {
  constexpr std::uint32_t largest = 16U << 20U;
  const auto fault_of = [](const Bytes& capture) { return read(capture).second.text; };
  const auto record_of = [&](std::uint32_t length) {
    return fault_of(pcap(false, false, 1) + little(0, 8) + little(length, 4) + little(length, 4));
  };
  EXPECT_NE(record_of(largest).find("ends within a packet that begins at byte 24"), std::string::npos);
  EXPECT_NE(record_of(largest + 1).find("the length of a packet, not 16777217"), std::string::npos);
  const auto block_of = [&](std::uint32_t length) {
    return fault_of(section(false) + little(6, 4) + little(length, 4) + Bytes(4));
  };
  EXPECT_NE(block_of(largest + 1024).find("ends within a packet that begins at byte 28"), std::string::npos);
  EXPECT_NE(block_of(largest + 1028).find("the length of a block, not 16778244"), std::string::npos);
  EXPECT_NE(block_of(8).find("the length of a block, not 8"), std::string::npos);
  EXPECT_EQ(fault_of(section(false) + block(false, 0x77, {})), "") << "the shortest";
  const Bytes short_section = little(0x0A0D0D0A, 4) + little(24, 4) + little(0x1A2B3C4D, 4) + Bytes(8) + little(24, 4);
  EXPECT_NE(fault_of(short_section).find("the length of a block, not 24"), std::string::npos);
}

/// Bodies that are too short for what every block of their kind has.
TEST(Reader, BlocksThatAreTooShort) {
  const auto fault_of = [](const Bytes& capture) { return read(capture).second.text; };
  const Bytes begin = section(false) + interface(false, 1);
  EXPECT_NE(fault_of(section(false) + block(false, 1, Bytes(4))).find("link layer"), std::string::npos);
  EXPECT_NE(fault_of(begin + block(false, 6, Bytes(16))).find("the head of a packet, of 20 bytes"), std::string::npos);
  EXPECT_NE(fault_of(begin + block(false, 2, Bytes(16))).find("the head of a packet, of 20 bytes"), std::string::npos);
  EXPECT_NE(fault_of(begin + block(false, 3, {})).find("the length of a packet"), std::string::npos);
  EXPECT_NE(fault_of(section(false) + block(false, 3, Bytes(4))).find("before the first packet"), std::string::npos);
  for (const std::uint32_t kind : {2U, 6U}) EXPECT_EQ(fault_of(begin + block(false, kind, Bytes(20))), "");
  EXPECT_EQ(fault_of(begin + block(false, 3, Bytes(4))), "");
  EXPECT_TRUE(read(section(false) + block(false, 1, Bytes(4)) + enhanced(false, 0, 0, {1})).first.empty());
  EXPECT_NE(fault_of(begin + enhanced(false, 1, 0, {1})).find("not number 1"), std::string::npos);
}

struct Wrong {
  const char* name;
  Bytes capture;
  std::uint64_t offset;
  const char* expected;  ///< a part of the sentence
};

TEST(Reader, AFaultSaysWhichByteAndWhatWasExpected) {
  Bytes bad_end = section(false);
  bad_end.back() = 1;
  Bytes no_order = section(false);
  no_order[8] = 0;
  const Wrong wrong[] = {
      {"nothing", {}, 0, "the head of a pcap or pcapng capture"},
      {"text", of("hello, this is no capture"), 0, "the head of a pcap or pcapng capture"},
      {"cut head", {0xD4, 0xC3, 0xB2, 0xA1, 2}, 0, "it ends after 5 bytes"},
      {"cut packet", pcap(false, false, 1) + record(false, 1, 1, {1, 2, 3}, 3) + Bytes(17, 1), 51,
       "the length of a packet"},
      {"end within a packet", pcap(false, false, 1) + record(false, 1, 1, {1, 2, 3}, 3) + little(0, 12), 55,
       "begins at byte 43"},
      {"long packet", pcap(false, false, 1) + little(0, 8) + little(0x7FFFFFFF, 8), 32,
       "the length of a packet, not 2147483647"},
      {"no order", no_order, 8, "the byte order of a section"},
      {"length again", bad_end, 24, "the block's length again, 28"},
      {"odd length", section(false) + little(6, 4) + little(13, 4) + Bytes(5), 32, "the length of a block, not 13"},
      {"no interface", section(false) + enhanced(false, 0, 0, {1}), 36, "not number 0"},
      {"of the section before", section(false) + interface(false, 1) + section(false) + enhanced(false, 0, 0, {1}), 84,
       "not number 0"},
      {"packet longer than its block",
       section(false) + interface(false, 1) + block(false, 6, Bytes(12) + little(100, 4) + little(100, 4)), 68,
       "within its block, not 100"},
      {"packet longer than its block by a byte",
       section(false) + interface(false, 1) + block(false, 6, Bytes(12) + little(5, 4) + little(5, 4) + Bytes(4)), 68,
       "within its block, not 5"},
  };
  for (const Wrong& one : wrong) {
    const auto [frames, fault] = read(one.capture);
    EXPECT_EQ(fault.offset, one.offset) << one.name << ": " << fault.text;
    EXPECT_NE(fault.text.find(one.expected), std::string::npos) << one.name << ": " << fault.text;
    EXPECT_NE(fault.text.find("Byte " + std::to_string(one.offset)), std::string::npos) << one.name;
    // The same a byte at a time.
    EXPECT_EQ(read(one.capture, 1).second.text, fault.text) << one.name;
  }
}

struct Collected final : UnpackedSink {
  Bytes bytes;
  void write(std::span<const std::uint8_t> part) override { bytes = bytes + copy(part); }
};

#ifdef GODOT_CAPTURE_ZLIB
TEST(Unpack, GzipAByteAtATime) {
  // echo -n godot | gzip -n
  const Bytes packed = {0x1f, 0x8b, 8, 0, 0,    0,    0,    0,    0, 3, 0x4b, 0xcf, 0x4f,
                        0xc9, 0x2f, 1, 0, 0xa4, 0x1a, 0xa6, 0x74, 5, 0, 0,    0};
  const auto unpacker = make_unpacker(packing_of(packed));
  ASSERT_NE(unpacker, nullptr);
  Collected out;
  for (const std::uint8_t byte : packed) ASSERT_TRUE(unpacker->feed({&byte, 1}, out));
  EXPECT_EQ(out.bytes, of("godot"));
  const auto damaged = make_unpacker(Packing::gzip);
  EXPECT_FALSE(damaged->feed(Bytes(40, 0x55), out));
  // RFC 1952, 2.2: a file may have several members, and both may come at once.
  Collected both;
  const auto at_once = make_unpacker(Packing::gzip);
  ASSERT_TRUE(at_once->feed(packed + packed, both));
  EXPECT_EQ(both.bytes, of("godotgodot"));
}
#endif

#ifdef GODOT_CAPTURE_ZSTD
TEST(Unpack, ZstdOfSeveralFramesAndOfMoreThanOneStep) {
  // echo -n godot | zstd --no-check; head -c 200000 /dev/zero | zstd --no-check
  const Bytes word = {0x28, 0xb5, 0x2f, 0xfd, 0, 0x58, 0x29, 0, 0, 0x67, 0x6f, 0x64, 0x6f, 0x74};
  const Bytes zeros = {0x28, 0xb5, 0x2f, 0xfd, 0,    0x58, 0x54, 0, 0,    0x10, 0, 0,
                       1,    0,    0xfb, 0xff, 0x39, 0xc0, 2,    3, 0x6a, 8,    0};
  const Bytes packed = word + zeros + word;
  for (const std::size_t step : {std::size_t{1}, packed.size()}) {
    const auto unpacker = make_unpacker(packing_of(packed));
    ASSERT_NE(unpacker, nullptr);
    Collected out;
    for (std::size_t at = 0; at < packed.size(); at += step)
      ASSERT_TRUE(unpacker->feed(std::span(packed).subspan(at, step), out));
    EXPECT_EQ(out.bytes, of("godot") + Bytes(200000) + of("godot"));
  }
  Collected none;
  EXPECT_FALSE(make_unpacker(Packing::zstd)->feed(Bytes(40, 0x55), none));
}
#endif

TEST(Unpack, OtherFilesAreNotPacked) {
  EXPECT_EQ(packing_of(Bytes{0x1f, 0x8b}), Packing::gzip);
  EXPECT_EQ(packing_of(Bytes{0x28, 0xb5, 0x2f, 0xfd}), Packing::zstd);
  for (const Bytes& other : {Bytes{}, Bytes{0x1f}, Bytes{0x1f, 0x8c}, Bytes{0x28, 0xb5, 0x2f}, little(0xa1b2c3d4, 4)})
    EXPECT_EQ(packing_of(other), Packing::none);
  EXPECT_EQ(make_unpacker(Packing::none), nullptr);
}

}  // namespace
}  // namespace godot::capture::test
