// SPDX-License-Identifier: MIT
// Prints the calls in datagrams of ENet, one datagram a line in hexadecimal: ... | enet_calls
// Of Godot 4; with "3" as argument, of Godot 3.2 to 3.6.
#include <codec/enet/protocol.h>
#include <codec/multiplayer/walk.h>

#include <charconv>
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

namespace {

/// Receives the facts of messages. Earlier messages announced the names for numbers of nodes and methods.
class Calls final : public godot::multiplayer::PacketSink {
 public:
  void node(const godot::multiplayer::Node& fact) override {
    node_ = fact.by_path ? std::string(fact.path) : "#" + std::to_string(fact.id);
  }
  void method(const godot::multiplayer::Member& fact) override {
    method_ = fact.by_name ? std::string(fact.name) : "#" + std::to_string(fact.id);
  }
  void arguments(const godot::multiplayer::Arguments& fact) override { count_ = fact.count; }
  void end(const godot::multiplayer::Command& fact, bool good) override {
    if (fact.type == godot::multiplayer::CommandType::remote_call && good)
      std::printf("%s.%s with %u arguments\n", node_.c_str(), method_.c_str(), count_);
  }

 private:
  std::string node_;
  std::string method_;
  unsigned count_ = 0;
};

void print_calls(const godot::Buffer& datagram, const godot::multiplayer::Options& options) {
  godot::enet::Header header;
  godot::Problem problem;
  if (!read_header(datagram, false, header, problem) || header.compressed) return;
  godot::enet::CommandReader reader(datagram, header);
  for (godot::enet::Command command; reader.next(command);) {
    if (!command.has_payload() || command.is_fragment()) continue;
    Calls calls;
    validate(godot::Buffer(command.payload, command.payload_length), options, calls);
  }
}

/// False if the line is not bytes in hexadecimal.
bool read_line(const std::string& line, std::vector<std::uint8_t>& bytes) {
  bytes.clear();
  if (line.size() % 2 != 0) return false;
  for (const char* at = line.data(); at != line.data() + line.size(); at += 2) {
    std::uint8_t byte = 0;
    const auto [end, error] = std::from_chars(at, at + 2, byte, 16);
    if (error != std::errc{} || end != at + 2) return false;
    bytes.push_back(byte);
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace godot::multiplayer;
  Options options;
  if (argc > 1 && std::string(argv[1]) == "3") options = {.api = Api::named, .carrier = Carrier::enet_8};
  std::vector<std::uint8_t> bytes;
  unsigned number = 0;
  for (std::string line; std::getline(std::cin, line);) {
    ++number;
    if (!read_line(line, bytes)) return std::fprintf(stderr, "line %u is no datagram in hexadecimal\n", number), 1;
    print_calls(godot::Buffer(bytes), options);
  }
}
