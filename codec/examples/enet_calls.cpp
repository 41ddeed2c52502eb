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

/// Gets the facts of messages. What numbers of nodes and methods stand for was announced by earlier messages.
class Calls final : public godot::multiplayer::PacketSink {
 public:
  void node(const godot::multiplayer::Node& said) override {
    node_ = said.by_path ? std::string(said.path) : "#" + std::to_string(said.id);
  }
  void method(const godot::multiplayer::Member& said) override {
    method_ = said.by_name ? std::string(said.name) : "#" + std::to_string(said.id);
  }
  void arguments(const godot::multiplayer::Arguments& said) override { count_ = said.count; }
  void end(const godot::multiplayer::Command& said, bool good) override {
    if (said.type == godot::multiplayer::CommandType::remote_call && good)
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
