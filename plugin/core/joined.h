// SPDX-License-Identifier: GPL-2.0-or-later
// Texts put together without a format, which costs several times as much and is paid for every packet.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string_view>

#include "plugin/core/bridge.h"

namespace godot::plugin {

/// The parts one after the other, in `pool`.
[[nodiscard]] inline const char* joined(wmem_allocator_t* pool, std::initializer_list<std::string_view> parts) {
  std::size_t size = 1;
  for (const std::string_view part : parts) size += part.size();
  auto* text = static_cast<char*>(wmem_alloc(pool, size));
  char* to = text;
  for (const std::string_view part : parts) to = std::copy(part.begin(), part.end(), to);
  *to = '\0';
  return text;
}

}  // namespace godot::plugin
