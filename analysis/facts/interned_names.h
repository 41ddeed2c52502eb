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
    const char* known = find(object);
    return known != nullptr ? known : keep_for(object, make());
  }

  /// The name of a method that has none: "#3".
  [[nodiscard]] const char* numbered(std::uint32_t number);

  /// The name of a property that has none, by its number in a list of its synchronizer: "always #3".
  [[nodiscard]] const char* nameless(names::PropertyList list, std::uint32_t number);

 private:
  [[nodiscard]] const char* find(const void* object) const;  ///< The text that was kept for the object; null: none was.
  const char* keep_for(const void* object, const char* text);

  struct ObjectHash {
    std::size_t operator()(const void* object) const noexcept { return hash_numbers(object); }
  };

  TextPool texts_;
  HashTable<const void*, const char*, ObjectHash> names_of_objects_;
  /// Without a project every state asks for them. Null: not yet.
  std::array<std::array<const char*, 64>, names::property_lists> nameless_ = {};
  std::array<const char*, 64> numbered_ = {};  ///< likewise of every call
};

}  // namespace godot::analysis::facts
