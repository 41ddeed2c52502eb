// SPDX-License-Identifier: MIT
// Any bytes from the socket, in pieces: godotdump continues or gives a reason, and writes whole packets only; the sizes
// of the pieces change nothing.
//
// The first byte: size of the pieces. Then the bytes after a greeting, or instead of it if bit 7 is set.
#include "extcap/mirror/session.h"
#include "tests/fuzz/input.h"

using namespace godotdump;

namespace {

struct Outcome {
  Bytes packets;
  std::string why;
};

Outcome fed(std::span<const std::uint8_t> bytes, bool greets, std::size_t piece) {
  const GameSelection all;
  Session session(all);
  Outcome outcome;
  bool goes_on = true;
  if (greets) goes_on = session.feed(godot::mirror::greeting(), outcome.packets);
  for (std::size_t at = 0; goes_on && at < bytes.size(); at += piece)
    goes_on = session.feed(bytes.subspan(at, std::min(piece, bytes.size() - at)), outcome.packets);
  godot::test::require(goes_on == session.why().empty(), "it ends without a reason, or goes on with one");
  outcome.why = session.why();
  return outcome;
}

/// Counts the blocks of pcapng, from the first to the end.
void require_blocks(const Bytes& packets) {
  std::size_t at = 0;
  while (at < packets.size()) {
    godot::test::require(packets.size() - at >= 12, "half a block");
    const auto length = godot::load_le<std::uint32_t>(packets.data() + at + 4);
    godot::test::require(length % 4 == 0 && length >= 12 && length <= packets.size() - at, "a block's length");
    godot::test::require(godot::load_le<std::uint32_t>(packets.data() + at + length - 4) == length,
                         "its second length");
    at += length;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const bool greets = (*data & 0x80) == 0;
  const std::span<const std::uint8_t> bytes(data + 1, size - 1);
  const Outcome pieces = fed(bytes, greets, std::size_t{1} + (*data & 0x7F));
  const Outcome whole = fed(bytes, greets, std::max<std::size_t>(bytes.size(), 1));
  require_blocks(pieces.packets);
  godot::test::require(pieces.packets == whole.packets, "pieces make a difference");
  godot::test::require(pieces.why == whole.why, "pieces make a difference to the reason");
  return 0;
}
