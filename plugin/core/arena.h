// SPDX-License-Identifier: GPL-2.0-or-later
// Packet-scope memory for the analysis.
#pragma once

#include "analysis/base/arena.h"
#include "plugin/core/bridge.h"

namespace godot::plugin {

[[nodiscard]] inline analysis::Arena arena_of(wmem_allocator_t* pool) noexcept {
  return {[](void* from, std::size_t size) { return wmem_alloc(static_cast<wmem_allocator_t*>(from), size); }, pool};
}
[[nodiscard]] inline analysis::Arena arena_of(packet_info* pinfo) noexcept { return arena_of(pinfo->pool); }

}  // namespace godot::plugin
