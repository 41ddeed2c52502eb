// SPDX-License-Identifier: GPL-2.0-or-later
// Users' tables (UAT) whose rows have only texts: how Wireshark copies, checks and frees them.
#pragma once

#include <array>
#include <bit>
#include <cstddef>

#include "plugin/core/epan/bridge.h"
#include "plugin/core/settings/preferences.h"

namespace godot::plugin {

/// `Record` is a structure of char pointers, each owning its text.
template <class Record>
using RecordTexts = std::array<char*, sizeof(Record) / sizeof(char*)>;

/// For uat_new(): copies `from` to `to`, which is not initialised.
template <class Record>
void* copy_texts(void* to, const void* from, std::size_t) {
  auto texts = std::bit_cast<RecordTexts<Record>>(*static_cast<const Record*>(from));
  for (char*& text : texts) text = g_strdup(text);
  *static_cast<Record*>(to) = std::bit_cast<Record>(texts);
  return to;
}

/// For uat_new(): frees a record's texts.
template <class Record>
void free_texts(void* record) {
  for (char* text : std::bit_cast<RecordTexts<Record>>(*static_cast<const Record*>(record))) g_free(text);
}

/// True if the column is empty.
inline bool is_empty(const char* text) { return text == nullptr || *text == '\0'; }

/// A column's text, never null.
inline const char* text_of(const char* column) { return column != nullptr ? column : ""; }

/// For uat_new(): refuses a row with the sentence of `fault`; null: the row is good.
template <class Record, const char* (*fault)(const Record&)>
bridge::TableBool check_texts(void* record, char** error) {
  const char* found = fault(*static_cast<const Record*>(record));
  *error = found != nullptr ? g_strdup(found) : nullptr;
  return found == nullptr;
}

/// The rows of a table, set by Wireshark.
template <class Record>
struct TextRecords {
  Record* rows = nullptr;
  guint count = 0;

  [[nodiscard]] const Record* begin() const noexcept { return rows; }
  [[nodiscard]] const Record* end() const noexcept { return rows + count; }
};

/// How a table is named: itself, its file in the personal configuration, and its preference.
struct TextTable {
  const char* title;
  const char* file;
  const char* preference;
  const char* preference_title;
  const char* help;
};

/// Registers a table that affects dissection, one for all profiles: what is true of a game does not depend on how
/// packets are shown, and would be missed after a switch to another profile, which Wireshark may do by itself.
/// `changed` is called when the user has edited it.
template <class Record, const char* (*fault)(const Record&)>
uat_t* register_text_table(const TextTable& table, TextRecords<Record>& records, uat_field_t* columns,
                           void (*changed)()) {
  uat_t* made =
      uat_new(table.title, sizeof(Record), table.file, FALSE, &records.rows, &records.count, UAT_AFFECTS_DISSECTION,
              nullptr, copy_texts<Record>, check_texts<Record, fault>, free_texts<Record>, changed, nullptr, columns);
  prefs_register_uat_preference(preferences_module(), table.preference, table.preference_title, table.help, made);
  return made;
}

}  // namespace godot::plugin
