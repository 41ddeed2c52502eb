// SPDX-License-Identifier: MIT
// A sink that hears of nothing: for those who want what a walk tells beside its events.
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
