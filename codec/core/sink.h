// SPDX-License-Identifier: MIT
// The interface to which a walk reports its tree of fields. A sink that may leave these calls by longjmp, as
// Wireshark's does, must hold nothing that needs a destructor across them.
#pragma once

#include <cstdint>

#include "codec/core/catalogue.h"
#include "codec/core/problem.h"
#include "codec/core/value.h"

namespace godot {

class Sink {
 public:
  /// Opens a subtree that begins at `begin`; some subtrees carry a value of their own (an index, a name).
  virtual void open(Field field, Offset begin, const Value& value) = 0;

  /// A field of `length` bytes at `begin`. For generated fields, these are the bytes that they are derived from.
  virtual void leaf(Field field, Offset begin, Offset length, const Value& value) = 0;

  /// Closes the innermost subtree, which ends before `end`.
  virtual void close(Field field, Offset end) = 0;

  /// Reports something legal but suspicious about the bytes at `begin`.
  virtual void note(Note note, Offset begin, Offset length) = 0;

  /// Ends the walk with a problem; calls to close() for the open subtrees follow.
  virtual void problem(const Problem& problem) = 0;

  /// Asks how many of a container's `count` elements to report to this sink. The rest is one leaf.
  virtual std::uint32_t wanted_elements(std::uint32_t count) { return count; }

 protected:
  ~Sink() = default;  // sinks are never owned through this interface
};

}  // namespace godot
