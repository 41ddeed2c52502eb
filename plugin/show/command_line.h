// SPDX-License-Identifier: GPL-2.0-or-later
// tshark's -z options, and listeners of all frames.
#pragma once

#include <string>

#include "plugin/core/bridge.h"

namespace godot::plugin {

/// Prints what is wrong with the option `-z argument`, and ends tshark: epan has no way to report an error from there.
[[noreturn]] void refuse(const char* argument, const char* why);

/// Refuses the option if the file cannot be opened: an error after hours of packets would be too late.
void check_file(const char* argument, const char* name);

/// Registers an option that begins with `name`; `begin` gets all of it, and `what`.
void register_option(const char* name, void (*begin)(const char* argument, const void* what),
                     const void* what = nullptr);

/// What Wireshark calls for each frame.
struct FrameListener {
  void* data;
  tap_reset_cb begin;
  tap_packet_cb add;
  tap_draw_cb finish = nullptr;
};

/// Listens until the program ends; refuses the option if that fails. `filter`: null: all frames.
void listen_to_frames(const char* argument, const FrameListener& listener, const char* filter = nullptr);

/// Has all packets of the capture go through the listener once, in the window. Returns what went wrong; empty: nothing.
[[nodiscard]] std::string listen_once(const FrameListener& listener);

}  // namespace godot::plugin
