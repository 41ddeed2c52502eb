// SPDX-License-Identifier: GPL-2.0-or-later
// Follow from Tools > Godot, in a window with UTF-8 text: for versions of Wireshark whose Follow menu lists only
// built-in protocols.
#pragma once

#include "plugin/core/bridge.h"

namespace godot::plugin {

struct WindowFollow {
  const char* title;
  const char* none;  ///< message if the selected packet has nothing to follow
  const char* tap;   ///< the tap of the followed messages; `on_packet` makes records of Follow from them
  tap_packet_cb on_packet;
  /// The filter for the conversation of a packet, for g_free, or null. `event`: the data of the tap `found_by`.
  char* (*filter_of)(packet_info* pinfo, const void* event);
  const char* found_by = "frame";  ///< the tap that is called for the selected packet
  void (*prepare)(follow_info_t*, packet_info*, const void* event) = nullptr;
  void (*forget)(const follow_info_t*) = nullptr;  ///< frees the listener's state for it
  bool lines = true;                               ///< text; false: bytes, shown as a hex dump
};

/// Follows the conversation of the selected packet.
void follow_in_window(const WindowFollow& wish);

}  // namespace godot::plugin
