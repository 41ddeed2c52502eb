// SPDX-License-Identifier: GPL-2.0-or-later
// Listeners to taps.
#pragma once

#include <string>

#include "plugin/core/epan/bridge.h"
#include "plugin/show/text_window.h"

namespace godot::plugin {

struct Listener {
  const char* tap = "frame";
  void* data = nullptr;  ///< by which Wireshark identifies the listener
  const char* filter = nullptr;
  unsigned flags = TL_REQUIRES_NOTHING;
  tap_reset_cb begin = nullptr;
  tap_packet_cb add = nullptr;
  tap_draw_cb finish = nullptr;
};

/// Listens until remove_tap_listener() or the program's end. Returns what went wrong; empty: nothing.
[[nodiscard]] inline std::string listen(const Listener& listener) {
  GString* error = register_tap_listener(listener.tap, listener.data, listener.filter, listener.flags, listener.begin,
                                         listener.add, listener.finish, nullptr);
  if (error == nullptr) return {};
  std::string why = error->str;
  g_string_free(error, TRUE);
  return why;
}

/// Has all packets of the capture go through the listener once, in the window. Returns the same.
[[nodiscard]] inline std::string listen_once(const Listener& listener) {
  std::string error = listen(listener);
  if (!error.empty()) return error;
  tap_again();
  remove_tap_listener(listener.data);
  return error;
}

}  // namespace godot::plugin
