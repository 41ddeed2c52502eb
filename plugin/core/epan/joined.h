// SPDX-License-Identifier: GPL-2.0-or-later
// Joins texts in Wireshark's memory.
#pragma once

#include <initializer_list>
#include <string_view>

#include "base/joined.h"
#include "plugin/core/epan/bridge.h"

namespace godot::plugin {

/// Concatenates the parts, in `pool`.
[[nodiscard]] inline const char* joined(wmem_allocator_t* pool, std::initializer_list<std::string_view> parts) {
  return analysis::joined([pool](std::size_t size) { return wmem_alloc(pool, size); }, parts);
}

}  // namespace godot::plugin
