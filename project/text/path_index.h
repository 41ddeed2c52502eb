// SPDX-License-Identifier: MIT
// Finds the scenes with a node at a path without visiting each scene: a capture may have any number of paths, and a
// project thousands of scenes.
//
// In: the paths of all nodes, as hashes. Out: the scenes with a path. Costs: 16 bytes for each node. Cannot know: which
// node it is; two paths may have one hash, so callers must compare.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include "base/number_hash.h"

namespace godot::analysis::project {

class PathIndex {
 public:
  /// The hash of the names below a scene's root, in order.
  using Path = std::uint64_t;
  static constexpr Path root = 0;
  [[nodiscard]] static Path hash(std::string_view name) { return TextHash{}(name); }
  [[nodiscard]] static Path below(Path above, Path name) { return chain_hash(above, name); }

  struct Entry {
    Path path = root;
    int scene = -1;
    // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 sees a 0 in it
    [[nodiscard]] auto operator<=>(const Entry&) const noexcept = default;
  };

  [[nodiscard]] bool is_finished() const noexcept { return finished_; }
  void add(const Entry& entry) { entries_.push_back(entry); }

  /// Ends adding: from now on paths can be found.
  void finish() {
    std::sort(entries_.begin(), entries_.end());
    entries_.erase(std::unique(entries_.begin(), entries_.end()), entries_.end());
    entries_.shrink_to_fit();
    finished_ = true;
  }

  /// The scenes in the order of their numbers, each once.
  [[nodiscard]] std::span<const Entry> find(Path path) const {
    const auto first = std::lower_bound(entries_.begin(), entries_.end(), Entry{path, 0});
    const auto last = std::upper_bound(first, entries_.end(), Entry{path, std::numeric_limits<int>::max()});
    return {first, last};
  }

 private:
  std::vector<Entry> entries_;
  bool finished_ = false;
};

}  // namespace godot::analysis::project
