// SPDX-License-Identifier: MIT
// A hash table for keys from the network: open addressing over an array of numbers, the entries in blocks beside it.
//
// Entries never move and cannot be erased. An entry takes its own size and about 14 bytes; std::unordered_map takes
// about 40 more than that, and reads two nodes for a lookup where this reads one entry. Constant time to find and,
// amortized, to add; `Hash` must have a secret (number_hash.h, text_hash.h), and its low 32 bits count.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace godot::analysis {

template <class Key, class Value, class Hash>
class HashTable {
  struct Entry;

 public:
  /// Where an entry is, for who asks for the same key again and again.
  class Place {
    friend class HashTable;
    Entry* entry_ = nullptr;
  };

  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }

  /// Null: there is none.
  [[nodiscard]] Value* find(const Key& key) noexcept { return value_of(key); }
  [[nodiscard]] const Value* find(const Key& key) const noexcept { return value_of(key); }

  /// The entry's value, made from `arguments` if it is new; and whether it is.
  template <class... Arguments>
  std::pair<Value*, bool> try_emplace(const Key& key, Arguments&&... arguments) {
    const std::uint32_t hash = hash_of(key);
    if (Entry* known = found(key, hash)) return {&known->value, false};
    if ((size_ + 1) * 4 > slots_.size() * 3) grow();
    if (size_ % block_size == 0) blocks_.emplace_back().reserve(block_size);
    Entry& entry = blocks_.back().emplace_back(key, Value(std::forward<Arguments>(arguments)...));
    free_slot(hash) = {.hash = hash, .number = static_cast<std::uint32_t>(++size_)};
    return {&entry.value, true};
  }

  Value& operator[](const Key& key) { return *try_emplace(key).first; }

  /// The same; without a search if `last`, which becomes its place, is that of this key. Not after clear().
  Value& at(const Key& key, Place& last) {
    if (last.entry_ == nullptr || !(last.entry_->key == key)) {
      static_cast<void>(try_emplace(key));
      last.entry_ = found(key, hash_of(key));
    }
    return last.entry_->value;
  }

  void clear() noexcept {
    slots_.clear();
    blocks_.clear();
    size_ = 0;
  }

 private:
  struct Entry {
    Entry(const Key& its_key, Value its_value) : key(its_key), value(std::move(its_value)) {}
    Key key;
    Value value;
  };
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t number = 0;  ///< of the entry, from 1; 0: free
  };
  static constexpr std::size_t first_size = 16;  ///< a power of two, as all sizes
  /// Entries in a block, a power of two: about 2 KiB.
  static constexpr std::size_t block_size = std::bit_floor(2048 / sizeof(Entry) + 1);

  static std::uint32_t hash_of(const Key& key) noexcept { return static_cast<std::uint32_t>(Hash{}(key)); }

  /// Many tables stay empty, and are asked all the time.
  [[nodiscard]] Value* value_of(const Key& key) const noexcept {
    Entry* entry = slots_.empty() ? nullptr : found(key, hash_of(key));
    return entry != nullptr ? &entry->value : nullptr;
  }

  [[nodiscard]] Entry* found(const Key& key, std::uint32_t hash) const noexcept {
    if (slots_.empty()) return nullptr;
    const std::size_t mask = slots_.size() - 1;
    std::size_t place = hash & mask;
    // Steps of 1, 2, 3 ... reach every slot of a power of two.
    for (std::size_t step = 1;; ++step) {
      const Slot& slot = slots_[place];
      if (slot.number == 0) return nullptr;
      if (slot.hash == hash) {
        const std::size_t number = slot.number - std::size_t{1};
        auto& entry = const_cast<Entry&>(blocks_[number / block_size][number % block_size]);
        if (entry.key == key) return &entry;
      }
      place = (place + step) & mask;
    }
  }

  [[nodiscard]] Slot& free_slot(std::uint32_t hash) noexcept {
    const std::size_t mask = slots_.size() - 1;
    std::size_t place = hash & mask;
    for (std::size_t step = 1; slots_[place].number != 0; ++step) place = (place + step) & mask;
    return slots_[place];
  }

  void grow() {
    std::vector<Slot> before = std::exchange(slots_, {});
    slots_.resize(before.empty() ? first_size : before.size() * 2);
    for (const Slot& slot : before) {
      if (slot.number != 0) free_slot(slot.hash) = slot;
    }
  }

  std::vector<Slot> slots_;
  std::vector<std::vector<Entry>> blocks_;  ///< none grows, so that entries stay where they are
  std::size_t size_ = 0;
};

}  // namespace godot::analysis
