// SPDX-License-Identifier: MIT
// Any bytes as a record of the mirror, and as a stream of records: the walk keeps its guarantees, and reading advances.
//
// The first byte: bits 0-1 how many bytes were not captured.
#include "codec/mirror/record_stream.h"
#include "codec/mirror/walk.h"
#include "tests/fuzz/input.h"

using namespace godot;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  constexpr Offset not_captured[] = {0, 1, 100, 1U << 20};
  const std::span<const std::uint8_t> bytes(data + 1, size - 1);
  const auto captured = static_cast<Offset>(bytes.size());
  const test::ExactCopy copy(bytes, captured + not_captured[*data & 3]);

  test::Recorder recorder(captured);
  const mirror::Result result = mirror::walk(copy.buffer(), recorder);
  test::require(recorder.fault().empty(), recorder.fault());
  test::require(result.consumed <= captured, "more was read than there is");
  test::require(result.problem || result.consumed == copy.buffer().reported, "the walk ends before the record");
  const mirror::Result again = mirror::validate(copy.buffer());
  test::require(again.problem.code == result.problem.code, "the two walks differ");
  if (result.problem) {
    char sentence[max_problem_text];
    test::require(!describe(result.problem, sentence).empty(), "a problem has no text");
  }

  (void)mirror::greeted(copy.buffer().captured);
  std::size_t at = 0;
  for (;;) {
    const mirror::Framed framed = mirror::framed(copy.buffer().captured.subspan(at));
    if (framed.status != mirror::Framed::Status::whole) break;
    test::require(framed.size != 0 && framed.size <= captured - at, "a record beyond its stream");
    test::require(framed.record.size() < framed.size, "a record without its length");
    at += framed.size;
  }
  return 0;
}
