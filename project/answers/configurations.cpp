// SPDX-License-Identifier: MIT
#include "project/answers/configurations.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "codec/variant/dialect.h"
#include "project/answers/evidence.h"

namespace godot::analysis::project {

using names::Certainty;
using names::PropertyList;

namespace {

/// Checks whether a list of the synchronizer may have this many values, or, if not all are sent, at least this many.
bool fits(ReplicationLists& lists, const ReplicationConfig& config, PropertyList list, int values) {
  if (values < 0) return true;
  const int count = lists.count(config, list);
  return list == PropertyList::on_change ? count >= values : count == values;
}

/// The synchronizer of the scene that is meant, as an index into `all`. A spawn lists those whose authority is the
/// sender: if the scene has more, the numbers of values decide, otherwise the first are used.
std::size_t chosen(ReplicationLists& lists, const NodeTree& tree, const std::vector<int>& all,
                   const names::Synchronizer& synchronizer, PropertyList list) {
  constexpr std::size_t most = 10;
  const std::size_t position = synchronizer.position;
  const std::size_t sent = synchronizer.node.synchronizers;
  if (sent == 0 || sent >= all.size()) return position;
  if (list != PropertyList::spawn) {
    for (std::size_t i = position; i <= position + (all.size() - sent) && i < all.size(); ++i) {
      if (fits(lists, tree[static_cast<std::size_t>(all[i])].replicated(), list, synchronizer.values)) return i;
    }
    return position;
  }
  if (synchronizer.node.spawn_values < 0 || all.size() > most) return position;
  for (std::uint32_t set = (1U << sent) - 1; set < 1U << all.size(); ++set) {
    if (static_cast<std::size_t>(std::popcount(set)) != sent) continue;
    int values = 0;
    std::size_t meant = position;
    std::size_t seen = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if ((set >> i & 1U) == 0) continue;
      values += lists.count(tree[static_cast<std::size_t>(all[i])].replicated(), PropertyList::spawn);
      if (seen++ == position) meant = i;
    }
    if (values == synchronizer.node.spawn_values) return meant;
  }
  return position;
}

/// The list has enough properties for the values, and no value has a type that its property never has.
bool may_be_of(ReplicationLists& lists, const ReplicationConfig& config, std::span<const ValueTypes> types,
               const names::Synchronizer& synchronizer, PropertyList list) {
  if (lists.count(config, list) == 0 || !fits(lists, config, list, synchronizer.values)) return false;
  std::size_t value = 0;
  unsigned index = 0;
  constexpr unsigned bits = 64;  // of the mask: a bit means every property of that number modulo 64
  for (const std::uint32_t place : lists.of(config, list)) {
    const bool came = list != PropertyList::on_change || (synchronizer.indexes >> index % bits & 1) != 0;
    ++index;
    if (!came) continue;
    if (value == synchronizer.types.size() || !types[place].allows(synchronizer.types[value])) return false;
    ++value;
  }
  return value == synchronizer.types.size();
}

/// No value of the spawn has a type that its property never has in this scene.
bool may_be_spawned(ReplicationLists& lists, Project& project, int scene, const names::Node& node) {
  const std::string_view types = node.spawn_types != nullptr ? node.spawn_types : "";
  const std::vector<int>& all = project.spawned_synchronizers(scene);
  const std::span<const variant::TypeRow> rows = variant::dialect(variant::Generation::godot4).types;
  std::size_t value = 0;
  for (std::size_t i = 0; i < std::min<std::size_t>(all.size(), node.synchronizers); ++i) {
    const ReplicationConfig& config = project.tree(scene)[static_cast<std::size_t>(all[i])].replicated();
    for (const std::uint32_t at : lists.of(config, PropertyList::spawn)) {
      if (value == types.size()) return true;
      const auto type = static_cast<std::uint8_t>(types[value++]) - 1U;
      const ValueTypes declared = value_types(project, scene, all[i], config[at].path);
      if (type < rows.size() && !declared.allows(rows[type].name)) return false;
    }
  }
  return true;
}

bool same_names(ReplicationLists& lists, const ReplicationConfig& a, const ReplicationConfig& b, PropertyList list) {
  const ReplicationLists::List& one = lists.of(a, list);
  const ReplicationLists::List& other = lists.of(b, list);
  return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                    [&](std::uint32_t x, std::uint32_t y) { return a[x].path == b[y].path; });
}

}  // namespace

namespace {

/// No value that the synchronizer sent has a type that its property never has. Objects may be null.
bool types_fit(ReplicationLists& lists, Project& project, const PathMatch& place,
               const names::Synchronizer& synchronizer, PropertyList list) {
  const char* sent = synchronizer.node.spawn_types;
  if (sent == nullptr || list == PropertyList::on_change) return true;
  const ReplicationConfig& config = project.tree(place.scene)[static_cast<std::size_t>(place.node)].replicated();
  const std::span<const variant::TypeRow> rows = variant::dialect(variant::Generation::godot4).types;
  for (const std::uint32_t at : lists.of(config, list)) {
    if (*sent == '\0') break;
    const auto type = static_cast<std::uint8_t>(*sent++) - 1U;
    const ValueTypes declared = value_types(project, place.scene, place.node, config[at].path);
    if (type != 0 && type < rows.size() && !declared.allows(rows[type].name)) return false;
  }
  return true;
}

/// How many names of the path a match explains.
std::size_t depth_of(Project& project, const PathMatch& place) {
  std::size_t depth = 0;
  const NodeTree& tree = project.tree(place.scene);
  for (int at = place.node; at > 0; at = tree[static_cast<std::size_t>(at)].parent) ++depth;
  return depth;
}

}  // namespace

/// Of the matches that are guesses, those that explain most of the path count; of several with different names, none.
Configuration Configurations::weakest(const names::Synchronizer& synchronizer, PropertyList list, Project& project,
                                      const std::vector<PathMatch>& places) const {
  Configuration only;
  PathMatch best;
  std::size_t depth = 0;
  for (const PathMatch& place : places) {
    if (place.node < 0 || is_strong(place.evidence)) continue;
    const NodeInfo& node = project.tree(place.scene)[static_cast<std::size_t>(place.node)];
    if (!node.is_synchronizer() || !fits(lists_, node.replicated(), list, synchronizer.values) ||
        !types_fit(lists_, project, place, synchronizer, list))
      continue;
    const std::size_t here = depth_of(project, place);
    if (only.config != nullptr && (place.evidence != best.evidence || here < depth)) continue;
    if (only.config != nullptr && here == depth) {
      if (!same_names(lists_, *only.config, node.replicated(), list)) only.certainty = Certainty::unknown;
      only.scene = nullptr;
      continue;
    }
    best = place;
    depth = here;
    only = {.config = &node.replicated(),
            .scene = &project.scene_path(node.file),
            .certainty = certainty_of(place.evidence)};
  }
  return only.certainty != Certainty::unknown ? only : Configuration{};
}

Configuration Configurations::by_path(const names::Synchronizer& synchronizer, PropertyList list) const {
  Configuration first;
  Configuration fitting;
  for (Project* project : projects_.answering()) {
    for (const PathMatch& place : project->places(synchronizer.path)) {
      if (place.node < 0) continue;
      const NodeInfo& node = project->tree(place.scene)[static_cast<std::size_t>(place.node)];
      if (!node.is_synchronizer()) continue;
      const Configuration found = {.config = &node.replicated(),
                                   .scene = &project->scene_path(node.file),
                                   .certainty = certainty_of(place.evidence)};
      if (!is_strong(place.evidence)) continue;
      if (!types_fit(lists_, *project, place, synchronizer, list)) continue;
      const bool is_fitting = fits(lists_, *found.config, list, synchronizer.values);
      if (fitting.config != nullptr) {
        // Levels whose roots have one name: which of them is loaded is not on the wire.
        if (!is_fitting || *found.scene == *fitting.scene) continue;
        fitting.is_disputed = true;
        if (!same_names(lists_, *found.config, *fitting.config, list)) fitting.certainty = Certainty::guessed;
        continue;
      }
      if (is_fitting) fitting = found;
      if (first.config == nullptr) first = found;
    }
    if (fitting.config != nullptr) return fitting;
    for (const std::vector<PathMatch>& places :
         {project->mentioned_places(synchronizer.path), project->places(synchronizer.path)}) {
      const Configuration guess = weakest(synchronizer, list, *project, places);
      if (guess.config != nullptr) return guess;
    }
  }
  return first;
}

/// A function may instantiate anything; scenes that scripts around the spawner refer to are likely, and must fit.
Configuration Configurations::of_function(const names::Synchronizer& synchronizer, PropertyList list) const {
  const Spawner spawner = spawners_.find(synchronizer.node.spawner);
  if (spawner.node == nullptr) return {};
  Configuration only;
  for (const bool exactly : {true, false}) {
    for (const int scene : spawner.project->scenes_mentioned(spawner.scene)) {
      const std::vector<int>& all = spawner.project->spawned_synchronizers(scene);
      const std::size_t sent = synchronizer.node.synchronizers;
      if (synchronizer.position >= all.size() || (exactly ? all.size() != sent : all.size() <= sent)) continue;
      const NodeTree& tree = spawner.project->tree(scene);
      const auto configured = [&](std::size_t i) -> const ReplicationConfig& {
        return tree[static_cast<std::size_t>(all[i])].replicated();
      };
      int spawn_values = 0;
      for (std::size_t i = 0; i < std::min(all.size(), sent); ++i)
        spawn_values += lists_.count(configured(i), PropertyList::spawn);
      const ReplicationConfig& config = configured(synchronizer.position);
      if (synchronizer.node.spawn_values >= 0 && spawn_values != synchronizer.node.spawn_values) continue;
      if (!may_be_spawned(lists_, *spawner.project, scene, synchronizer.node)) continue;
      if (list != PropertyList::spawn && !fits(lists_, config, list, synchronizer.values)) continue;
      // Two configurations fit, and differ.
      if (only.config != nullptr && !same_names(lists_, *only.config, config, list)) return {};
      const bool one = only.config == nullptr;
      only = {.config = &config,
              .scene = one ? &spawner.project->scene_path(scene) : nullptr,
              .node = one ? texts_.keep(spawner.project->path_of(scene, all[synchronizer.position])) : nullptr,
              .certainty = Certainty::guessed};
    }
    if (only.config != nullptr) return only;
  }
  return {};
}

/// All configurations of the projects. If several synchronizers use one (as inherited scenes do), what all agree on is
/// known.
const std::vector<Configurations::Candidate>& Configurations::candidates() {
  const auto [kept, is_new_project] = candidates_.try_emplace(projects_.number());
  std::vector<Candidate>& all = kept->second;
  if (!is_new_project) return all;
  std::unordered_map<const ReplicationConfig*, std::size_t> places;
  for (Project* project : projects_.answering()) {
    for (std::size_t i = 0; i < project->scene_count(); ++i) {
      const auto scene = static_cast<int>(i);
      const NodeTree& tree = project->tree(scene);
      for (std::size_t at = 0; at < tree.size(); ++at) {
        const NodeInfo& node = tree[at];
        if (!node.is_synchronizer() || node.config == nullptr) continue;
        const auto [place, is_new] = places.try_emplace(node.config, all.size());
        if (is_new) all.push_back({node.config, &project->scene_path(node.file), {}});
        Candidate& candidate = all[place->second];
        std::vector<ValueTypes>& types = candidate.types;
        const bool may_be_spawned = project->node_from(scene, static_cast<int>(at), node.root_path) == 0;
        for (const int file : {node.file, may_be_spawned ? scene : node.file}) {
          if (candidate.scene != &project->scene_path(file)) candidate.scene = nullptr;
        }
        for (std::size_t property = 0; property < node.config->size(); ++property) {
          const ValueTypes here = value_types(*project, scene, static_cast<int>(at), (*node.config)[property].path);
          if (is_new) types.push_back(here);
          else if (types[property] != here) types[property] = {};
        }
      }
    }
  }
  return all;
}

/// The only list of the projects that these values may belong to, or several with the same names.
Configuration Configurations::guess(const names::Synchronizer& synchronizer, PropertyList list) {
  Configuration only;
  for (const Candidate& candidate : candidates()) {
    if (!may_be_of(lists_, *candidate.config, candidate.types, synchronizer, list)) continue;
    const bool one = only.config == nullptr;
    if (!one && !same_names(lists_, *only.config, *candidate.config, list)) return {};
    only = {.config = candidate.config, .scene = one ? candidate.scene : nullptr, .certainty = Certainty::guessed};
  }
  return only;
}

Configuration Configurations::by_values(const names::Synchronizer& synchronizer, PropertyList list) {
  if (synchronizer.types.empty() || synchronizer.values <= 0) return {};
  std::string key = std::to_string(projects_.number()) + ' ' + std::to_string(static_cast<int>(list)) + ' ' +
                    std::to_string(synchronizer.indexes);
  for (const char* type : synchronizer.types) key.append(1, ' ').append(type);
  const auto known = guesses_.find(key);
  if (known != guesses_.end()) return known->second;
  if (guesses_.size() >= most_guesses) return {};
  return guesses_.emplace(std::move(key), guess(synchronizer, list)).first->second;
}

Configuration Configurations::by_spawn(const names::Synchronizer& synchronizer, PropertyList list) const {
  if (synchronizer.path != nullptr) return by_path(synchronizer, list);
  if (synchronizer.node.spawner == nullptr) return {};
  if (synchronizer.node.scene == names::Node::no_scene) return of_function(synchronizer, list);
  const Spawner spawner = spawners_.find(synchronizer.node.spawner);
  if (spawner.node == nullptr || synchronizer.node.scene >= spawner.node->spawnable.size()) return {};
  const int scene = spawner.node->spawnable[synchronizer.node.scene];
  const std::vector<int>& all = spawner.project->spawned_synchronizers(scene);
  const NodeTree& tree = spawner.project->tree(scene);
  const std::size_t meant = chosen(lists_, tree, all, synchronizer, list);
  if (meant >= all.size()) return {};
  const bool all_sent = synchronizer.node.synchronizers == all.size();
  const bool is_one_of_several = is_disputed(spawner, synchronizer.node.spawner, synchronizer.node.scene);
  return {.config = &tree[static_cast<std::size_t>(all[meant])].replicated(),
          .scene = &spawner.project->scene_path(scene),
          .node = texts_.keep(spawner.project->path_of(scene, all[meant])),
          .certainty = all_sent && !is_one_of_several ? Certainty::certain : Certainty::guessed,
          .is_disputed = is_one_of_several};
}

Configuration Configurations::find(const names::Synchronizer& synchronizer, names::PropertyList list) {
  if (projects_.all().empty()) return {};
  if (!synchronizer.types.empty()) return by_values(synchronizer, list);
  const bool has_path = synchronizer.path != nullptr;
  const Question question = {
      synchronizer.node,
      has_path ? synchronizer.path : std::string_view(),
      {static_cast<std::uint32_t>(projects_.number()), static_cast<std::uint32_t>(list) * 2 + (has_path ? 1U : 0U),
       synchronizer.position, static_cast<std::uint32_t>(synchronizer.values)}};
  return found_.get(question, [&] { return by_spawn(synchronizer, list); });
}

names::Name Configurations::synchronizer(const names::Synchronizer& synchronizer) {
  const Configuration found = find(synchronizer, PropertyList::always);
  if (found.node == nullptr || *found.node == '\0') return {};
  return {found.node, found.scene != nullptr ? found.scene->c_str() : nullptr, found.certainty};
}

names::Properties Configurations::properties(const names::Synchronizer& synchronizer, PropertyList list) {
  const Configuration found = find(synchronizer, list);
  if (found.config == nullptr) return {};
  const char* scene = found.scene != nullptr ? found.scene->c_str() : nullptr;
  if (scene != nullptr && (!synchronizer.types.empty() || found.is_disputed)) scene = texts_.keep(*found.scene + '?');
  return {lists_.names(*found.config, list), scene, found.certainty};
}

names::HalfPrecision Configurations::halves(const names::Synchronizer& synchronizer, PropertyList list) {
  const Configuration found = find(synchronizer, list);
  if (found.config == nullptr) return {};
  return {.known = true, .values = lists_.halves(*found.config, list)};
}

void Configurations::forget() {
  found_ = {};
  candidates_.clear();
  guesses_.clear();
}

}  // namespace godot::analysis::project
