// SPDX-License-Identifier: MIT
// The interned names of facts: equal texts are one pointer until the capture is closed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/hash_table.h"
#include "base/names/source.h"
#include "base/number_hash.h"
#include "base/text_pool.h"

namespace godot::analysis::facts {

class InternedNames {
 public:
  /// Stores the text; of one longer than 1,024 bytes the beginning and an ellipsis. Null stays null.
  [[nodiscard]] const char* keep(const char* text);

  /// The name of an object that lives as long as the capture: the stored one or, the first time, the text that `make`
  /// returns. A text that begins with an ellipsis, for a path that is not known yet, is not stored for the object.
  /// `object` null: the text's, stored for no object.
  template <class Make>
  [[nodiscard]] const char* of(const void* object, const Make& make) {
    if (object == nullptr) return keep(make());
    Recent& last = recent_[place_of(object)];
    if (last.object == object) return last.name;
    const char* known = find(object);
    if (known == nullptr) return keep_for(object, make());
    last = {object, known};
    return known;
  }

  /// The name of a method that has none: "#3".
  [[nodiscard]] const char* numbered(std::uint32_t number);

  /// The name of a property that has none, by its number in a list of its synchronizer: "always #3".
  [[nodiscard]] const char* nameless(names::PropertyList list, std::uint32_t number) {
    const auto& known = nameless_[static_cast<std::size_t>(list)];
    return number < known.size() && known[number] != nullptr ? known[number] : keep_nameless(list, number);
  }

 private:
  [[nodiscard]] const char* find(const void* object) const;  ///< The text that was kept for the object; null: none was.
  const char* keep_nameless(names::PropertyList list, std::uint32_t number);
  const char* keep_for(const void* object, const char* text);

  struct ObjectHash {
    std::size_t operator()(const void* object) const noexcept { return hash_numbers(object); }
  };

  /// Most messages ask for the objects of those before them.
  struct Recent {
    const void* object = nullptr;
    const char* name = nullptr;
  };
  static constexpr std::size_t recent_count = 256;
  [[nodiscard]] static std::size_t place_of(const void* object) noexcept {
    constexpr unsigned alignment = 3;
    const std::uintptr_t number = reinterpret_cast<std::uintptr_t>(object) >> alignment;
    return (number ^ number >> 8) % recent_count;
  }

  TextPool texts_;
  std::array<Recent, recent_count> recent_ = {};
  HashTable<const void*, const char*, ObjectHash> names_of_objects_;
  /// Without a project every state asks for them. Null: not yet.
  std::array<std::array<const char*, 64>, names::property_lists> nameless_ = {};
  std::array<const char*, 64> numbered_ = {};  ///< likewise of every call
};

}  // namespace godot::analysis::facts
