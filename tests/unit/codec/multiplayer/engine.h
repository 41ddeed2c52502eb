// SPDX-License-Identifier: MIT
// The messages that engines sent over ENet in a capture, reassembled, with their senders. Slow and simple; for tests.
// Captures with a compression that the codec lacks yield nothing.
#pragma once

#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <tuple>

#include "tests/unit/codec/enet/decompressed.h"
#include "tests/unit/codec/enet/messages.h"
#include "tests/unit/support/capture.h"

namespace godot::test {

/// An ENet connection as its Connect describes it.
struct EngineLink {
  std::uint32_t channel_count = 0;
  std::uint32_t connect_data = 0;
  std::string client;  ///< the end that requested it
};

struct EngineMessage {
  const EngineLink* link = nullptr;
  bool from_client = false;
  std::uint8_t channel = 0;
  enet::CommandType type = enet::CommandType::none;
  Bytes bytes;
};

class EngineCapture {
 public:
  explicit EngineCapture(const std::filesystem::path& path) {
    const Capture capture = read_capture(path);
    for (const Datagram& datagram : capture.datagrams) read(datagram);
  }

  [[nodiscard]] const std::vector<EngineMessage>& messages() const { return messages_; }

 private:
  void read(const Datagram& datagram) {
    enet::Header header;
    Problem problem;
    const Buffer buffer(datagram.payload);
    if (!enet::read_header(buffer, false, header, problem)) return;
    Bytes body(datagram.payload.begin() + header.size, datagram.payload.end());
    enet::Options options;
    Bytes plain;
    if (header.compressed) {
      if (!decompressed(body, header, plain, options)) return;
      body = plain;
    }
    const Buffer commands(body);
    enet::CommandReader reader(commands, header, 0, options.padded);
    for (enet::Command command; reader.next(command);) add(datagram, command);
  }

  void add(const Datagram& datagram, const enet::Command& command) {
    const EngineLink*& current = current_[datagram.flow];
    if (current == nullptr) current = &links_.emplace_back();
    if (command.type == enet::CommandType::connect) {
      const enet::Connection body = connection(command);
      // A retransmitted Connect is no new connection.
      if (current->client == datagram.from && current->connect_data == body.data) return;
      current = &links_.emplace_back(
          EngineLink{.channel_count = body.channel_count, .connect_data = body.data, .client = datagram.from});
      return;
    }
    const EngineLink& link = *current;
    Messages& collected = partial_[{&link, datagram.from, command.channel, command.type}];
    const std::size_t before = collected.all().size();
    collected.add(std::string(), command);
    if (collected.all().size() == before) return;
    messages_.push_back({.link = &link,
                         .from_client = datagram.from == link.client,
                         .channel = command.channel,
                         .type = command.type,
                         .bytes = collected.all().back()});
  }

  std::deque<EngineLink> links_;                      // its elements never move
  std::map<std::string, const EngineLink*> current_;  ///< by flow
  std::map<std::tuple<const EngineLink*, std::string, std::uint8_t, enet::CommandType>, Messages> partial_;
  std::vector<EngineMessage> messages_;
};

}  // namespace godot::test
