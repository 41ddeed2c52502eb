// SPDX-License-Identifier: GPL-2.0-or-later
// Counting messages: the tap `godot`, and Statistics > Godot > Multiplayer (tshark -z godot,tree).
#pragma once

#include <cstdint>

#include "plugin/core/from_to.h"

namespace godot::plugin {

/// What the tap says of one message.
struct MessageTap {
  const char* kind;    ///< Remote call
  const char* node;    ///< Main/Player, or #7; null: the message is about none
  const char* member;  ///< move, or #3; null: the same
  std::uint32_t size;  ///< bytes
  bool malformed;
  Ends ends;     ///< who speaks to whom
  bool is_news;  ///< false: a relay of what the capture has already
};

void register_statistics_of_multiplayer();

/// Hands a message to whoever counts; `message` must live as long as the packet.
void tap_message(packet_info* pinfo, const MessageTap* message);

/// True if anybody counts.
[[nodiscard]] bool statistics_wanted();

}  // namespace godot::plugin
