// SPDX-License-Identifier: MIT
// Nodes that an advice is about: those of one scene, or those whose names differ in a number.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "analysis/facts/facts.h"
#include "answers/tables/node_groups.h"

namespace godot::analysis::advice {

/// One way to save.
struct Saving {
  const char* advice = "";  ///< the key of the advice for programs, such as on_change
  std::string node = {};    ///< the node, or the group of nodes
  std::string member = {};  ///< properties, or the method
  double bytes = 0;         ///< bytes of the capture that it would save
  std::string costs = {};   ///< what it would cost, a sentence
  std::string how = {};     ///< how it was computed, a sentence
  std::string filter = {};  ///< for the packets; empty: none
};

/// A count with its noun: "1 value", "2 values".
[[nodiscard]] inline std::string counted(std::uint64_t count, const char* noun) {
  return std::to_string(count) + ' ' + noun + (count == 1 ? "" : "s");
}

/// A message of states that is divided among its parts.
[[nodiscard]] inline bool is_state(const facts::Item& item) noexcept {
  return item.kind == facts::Kind::sync && item.sync != nullptr && !item.sync->delta && item.parts != nullptr;
}

/// Whether they have the same name. A value's name ends with a question mark if it is not certain; its part's does not.
[[nodiscard]] inline bool has_name(const facts::Value& value, const facts::Part& part) noexcept {
  if (value.member == part.member) return true;
  if (value.member == nullptr || part.member == nullptr) return false;
  const std::string_view name = value.member;
  return name.ends_with('?') && name.substr(0, name.size() - 1) == part.member;
}

[[nodiscard]] inline std::string whole(double value) { return std::to_string(std::llround(value)); }

class Groups {
 public:
  static constexpr std::uint32_t none = UINT32_MAX;

  /// The number of a node's group; `none`: it has no name, or there are too many.
  [[nodiscard]] std::uint32_t of(const facts::Part& part) {
    if (part.node == nullptr) return none;
    const auto known = of_node_.find(part.node);
    if (known != of_node_.end()) return known->second;
    if (of_node_.size() == most_nodes) return none;
    const std::uint32_t group = group_of(part);
    if (group != none) of_node_.emplace(part.node, group);
    return group;
  }

  [[nodiscard]] const std::string& shown(std::uint32_t group) const { return shown_[group]; }

 private:
  static constexpr std::size_t most_nodes = 1U << 16U;
  static constexpr std::size_t most_groups = 1U << 12U;

  std::uint32_t group_of(const facts::Part& part) {
    // No path begins with a slash.
    const std::string key = part.kin != nullptr ? '/' + std::string(part.kin) : report::pattern_of(part.node);
    const auto known = groups_.find(key);
    if (known != groups_.end()) {
      shown_[known->second] = report::common_path(shown_[known->second], part.node);
      return known->second;
    }
    if (groups_.size() == most_groups) return none;
    const auto number = static_cast<std::uint32_t>(shown_.size());
    groups_.emplace(key, number);
    shown_.emplace_back(part.node);
    return number;
  }

  std::unordered_map<const char*, std::uint32_t> of_node_;  ///< by the facts' name
  std::unordered_map<std::string, std::uint32_t> groups_;
  std::vector<std::string> shown_;
};

}  // namespace godot::analysis::advice
