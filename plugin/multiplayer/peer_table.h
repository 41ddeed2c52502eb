// SPDX-License-Identifier: GPL-2.0-or-later
// The user's table `godot_peer_names`: which calls tell how a peer is called.
#pragma once

#include <cstdint>

namespace godot::plugin {

/// A call that names a peer.
struct NamingCall {
  std::uint32_t name = 0;  ///< which argument is the name
  int id = -1;             ///< which is the peer's id; -1: it is the caller's
};

[[nodiscard]] bool peer_table_in_use() noexcept;

/// Whether the call of this method of this node names a peer.
[[nodiscard]] bool naming_call(const char* node, const char* method, NamingCall& call);

void register_peer_table();

}  // namespace godot::plugin
