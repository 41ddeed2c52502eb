// SPDX-License-Identifier: MIT
// What the labels of a datagram, its header and its commands say behind their names.
#pragma once

#include <array>
#include <string_view>

#include "codec/enet/protocol.h"

namespace godot::analysis::enet {

using LabelText = std::array<char, 160>;

/// ", channel 0, sequence 4, 12 bytes"; in `text`.
[[nodiscard]] std::string_view label_of(const godot::enet::Command& command, LabelText& text) noexcept;

/// ", peer id 3, session 1, compressed"; in `text`.
[[nodiscard]] std::string_view label_of(const godot::enet::Header& header, LabelText& text) noexcept;

/// Who sends a datagram; in a mesh neither end is a server.
[[nodiscard]] constexpr const char* words_for_sender(bool from_client, bool is_mesh) noexcept {
  if (is_mesh) return from_client ? "from the end that requested it" : "from the end that accepted it";
  return from_client ? "from the client" : "from the server";
}

}  // namespace godot::analysis::enet
