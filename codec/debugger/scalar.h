// SPDX-License-Identifier: MIT
// Peeks at the value at an offset: its kind, and its content if it is a text or a number. Messages name their elements
// by position, and an element's item needs its value before its parts are walked.
#pragma once

#include "codec/core/bytes.h"
#include "codec/core/value.h"
#include "codec/variant/dialect.h"

namespace godot::debugger {

struct Scalar {
  variant::Kind kind = variant::Kind::nil;  ///< also nil if there is no header
  Value value;                              ///< texts, numbers and bools; else none
  Offset size = 0;        ///< bytes of the whole value with its padding; 0 if it is another kind of value, or
                          /// incomplete
  bool is_plain = false;  ///< a known type, without flags
  bool cut = false;       ///< a text or number that continues after the buffer
};

/// `at`: position of the value's header. Reads only captured bytes.
[[nodiscard]] Scalar scalar_at(const Buffer& buffer, Offset at, const variant::Dialect& dialect) noexcept;

}  // namespace godot::debugger
