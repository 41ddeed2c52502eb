// SPDX-License-Identifier: MIT
// Any bytes as segments of connections of TCP: the heads of HTTP and WebSocket in them, and the verdicts on their ends.
//
// Input: segments: a byte of flags (bit 0 the side, 1 SYN, 2 FIN, 3 RST, 4 a gap before it, 5 earlier bytes again, 6
// cut, 7 a window of 0 and a minute later), a byte with the size, the bytes.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

#include "analysis/tcp_ends/end_verdicts.h"
#include "analysis/tcp_ends/ends.h"
#include "tests/fuzz/input.h"

using namespace godot;

namespace {

constexpr std::uint32_t cut_off = 40;

void* take(void* pool, std::size_t size) {
  auto& blocks = *static_cast<std::vector<std::vector<std::max_align_t>>*>(pool);
  return blocks.emplace_back(size / sizeof(std::max_align_t) + 1).data();
}

void judge_all(const std::vector<analysis::tcp_ends::Ending>& endings) {
  std::vector<std::vector<std::max_align_t>> blocks;
  analysis::tcp_ends::EndingFindings found(analysis::Arena(take, &blocks));
  for (const analysis::tcp_ends::Ending& ending : endings) analysis::tcp_ends::judge(ending, found);
  for (const auto* each = found.first(); each != nullptr; each = each->next)
    if (each->text == nullptr) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span<const std::uint8_t> bytes(data, size);
  analysis::tcp_ends::Ends ends;
  ends.mark(0);
  std::array<std::uint32_t, 2> next = {0xFFFF'FF00, 77};
  std::uint32_t frame = 0;
  analysis::Nanoseconds time = 0;
  for (std::size_t at = 0; at + 1 < bytes.size();) {
    const unsigned flags = bytes[at];
    const std::size_t length = std::min<std::size_t>(bytes[at + 1], bytes.size() - at - 2);
    const auto side = static_cast<std::uint8_t>(flags & 1);
    // Of exact size: reads behind its end are found.
    const test::ExactCopy copy(bytes.subspan(at + 2, length), static_cast<Offset>(length));
    at += 2 + length;
    if ((flags & 16) != 0) next[side] += 100;
    if ((flags & 32) != 0) next[side] -= 10;
    const auto reported = static_cast<std::uint32_t>(length) + ((flags & 64) != 0 ? cut_off : 0);
    time += (flags & 128) != 0 ? 60 * analysis::second : analysis::millisecond;
    ends.add({.stream = 0,
              .frame = ++frame,
              .time = time,
              .side = side,
              .sequence = next[side],
              .acknowledged = next[side ^ 1U],
              .window = (flags & 128) != 0 ? 0U : 1000U,
              .reported = reported,
              .opens = (flags & 2) != 0,
              .acknowledges = true,
              .ends = (flags & 4) != 0,
              .resets = (flags & 8) != 0,
              .payload = copy.buffer().captured});
    next[side] += reported + ((flags & 2) != 0 ? 1 : 0);
    if (const auto* endings = ends.find(frame)) judge_all(*endings);
  }
  return 0;
}
