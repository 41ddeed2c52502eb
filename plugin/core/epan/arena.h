// SPDX-License-Identifier: GPL-2.0-or-later
// What the analysis needs of Wireshark: packet-scope memory, and texts that are safe to show.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

#include "base/arena.h"
#include "base/host.h"
#include "codec/core/number.h"
#include "plugin/core/epan/bridge.h"
#include "plugin/core/epan/safe_labels.h"

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

/// Address and port, "10.0.0.5:4242", "[::1]:4242", in packet scope.
[[nodiscard]] inline const char* end_text(const packet_info* pinfo, const address& host, std::uint32_t port) {
  const char* name = address_to_str(pinfo->pool, &host);
  const bool has_colons = std::strchr(name, ':') != nullptr;
  char digits[max_number_text];
  return arena_of(pinfo->pool).joined({has_colons ? "[" : "", name, has_colons ? "]:" : ":", uint_text(port, digits)});
}

}  // namespace godot::plugin
