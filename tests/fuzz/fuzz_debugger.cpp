// SPDX-License-Identifier: MIT
// Any bytes as a stream of the debugger: framing, recognition and the walk keep their guarantees; a message is read to
// the end that its framing states; and a run of units in two pieces gives the same result as in one.
//
// The first byte: bits 0-1 the era (all of 0, 1, 6 and 7: Redot's), bit 2 to the game, bit 3 without a length, bits 4-5
// how many bytes were not captured, bits 6-7 custom monitors.
#include "tests/fuzz/input.h"
#include "tests/unit/codec/debugger/reading.h"

using namespace godot;

namespace {

void require_kept(const test::DebugReading& reading, std::size_t size) {
  const std::string fault = reading.recorder.fault();
  test::require(fault.empty(), fault);
  test::require(reading.result.consumed <= size, "more was read than there is");
  test::require(check_utf8(reading.line).valid, "the line is no text");
  for (const Problem& problem : reading.recorder.problems()) {
    char sentence[max_problem_text];
    const std::string_view text = describe(problem, sentence);
    test::require(!text.empty() && text.size() < max_problem_text, "a problem has no text");
  }
}

void check_framing(const Buffer& stream) {
  const debugger::Extent extent = debugger::extent(stream);
  using Status = debugger::Extent::Status;
  test::require(extent.status != Status::whole || extent.size != 0, "a message without bytes");
  test::require(extent.status != Status::whole || extent.size <= stream.reported, "a message beyond its stream");
  test::require(extent.status != Status::more || extent.missing != 0, "nothing is missing, but more is waited for");
  const debugger::Proof proof = debugger::prove(stream, true);
  if (proof.look == debugger::Proof::Look::yes)
    test::require(extent.status != Status::none, "a message is proven that does not begin");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  constexpr Offset not_captured[] = {0, 1, 100, 1U << 20};
  constexpr std::uint32_t monitors[] = {0, 1, 7, 0xFFFFFFFF};
  const unsigned choice = *data;
  const std::span<const std::uint8_t> bytes(data + 1, size - 1);
  const auto reported = static_cast<Offset>(bytes.size()) + not_captured[choice >> 4 & 3];
  const test::ExactCopy copy(bytes, reported);
  check_framing(copy.buffer());
  (void)debugger::prove(copy.buffer(), false);
  debugger::Era era = debugger::Era::godot3;
  (void)debugger::shows_era(copy.buffer(), era);

  const debugger::Options options{
      .era = (choice & 0xC3) == 0xC3 ? debugger::Era::redot : static_cast<debugger::Era>(choice & 3),
      .direction = (choice & 4) != 0 ? debugger::Direction::to_game : debugger::Direction::to_editor,
      .prefixed = (choice & 8) == 0,
      .custom_monitors = monitors[choice >> 6],
      .line_limit = 1 + (choice & 63)};
  const test::DebugReading reading(bytes, options, {}, reported);
  require_kept(reading, bytes.size());
  if (!reading.run.pending || reading.result.consumed == 0) return 0;
  // The rest is read as if it came in the next segment.
  const test::DebugReading more(bytes.subspan(reading.result.consumed), options, reading.run);
  require_kept(more, bytes.size() - reading.result.consumed);
  const test::DebugReading again(bytes, options, reading.run);
  require_kept(again, bytes.size());
  return 0;
}
