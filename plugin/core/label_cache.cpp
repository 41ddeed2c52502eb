// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/core/label_cache.h"

#include <cstring>

#include "analysis/base/number_hash.h"

namespace godot::plugin {

const LabelCache::Entry* LabelCache::find(const field_info& item, std::uint32_t number) {
  const int field = item.hfinfo->id;
  Pair& pair = pairs_[analysis::hash_numbers(field, number) % pairs_.size()];
  for (const Entry& entry : pair) {
    if (entry.field == field && entry.number == number) return &entry;
  }
  std::array<char, ITEM_LABEL_LENGTH> text;
  std::size_t value = 0;
  bridge::fill_label(item, text.data(), value);
  const std::size_t size = std::strlen(text.data());
  if (size > Entry{}.text.size()) return nullptr;
  pair[1] = pair[0];
  Entry& entry = pair[0];
  entry.field = field;
  entry.number = number;
  entry.size = static_cast<std::uint8_t>(size);
  entry.value = static_cast<std::uint8_t>(value);
  std::memcpy(entry.text.data(), text.data(), size);
  return &entry;
}

}  // namespace godot::plugin
