// SPDX-License-Identifier: MIT
// Every datagram of the engines' captures is read to its end, and the messages of the truth are found in it.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "tests/unit/codec/enet/decompressed.h"
#include "tests/unit/codec/enet/messages.h"
#include "tests/unit/codec/enet/reading.h"
#include "tests/unit/support/capture.h"
#include "tests/unit/support/truth.h"

namespace godot::test {
namespace {

struct Conversation {
  Messages messages;
  std::size_t datagrams = 0;
  std::size_t compressed = 0;
  std::size_t foreign = 0;  ///< compressed with a method that the codec lacks
  std::size_t commands = 0;
  std::map<enet::CommandType, int> types;
};

void read(const std::filesystem::path& path, Conversation& conversation) {
  const Capture capture = read_capture(path);
  ASSERT_TRUE(capture.readable);
  for (std::size_t number = 0; number < capture.datagrams.size(); ++number) {
    SCOPED_TRACE(path.filename().string() + " datagram " + std::to_string(number));
    const Datagram& datagram = capture.datagrams[number];
    const std::string direction = datagram.from + " of " + datagram.flow;
    const ExactCopy copy(datagram.payload);
    const EnetReading reading(copy.buffer());
    ASSERT_EQ(fault_of(reading, copy.buffer(), enet::validate(copy.buffer(), {})), "");
    ++conversation.datagrams;
    const enet::Header& header = reading.result.header;
    if (!header.compressed) {
      ASSERT_TRUE(reading.result.exact(copy.buffer()));
      ASSERT_FALSE(reading.result.notes.any());
      for (const enet::Command& command : reading.commands.commands()) {
        conversation.messages.add(direction, command);
        ++conversation.types[command.type];
      }
      conversation.commands += reading.result.commands;
      continue;
    }
    ++conversation.compressed;
    const Bytes body(datagram.payload.begin() + header.size, datagram.payload.end());
    Bytes plain;
    if ((enet::possible_compressions(body) >> static_cast<unsigned>(enet::Compression::zstd) & 1) != 0) {
      ++conversation.foreign;
      continue;
    }
    enet::Options options;
    ASSERT_TRUE(decompressed(body, header, plain, options));
    ASSERT_GT(plain.size(), body.size());
    const ExactCopy commands(plain);
    const EnetReading inner(commands.buffer(), header, {});
    ASSERT_EQ(fault_of(inner, commands.buffer(), enet::validate_commands(commands.buffer(), header, {})), "");
    ASSERT_TRUE(inner.result.exact(commands.buffer()));
    ASSERT_FALSE(inner.result.notes.any());
    for (const enet::Command& command : inner.commands.commands()) {
      conversation.messages.add(direction, command);
      ++conversation.types[command.type];
    }
    conversation.commands += inner.result.commands;
  }
}

TEST(EnetCaptures, AreReadToTheLastByte) {
  for (const auto& path : files_below(captures() / "enet", ".pcap")) {
    SCOPED_TRACE(path);
    Conversation conversation;
    read(path, conversation);
    if (HasFatalFailure()) return;
    std::printf("%s: %zu datagrams, %zu compressed (%zu with zstd), %zu commands, %zu messages\n",
                std::filesystem::relative(path, captures()).generic_string().c_str(), conversation.datagrams,
                conversation.compressed, conversation.foreign, conversation.commands,
                conversation.messages.all().size());
    EXPECT_GT(conversation.datagrams, 100U);
    EXPECT_EQ(conversation.messages.unfinished(), 0U);
    EXPECT_EQ(conversation.compressed != 0,
              path.string().find("coder") != std::string::npos || path.string().find("zstd") != std::string::npos);
    EXPECT_GE(conversation.types[enet::CommandType::connect], 1);
    EXPECT_GE(conversation.types[enet::CommandType::verify_connect], 1);
  }
}

/// Bytes or Variants that scripts sent. The multiplayer API puts a header of at most nine bytes before them.
TEST(EnetCaptures, ContainTheMessagesOfTheTruth) {
  int all = 0;
  for (const auto& path : files_below(captures() / "enet", ".truth.jsonl")) {
    SCOPED_TRACE(path);
    if (path.string().find("zstd") != std::string::npos) continue;
    std::string capture = path.string();
    capture.replace(capture.find(".truth.jsonl"), std::string::npos, ".pcap");
    Conversation conversation;
    read(capture, conversation);
    std::map<std::string, int> found;
    std::string line;
    for (std::ifstream file(path); std::getline(file, line);) {
      const nlohmann::json row = nlohmann::json::parse(line);
      const std::string kind = row["kind"];
      if ((kind != "raw" && kind != "enet_var") || !row.contains("hex")) continue;
      const Bytes wanted = from_hex(row["hex"].get<std::string>());
      const std::size_t header = kind == "raw" ? 9 : 0;
      const std::vector<Bytes>& messages = conversation.messages.all();
      const bool is_there = std::any_of(messages.begin(), messages.end(), [&](const Bytes& message) {
        return message.size() >= wanted.size() && message.size() <= wanted.size() + header &&
               std::equal(wanted.rbegin(), wanted.rend(), message.rbegin());
      });
      EXPECT_TRUE(is_there) << line.substr(0, 200);
      ++found[kind];
    }
    for (const auto& [kind, count] : found) {
      all += count;
      std::printf("%s: %d %s\n", std::filesystem::relative(path, captures()).generic_string().c_str(), count,
                  kind.c_str());
    }
  }
  EXPECT_GT(all, 100);
}

}  // namespace
}  // namespace godot::test
