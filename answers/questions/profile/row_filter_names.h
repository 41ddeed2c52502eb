// SPDX-License-Identifier: MIT
// The values of `godot.profile.row`, by which a row's filter finds its packets: a name for each row to which an item
// belongs. What the table calls the row is in row_names.h.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/facts/facts.h"
#include "base/arena.h"

namespace godot::analysis::profile {

/// "Sync of Main/Player: always #1"; node and member may be null.
[[nodiscard]] std::string row_name(std::string_view kind, const char* node, const char* member);
[[nodiscard]] std::string row_of_kind(std::string_view kind);  ///< the row of messages of a kind
/// The row of messages of a kind that have no channel.
[[nodiscard]] std::string row_without_channel(std::string_view kind);
[[nodiscard]] std::string row_of_node(std::string_view node);
[[nodiscard]] std::string row_of_scene(std::string_view scene);
[[nodiscard]] std::string row_of_peers(std::string_view from, std::string_view to);
[[nodiscard]] std::string row_of_channel(std::uint64_t channel, std::string_view mode);

/// A peer in the profile: its name, "server", an id, "all", "all but 7", "?".
[[nodiscard]] std::string peer_name(std::int32_t id, bool known, const char* name);

/// Calls `each` with the name of each row of an item, in every grouping; a name may come twice.
void each_row(const facts::Item& item, const std::function<void(const std::string&)>& each);

/// The names for all items of a frame, in the arena.
struct RowName {
  const RowName* next;
  const char* name;
};
[[nodiscard]] const RowName* row_names(const facts::Frame& frame, const Arena& arena);

/// A pattern of names: * stands for a part of a path, the character U+2026 for anything, and behind a slash for
/// that with its slash or nothing.
class NamePattern {
 public:
  explicit NamePattern(std::string_view pattern);
  [[nodiscard]] bool matches(std::string_view name) const noexcept {
    std::uint64_t steps = std::numeric_limits<std::uint64_t>::max();
    return matches(name, steps);
  }
  /// The same with at most so many steps, which are counted down: at 0, the result is false.
  [[nodiscard]] bool matches(std::string_view name, std::uint64_t& steps) const noexcept;

 private:
  std::string pattern_;
  std::string at_top_;  ///< without what stands for anything behind a slash, and its slash; empty: the pattern has none
};

/// A filter for the packets of the rows with these names, all and only. If they are many: for those that match
/// `pattern`.
class RowFilter {
 public:
  static constexpr std::uint64_t most_steps = 100'000'000;  ///< comparing names with patterns, for one table

  /// `others`: the names that no filter of these rows may find.
  explicit RowFilter(std::vector<std::string> others, std::uint64_t steps = most_steps)
      : others_(std::move(others)), steps_(steps) {}

  [[nodiscard]] std::string of(const std::vector<std::string>& names, std::string_view pattern) const;
  /// False: the pattern fits others, too, or that takes too long to find out, and the names are too many for a list.
  [[nodiscard]] bool is_exact(const std::vector<std::string>& names, std::string_view pattern) const;

 private:
  enum class Way { list, pattern, pattern_with_others };
  [[nodiscard]] Way way(const std::vector<std::string>& names, std::string_view pattern) const;

  std::vector<std::string> others_;
  mutable std::uint64_t steps_;  ///< steps that matching may still take
};

}  // namespace godot::analysis::profile
