// SPDX-License-Identifier: MIT
// The content of records; the errors of malformed ones; and every record, cut at every byte and with every bit flipped,
// keeps the walk's guarantees.
#include "codec/mirror/walk.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstdio>
#include <iterator>

#include "codec/mirror/fields.h"
#include "tests/unit/codec/mirror/vectors.h"
#include "tests/unit/support/recorder.h"

namespace godot::test {
namespace {

using mirror::Tag;

/// All facts of a record, each as one text.
class Facts final : public mirror::Listener {
 public:
  std::vector<std::string> lines;

  void head(const mirror::Head& head) override {
    lines.push_back("kind " + std::to_string(static_cast<int>(head.kind)) + " at " + std::to_string(head.time) +
                    " game " + std::to_string(head.game) + " record " + std::to_string(head.sequence) + " of " +
                    std::to_string(head.own_id));
  }
  bool message(const mirror::Message& message) override {
    lines.push_back(std::string(message.direction == mirror::Direction::out ? "to " : "from ") +
                    std::to_string(message.peer) + " mode " + std::to_string(static_cast<int>(message.mode)) +
                    " channel " + std::to_string(message.channel) + " at " + std::to_string(message.begin) +
                    " length " + std::to_string(message.length) + (message.is_earlier ? " earlier" : ""));
    return false;
  }
  bool carried(const mirror::Carried& carried) override {
    lines.push_back("connection " + std::to_string(carried.link) + (carried.from_client ? " from client" : "") +
                    (carried.has_handshake ? " handshake" : "") + (carried.server_is_clear ? " clear" : "") +
                    " transport " + std::to_string(static_cast<int>(carried.transport)) + " delivery " +
                    std::to_string(static_cast<int>(carried.delivery)) + " format " +
                    (carried.format ? std::to_string(static_cast<int>(*carried.format)) : "none") + " channel " +
                    std::to_string(carried.channel) + " data " + std::to_string(carried.connect_data) + " of " +
                    std::to_string(carried.channel_count) + " server " + std::to_string(carried.server) + " at " +
                    std::to_string(carried.begin) + " length " + std::to_string(carried.length));
    return true;
  }
  void text(Tag tag, std::string_view text) override { add_line(tag, std::string(text)); }
  void number(Tag tag, std::int64_t number) override { add_line(tag, std::to_string(number)); }
  void method(const mirror::Method& method) override {
    lines.push_back("method " + std::to_string(method.id) + " " + std::string(method.name) + " mode " +
                    std::to_string(method.mode) + " transfer " + std::to_string(method.transfer_mode) +
                    (method.call_local ? " local" : "") + " channel " + std::to_string(method.channel));
  }
  void argument(const mirror::Argument& argument) override {
    lines.push_back("argument " + std::string(argument.name) + ":" + std::string(argument.type) +
                    (argument.has_default ? " optional" : ""));
  }
  void property(const mirror::Property& property) override {
    lines.push_back("property " + std::string(property.path) + (property.spawn ? " spawn" : "") + " mode " +
                    std::to_string(static_cast<int>(property.mode)));
  }

 private:
  void add_line(Tag tag, const std::string& what) {
    lines.push_back(std::string(value_name(field::mirror_tag, static_cast<std::uint32_t>(tag))) + " " + what);
  }
};

struct MirrorReading {
  ExactCopy copy;
  Recorder recorder;
  Facts facts;
  mirror::Result result;

  explicit MirrorReading(std::span<const std::uint8_t> bytes, Offset reported = 0)
      : copy(bytes, std::max(static_cast<Offset>(bytes.size()), reported)),
        recorder(static_cast<Offset>(bytes.size())),
        result(mirror::walk(copy.buffer(), recorder, &facts)) {}
};

using Lines = std::vector<std::string>;
const std::string head_rest = " at 10000000000 game 13758438582646587119 record 5 of 1";

TEST(MirrorWalk, Message) {
  const MirrorReading reading(from_hex(message_record));
  EXPECT_FALSE(reading.result.problem);
  EXPECT_FALSE(reading.result.notes.any());
  EXPECT_EQ(reading.facts.lines, (Lines{"kind 1" + head_rest, "from 249294500 mode 2 channel 2 at 44 length 3"}));
  EXPECT_EQ(reading.recorder.leaves().back().value, "030102");
}

TEST(MirrorWalk, MessageOfBeforeTheListenerConnected) {
  std::string earlier = message_record;
  earlier.replace(earlier.find("00 02 0000"), 10, "00 02 0100");
  EXPECT_EQ(MirrorReading(from_hex(earlier)).facts.lines.back(),
            "from 249294500 mode 2 channel 2 at 44 length 3 earlier");
}

TEST(MirrorWalk, MessageOfLaterVersion) {
  const MirrorReading reading(from_hex(later_message));
  EXPECT_FALSE(reading.result.problem);
  EXPECT_TRUE(reading.result.notes.has(note::mirror_newer));
  EXPECT_TRUE(reading.result.notes.has(note::mirror_shortened));
  EXPECT_EQ(reading.facts.lines, (Lines{"kind 1" + head_rest, "to -2 mode 0 channel 0 at 48 length 9"}));
}

TEST(MirrorWalk, Node) {
  const MirrorReading reading(from_hex(node_record));
  EXPECT_FALSE(reading.result.problem);
  EXPECT_TRUE(reading.result.notes.has(note::mirror_newer));
  EXPECT_EQ(reading.facts.lines,
            (Lines{"kind 3" + head_rest, "Node path Main/", "method 32771 move mode 1 transfer 2 local channel 7",
                   "argument by:bool optional", "argument x:"}));
  EXPECT_EQ(reading.recorder.leaves().back().value, "beef");
}

TEST(MirrorWalk, Synchronizer) {
  const MirrorReading reading(from_hex(synchronizer_record));
  EXPECT_FALSE(reading.result.problem);
  EXPECT_EQ(reading.facts.lines,
            (Lines{"kind 4" + head_rest, "Node path A/Sync", "Synchronizer's root A", "Synchronizer's position 1",
                   "property .:x spawn mode 1", "property .:y mode 2"}));
  // The first bit is of the spawn, the next two are the mode.
  std::string other = synchronizer_record;
  other.replace(other.find("03 00 2e3a78"), 2, "02");
  other.replace(other.find("04 00 2e3a79"), 2, "05");
  const Lines lines = MirrorReading(from_hex(other)).facts.lines;
  EXPECT_EQ(lines[4], "property .:x mode 1");
  EXPECT_EQ(lines[5], "property .:y spawn mode 2");
}

TEST(MirrorWalk, Dropped) {
  const MirrorReading reading(from_hex(dropped_record));
  EXPECT_FALSE(reading.result.problem);
  EXPECT_TRUE(reading.result.notes.has(note::mirror_gap));
  EXPECT_EQ(reading.facts.lines, (Lines{"kind 7" + head_rest, "Dropped records 7", "Dropped bytes 1024"}));
}

TEST(MirrorWalk, Carried) {
  const MirrorReading reading(from_hex(carried_record));
  EXPECT_FALSE(reading.result.problem);
  EXPECT_FALSE(reading.result.notes.any());
  EXPECT_EQ(reading.facts.lines, (Lines{"kind 9" + head_rest,
                                        "connection 7 from client handshake transport 0 delivery 1 format 0 channel 3 "
                                        "data 249294500 of 5 server 2 at 68 length 2"}));
}

/// A record of a message that was carried over the transport of this number.
std::string connection_over(unsigned transport) {
  std::array<char, 4> digits{};
  std::snprintf(digits.data(), digits.size(), "%02x ", transport);
  return "01 09 1c00 " + common + "4800 0000 18000000 07000000 " + digits.data() +
         "03 01 01 03000000 a4eedb0e 05000000 02000000 ";
}

TEST(MirrorWalk, EveryTransportCanBeExported) {
  constexpr const char* names[] = {
#define GODOT_TRANSPORT(id, name, peer) name,
#include "codec/multiplayer/transports.def"
  };
  ASSERT_EQ(std::size(names), multiplayer::transport_count);
  for (unsigned row = 0; row < std::size(names); ++row) {
    SCOPED_TRACE(names[row]);
    EXPECT_EQ(value_name(field::mirror_link_transport, row), names[row]);
    const MirrorReading reading(from_hex(connection_over(row)));
    const bool is_mirror = row == static_cast<unsigned>(multiplayer::Transport::mirror);
    EXPECT_EQ(static_cast<bool>(reading.result.problem), is_mirror);
  }
}

/// Files that were exported earlier have these numbers.
TEST(MirrorWalk, NumbersOfTransportsAreFixed) {
  EXPECT_EQ(static_cast<int>(multiplayer::Transport::enet), 0);
  EXPECT_EQ(static_cast<int>(multiplayer::Transport::websocket), 1);
  EXPECT_EQ(static_cast<int>(multiplayer::Transport::data_channel), 2);
  EXPECT_EQ(static_cast<int>(multiplayer::Transport::mirror), 3);
}

TEST(MirrorWalk, CarriedNeedsItsConnection) {
  const MirrorReading reading(from_hex("01 09 1c00 " + common + "4900 0000 02000000 0302"));
  EXPECT_FALSE(reading.result.problem);
  EXPECT_EQ(reading.facts.lines.size(), 1U);
  EXPECT_EQ(reading.recorder.leaves().back().value, "0302");
}

TEST(MirrorWalk, TheBeginningOfACarriedMessageIsRead) {
  const std::string record = connection_over(0) + "4900 0000 05000000 0302";
  const MirrorReading reading(from_hex(record), static_cast<Offset>(from_hex(record).size()) + 3);
  EXPECT_EQ(reading.result.problem.code, Problem::Code::cut);
  EXPECT_TRUE(reading.result.notes.has(note::mirror_shortened));
  EXPECT_EQ(reading.facts.lines.size(), 2U);
  const MirrorReading too_short(from_hex(record));
  EXPECT_NE(too_short.result.problem.code, Problem::Code::cut);
  EXPECT_EQ(too_short.facts.lines.size(), 1U);
}

TEST(MirrorWalk, KindOfLaterVersion) {
  const MirrorReading reading(from_hex(later_record));
  EXPECT_FALSE(reading.result.problem);
  EXPECT_TRUE(reading.result.notes.has(note::mirror_newer));
  EXPECT_EQ(reading.facts.lines, (Lines{"kind 0" + head_rest, "Node path A"}));
}

struct Malformed {
  const char* reason;
  std::string hex;
  Problem::Code code;
  Offset offset;
  const char* field;
};

const Malformed malformed[] = {
    {"no bytes at all", "", Problem::Code::truncated, 0, "godot.mirror.version"},
    {"another version", "02 01 2c00 " + common, Problem::Code::out_of_range, 0, "godot.mirror.version"},
    {"no kind", "01", Problem::Code::truncated, 1, "godot.mirror.kind"},
    {"a kind that cannot be", "01 00 1c00 " + common, Problem::Code::out_of_range, 1, "godot.mirror.kind"},
    {"a head shorter than it is", "01 02 1b00 " + common, Problem::Code::length_mismatch, 2,
     "godot.mirror.head_length"},
    {"a message's head shorter than it is", "01 01 2b00 " + common, Problem::Code::length_mismatch, 2,
     "godot.mirror.head_length"},
    {"a head longer than the record", "01 02 ffff " + common + "00", Problem::Code::truncated, 28,
     "godot.mirror.head_more"},
    {"half of the time", "01 02 1c00 00e40b", Problem::Code::truncated, 4, "godot.mirror.time"},
    {"a direction that cannot be", "01 01 2c00 " + common + "01000000 02 00 0000 00000000 00000000",
     Problem::Code::out_of_range, 32, "godot.mirror.direction"},
    {"a transfer mode that cannot be", "01 01 2c00 " + common + "01000000 00 03 0000 00000000 00000000",
     Problem::Code::out_of_range, 33, "godot.mirror.transfer_mode"},
    {"more message than there was", "01 01 2c00 " + common + "01000000 00 00 0000 00000000 01000000 0303",
     Problem::Code::length_mismatch, 40, "godot.mirror.length"},
    {"half a tag", "01 03 1c00 " + common + "10", Problem::Code::truncated, 28, "godot.mirror.attribute.tag"},
    {"an attribute longer than the record", "01 03 1c00 " + common + "1000 0000 ffffffff 41", Problem::Code::truncated,
     36, "godot.mirror.attribute"},
    {"a method without a channel", "01 03 1c00 " + common + "1500 0000 06000000 0300 01 02 01 00 1000 0000",
     Problem::Code::truncated, 42, "godot.mirror.method.channel"},
    {"an argument's name longer than the attribute", "01 03 1c00 " + common + "1600 0000 05000000 0000 0200 78 79",
     Problem::Code::truncated, 40, "godot.mirror.argument"},
    {"a number of one byte", "01 04 1c00 " + common + "2b00 0000 01000000 00", Problem::Code::truncated, 36,
     "godot.mirror.synchronizer.position"},
    {"a property without flags", "01 04 1c00 " + common + "2800 0000 00000000", Problem::Code::truncated, 36,
     "godot.mirror.property.spawn"},
    {"a connection longer than the record", "01 09 1c00 " + common + "4800 0000 18000000 07000000 00 03 01 01 00000000",
     Problem::Code::truncated, 36, "godot.mirror.attribute"},
    {"a transport that cannot be", connection_over(multiplayer::transport_count), Problem::Code::out_of_range, 40,
     "godot.mirror.link.transport"},
    {"the mirror as a transport", connection_over(static_cast<unsigned>(multiplayer::Transport::mirror)),
     Problem::Code::misplaced, 40, "godot.mirror.link.transport"},
    {"a delivery that cannot be",
     "01 09 1c00 " + common + "4800 0000 18000000 07000000 00 03 03 01 03000000 a4eedb0e 05000000 02000000",
     Problem::Code::out_of_range, 42, "godot.mirror.link.delivery"},
    {"a replication mode that cannot be", "01 04 1c00 " + common + "2800 0000 03000000 06 00 78",
     Problem::Code::out_of_range, 36, "godot.mirror.property.mode"},
};

TEST(MirrorWalk, ProblemsHaveTheirPosition) {
  for (const Malformed& row : malformed) {
    SCOPED_TRACE(row.reason);
    const MirrorReading reading(from_hex(row.hex));
    EXPECT_EQ(reading.recorder.fault(), "");
    ASSERT_TRUE(reading.recorder.saw_problem());
    EXPECT_EQ(reading.result.problem.code, row.code) << name(reading.result.problem.code);
    EXPECT_EQ(reading.result.problem.offset, row.offset);
    EXPECT_STREQ(info(reading.result.problem.field).filter, row.field);
  }
}

TEST(MirrorWalk, InvalidUtf8IsNoted) {
  const MirrorReading reading(from_hex("01 03 1c00 " + common + "1000 0000 01000000 ff"));
  EXPECT_FALSE(reading.result.problem);
  EXPECT_TRUE(reading.result.notes.has(note::mirror_invalid_utf8));
}

/// Cut by the capture, or by its own end: only that is reported.
TEST(MirrorWalk, CutAnywhere) {
  for (const std::string& record : all_records) {
    const Bytes whole = from_hex(record);
    for (std::size_t size = 0; size < whole.size(); ++size) {
      const std::span<const std::uint8_t> part(whole.data(), size);
      const MirrorReading captured(part, static_cast<Offset>(whole.size()));
      EXPECT_EQ(captured.recorder.fault(), "");
      EXPECT_EQ(captured.result.problem.code, Problem::Code::cut) << record << " at " << size;
      const MirrorReading ended(part);
      EXPECT_EQ(ended.recorder.fault(), "");
      EXPECT_NE(ended.result.problem.code, Problem::Code::cut) << record << " at " << size;
    }
  }
}

TEST(MirrorWalk, AnyBitFlipped) {
  for (const std::string& record : all_records) {
    Bytes bytes = from_hex(record);
    for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
      bytes[bit / 8] = static_cast<std::uint8_t>(bytes[bit / 8] ^ (1U << bit % 8));
      const MirrorReading reading(bytes);
      EXPECT_EQ(reading.recorder.fault(), "") << record << " bit " << bit;
      EXPECT_TRUE(reading.result.problem || reading.result.consumed == bytes.size()) << record << " bit " << bit;
      bytes[bit / 8] = static_cast<std::uint8_t>(bytes[bit / 8] ^ (1U << bit % 8));
    }
  }
}

/// Every tag of the catalogue is read, and has a name.
TEST(MirrorWalk, TagsAreNamed) {
  std::size_t read = 0;
  for (std::uint32_t tag = 0; tag < 100; ++tag) {
    Bytes bytes = from_hex("01 03 1c00 " + common);
    append(bytes, static_cast<std::uint16_t>(tag));
    append(bytes, std::uint16_t{0});
    append(bytes, std::uint32_t{8});
    append(bytes, std::uint64_t{0});
    const MirrorReading reading(bytes);
    const bool known = !reading.result.notes.has(note::mirror_newer);
    EXPECT_EQ(known, !value_name(field::mirror_tag, tag).empty()) << tag;
    read += known ? 1 : 0;
  }
  EXPECT_EQ(read, 32U);
}

}  // namespace
}  // namespace godot::test
