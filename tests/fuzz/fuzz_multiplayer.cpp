// SPDX-License-Identifier: MIT
// Any bytes as a multiplayer message: the walk keeps its guarantees (see checker.h and reading.h), gives the same
// result with few and with many requested values, and agrees with the validation; texts read directly from a value's
// bytes equal those of a walk.
//
// The first byte: bits 0-3 the way to read it (how.h), bits 4-5 how many values are requested, bits 6-7 how many bytes
// were not captured.
#include "tests/fuzz/input.h"
#include "tests/unit/codec/multiplayer/how.h"
#include "tests/unit/codec/multiplayer/reading.h"
#include "tests/unit/codec/multiplayer/texts.h"

using namespace godot;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  constexpr Offset not_captured[] = {0, 1, 100, 1U << 20};
  constexpr std::uint32_t wanted[] = {std::numeric_limits<std::uint32_t>::max(), 0, 1, 5};
  const unsigned choice = *data;
  const multiplayer::Options& options = test::hows[(choice & 15) % std::size(test::hows)].options;
  const test::ExactCopy copy({data + 1, size - 1}, static_cast<Offset>(size - 1) + not_captured[choice >> 6]);
  const Buffer message = copy.buffer();
  const test::MultiplayerReading reading(message, options, wanted[choice >> 4 & 3]);
  const std::string fault = test::fault_of(reading, message, multiplayer::validate(message, options));
  test::require(fault.empty(), fault);
  test::FactRecorder facts(message);
  multiplayer::validate(message, options, facts);
  test::require(facts.fault().empty() && facts.balanced(), facts.fault());
  test::require(facts.text() == reading.facts.text(), "the facts differ without a sink");
  const std::string text_fault = test::text_fault_of(message, options);
  test::require(text_fault.empty(), text_fault);
  char sentence[max_problem_text];
  const std::string_view text = describe(reading.result.problem, sentence);
  test::require(text.empty() == !reading.result.problem && text.size() < max_problem_text, "the problem has no text");
  return 0;
}
