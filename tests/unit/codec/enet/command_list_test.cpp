// SPDX-License-Identifier: MIT
// A datagram's commands are the same from the list and from the reader, those that are kept and those after them.
#include "codec/enet/command_list.h"

#include <gtest/gtest.h>

#include <tuple>
#include <vector>

#include "tests/unit/support/bytes.h"

namespace godot::test {
namespace {

using enet::Command;
using enet::CommandList;
using enet::CommandReader;

/// Unreliable messages of two bytes, and what follows them.
Bytes datagram_of(std::size_t messages, std::string_view end) {
  Bytes bytes = from_hex("8003 1234");
  const auto add = [&](const Bytes& more) { bytes.insert(bytes.end(), more.begin(), more.end()); };
  for (std::size_t i = 0; i != messages; ++i) {
    add(from_hex("07 01 0004"));
    add({static_cast<std::uint8_t>(i >> 8), static_cast<std::uint8_t>(i)});
    add(from_hex("0002 aabb"));
  }
  add(from_hex(end));
  return bytes;
}

CommandReader reader_of(const Buffer& datagram) {
  enet::Header header;
  Problem problem;
  EXPECT_TRUE(read_header(datagram, false, header, problem));
  return {datagram, header};
}

using Read = std::tuple<enet::CommandType, unsigned, Offset, const std::uint8_t*>;
Read read(const Command& command) { return {command.type, command.sequence, command.begin, command.payload.data()}; }

void expect_same(const Buffer& datagram) {
  CommandReader reader = reader_of(datagram);
  std::vector<Read> expected;
  for (Command command; reader.next(command);) expected.push_back(read(command));
  const CommandList list(reader_of(datagram));
  for (unsigned times = 0; times != 2; ++times) {
    std::vector<Read> found;
    const Problem problem = list.each([&](const Command& command) { found.push_back(read(command)); });
    EXPECT_EQ(found, expected);
    EXPECT_EQ(problem.code, reader.problem().code);
    EXPECT_EQ(problem.offset, reader.problem().offset);
  }
  ASSERT_EQ(list.first() != nullptr, !expected.empty());
  if (!expected.empty()) {
    EXPECT_EQ(read(*list.first()), expected.front());
  }
}

TEST(EnetCommandList, AsManyAsThereAre) {
  for (const std::size_t messages : {0U, 1U, 31U, 32U, 33U, 300U}) {
    SCOPED_TRACE(messages);
    expect_same(ExactCopy(datagram_of(messages, "")).buffer());
    expect_same(ExactCopy(datagram_of(messages, "85ff0001")).buffer());
  }
}

TEST(EnetCommandList, ProblemsEndThem) {
  for (const std::size_t messages : {0U, 1U, 31U, 32U, 33U, 300U}) {
    SCOPED_TRACE(messages);
    for (const char* end : {"0f", "85ff00", "07 01 0004 0001 0009 aa"}) {
      SCOPED_TRACE(end);
      const ExactCopy copy(datagram_of(messages, end));
      expect_same(copy.buffer());
      EXPECT_TRUE(CommandList(reader_of(copy.buffer())).each([](const Command&) {}));
    }
  }
}

TEST(EnetCommandList, CutByTheCapture) {
  const Bytes all = datagram_of(40, "");
  for (std::size_t captured = 4; captured != all.size(); ++captured) {
    SCOPED_TRACE(captured);
    expect_same(ExactCopy(std::span(all).first(captured), static_cast<Offset>(all.size())).buffer());
  }
}

/// FastLZ can make 16 bytes of fewer.
TEST(EnetCommandList, PaddingOfFastLz) {
  const ExactCopy body(from_hex("85 ff 0004 01 00 0001 0001 0001 00000000"));
  unsigned commands = 0;
  const auto count = [&](const Command&) { ++commands; };
  EXPECT_FALSE(CommandList(CommandReader(body.buffer(), {}, 0, true)).each(count));
  EXPECT_EQ(commands, 2U);
  EXPECT_TRUE(CommandList(CommandReader(body.buffer(), {}, 0)).each(count)) << "elsewhere zeros are no command";
  EXPECT_EQ(commands, 4U);
}

}  // namespace
}  // namespace godot::test
