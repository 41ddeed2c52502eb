// SPDX-License-Identifier: GPL-2.0-or-later
// Follow from Tools > Godot, as a window with text, in UTF-8: for windows whose Follow has Wireshark's own protocols
// only.
#pragma once

#include "plugin/core/bridge.h"

namespace godot::plugin {

struct WindowFollow {
  const char* title;
  const char* none;  ///< message if the selected packet has nothing to follow
  const char* tap;   ///< what is followed: its listener makes records of Follow
  tap_packet_cb hear;
  /// The filter of what a packet belongs to, for g_free, or null. `told`: what `found_by` said of it.
  char* (*filter_of)(packet_info* pinfo, const void* told);
  const char* found_by = "frame";  ///< the tap that hears of the selected packet
  void (*prepare)(follow_info_t*, packet_info*, const void* told) = nullptr;
  void (*forget)(const follow_info_t*) = nullptr;  ///< the listener may forget this one
  bool lines = true;                               ///< else bytes, shown as a hex dump
};

/// Follows what the selected packet belongs to.
void follow_in_window(const WindowFollow& wish);

}  // namespace godot::plugin
