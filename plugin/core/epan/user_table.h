// SPDX-License-Identifier: GPL-2.0-or-later
// User tables (UAT) that the plugin changes itself: bridge.h for the one header that few files need. The functions are
// the same in Wireshark 4.0 to 4.6, except for the width of truth values, which convert.
#pragma once

#include "plugin/core/epan/bridge.h"
#include "plugin/core/epan/glib_text.h"

#include <epan/uat-int.h>

namespace bridge {

/// Adds a valid row; the table copies it.
inline void add_row(uat_t* table, const void* record) { uat_add_record(table, record, TRUE); }

/// Writes the table to its file. Empty: success; otherwise the reason.
inline std::string save_table(uat_t* table) {
  char* error = nullptr;
  if (uat_save(table, &error)) return {};
  return error != nullptr ? godot::plugin::taken(error) : "The table could not be saved";
}

/// Reads the table from its file again. Empty: success; otherwise the reason.
inline std::string read_table(uat_t* table) {
  char* error = nullptr;
  uat_clear(table);
  if (uat_load(table, nullptr, &error)) return {};
  return error != nullptr ? godot::plugin::taken(error) : "The table could not be read";
}

/// The path of the table's file, in the profile if it belongs to one.
inline std::string path_of_table(uat_t* table) { return godot::plugin::taken(uat_get_actual_filename(table, TRUE)); }

}  // namespace bridge
