// SPDX-License-Identifier: MIT
// A hash table for keys that mostly come in the same order, as the properties in a game's states do: the key that came
// after the last one is compared before the table is searched.
//
// An entry takes twice its key, and 8 bytes more than in a HashTable.
#pragma once

#include <cstddef>
#include <utility>

#include "base/hash_table.h"

namespace godot::analysis {

template <class Key, class Value, class Hash>
class RepeatingTable {
 public:
  [[nodiscard]] std::size_t size() const noexcept { return entries_.size(); }

  /// Null: there is none.
  [[nodiscard]] Value* find(const Key& key) {
    if (is_next(key)) return &(last_ = last_->next)->value;
    Entry* const entry = entries_.find(key);
    return entry != nullptr ? &reached(*entry) : nullptr;
  }

  /// The entry's value, which is `value` if it is new; and whether it is.
  std::pair<Value*, bool> try_emplace(const Key& key, const Value& value) {
    if (is_next(key)) return {&(last_ = last_->next)->value, false};
    const auto [entry, is_new] = entries_.try_emplace(key, Entry{.key = key, .value = value});
    return {&reached(*entry), is_new};
  }

 private:
  struct Entry {
    Key key;
    Value value;
    Entry* next = nullptr;  ///< the one that came after it the last time; null: none has
  };

  [[nodiscard]] bool is_next(const Key& key) const noexcept {
    return last_ != nullptr && last_->next != nullptr && last_->next->key == key;
  }
  Value& reached(Entry& entry) noexcept {
    if (last_ != nullptr) last_->next = &entry;
    last_ = &entry;
    return entry.value;
  }

  HashTable<Key, Entry, Hash> entries_;
  Entry* last_ = nullptr;
};

}  // namespace godot::analysis
