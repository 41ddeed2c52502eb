// SPDX-License-Identifier: MIT
// Any bytes as one direction of a conversation with the editor's file server: every unit keeps the walk's guarantees,
// and reading always advances.
//
// The first byte: bit 0 which side, bit 1 which form, bits 2-3 how many bytes were not captured.
#include "codec/files/walk.h"
#include "tests/fuzz/input.h"

using namespace godot;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  constexpr Offset not_captured[] = {0, 1, 100, 1U << 20};
  const std::span<const std::uint8_t> bytes(data + 1, size - 1);
  const auto side = (*data & 1) != 0 ? files::Side::editor : files::Side::game;
  const auto form = (*data & 2) != 0 ? files::Form::synchronized : files::Form::on_demand;
  const Offset missing = not_captured[(*data >> 2) & 3];
  (void)files::begun(bytes);

  files::State state = files::first_state(form, side);
  std::size_t at = 0;
  while (state.next != files::Unit::none) {
    const std::span<const std::uint8_t> rest = bytes.subspan(at);
    const auto captured = static_cast<Offset>(rest.size());
    const test::ExactCopy copy(rest, captured + missing);
    test::Recorder recorder(captured);
    const files::Result result = files::walk(copy.buffer(), state, recorder);
    test::require(recorder.fault().empty(), recorder.fault());
    test::require(result.consumed <= captured, "more was read than there is");
    const files::Extent extent = files::extent(state, copy.buffer());
    if (result.problem) {
      char sentence[max_problem_text];
      test::require(!describe(result.problem, sentence).empty(), "a problem has no text");
      test::require(extent.status != files::Extent::Status::whole, "a unit with a problem is whole");
      if (extent.status == files::Extent::Status::more) test::require(extent.size > captured, "more of what is there");
      return 0;
    }
    test::require(extent.status == files::Extent::Status::whole && extent.size == result.consumed,
                  "the extent differs");
    test::require(result.consumed != 0, "a unit of nothing");
    test::require(result.after.sent <= result.after.entries || form == files::Form::on_demand, "more files than names");
    at += result.consumed;
    state = result.after;
  }
  return 0;
}
