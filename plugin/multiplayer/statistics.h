// SPDX-License-Identifier: GPL-2.0-or-later
// Counting messages: the tap `godot`, and Statistics > Godot > Multiplayer (tshark -z godot,tree).
#pragma once

#include "answers/questions/message_rows.h"
#include "plugin/core/epan/bridge.h"

namespace godot::plugin {

/// The tap's data of one message.
using MessageTap = analysis::CountedMessage;

/// Passes a message to the tap; `message` must be valid as long as the packet.
void tap_message(packet_info* pinfo, const MessageTap* message);

/// True if the tap has listeners.
[[nodiscard]] bool statistics_wanted();

}  // namespace godot::plugin
