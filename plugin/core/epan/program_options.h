// SPDX-License-Identifier: GPL-2.0-or-later
// Options of this program that epan does not tell, read from its command line: the fields that tshark's -e names, and
// the file that -r reads. Since 4.6 tshark tells the tree about these fields, as filters and columns do; earlier ones
// only take them from a tree that has everything.
#pragma once

namespace godot::plugin {

/// False: this program has no option -e, or one that the tree knows of.
[[nodiscard]] bool has_output_fields();

/// True if an option -e of this program names the field; `if_unknown` where its options cannot be read.
[[nodiscard]] bool is_output_field(const char* name, bool if_unknown);

/// The path behind -r; empty: there is none, or the options cannot be read on this system.
[[nodiscard]] const char* file_to_read();

}  // namespace godot::plugin
