// SPDX-License-Identifier: MIT
// Greetings, and where records end on a stream.
#include "codec/mirror/record_stream.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/unit/codec/mirror/vectors.h"
#include "tests/unit/support/bytes.h"

namespace godot::test {
namespace {

using Status = mirror::Framed::Status;
using Who = mirror::Greeted::Who;

Bytes framed(const std::string& hex) {
  const Bytes record = from_hex(hex);
  Bytes bytes(sizeof(std::uint32_t) + record.size());
  bytes[0] = static_cast<std::uint8_t>(record.size());  // all are shorter than 256
  std::copy(record.begin(), record.end(), bytes.begin() + sizeof(std::uint32_t));
  return bytes;
}

TEST(MirrorStream, GreetingIsItself) {
  const mirror::Greeting bytes = mirror::greeting();
  EXPECT_EQ(to_hex({reinterpret_cast<const char*>(bytes.data()), bytes.size()}), "676f646f742e6d6972726f7201000000");
  EXPECT_EQ(mirror::greeted(bytes).who, Who::mirror);
  EXPECT_EQ(mirror::greeted(bytes).version, 1);
}

TEST(MirrorStream, GreetingInPieces) {
  const mirror::Greeting bytes = mirror::greeting();
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_EQ(mirror::greeted({bytes.data(), size}).who, Who::unknown) << size;
}

TEST(MirrorStream, GreetingsOfOtherVersionsAndPrograms) {
  const Bytes later = from_hex("676f646f742e6d6972726f72 0700 0000");
  EXPECT_EQ(mirror::greeted(later).who, Who::other);
  EXPECT_EQ(mirror::greeted(later).version, 7);
  for (const char* strange : {"47", "676f646f742e6d6972726f73", "00", "676f646f742f"})
    EXPECT_EQ(mirror::greeted(from_hex(strange)).who, Who::stranger) << strange;
}

TEST(MirrorStream, RecordsInPieces) {
  for (const std::string& record : all_records) {
    const Bytes bytes = framed(record);
    for (std::size_t size = 0; size < bytes.size(); ++size)
      EXPECT_EQ(mirror::framed({bytes.data(), size}).status, Status::more) << record << " " << size;
    const mirror::Framed whole = mirror::framed(bytes);
    ASSERT_EQ(whole.status, Status::whole) << record;
    EXPECT_EQ(whole.size, bytes.size());
    EXPECT_EQ(whole.record.size(), bytes.size() - 4);
    EXPECT_EQ(whole.head.time, 10000000000U);
  }
}

TEST(MirrorStream, BytesThatAreNoRecordAreRefused) {
  for (const char* hex : {"00000000", "03000000", "ffffffff", "01100002",  // lengths
                          "20000000 02", "20000000 01 00 1c00",            // version, kind
                          "20000000 01 02 1000", "40000000 01 01 1c00"}) {
    EXPECT_EQ(mirror::framed(from_hex(hex)).status, Status::bad) << hex;
  }
}

/// Errors after the header are found when the record is read.
TEST(MirrorStream, TheBodyIsNotChecked) {
  const Bytes bytes = framed("01 03 1c00 " + common + "1000 0000 ffffffff 41");
  EXPECT_EQ(mirror::framed(bytes).status, Status::whole);
}

}  // namespace
}  // namespace godot::test
