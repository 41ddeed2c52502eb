// SPDX-License-Identifier: MIT
// Transports of multiplayer messages, and transfer modes.
#pragma once

#include <cstdint>

namespace godot::multiplayer {

enum class Transport : std::uint8_t {
#define GODOT_TRANSPORT(id, ...) id,
#include "codec/multiplayer/transports.def"
};
inline constexpr unsigned transport_count = [] {
  unsigned count = 0;
#define GODOT_TRANSPORT(...) ++count;
#include "codec/multiplayer/transports.def"
  return count;
}();

enum class Delivery : std::uint8_t { reliable, unreliable, unsequenced };

/// MultiplayerPeer.TransferMode: the mode that scripts request.
enum class TransferMode : std::uint8_t { unreliable, unreliable_ordered, reliable };
inline constexpr unsigned transfer_mode_count = static_cast<unsigned>(TransferMode::reliable) + 1;

/// Converts channel and mode to ENet's, as ENetMultiplayerPeer does (modules/enet/enet_multiplayer_peer.cpp), and back.
[[nodiscard]] constexpr Delivery delivery_of(TransferMode mode) noexcept {
  switch (mode) {
    case TransferMode::unreliable: return Delivery::unsequenced;
    case TransferMode::unreliable_ordered: return Delivery::unreliable;
    case TransferMode::reliable: break;
  }
  return Delivery::reliable;
}
[[nodiscard]] constexpr TransferMode mode_of(Delivery delivery) noexcept {
  switch (delivery) {
    case Delivery::reliable: return TransferMode::reliable;
    case Delivery::unreliable: return TransferMode::unreliable_ordered;
    case Delivery::unsequenced: break;
  }
  return TransferMode::unreliable;
}

/// MultiplayerAPI.RPCMode: the peers that may call a method.
enum class RpcMode : std::uint8_t { disabled, any_peer, authority };
inline constexpr unsigned rpc_mode_count = static_cast<unsigned>(RpcMode::authority) + 1;

}  // namespace godot::multiplayer
