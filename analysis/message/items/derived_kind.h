// SPDX-License-Identifier: MIT
// What a derived field contains: the column "kind" of the files derived.def. The program that shows the fields chooses
// a type for each kind.
#pragma once

#include <cstdint>

namespace godot::analysis {

enum class DerivedKind : std::uint8_t {
  text,
  bytes,
  number,  ///< unsigned, of 32 bits
  number8,
  number16,
  hexadecimal,  ///< unsigned, of 32 bits, displayed in hexadecimal
  integer,
  boolean,
  real,
  tenths,  ///< a real number that is displayed with one decimal
  time,
  checksum_status,  ///< a word: unverified, good or bad
  subtree,          ///< an item without a value of its own
  // Frames, by their relation to the field's frame.
  frame,
  frame_of_request,
  frame_of_response,
  frame_of_acknowledgement,
  frame_of_first_copy,
  frame_of_previous,  ///< transmission of the same data
  frame_of_next,
};

}  // namespace godot::analysis
