// SPDX-License-Identifier: MIT
// A common form for the texts of the engine and of the codec. Where they differ, the codec shows what is on the wire:
// the engine breaks lines, sorts dictionaries by key, drops byte order marks, replaces a script's path by the script
// and an id by an object with a script; before 4.0 it prints six digits, no RIDs, and "/" as the empty path.
#pragma once

#include <string>
#include <string_view>

namespace godot::test {

/// The engine's text with its line breaks outside strings replaced as on one line.
std::string on_one_line(std::string_view text);

/// The text without the parts in which both differ. `before_4`: by the rules of Godot 2 and 3.
std::string canonical(std::string_view text, bool before_4);

}  // namespace godot::test
