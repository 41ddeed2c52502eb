// SPDX-License-Identifier: MIT
// Any messages in a row as a connection: a recognised message can be read, and a certain recognition stays certain.
//
// Each message: a byte of circumstances (bits 0-1 transport, 2-3 delivery, 4 from the client, 5 the handshake was seen,
// 6 it is Godot's, 7 the capture cut the message), the channel, the length, then so many bytes.
#include "codec/multiplayer/recognise.h"

#include <algorithm>

#include "tests/fuzz/input.h"

using namespace godot;

namespace {

constexpr std::size_t head = 3;

multiplayer::Transmission transmission_of(const std::uint8_t* bytes, bool first) {
  const unsigned choice = bytes[0];
  const bool godots = (choice & 64) != 0;
  return {.transport = static_cast<multiplayer::Transport>((choice & 3) % 3),
          .delivery = static_cast<multiplayer::Delivery>((choice >> 2 & 3) % 3),
          .channel = bytes[1],
          .from_client = (choice & 16) != 0,
          .first = first,
          .has_handshake = (choice & 32) != 0,
          .channel_count = godots ? (bytes[1] < 3 ? 3U : 255U) : bytes[1],
          .connect_data = godots ? 0x12345678U : 0};
}

void require_readable(const Buffer& message, const multiplayer::Transmission& how,
                      const multiplayer::Observation& seen) {
  test::require((seen.fits & seen.refused) == 0, "a message both fits and does not");
  for (std::size_t i = 0; i < multiplayer::format_count; ++i) {
    const auto format = static_cast<multiplayer::Format>(i);
    test::require(seen.points[i] <= multiplayer::points_proof, "more points than a proof has");
    if ((seen.fits & multiplayer::set_of(format)) == 0) {
      // A message without evidence for or against a format changes nothing for that format.
      test::require((seen.refused & multiplayer::set_of(format)) == 0 || seen.points[i] == 0, "points for a misfit");
      continue;
    }
    bool readable = false;
    for (const auto generation : {variant::Generation::godot3, variant::Generation::godot2}) {
      multiplayer::Options options = multiplayer::options_of(format, message, how, generation);
      if (((seen.values | seen.others) & multiplayer::set_of(format)) != 0) options.api = multiplayer::Api::none;
      const multiplayer::Result result = multiplayer::validate(message, options);
      readable = readable || result.exact(message) || result.problem.code == Problem::Code::cut;
    }
    test::require(readable, "a message is recognised that cannot be read");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  multiplayer::Recognition recognition;
  for (bool first = true; size >= head; first = false) {
    const multiplayer::Transmission how = transmission_of(data, first);
    const bool cut = (data[0] & 128) != 0;
    const std::size_t length = std::min<std::size_t>(data[2], size - head);
    const test::ExactCopy copy({data + head, length}, static_cast<Offset>(length) + (cut ? 7 : 0));
    data += head + length;
    size -= head + length;
    const multiplayer::Observation seen = multiplayer::observe(copy.buffer(), how);
    require_readable(copy.buffer(), how, seen);
    const bool was_certain = recognition.certain();
    const multiplayer::Format was = recognition.format();
    recognition.add(seen, how);
    const bool is_corrected =
        was == multiplayer::Format::enet_8 && recognition.format() == multiplayer::Format::enet_12;
    test::require(!was_certain || (recognition.certain() && (recognition.format() == was || is_corrected)),
                  "a certain format changes");
    test::require(!recognition.certain() || !recognition.hopeless(), "what is certain is hopeless");
    (void)multiplayer::validate(copy.buffer(), recognition.options(copy.buffer(), how));
  }
  return 0;
}
