// SPDX-License-Identifier: MIT
// Any bytes as pieces of connections of TCP, read twice by the engine: the debugger, the remote file system, values.
// Both passes take the same bytes, and nothing waits beyond what came.
//
// Input: a byte with the ports (modulo 3: none, 6007, 6010), then pieces: a byte (bit 0 the side, bit 1 behind a gap,
// bit 2 cut, bit 3 of another connection, bits 4 to 7 all of them: at a time of another clock), a byte with the size,
// the bytes.
#include <algorithm>
#include <vector>

#include "answers/options/options.h"
#include "base/clamped.h"
#include "engine/engine.h"
#include "tests/fuzz/input.h"

using namespace godot;

namespace {

constexpr std::uint16_t ports[] = {4000, 6007, 6010};
constexpr std::uint32_t cut_off = 40;

engine::Address address(std::uint16_t port) {
  engine::Address made;
  made.family = 4;
  made.port = port;
  return made;
}

/// Returns how many bytes were none of Godot's.
std::uint64_t pass(std::span<const std::uint8_t> bytes, engine::Engine& engine, engine::Pass which) {
  engine.begin_pass(which);
  const std::uint16_t server = ports[bytes[0] % std::size(ports)];
  std::uint32_t next[2][2] = {};
  std::uint32_t number = 0;
  constexpr std::int64_t millisecond = 1'000'000;
  std::int64_t begin = 0;
  for (std::size_t at = 1; at + 2 < bytes.size();) {
    const unsigned flags = bytes[at];
    const std::size_t size = std::min<std::size_t>(bytes[at + 1], bytes.size() - at - 2);
    const auto side = static_cast<std::uint8_t>(flags & 1);
    const std::uint32_t stream = flags >> 3 & 1;
    // Of exact size: reads behind its end are found.
    const test::ExactCopy copy(bytes.subspan(at + 2, size), static_cast<Offset>(size));
    at += 2 + size;
    std::uint32_t& sequence = next[stream][side];
    if ((flags & 2) != 0) sequence += 1000;
    const auto reported = static_cast<std::uint32_t>(size) + ((flags & 4) != 0 ? cut_off : 0);
    const engine::StreamPiece piece = {.side = side,
                                       .bytes = copy.buffer().captured,
                                       .reported = reported,
                                       .sequence = sequence,
                                       .is_behind_gap = (flags & 2) != 0};
    sequence += reported;
    ++number;
    // Another clock, as any capture can have; else a millisecond later each.
    const bool is_far = (flags & 0xF0) == 0xF0;
    const std::int64_t time = is_far ? ((number & 1) != 0 ? analysis::most_time : 0) : number * millisecond;
    if (number == 1) begin = time;
    engine.segment({.number = number,
                    .time = time,
                    .since_begin = time - begin,
                    .length = reported,
                    .captured_length = static_cast<std::uint32_t>(size),
                    .first_pass = which == engine::Pass::learn},
                   {.source = address(side == 0 ? 50000 : server),
                    .destination = address(side == 0 ? server : 50000),
                    .tcp = {.stream = stream},
                    .sequence = piece.sequence,
                    .payload = reported,
                    .captured = piece.bytes,
                    .pieces = {&piece, 1}});
  }
  return engine.not_read();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 3) return 0;
  engine::Settings settings;
  settings.recorded_project = false;
  engine::Engine engine(settings, {});
  analysis::ParsedOption asked;
  for (const analysis::Option& option : analysis::options()) {
    if (std::string_view(option.name) != "godot,profile") continue;
    asked = option.parsed("godot,profile,csv");
    asked.request->begin({});
    engine.listen({*asked.request, analysis::Extent::texts});
  }
  const std::span<const std::uint8_t> bytes(data, size);
  test::require(pass(bytes, engine, engine::Pass::learn) <= size * 256, "more was not read than there was");
  (void)pass(bytes, engine, engine::Pass::answer);
  std::size_t written = 0;
  asked.request->finish([&written](std::string_view text) { written += text.size(); });
  test::require(written != 0, "nothing is answered");
  return 0;
}
