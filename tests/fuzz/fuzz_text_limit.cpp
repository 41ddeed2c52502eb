// SPDX-License-Identifier: MIT
// A text with a limit is the beginning of the text without one, and the elements that the writer requests suffice; the
// text without a walk equals that of the walk.
#include "tests/fuzz/input.h"
#include "tests/unit/support/shortened.h"
#include "tests/unit/support/text_alone.h"

using namespace godot;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < test::Input::head) return 0;
  const test::Input input(data, size);
  const Buffer buffer = input.copy.buffer();
  const test::Reading full(buffer, input.options);
  const test::Reading limited(buffer, input.options, input.limit);
  const test::Reading sparing(buffer, input.options, input.limit, 0);
  for (const test::Reading* reading : {&full, &limited, &sparing})
    test::require(reading->recorder.fault().empty(), reading->recorder.fault());
  test::require(full.recorder.texts().size() == limited.recorder.texts().size(), "the number of texts differs");
  for (std::size_t i = 0; i < full.recorder.texts().size(); ++i) {
    const test::Recorder::ValueText& whole = full.recorder.texts()[i];
    test::require(!whole.cut, "a text without a limit is cut");
    test::require(test::is_shortened(limited.recorder.texts()[i], whole.text, input.limit),
                  "a text with a limit is not the beginning of the whole");
  }
  test::require(test::is_shortened(sparing.recorder.text(), full.recorder.text().text, input.limit),
                "the elements that the writer asked for were not enough");
  const std::uint32_t hex = input.limit % 7 == 0 ? 4 : variant::no_hex_bytes;
  for (const std::uint32_t limit : {input.limit, variant::no_text_limit}) {
    const std::string fault = test::difference(buffer, input.options, {.characters = limit, .hex_bytes = hex});
    test::require(fault.empty(), fault);
  }
  return 0;
}
