// SPDX-License-Identifier: GPL-2.0-or-later
// The user's table `godot_peer_names`: which calls contain the name of a peer.
#pragma once

#include <cstdint>

namespace godot::plugin {

/// A call that names a peer.
struct NamingCall {
  std::uint32_t name = 0;  ///< index of the argument with the name
  int id = -1;             ///< index of the argument with the peer's id; -1: the caller is the peer
};

[[nodiscard]] bool peer_table_in_use() noexcept;

/// True if a call of this node's method names a peer.
[[nodiscard]] bool naming_call(const char* node, const char* method, NamingCall& call);

}  // namespace godot::plugin
