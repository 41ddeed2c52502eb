// SPDX-License-Identifier: GPL-2.0-or-later
// Rows of users' tables (UAT) that have only texts: how Wireshark copies and frees them.
#pragma once

#include <array>
#include <bit>
#include <cstddef>

#include "plugin/core/bridge.h"

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

}  // namespace godot::plugin
