// SPDX-License-Identifier: GPL-2.0-or-later
// The interned names of facts: equal texts are one pointer until the capture is closed.
#pragma once

#include <unordered_map>

#include "plugin/analysis/memory/text_pool.h"

namespace godot::analysis::facts {

class Names {
 public:
  /// Stores the text; of one longer than 1,024 bytes the beginning and an ellipsis. Null stays null.
  [[nodiscard]] const char* keep(const char* text);

  /// The stored name of an object that lives as long as the capture; null: none.
  [[nodiscard]] const char* of(const void* object) const;
  const char* keep_for(const void* object, const char* text);

 private:
  TextPool texts_;
  std::unordered_map<const void*, const char*> names_of_objects_;
};

}  // namespace godot::analysis::facts
