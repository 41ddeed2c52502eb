// SPDX-License-Identifier: MIT
// Every command with every field, malformed ones with the reason, and commands that ENet never sends.
#include "codec/enet/protocol.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "codec/enet/fields.h"
#include "tests/unit/codec/enet/reading.h"
#include "tests/unit/codec/enet/vectors.h"

namespace godot::test {
namespace {

using enet::CommandType;

TEST(EnetProtocol, EveryCommandIsReadToItsEnd) {
  for (const EnetVector& row : enet_vectors) {
    SCOPED_TRACE(row.name);
    const ExactCopy copy(from_hex(row.hex));
    const enet::Options options{.checksum = row.checksum};
    const EnetReading reading(copy.buffer(), options);
    EXPECT_EQ(fault_of(reading, copy.buffer(), enet::validate(copy.buffer(), options)), "");
    EXPECT_EQ(name(reading.result.problem.code), "none");
    EXPECT_TRUE(reading.result.exact(copy.buffer()));
    EXPECT_FALSE(reading.result.notes.any());
    EXPECT_EQ(reading.leaf_text(), row.fields);
    EXPECT_EQ(reading.commands.headers(), 1U);
  }
}

TEST(EnetProtocol, EveryTypeHasAVectorAndANode) {
  for (unsigned number = 1; number < enet::command_type_count; ++number) {
    const std::string begins = "command=" + std::to_string(number) + " ";
    EXPECT_TRUE(std::any_of(std::begin(enet_vectors), std::end(enet_vectors), [&](const EnetVector& row) {
      return std::string_view(row.fields).starts_with(begins);
    })) << number;
    const auto type = static_cast<CommandType>(number);
    EXPECT_EQ(info(enet::node_of(type)).title, value_name(field::enet_command, number));
  }
  EXPECT_EQ(enet::node_of(CommandType::none), field::enet_unknown_command);
}

TEST(EnetProtocol, Header) {
  const ExactCopy copy(from_hex("f123 4567 89abcdef 85 ff 0004"));
  const enet::Options options{.checksum = true};
  const EnetReading reading(copy.buffer(), options);
  EXPECT_EQ(reading.leaf_text("enet.header"),
            "header=61731 peer_id=291 session_id=3 header.compressed=true header.has_sent_time=true sent_time=17767 "
            "checksum=2309737967 compressed_data=85ff0004");
  const enet::Header& header = reading.result.header;
  EXPECT_EQ(header.peer_id, 0x123);
  EXPECT_EQ(header.session_id, 3);
  EXPECT_TRUE(header.compressed);
  EXPECT_TRUE(header.has_sent_time);
  EXPECT_EQ(header.sent_time, 0x4567);
  EXPECT_EQ(header.checksum, 0x89ABCDEF);
  EXPECT_EQ(header.size, 8U);
  EXPECT_EQ(reading.result.consumed, copy.size());
  EXPECT_EQ(reading.result.commands, 0U);
}

TEST(EnetProtocol, AHeaderOfTwoBytes) {
  const ExactCopy copy(from_hex("2003"));
  const EnetReading reading(copy.buffer());
  EXPECT_EQ(reading.leaf_text("enet.header"),
            "header=8195 peer_id=3 session_id=2 header.compressed=false header.has_sent_time=false");
}

const EnetVector& vector(std::string_view name) {
  return *std::find_if(std::begin(enet_vectors), std::end(enet_vectors),
                       [&](const EnetVector& row) { return row.name == name; });
}

TEST(EnetProtocol, CommandsAsStructs) {
  const auto only = [](const EnetReading& reading) { return reading.commands.commands().at(0); };
  {
    const ExactCopy copy(from_hex(vector("acknowledge").hex));
    const EnetReading reading(copy.buffer());
    EXPECT_EQ(only(reading).channel, 2);
    EXPECT_EQ(only(reading).reliable_sequence, 0x1234);
    EXPECT_EQ(acknowledgement(only(reading)).reliable_sequence, 0x1234);
    EXPECT_EQ(acknowledgement(only(reading)).sent_time, 0xABCD);
    EXPECT_FALSE(only(reading).has_payload());
  }
  {
    const ExactCopy copy(from_hex(vector("connect").hex));
    const EnetReading reading(copy.buffer());
    const enet::Connection body = connection(only(reading));
    EXPECT_EQ(body.outgoing_peer_id, 0);
    EXPECT_EQ(body.incoming_session_id, 0xFF);
    EXPECT_EQ(body.outgoing_session_id, 0xFF);
    EXPECT_EQ(body.mtu, 1400U);
    EXPECT_EQ(body.window_size, 65536U);
    EXPECT_EQ(body.channel_count, 3U);
    EXPECT_EQ(body.incoming_bandwidth, 0U);
    EXPECT_EQ(body.outgoing_bandwidth, 100U);
    EXPECT_EQ(body.throttle_interval, 5000U);
    EXPECT_EQ(body.throttle_acceleration, 2U);
    EXPECT_EQ(body.throttle_deceleration, 2U);
    EXPECT_EQ(body.connect_id, 0xDEADBEEF);
    EXPECT_EQ(body.data, 0x2A6B7C8DU);
  }
  {
    const ExactCopy copy(from_hex(vector("verify_connect").hex));
    const EnetReading reading(copy.buffer());
    EXPECT_EQ(connection(only(reading)).outgoing_peer_id, 5);
    EXPECT_EQ(connection(only(reading)).connect_id, 0xDEADBEEF);
    EXPECT_EQ(connection(only(reading)).data, 0U);
  }
  {
    const ExactCopy copy(from_hex(vector("send_fragment").hex));
    const EnetReading reading(copy.buffer());
    const enet::Fragment body = fragment(only(reading));
    EXPECT_EQ(body.start_sequence, 16);
    EXPECT_EQ(body.count, 3U);
    EXPECT_EQ(body.number, 1U);
    EXPECT_EQ(body.total_length, 6U);
    EXPECT_EQ(body.offset, 2U);
    EXPECT_EQ(only(reading).sequence, 16);
    EXPECT_EQ(only(reading).payload_begin, 28U);
    EXPECT_EQ(only(reading).payload_length, 2U);
    EXPECT_EQ(only(reading).payload.data(), copy.buffer().captured.data() + 28);
    EXPECT_EQ(only(reading).end(), 30U);
    EXPECT_TRUE(only(reading).is_fragment());
  }
  {
    const ExactCopy copy(from_hex(vector("send_unsequenced").hex));
    const EnetReading reading(copy.buffer());
    EXPECT_EQ(only(reading).sequence, 0x8001);
    EXPECT_TRUE(only(reading).unsequenced);
  }
  {
    const ExactCopy copy(from_hex(vector("bandwidth_limit").hex));
    const EnetReading reading(copy.buffer());
    EXPECT_EQ(bandwidth(only(reading)).incoming, 65536U);
    EXPECT_EQ(bandwidth(only(reading)).outgoing, 0xFFFFFFFF);
  }
  {
    const ExactCopy copy(from_hex(vector("disconnect").hex));
    const EnetReading reading(copy.buffer());
    EXPECT_EQ(disconnect_data(only(reading)), 7U);
    EXPECT_TRUE(only(reading).acknowledge);
  }
}

TEST(EnetProtocol, PayloadsThatASinkTakesAreNotReported) {
  const ExactCopy copy(from_hex(vector("send_reliable").hex));
  Recorder recorder(static_cast<Offset>(copy.size()));
  CommandRecorder commands(true);
  enet::walk(copy.buffer(), {}, recorder, &commands);
  EXPECT_EQ(commands.commands().size(), 1U);
  for (const Recorder::Leaf& leaf : recorder.leaves()) EXPECT_NE(leaf.field, field::enet_payload);
}

TEST(EnetProtocol, PositionsAreExact) {
  const ExactCopy copy(from_hex(vector("three commands").hex));
  const EnetReading reading(copy.buffer());
  std::string places;
  for (const Recorder::Leaf& leaf : reading.recorder.leaves()) {
    if (leaf.field == field::enet_command || leaf.field == field::enet_payload || leaf.field == field::enet_data_length)
      places += std::to_string(leaf.begin) + '+' + std::to_string(leaf.length) + ' ';
  }
  EXPECT_EQ(places, "4+1 12+1 16+1 20+2 22+1 ");
}

TEST(EnetProtocol, MalformedCommandsAreReported) {
  for (const EnetMalformed& row : enet_malformed) {
    SCOPED_TRACE(row.reason);
    const ExactCopy copy(from_hex(row.hex));
    const enet::Options options{.checksum = row.checksum};
    const EnetReading reading(copy.buffer(), options);
    EXPECT_EQ(fault_of(reading, copy.buffer(), enet::validate(copy.buffer(), options)), "");
    const Problem& problem = reading.result.problem;
    EXPECT_EQ(name(problem.code), name(row.code));
    EXPECT_EQ(problem.offset, row.offset);
    EXPECT_EQ(std::string_view(info(problem.field).filter).substr(5), row.field);
    EXPECT_EQ(reading.result.consumed, row.offset);
    EXPECT_EQ(reading.result.commands, row.commands);
    char sentence[max_problem_text];
    const std::string text(describe(problem, sentence));
    EXPECT_NE(text.find("at offset " + std::to_string(row.offset)), std::string::npos) << text;
  }
}

/// The captured numbers of the fixed part are shown, wherever the command ends.
TEST(EnetProtocol, MalformedCommandsShowTheirValidFields) {
  const ExactCopy copy(from_hex("8000 0001 88 01 0011 0010 0002 00000003 0000"));
  const EnetReading reading(copy.buffer());
  EXPECT_EQ(reading.leaf_text(),
            "command=8 command.unsequenced=false command.acknowledge=true channel=1 reliable_sequence=17 "
            "fragment.start_sequence=16 data.length=2 fragment.count=3");
}

/// A message whose payload the capture has cut still has all its numbers.
TEST(EnetProtocol, CutPayloadsCount) {
  const Bytes bytes = from_hex("8000 0001 86 00 0002 0003 616263 85 ff 0003");
  const std::span<const std::uint8_t> captured(bytes.data(), 12);
  const ExactCopy copy(captured, static_cast<Offset>(bytes.size()));
  const EnetReading reading(copy.buffer());
  EXPECT_EQ(name(reading.result.problem.code), "cut");
  ASSERT_EQ(reading.commands.commands().size(), 1U);
  EXPECT_EQ(reading.commands.commands()[0].payload_length, 3U);
  EXPECT_EQ(reading.commands.commands()[0].payload.size(), 2U);
  EXPECT_EQ(reading.recorder.leaves().back().value, "6162");
}

struct NoteVector {
  const char* hex;
  Note note;
  Offset offset;
};

constexpr NoteVector note_vectors[] = {
    {"0000 31 00 0001 0001 0000", note::enet_reserved_bits, 2},
    {"8000 0001 87 00 0000 0001 0001 00", note::enet_unusual_flags, 4},
    {"0000 09 00 0000 0001 0001 00", note::enet_unusual_flags, 2},
    {"8000 0001 c6 00 0001 0001 00", note::enet_unusual_flags, 4},
    {"0000 04 ff 0001 00000000", note::enet_unusual_flags, 2},
    {"8000 0001 85 00 0001", note::enet_unusual_channel, 5},
    {"8000 0001 86 ff 0001 0001 00", note::enet_unusual_channel, 5},
    {"0000 01 00 0001 0002 0000", note::enet_acknowledge_mismatch, 6},
    {"0000 85 ff 0001", note::enet_sent_time_missing, 2},
    {"8fff 0001 85 ff 0001", note::enet_not_connected, 4},
    {"8000 1234 82 ff 0001 0000 ff ff 00000578 00010000 00000003 00000000 00000064 00001388 00000002 00000002 00000001 "
     "00000000",
     note::enet_already_connected, 4},
    {"8fff 1234 82 ff 0001 0000 ff ff 00000578 00010000 00000000 00000000 00000064 00001388 00000002 00000002 00000001 "
     "00000000",
     note::enet_invalid_channel_count, 20},
    {"8fff 1234 82 ff 0001 0000 ff ff 00000578 00010000 00000100 00000000 00000064 00001388 00000002 00000002 00000001 "
     "00000000",
     note::enet_invalid_channel_count, 20},
    {"0000", note::enet_no_commands, 2},
};

/// Returns the places of notes.
class NoteSink final : public Sink {
 public:
  void open(Field, Offset, const Value&) override {}
  void leaf(Field, Offset, Offset, const Value&) override {}
  void close(Field, Offset) override {}
  void problem(const Problem&) override {}
  void note(Note note, Offset begin, Offset) override { notes.emplace_back(note, begin); }

  std::vector<std::pair<Note, Offset>> notes;
};

TEST(EnetProtocol, OdditiesAreNoted) {
  for (const NoteVector& row : note_vectors) {
    SCOPED_TRACE(row.hex);
    const ExactCopy copy(from_hex(row.hex));
    NoteSink sink;
    const enet::Result result = enet::walk(copy.buffer(), {}, sink);
    EXPECT_EQ(name(result.problem.code), "none");
    EXPECT_TRUE(result.notes.has(row.note));
    EXPECT_TRUE(enet::validate(copy.buffer(), {}).notes == result.notes);
    EXPECT_EQ(std::count(sink.notes.begin(), sink.notes.end(), std::pair(row.note, row.offset)), 1);
    EXPECT_EQ(sink.notes.size(), 1U);
  }
  for (std::size_t i = 0; i < note_numbers; ++i) {
    const auto note = static_cast<Note>(i);
    if (!std::string_view(info(note).filter).starts_with("enet.") || note == note::enet_padded) continue;
    EXPECT_TRUE(std::any_of(std::begin(note_vectors), std::end(note_vectors), [&](const NoteVector& row) {
      return row.note == note;
    })) << info(note).filter;
  }
}

TEST(EnetProtocol, CommandsAlone) {
  const Bytes datagram = from_hex("c001 0001 aaaa");
  enet::Header header;
  Problem problem;
  ASSERT_TRUE(enet::read_header(Buffer(datagram), false, header, problem));
  const ExactCopy body(from_hex("85 ff 0004 07 00 0000 0001 0001 2a"));
  const EnetReading reading(body.buffer(), header, {});
  EXPECT_EQ(fault_of(reading, body.buffer(), enet::validate_commands(body.buffer(), header, {})), "");
  EXPECT_TRUE(reading.result.exact(body.buffer()));
  EXPECT_EQ(reading.commands.headers(), 0U);
  ASSERT_EQ(reading.commands.commands().size(), 2U);
  EXPECT_EQ(reading.commands.commands()[0].begin, 0U);
  EXPECT_EQ(reading.commands.commands()[1].begin, 4U);
  EXPECT_EQ(reading.commands.commands()[1].payload_begin, 12U);
}

/// FastLZ can make 16 bytes of fewer.
TEST(EnetProtocol, PaddingOfFastLz) {
  enet::Header header;
  header.has_sent_time = true;
  const enet::Options padded{.padded = true};
  const ExactCopy body(from_hex("85 ff 0004 01 00 0001 0001 0001 00000000"));
  const EnetReading reading(body.buffer(), header, padded);
  EXPECT_EQ(fault_of(reading, body.buffer(), enet::validate_commands(body.buffer(), header, padded)), "");
  EXPECT_TRUE(reading.result.exact(body.buffer()));
  EXPECT_TRUE(reading.result.notes.has(note::enet_padded));
  EXPECT_EQ(reading.result.commands, 2U);
  EXPECT_EQ(reading.recorder.leaves().back().value, "00000000");
  // In other places zeros are no command.
  EXPECT_TRUE(enet::validate_commands(body.buffer(), header, {}).problem);
  const ExactCopy longer(from_hex("85 ff 0004 01 00 0001 0001 0001 0000000000"));
  EXPECT_TRUE(enet::validate_commands(longer.buffer(), header, padded).problem);
  const ExactCopy zeros(Bytes(16));
  EXPECT_TRUE(enet::validate_commands(zeros.buffer(), header, padded).problem);
}

}  // namespace
}  // namespace godot::test
