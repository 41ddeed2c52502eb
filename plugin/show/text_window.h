// SPDX-License-Identifier: GPL-2.0-or-later
// Menu entries of Wireshark's window under Tools > Godot, and windows with text. Without a window nothing happens.
#pragma once

#include <array>
#include <string>

namespace godot::plugin {

/// Adds Tools > Godot > `title`; `act` is called when somebody chooses it.
void add_tool(const char* title, void (*act)());

/// A window with this text, which can be searched and copied.
void show_text(const char* title, const std::string& text);

/// What a dialog asks for, and what stands there at first.
struct Wanted {
  const char* title;
  const char* value;
};

/// A dialog with two fields; `act` gets what was written in them, in their order.
void ask(const char* title, const std::array<Wanted, 2>& fields, void (*act)(char** told, void*));

/// Opens an address with whatever the system opens it with.
void open_in_browser(const char* address);

/// What is written in the window's display filter.
[[nodiscard]] std::string window_filter();

/// Opens Statistics > I/O Graphs. False: this Wireshark cannot be told to.
[[nodiscard]] bool open_graphs();

/// Hands all packets to the tap listeners once more.
void tap_again();

}  // namespace godot::plugin
