// SPDX-License-Identifier: MIT
// A conversation of any payloads: each is a byte with its length in words, a byte with the number of bytes not captured
// (3 bits), whether it is read as documented and whether as a later one of its conversation (a bit each), and its
// bytes. Observations are consistent, and certainty is never lost.
#include <bit>

#include "codec/variant/recognise.h"
#include "tests/fuzz/input.h"

using namespace godot;

namespace {

void check(const variant::Observation& seen) {
  using variant::all_candidates;
  test::require((seen.fits & ~seen.readable) == 0, "a reading fits that is not readable");
  test::require((seen.also & ~seen.readable) == 0, "a last resort fits that is not readable");
  test::require((seen.also & seen.fits) == 0, "a last resort stands twice");
  test::require((seen.readable & ~all_candidates) == 0, "a candidate that does not exist");
  test::require(seen.fits != 0 || seen.points == 0, "points without a reading");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  variant::Recognition recognition;
  std::uint32_t refusals = 0;
  std::uint32_t number = 0;
  while (size >= 2) {
    const std::size_t length = std::min<std::size_t>(std::size_t{data[0]} * 4, size - 2);
    const auto reported = static_cast<Offset>(length) + (data[1] & 7U) * 4;
    const bool documented = (data[1] & 8U) != 0;
    const bool is_further = (data[1] & 16U) != 0;
    const test::ExactCopy copy({data + 2, length}, reported);
    data += 2 + length;
    size -= 2 + length;
    if (!variant::possible(copy.buffer())) {
      ++refusals;
      continue;
    }
    const variant::Readings readings{variant::all_candidates, documented};
    const variant::Observation seen =
        is_further ? recognition.observe_further(copy.buffer(), readings) : variant::observe(copy.buffer(), readings);
    check(seen);
    if (seen.readable == 0) ++refusals;
    const bool was_certain = recognition.certain();
    recognition.add(seen, refusals, ++number);
    test::require(recognition.certain() || !was_certain, "certainty was lost");
    test::require(recognition.fitting() != 0, "nothing fits the conversation any more");
    test::require((recognition.fitting() & ~recognition.open()) == 0, "what fits is not open");
    (void)recognition.decided();
    // With a single candidate, the answer cannot name another.
    for (std::size_t i = 0; i < variant::candidates.size(); ++i) {
      const auto only = static_cast<variant::CandidateSet>(1U << i);
      const variant::Observation alone = variant::observe(copy.buffer(), {only, documented});
      check(alone);
      test::require((alone.readable & ~only) == 0, "a candidate was named that nobody asked for");
      test::require((seen.fits & only) == 0 || (alone.fits & only) != 0, "a reading fits only beside others");
    }
  }
  return 0;
}
