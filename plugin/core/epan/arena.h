// SPDX-License-Identifier: GPL-2.0-or-later
// What the analysis needs of Wireshark: packet-scope memory, and texts that are safe to show.
#pragma once

#include <string_view>

#include "base/arena.h"
#include "base/host.h"
#include "plugin/core/epan/bridge.h"
#include "plugin/core/epan/labels.h"

namespace godot::plugin {

[[nodiscard]] inline analysis::Arena arena_of(wmem_allocator_t* pool) noexcept {
  return {[](void* from, std::size_t size) { return wmem_alloc(static_cast<wmem_allocator_t*>(from), size); }, pool};
}
[[nodiscard]] inline analysis::Arena arena_of(packet_info* pinfo) noexcept { return arena_of(pinfo->pool); }

[[nodiscard]] inline analysis::Host host_of(packet_info* pinfo) noexcept {
  return {.arena = arena_of(pinfo),
          .one_line = [](void* packet,
                         std::string_view text) { return utf8_text(static_cast<packet_info*>(packet), text); },
          .packet = pinfo};
}

}  // namespace godot::plugin
