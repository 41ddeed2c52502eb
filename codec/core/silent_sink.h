// SPDX-License-Identifier: MIT
// A sink that ignores all events: for callers that need only a walk's result or facts. A walker whose type names it
// compiles to checks alone, as the class is final.
#pragma once

#include "codec/core/sink.h"

namespace godot {

class SilentSink final : public Sink {
 public:
  void open(Field, Offset, const Value&) override {}
  void leaf(Field, Offset, Offset, const Value&) override {}
  void close(Field, Offset) override {}
  void note(Note, Offset, Offset) override {}
  void problem(const Problem&) override {}
  std::uint32_t wanted_elements(std::uint32_t) override { return 0; }
};

}  // namespace godot
