// SPDX-License-Identifier: MIT
// The number of channels that scripts give an ENetMultiplayerPeer: the third argument of create_server() and
// create_client().
// (Godot: modules/enet/enet_multiplayer_peer.cpp)
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace godot::analysis::project {

struct ChannelLimit {
  std::int64_t channels = 0;
  unsigned line = 0;
};

/// The least number in this GDScript; none: it limits no channels, or by numbers that are no constants.
[[nodiscard]] std::optional<ChannelLimit> read_channel_limit(std::string_view script);

}  // namespace godot::analysis::project
