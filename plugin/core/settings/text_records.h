// SPDX-License-Identifier: GPL-2.0-or-later
// Tables (UAT) that users fill in the preferences, and whose rows have only texts: how they are named, and how
// Wireshark copies, checks, edits and frees them. Who uses a table has its description, beside the structure of its
// rows.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <span>
#include <utility>

#include "plugin/core/epan/bridge.h"
#include "plugin/core/settings/preferences.h"

namespace godot::plugin {

struct UserColumn {
  const char* name;
  const char* title;
  const char* help;
};

/// A table: itself, its file, and its preference.
template <std::size_t count>
struct UserTable {
  const char* title;
  const char* file;
  const char* preference;
  const char* preference_title;
  const char* help;
  std::array<UserColumn, count> columns;
};

/// True if the column is empty.
inline bool is_empty(const char* text) { return text == nullptr || *text == '\0'; }
/// A column's text, never null.
inline const char* text_of(const char* column) { return column != nullptr ? column : ""; }

/// `Record` is a structure of char pointers, one for each column, each owning its text. `fault` is what is wrong with a
/// row, as a sentence; null: nothing.
template <class Record, const char* (*fault)(const Record&)>
class TextTable {
 public:
  static constexpr std::size_t column_count = sizeof(Record) / sizeof(char*);
  using Description = UserTable<column_count>;

  /// When Wireshark calls whom, and what a change affects.
  struct Changes {
    void (*changed)() = nullptr;    ///< the user has edited the table
    void (*forgotten)() = nullptr;  ///< all rows are about to go
    bool affects_fields = false;
    bool of_profile = false;  ///< each profile has a table of its own; otherwise it is one for all
  };

  /// Registers the table, which affects dissection. Most are one for all profiles: what is true of a game does not
  /// depend on how packets are shown, and would be missed after a switch to another profile, which Wireshark may do by
  /// itself. `folder_check`: the first column is a folder, checked by it.
  void register_table(const Description& its, const Changes& changes, uat_fld_chk_cb_t folder_check = nullptr) {
    add_columns(its, std::make_index_sequence<column_count>());
    if (folder_check != nullptr) {
      columns_[0].mode = PT_TXTMOD_DIRECTORYNAME;
      columns_[0].cb.chk = folder_check;
    }
    const unsigned affects = UAT_AFFECTS_DISSECTION | (changes.affects_fields ? UAT_AFFECTS_FIELDS : 0U);
    table_ = uat_new(its.title, sizeof(Record), its.file, changes.of_profile ? TRUE : FALSE, &rows_, &count_, affects,
                     nullptr, copy, check, free, changes.changed, changes.forgotten, columns_.data());
    prefs_register_uat_preference(preferences_module(), its.preference, its.preference_title, its.help, table_);
  }

  [[nodiscard]] uat_t* table() const noexcept { return table_; }
  /// The rows, which Wireshark sets.
  [[nodiscard]] std::span<const Record> rows() const noexcept { return {rows_, count_}; }

  /// Refuses a row with the sentence of `fault`, for g_free.
  static bridge::TableBool check(void* record, char** error) {
    const char* found = fault(*static_cast<const Record*>(record));
    *error = found != nullptr ? g_strdup(found) : nullptr;
    return found == nullptr;
  }

 private:
  using Texts = std::array<char*, column_count>;

  static Texts texts_of(const void* record) { return std::bit_cast<Texts>(*static_cast<const Record*>(record)); }
  static void set(void* record, const Texts& texts) { *static_cast<Record*>(record) = std::bit_cast<Record>(texts); }

  static void* copy(void* to, const void* from, std::size_t) {
    Texts texts = texts_of(from);
    for (char*& text : texts) text = g_strdup(text);
    set(to, texts);
    return to;
  }
  static void free(void* record) {
    for (char* text : texts_of(record)) g_free(text);
  }
  template <std::size_t column>
  static void edit(void* record, const char* text, unsigned size, const void*, const void*) {
    Texts texts = texts_of(record);
    g_free(texts[column]);
    texts[column] = g_strndup(text, size);
    set(record, texts);
  }
  template <std::size_t column>
  static void tell(void* record, char** text, unsigned* size, const void*, const void*) {
    *text = g_strdup(text_of(texts_of(record)[column]));
    *size = static_cast<unsigned>(std::strlen(*text));
  }
  template <std::size_t... column>
  void add_columns(const Description& its, std::index_sequence<column...>) {
    ((columns_[column] = {.name = its.columns[column].name,
                          .title = its.columns[column].title,
                          .mode = PT_TXTMOD_STRING,
                          .cb = {uat_fld_chk_str, edit<column>, tell<column>},
                          .cbdata = {},
                          .fld_data = nullptr,
                          .desc = its.columns[column].help,
                          .priv = nullptr}),
     ...);
  }

  std::array<uat_field_t, column_count + 1> columns_ = {};  ///< behind the last one, one without a name
  uat_t* table_ = nullptr;
  Record* rows_ = nullptr;
  guint count_ = 0;
};

}  // namespace godot::plugin
