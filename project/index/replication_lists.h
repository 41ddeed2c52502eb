// SPDX-License-Identifier: MIT
// Lists the properties of a SceneReplicationConfig that are sent with a spawn, always, and on change. Each list is made
// once: it is needed for every message, and several synchronizers may share one configuration.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/names/source.h"
#include "project/scenes/scene.h"

namespace godot::analysis::project {

[[nodiscard]] inline bool is_in_list(const ReplicatedProperty& property, names::PropertyList list) {
  using names::PropertyList;
  switch (list) {
    case PropertyList::spawn: return property.spawn;
    case PropertyList::always: return property.mode == ReplicatedProperty::Mode::always;
    case PropertyList::on_change: return property.mode == ReplicatedProperty::Mode::on_change;
  }
  return false;
}

/// For properties of the synchronizer's own root: `.:position` as `position`, as scripts write it.
[[nodiscard]] inline const char* property_name(const ReplicatedProperty& property) {
  constexpr std::string_view own = ".:";
  return property.path.c_str() + (property.path.starts_with(own) ? own.size() : 0);
}

class ReplicationLists {
 public:
  /// Indexes into the configuration's properties, in its order.
  using List = std::vector<std::uint32_t>;

  // The configuration must stay alive and unchanged until forget().
  [[nodiscard]] const List& of(const ReplicationConfig& config, names::PropertyList list) {
    return row(config, list).places;
  }
  [[nodiscard]] std::span<const char* const> names(const ReplicationConfig& config, names::PropertyList list) {
    return row(config, list).names;
  }
  [[nodiscard]] int count(const ReplicationConfig& config, names::PropertyList list) {
    return static_cast<int>(of(config, list).size());
  }
  /// A bit for each of the first 64 that is sent in half precision.
  [[nodiscard]] std::uint64_t halves(const ReplicationConfig& config, names::PropertyList list) {
    return row(config, list).halves;
  }

  void forget() noexcept { lists_.clear(); }

 private:
  struct Row {
    List places;
    std::vector<const char*> names;
    std::uint64_t halves = 0;

    void add(const ReplicatedProperty& property, std::uint32_t place) {
      if (property.half && places.size() < 64) halves |= std::uint64_t{1} << places.size();
      places.push_back(place);
      names.push_back(property_name(property));
    }
  };

  [[nodiscard]] const Row& row(const ReplicationConfig& config, names::PropertyList list) {
    const auto [known, is_new] = lists_.try_emplace(&config);
    for (std::uint32_t place = 0; is_new && place < config.size(); ++place) {
      for (std::size_t each = 0; each != known->second.size(); ++each) {
        if (is_in_list(config[place], static_cast<names::PropertyList>(each)))
          known->second[each].add(config[place], place);
      }
    }
    return known->second[static_cast<std::size_t>(list)];
  }

  std::unordered_map<const ReplicationConfig*, std::array<Row, names::property_lists>> lists_;
};

}  // namespace godot::analysis::project
