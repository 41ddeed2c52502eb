// SPDX-License-Identifier: MIT
// Any bytes as what players and noray send: lines of three connections, and datagrams between a few ends. Reading a
// line advances, and keeps within the bytes; the sentences are texts.
//
// A sequence of units: a byte of what it is (bits 0-1: a line of a player, of noray, a datagram, one that came back;
// bits 2-3: which connection, or who sends; bits 4-7: how much time has passed, and bits 4-5 who receives what the
// player sends), a byte with its length, and the bytes.
#include <array>
#include <string>
#include <vector>

#include "analysis/noray/meetings.h"
#include "codec/noray/noray.h"
#include "tests/fuzz/input.h"

using namespace godot;

namespace {

constexpr std::array<noray::End, 4> ends = {
    noray::End{0x0a000202, 41740}, {0xcb007101, 8809}, {0xcb007101, 49167}, {0xcb00710a, 34066}};
std::vector<std::vector<std::max_align_t>> taken;
const analysis::Arena arena([](void*, std::size_t size)
                                -> void* { return taken.emplace_back(size / sizeof(std::max_align_t) + 1).data(); },
                            nullptr);

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  analysis::NorayMeetings meetings;
  analysis::NorayMeetings::Seen now;
  std::span<const std::uint8_t> rest(data, size);
  while (rest.size() >= 2) {
    const unsigned what = rest[0];
    const std::size_t length = std::min<std::size_t>(rest[1], rest.size() - 2);
    const std::vector<std::uint8_t> copy(rest.begin() + 2, rest.begin() + 2 + static_cast<std::ptrdiff_t>(length));
    rest = rest.subspan(2 + length);
    now = {now.frame + 1, now.time + std::int64_t{what >> 4U} * 100'000'000};
    const unsigned which = what >> 2U & 3U;
    if ((what & 2U) == 0) {
      bool waits = false;
      const bool begins = noray::begins_with_registration(copy, waits);
      test::require(!begins || !waits, "it begins, and waits");
      std::span<const std::uint8_t> lines(copy);
      while (true) {
        const noray::Line line = noray::first_line(lines);
        test::require(line.size <= lines.size(), "a line is longer than its bytes");
        test::require(line.name.size() + line.data.size() <= line.size, "a line's parts are longer than it");
        if (line.size == 0) break;
        meetings.line({which, ends[0], {0xcb007101, 8890}, (what & 1U) == 0, now}, line);
        lines = lines.subspan(line.size);
      }
    } else {
      const noray::Handshake handshake = noray::handshake_of(copy);
      test::require((handshake == noray::Handshake::none) == noray::name(handshake).empty(), "a handshake has no name");
      meetings.datagram({ends[which], ends[which == 0 ? what >> 4U & 3U : 0], copy, (what & 1U) != 0, now});
    }
  }
  for (const analysis::NorayStatement& each : meetings.statements(arena))
    test::require(each.text != nullptr && each.frame != 0, "a statement says nothing");
  taken.clear();
  return 0;
}
