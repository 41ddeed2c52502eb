// SPDX-License-Identifier: MIT
// What carries messages of the multiplayer, and how one was sent.
#pragma once

#include <cstdint>

namespace godot::multiplayer {

enum class Transport : std::uint8_t { enet, websocket, data_channel, mirror };

enum class Delivery : std::uint8_t { reliable, unreliable, unsequenced };

}  // namespace godot::multiplayer
