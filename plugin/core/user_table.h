// SPDX-License-Identifier: GPL-2.0-or-later
// Tables that users fill in (UAT), changed by the plugin itself: bridge.h for the one header that few files need. The
// functions are the same in Wireshark 4.0 to 4.6, but for the width of truth values, which convert.
#pragma once

#include "plugin/core/bridge.h"

#include <epan/uat-int.h>

namespace bridge {

/// Adds a row that is right; the table copies it.
inline void add_row(uat_t* table, const void* record) { uat_add_record(table, record, TRUE); }

/// Writes the table to its file. Null: it is done; else why not, for g_free.
inline char* save_table(uat_t* table) {
  char* error = nullptr;
  if (uat_save(table, &error)) return nullptr;
  return error != nullptr ? error : g_strdup("The table could not be saved");
}

/// Reads the table from its file anew. Null: it is done; else why not, for g_free.
inline char* read_table(uat_t* table) {
  char* error = nullptr;
  uat_clear(table);
  if (uat_load(table, nullptr, &error)) return nullptr;
  return error != nullptr ? error : g_strdup("The table could not be read");
}

/// Where the table is kept, in the profile if it is of one; for g_free.
inline char* path_of_table(uat_t* table) { return uat_get_actual_filename(table, TRUE); }

}  // namespace bridge
