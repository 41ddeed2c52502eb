// SPDX-License-Identifier: GPL-2.0-or-later
// Menu entries of Wireshark's window under Tools > Godot, and windows with text. Without a window nothing happens.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>

namespace godot::plugin {

/// The title of a menu entry. A slash would begin a submenu, and does not compile.
struct ToolTitle {
  const char* text;
  template <std::size_t Size>
  consteval ToolTitle(const char (&title)[Size]) : text(title) {
    for (const char letter : title)
      if (letter == '/') a_slash_begins_a_submenu();
  }

 private:
  static void a_slash_begins_a_submenu();  // not constexpr: a call of it is the error
};

/// Adds Tools > Godot > `title`; `act` is called when the user chooses it.
void add_tool(ToolTitle title, void (*act)());
/// The same, where a slash begins a submenu; `data` is passed to `act`.
void add_tool(const char* title, void (*act)(const void* data), const void* data);

/// True in Wireshark; false in tshark and sharkd.
[[nodiscard]] bool has_window();

/// Opens a window with this text, which can be searched and copied.
void show_text(const char* title, const std::string& text);

/// A field of a dialog: its label and its initial value.
struct DialogField {
  const char* title;
  const char* value;
};

/// Opens a dialog with these fields, at most four; `act` gets their contents in the same order, for g_strfreev.
void ask(const char* title, std::initializer_list<DialogField> fields, void (*act)(char** answers, void*));

/// Opens an address in the system's default program.
void open_in_browser(const char* address);

/// The text of the window's display filter.
[[nodiscard]] std::string window_filter();

/// Opens Statistics > I/O Graphs. False: not possible in this program.
[[nodiscard]] bool open_graphs();

/// The path of the capture file; empty without one.
[[nodiscard]] std::string capture_file();

/// Dissects all packets again.
void read_packets_again();

/// Passes all packets to the tap listeners once more.
void tap_again();

}  // namespace godot::plugin
