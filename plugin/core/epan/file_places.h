// SPDX-License-Identifier: GPL-2.0-or-later
// Where Wireshark's files are: bridge.h for the one header that few files need. The functions are the same in Wireshark
// 4.0 to 4.6, except for the width of truth values, which convert.
#pragma once

#include <wsutil/filesystem.h>

#include "plugin/core/epan/bridge.h"
#include "plugin/core/epan/glib_text.h"

namespace bridge {

/// The path of a file in the user's settings folder.
inline std::string own_file(const char* name) { return godot::plugin::taken(get_persconffile_path(name, FALSE)); }

/// The folder of Wireshark's own files: share/wireshark, or the program's on Windows.
inline const char* shared_folder() { return get_datafile_dir(); }

}  // namespace bridge
