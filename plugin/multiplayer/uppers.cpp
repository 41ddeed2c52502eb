// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/uppers.h"

#include <array>
#include <cstddef>

namespace godot::plugin {
namespace {

constexpr std::size_t library_count = 0
#define GODOT_LIBRARY(name) GODOT_FILE_OF(codec, name, library.def)
#define GODOT_LIBRARY_ROW(...) +1
#include "codec/libraries.def"
#undef GODOT_LIBRARY_ROW
    ;
std::size_t registered = 0;
std::array<const Upper*, library_count> uppers;

}  // namespace

void register_upper(const Upper& upper) { uppers.at(registered++) = &upper; }

UpperClaim upper_of(const UpperMessage& message, bool learns) {
  for (std::size_t i = 0; i < registered; ++i) {
    if (const void* found = uppers[i]->recognise(message, learns)) return {.library = uppers[i], .found = found};
  }
  return {};
}

}  // namespace godot::plugin
