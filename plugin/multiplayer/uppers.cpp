// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/uppers.h"

#include <array>
#include <cstddef>

namespace godot::plugin {
namespace {

std::array<const Upper*, 4> uppers;
std::size_t count = 0;

}  // namespace

void register_upper(const Upper& upper) { uppers.at(count++) = &upper; }

UpperClaim upper_of(const UpperMessage& message, bool learns) {
  for (std::size_t i = 0; i < count; ++i) {
    if (const void* found = uppers[i]->recognise(message, learns)) return {.upper = uppers[i], .found = found};
  }
  return {};
}

}  // namespace godot::plugin
