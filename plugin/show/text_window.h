// SPDX-License-Identifier: GPL-2.0-or-later
// Menu entries of Wireshark's window under Tools > Godot, and windows with text. Without a window nothing happens.
#pragma once

#include <string>

namespace godot::plugin {

/// Adds Tools > Godot > `title`; `act` is called when somebody chooses it.
void add_tool(const char* title, void (*act)());

/// A window with this text, which can be searched and copied.
void show_text(const char* title, const std::string& text);

/// Hands all packets to the tap listeners once more.
void tap_again();

}  // namespace godot::plugin
