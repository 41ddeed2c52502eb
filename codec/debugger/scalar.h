// SPDX-License-Identifier: MIT
// A look at the value that begins at a place: its kind, and what it is if it is a text or a number. Messages name their
// elements by position, and an element's item needs its value before its parts are walked.
#pragma once

#include "codec/core/bytes.h"
#include "codec/core/value.h"
#include "codec/variant/dialect.h"

namespace godot::debugger {

struct Scalar {
  variant::Kind kind = variant::Kind::nil;  ///< nil also where there is no header
  Value value;                              ///< texts, numbers and bools; else none
  Offset size = 0;        ///< bytes of the whole value with its padding; 0 if it is no such value, or is not all there
  bool is_plain = false;  ///< a known type, without flags
  bool cut = false;       ///< a text or number whose bytes go on behind the buffer
};

/// `at`: where the value's header is. Reads nothing behind the captured bytes.
[[nodiscard]] Scalar scalar_at(const Buffer& buffer, Offset at, const variant::Dialect& dialect) noexcept;

}  // namespace godot::debugger
