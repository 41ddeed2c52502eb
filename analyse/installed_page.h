// SPDX-License-Identifier: MIT
// The page that reads captures in a browser (docs/page.md), where it is installed beside the program.
#pragma once

#include <filesystem>

namespace godot::analyse {

/// The page beside the program, or in ../share/godot-wireshark; empty: it is in neither.
[[nodiscard]] std::filesystem::path installed_page();

/// Prints the page's address, and opens it in the browser of the desktop. Without a browser standard error says so.
/// Returns the exit status: 2 without a page.
int open_page();

}  // namespace godot::analyse
