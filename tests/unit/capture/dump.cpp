// SPDX-License-Identifier: MIT
// Prints what the capture reader finds, for a comparison with tshark: capture-dump FILE. A line each:
//
//   frame NUMBER NANOSECONDS CARRIER SOURCE SOURCE_PORT DESTINATION DESTINATION_PORT REPORTED HEX
//   websocket NUMBER OPCODE HEX
//   lost NUMBER COUNT
//   comment NUMBER TEXT
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "capture/packed/unpack.h"
#include "capture/websocket/websocket.h"

using namespace godot::capture;

namespace {

std::string hex(std::span<const std::uint8_t> bytes) {
  constexpr char digits[] = "0123456789abcdef";
  std::string text;
  for (const std::uint8_t byte : bytes) {
    text += digits[byte >> 4];
    text += digits[byte & 15];
  }
  return text.empty() ? "-" : text;
}

class Printer final : public WebSocketReader {
 public:
  void upgrade(const Part& part, std::string_view path) override {
    std::printf("upgrade %u %.*s\n", part.frame, static_cast<int>(path.size()), path.data());
  }
  void message(const WebSocketMessage& message) override {
    std::printf("websocket %u %u %s\n", message.frame, message.opcode, hex(message.payload).c_str());
  }
  void lose(const Part& next, std::uint64_t count) override {
    std::printf("lost %u %llu\n", next.frame, static_cast<unsigned long long>(count));
  }
};

class Dump final : public Consumers, public UnpackedSink {
 public:
  std::unique_ptr<Consumer> begin(const Connection&) override { return std::make_unique<WebSocket>(printer_); }

  void write(std::span<const std::uint8_t> bytes) override {
    reader_.feed(bytes);
    for (Frame frame; reader_.next(frame);) add(frame);
  }

  int finish() {
    connections_.finish();
    reader_.finish();
    if (!reader_.fault()) return 0;
    std::fprintf(stderr, "%s\n", reader_.fault().text.c_str());
    return 2;
  }

 private:
  void add(const Frame& frame) {
    if (!frame.comment.empty())
      std::printf("comment %u %.*s\n", frame.number, static_cast<int>(frame.comment.size()), frame.comment.data());
    Packet packet;
    if (!layers_.read(frame, packet)) return;
    constexpr const char* names[] = {"udp", "tcp", "pdu"};
    std::printf("frame %u %lld %s %s %u %s %u %u %s\n", frame.number, static_cast<long long>(frame.time),
                names[static_cast<unsigned>(packet.carrier)], text_of(packet.source.address).c_str(),
                packet.source.port, text_of(packet.destination.address).c_str(), packet.destination.port,
                packet.reported, hex(packet.payload).c_str());
    connections_.add(frame, packet);
  }

  Printer printer_;
  Connections connections_{*this};
  Layers layers_;
  Reader reader_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 1;
  std::FILE* file = std::fopen(argv[1], "rb");
  if (file == nullptr) return 1;
  Dump dump;
  std::unique_ptr<Unpacker> unpacker;
  std::vector<std::uint8_t> part(1 << 16);
  bool is_first = true;
  for (std::size_t size; (size = std::fread(part.data(), 1, part.size(), file)) != 0; is_first = false) {
    const auto bytes = std::span(part).first(size);
    if (is_first && packing_of(bytes) != Packing::none) {
      unpacker = make_unpacker(packing_of(bytes));
      if (unpacker == nullptr) return 3;
    }
    if (unpacker == nullptr) dump.write(bytes);
    else if (!unpacker->feed(bytes, dump)) return 4;
  }
  std::fclose(file);
  return dump.finish();
}
