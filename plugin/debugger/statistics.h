// SPDX-License-Identifier: GPL-2.0-or-later
// Counting messages: the tap `godot_debug`, and Statistics > Godot > Debugger (tshark -z godot_debug,tree).
#pragma once

#include <cstdint>

#include "plugin/core/epan/bridge.h"
#include "plugin/debugger/conversation.h"

namespace godot::plugin::debug {

/// The tap's data of one message.
struct MessageTap {
  const char* name;
  const char* version;
  std::uint32_t size;  ///< bytes of the whole message
  bool to_editor;
  bool is_error;
  bool is_warning;
  bool is_malformed;
  const analysis::DebugExchange* answers = nullptr;  ///< the exchange that it ends
};

void register_debug_statistics();

/// Passes a message to the tap; `message` must be valid as long as the packet.
void tap_message(packet_info* pinfo, const MessageTap* message);

}  // namespace godot::plugin::debug
