// SPDX-License-Identifier: MIT
// Prints the calls in datagrams of ENet, one datagram a line in hexadecimal: ... | enet_calls
// Of Godot 4; with "3" as argument, of Godot 3.2 to 3.6.
#include <codec/enet/protocol.h>
#include <codec/multiplayer/walk.h>

#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

namespace {

/// Hears what messages say. Numbers of nodes and methods mean something only to whoever has seen them given.
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

}  // namespace

int main(int argc, char** argv) {
  using namespace godot::multiplayer;
  Options options;
  if (argc > 1 && std::string(argv[1]) == "3") options = {.api = Api::named, .carrier = Carrier::enet_8};
  for (std::string line; std::getline(std::cin, line);) {
    std::vector<std::uint8_t> bytes;
    for (std::size_t at = 0; at + 1 < line.size(); at += 2)
      bytes.push_back(static_cast<std::uint8_t>(std::stoi(line.substr(at, 2), nullptr, 16)));
    print_calls(godot::Buffer(bytes), options);
  }
}
