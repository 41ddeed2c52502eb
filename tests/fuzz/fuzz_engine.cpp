// SPDX-License-Identifier: MIT
// Any bytes as a capture, read twice by the whole engine, with tables of every kind asked for: all is answered, and
// what both passes read is the same. The capture reader, connections and WebSocket are below it.
#include <array>
#include <string>
#include <vector>

#include "analyse/reading/tcp_pass.h"
#include "answers/options/options.h"
#include "capture/file/capture_reader.h"
#include "capture/frame/packet.h"
#include "engine/engine.h"
#include "tests/fuzz/input.h"

using namespace godot;

namespace {

/// One set for each input, by its size: all of them at once would take most of the time.
constexpr std::array<const char*, 2> questions[] = {{"godot,profile,nodes,csv", "godot,problems,json"},
                                                    {"godot,sync", "godot,problems,csv"},
                                                    {"godot,state,20", "enet,streams,csv"}};

/// One pass over the frames. Returns how many there were.
std::uint32_t pass(std::span<const std::uint8_t> bytes, engine::Engine& engine, engine::Pass which) {
  engine.begin_pass(which);
  capture::Reader reader;
  reader.feed(bytes);
  capture::Layers layers;
  analyse::Streams streams;
  capture::Frame frame;
  capture::Packet packet;
  std::uint32_t frames = 0;
  std::int64_t begin = 0;
  while (reader.next(frame)) {
    if (++frames == 1) begin = frame.time;
    test::require(frame.bytes.size() <= frame.reported, "more was captured than there was");
    const engine::Frame known = {.number = frame.number,
                                 .time = frame.time,
                                 .since_begin = frame.time - begin,
                                 .length = frame.reported,
                                 .captured_length = static_cast<std::uint32_t>(frame.bytes.size()),
                                 .first_pass = which == engine::Pass::learn};
    if (!layers.read(frame, packet)) continue;
    // A block of its own: behind a packet that was cut lies the next one, so that a read beyond its end would not be
    // seen.
    const std::vector<std::uint8_t> payload(packet.payload.begin(), packet.payload.end());
    packet.payload = payload;
    const enet::IcmpError error = {.is_v6 = packet.quote.is_v6, .type = packet.quote.type, .code = packet.quote.code};
    switch (packet.carrier) {
      case capture::Carrier::pdu: engine.record(known, packet.payload, packet.reported); break;
      case capture::Carrier::tcp: streams.take(known, frame, packet, engine); break;
      case capture::Carrier::udp:
        engine.datagram(known, {.source = analyse::address_of(packet.source),
                                .destination = analyse::address_of(packet.destination),
                                .captured = packet.payload,
                                .reported = packet.reported,
                                .said = packet.said,
                                .error = packet.is_quoted ? &error : nullptr,
                                .is_quoted = packet.is_quoted,
                                .is_sealed = false});
    }
  }
  reader.finish();
  return frames;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  engine::Settings settings;
  settings.recorded_project = false;
  engine::Engine engine(settings, {});
  std::vector<analysis::ParsedOption> asked;
  const auto& chosen = questions[size % std::size(questions)];
  for (const std::string question : chosen) {
    for (const analysis::Option& option : analysis::options()) {
      const std::string name = option.name;
      if (question != name && !question.starts_with(name + ",")) continue;
      analysis::ParsedOption one = option.parsed(question);
      if (one.request == nullptr || !one.filter.empty()) continue;
      one.request->begin({});
      engine.listen({*one.request, option.extent});
      asked.push_back(std::move(one));
    }
  }
  test::require(asked.size() >= chosen.size(), "a question is not asked");
  const std::span<const std::uint8_t> bytes(data, size);
  const std::uint32_t first = pass(bytes, engine, engine::Pass::learn);
  const std::uint32_t second = pass(bytes, engine, engine::Pass::answer);
  test::require(first == second, "the passes differ");
  std::size_t written = 0;
  for (analysis::ParsedOption& each : asked) {
    each.request->finish([&written](std::string_view text) { written += text.size(); });
    test::require(each.request->error().empty(), each.request->error());
  }
  test::require(written != 0, "nothing is answered");
  return 0;
}
