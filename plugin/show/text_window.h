// SPDX-License-Identifier: GPL-2.0-or-later
// Menu entries of Wireshark's window under Tools > Godot, and windows with text. Without a window nothing happens.
#pragma once

#include <array>
#include <string>

namespace godot::plugin {

/// Adds Tools > Godot > `title`; `act` is called when the user chooses it.
void add_tool(const char* title, void (*act)());

/// Opens a window with this text, which can be searched and copied.
void show_text(const char* title, const std::string& text);

/// A field of a dialog: its label and its initial value.
struct Wanted {
  const char* title;
  const char* value;
};

/// Opens a dialog with two fields; `act` gets their contents in the same order.
void ask(const char* title, const std::array<Wanted, 2>& fields, void (*act)(char** answers, void*));

/// Opens an address in the system's default program.
void open_in_browser(const char* address);

/// The text of the window's display filter.
[[nodiscard]] std::string window_filter();

/// Opens Statistics > I/O Graphs. False: not possible in this program.
[[nodiscard]] bool open_graphs();

/// Passes all packets to the tap listeners once more.
void tap_again();

}  // namespace godot::plugin
