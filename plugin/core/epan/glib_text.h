// SPDX-License-Identifier: GPL-2.0-or-later
// Texts that GLib and Wireshark allocate. Not while a packet is dissected: a string has a destructor.
#pragma once

#include <string>

#include "plugin/core/epan/bridge.h"

namespace godot::plugin {

/// Takes over a text; null becomes empty.
[[nodiscard]] inline std::string taken(char* text) {
  std::string copy = text != nullptr ? text : "";
  g_free(text);
  return copy;
}

}  // namespace godot::plugin
