// SPDX-License-Identifier: GPL-2.0-or-later
// Counting messages: the tap `godot`, and Statistics > Godot > Multiplayer (tshark -z godot,tree).
#pragma once

#include <cstdint>

#include "plugin/core/tree/from_to.h"

namespace godot::plugin {

/// The tap's data of one message.
struct MessageTap {
  const char* kind;    ///< what it is, as in "Remote call"
  const char* node;    ///< Main/Player, or #7; null: no node
  const char* member;  ///< move, or #3; null: no member
  std::uint32_t size;  ///< bytes of the whole message
  bool malformed;
  Ends ends;     ///< the sender and the receiver
  bool is_news;  ///< false: a forwarded message that the capture has already
};

/// Passes a message to the tap; `message` must be valid as long as the packet.
void tap_message(packet_info* pinfo, const MessageTap* message);

/// True if the tap has listeners.
[[nodiscard]] bool statistics_wanted();

}  // namespace godot::plugin
