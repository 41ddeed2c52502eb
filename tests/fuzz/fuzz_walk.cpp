// SPDX-License-Identifier: MIT
// Any bytes as a Variant: the walk keeps its guarantees (see checker.h), is linear, and agrees with the validation.
#include "tests/fuzz/input.h"

#include "codec/variant/fields.h"

using namespace godot;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < test::Input::head) return 0;
  const test::Input input(data, size);
  const Buffer buffer = input.copy.buffer();
  std::vector<char> text(variant::TextWriter::capacity(buffer.captured.size(), variant::no_text_limit));
  variant::TextWriter writer(text, variant::no_text_limit, *input.options.dialect);
  test::PlainChecker checker(static_cast<Offset>(buffer.captured.size()), &writer);
  const variant::Result result = variant::walk(buffer, input.options, checker);
  test::require(checker.fault().empty(), checker.fault());
  test::require(checker.saw_problem() == static_cast<bool>(result.problem), "the sink got another result");
  test::require(result.consumed <= buffer.captured.size(), "more was consumed than there is");

  // The smallest value has four bytes and about ten events; the constant allows for closing events.
  test::require(checker.events() <= 4 * buffer.captured.size() + 64, "more events than the bytes account for");

  const variant::Result checked = variant::validate(buffer, input.options);
  test::require(checked.consumed == result.consumed, "validate() ends elsewhere");
  test::require(checked.problem.code == result.problem.code && checked.problem.field == result.problem.field &&
                    checked.problem.offset == result.problem.offset,
                "validate() has another problem");
  for (std::size_t i = 0; i < note_numbers; ++i) {
    const auto note = static_cast<Note>(i);
    const bool only_walked = note == note::not_finite && result.notes.has(note);  // in the elements of packed arrays
    test::require(only_walked || result.notes.has(note) == checked.notes.has(note), "validate() has other notes");
  }

  char sentence[max_problem_text];
  const std::string_view problem_text = describe(result.problem, sentence);
  test::require(problem_text.empty() == !result.problem && problem_text.size() < max_problem_text,
                "the problem has no text");

  // A sink that requests no elements, or few, receives all other events.
  for (const std::uint32_t wanted : {0U, 1U, 2U}) {
    test::PlainChecker few(static_cast<Offset>(buffer.captured.size()));
    few.want(wanted);
    const variant::Result same = variant::walk(buffer, input.options, few);
    test::require(few.fault().empty(), few.fault());
    test::require(same.consumed == result.consumed && same.problem.code == result.problem.code,
                  "the result depends on what the sink wants");
  }
  return 0;
}
