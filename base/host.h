// SPDX-License-Identifier: MIT
// What a program that shows packets gives the analysis: memory of the packet, and texts that are safe to show.
#pragma once

#include <string_view>

#include "base/arena.h"

namespace godot::analysis {

struct Host {
  Arena arena;
  const char* (*one_line)(void* packet, std::string_view text);  ///< valid UTF-8 without control characters
  void* packet;

  [[nodiscard]] const char* shown(std::string_view text) const { return one_line(packet, text); }
};

}  // namespace godot::analysis
