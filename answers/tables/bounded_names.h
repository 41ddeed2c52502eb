// SPDX-License-Identifier: MIT
// Names from the wire as rows of a table: up to a limit each gets a row of its own, the others share one.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "base/number_hash.h"
#include "base/text_hash.h"

namespace godot::analysis {

class BoundedNames {
 public:
  static constexpr unsigned most = 2000;  ///< names below one parent at most

  /// True if the name has a row of its own below this parent.
  [[nodiscard]] bool has_row(int parent, std::string_view name) {
    const std::uint64_t key = chain_hash(TextHash{}(name), static_cast<std::uint64_t>(parent));
    if (known_.contains(key)) return true;
    unsigned& count = counts_[parent];
    if (count == most) return false;
    ++count;
    known_.insert(key);
    return true;
  }

 private:
  std::unordered_set<std::uint64_t> known_;   ///< hashes of parent and name
  std::unordered_map<int, unsigned> counts_;  ///< how many names each parent has
};

}  // namespace godot::analysis
