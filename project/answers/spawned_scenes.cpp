// SPDX-License-Identifier: MIT
#include "project/answers/spawned_scenes.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "project/answers/evidence.h"

namespace godot::analysis::project {

using names::Certainty;
using names::PropertyList;

Spawner spawner_of(Project& project, std::string_view path) {
  for (const PathMatch& place : project.places(path)) {
    if (place.node < 0) continue;
    const NodeInfo& node = project.tree(place.scene)[static_cast<std::size_t>(place.node)];
    if (node.is_spawner())
      return {&project, place.scene, &node, is_strong(place.evidence), place.evidence == PathMatch::Evidence::spawned};
  }
  return {};
}

namespace {

constexpr std::size_t numbers = 256;  // a Spawn has a byte for the number of its scene

/// Empty: the list has none of this number.
const std::string& scene_of(const Spawner& spawner, std::uint32_t scene) {
  static const std::string none;
  if (scene >= spawner.node->spawnable.size()) return none;
  const int number = spawner.node->spawnable[scene];
  return number >= 0 ? spawner.project->scene_path(number) : spawner.node->spawnable_paths[scene];
}

/// True if `differs` is true for a spawner that another scene has at this path, which fits it as well: levels whose
/// roots have one name. Which of them is loaded is not on the wire.
template <class Differs>
bool has_rival(const Spawner& spawner, std::string_view path, Differs differs) {
  for (const PathMatch& place : spawner.project->places(path)) {
    if (place.node < 0 || is_strong(place.evidence) != spawner.is_certain) continue;
    const NodeInfo& node = spawner.project->tree(place.scene)[static_cast<std::size_t>(place.node)];
    if (&node != spawner.node && node.is_spawner() && differs(Spawner{spawner.project, place.scene, &node}))
      return true;
  }
  return false;
}

}  // namespace

std::string short_name(const std::string& folder, const std::string& other) {
  const auto last = [](std::string_view path) {
    while (path.size() > 1 && (path.ends_with('/') || path.ends_with('\\'))) path.remove_suffix(1);
    const std::size_t slash = path.find_last_of("/\\");
    return slash != std::string_view::npos ? path.substr(slash + 1) : path;
  };
  return last(folder) != last(other) ? std::string(last(folder)) : folder;
}

bool is_disputed(const Spawner& spawner, std::string_view path, std::uint32_t scene) {
  return shares_number(spawner, scene) || has_rival(spawner, path, [&](const Spawner& rival) {
           return scene_of(rival, scene) != scene_of(spawner, scene);
         });
}

bool shares_number(const Spawner& spawner, std::uint32_t scene) {
  return scene + numbers < spawner.node->spawnable.size();
}

Spawner Spawners::find(std::string_view path) const {
  for (Project* project : projects_.answering()) {
    if (const Spawner found = spawner_of(*project, path); found.node != nullptr) return found;
  }
  return {};
}

Spawner Spawners::find(std::string_view path, std::uint32_t scene) const {
  Spawner first;
  for (Project* project : projects_.answering()) {
    const Spawner found = spawner_of(*project, path);
    if (found.node == nullptr) continue;
    if (scene < found.node->spawnable.size()) return found;
    if (first.node == nullptr) first = found;
  }
  return first;
}

names::Name Spawners::scene(std::string_view spawner, std::uint32_t scene) const {
  const Spawner found = find(spawner, scene);
  if (found.node == nullptr || scene >= found.node->spawnable.size()) return {};
  const bool is_guess = is_disputed(found, spawner, scene);
  const char* path = scene_of(found, scene).c_str();
  if (shares_number(found, scene)) {
    std::string paths = path;
    for (std::size_t other = scene + numbers; other < found.node->spawnable.size(); other += numbers)
      paths += " or " + scene_of(found, static_cast<std::uint32_t>(other));
    path = texts_.keep(std::move(paths));
  }
  return {path, found.project->scene_path(found.scene).c_str(), is_guess ? Certainty::guessed : Certainty::certain};
}

names::SpawnedScene Spawners::spawned_scene(const names::Node& node) const {
  if (node.spawner == nullptr || node.below != nullptr || node.scene == names::Node::no_scene) return {};
  const Spawner spawner = find(node.spawner, node.scene);
  if (spawner.node == nullptr || !spawner.is_certain) return {};
  const auto has_other_list = [&](const Spawner& rival) {
    const auto& paths = spawner.node->spawnable_paths;
    const auto& others = rival.node->spawnable_paths;
    return !std::equal(paths.begin(), paths.end(), others.begin(), others.end());
  };
  if (has_rival(spawner, node.spawner, has_other_list)) return {};
  names::SpawnedScene answer;
  const std::size_t scenes = spawner.node->spawnable.size();
  if (!spawner.project->adds_scenes()) answer.scenes = static_cast<int>(scenes);
  if (node.scene >= scenes || spawner.node->spawnable[node.scene] < 0) return answer;
  if (shares_number(spawner, node.scene)) return answer;
  const int scene = spawner.node->spawnable[node.scene];
  const std::vector<int>& all = spawner.project->spawned_synchronizers(scene);
  answer.synchronizers = static_cast<int>(all.size());
  const NodeTree& tree = spawner.project->tree(scene);
  for (const int each : all)
    answer.properties += lists_.count(tree[static_cast<std::size_t>(each)].replicated(), PropertyList::spawn);
  answer.gives_in_ready = spawner.project->gives_in_ready(scene);
  return answer;
}

names::Name Spawners::parent(std::string_view spawner) const {
  const Spawner found = find(spawner);
  if (found.node == nullptr || found.node->spawn_path.empty()) return {};
  const auto is_elsewhere = [&](const Spawner& rival) { return rival.node->spawn_path != found.node->spawn_path; };
  if (has_rival(found, spawner, is_elsewhere)) return {};
  std::string_view way = found.node->spawn_path;
  std::string path(spawner);
  while (!way.empty()) {
    const std::size_t end = std::min(way.find('/'), way.size());
    const std::string_view part = way.substr(0, end);
    way.remove_prefix(std::min(end + 1, way.size()));
    if (part.empty() || part == ".") continue;
    if (part != "..") {
      if (!path.empty()) path += '/';
      path += part;
      continue;
    }
    if (path.empty()) return {};
    const std::size_t slash = path.find_last_of('/');
    path.erase(slash == std::string::npos ? 0 : slash);
  }
  if (path.empty()) path = ".";  // the root of the MultiplayerAPI
  return {texts_.keep(std::move(path)), found.project->scene_path(found.scene).c_str(), Certainty::certain};
}

names::OtherScenes Spawners::other_scenes(const names::Node& node, std::uint64_t senders,
                                          std::uint64_t receivers) const {
  constexpr std::size_t most = 64;
  const AnsweringProjects::Projects all = projects_.all();
  if (node.spawner == nullptr || node.scene == names::Node::no_scene || all.size() < 2) return {};
  const std::vector<std::string>& folders = projects_.folders();
  const AnsweringProjects::Projects candidates = projects_.with_checksums();
  struct List {
    std::uint64_t bit;
    std::size_t project;
    std::string scene;
    std::string_view below;  ///< the spawner's spawn_path, below which nodes are spawned
  };
  std::vector<List> lists;
  names::OtherScenes answer = {.is_certain = true};
  for (std::size_t i = 0; i != std::min(all.size(), most); ++i) {
    if (std::find(candidates.begin(), candidates.end(), all[i]) == candidates.end()) continue;
    const std::uint64_t bit = std::uint64_t{1} << i;
    if (((senders | receivers) & bit) == 0) continue;
    const Spawner spawner = spawner_of(*all[i], node.spawner);
    const bool is_known =
        spawner.node != nullptr && (spawner.is_certain || spawner.is_spawned) && !all[i]->adds_scenes();
    answer.is_certain = answer.is_certain && is_known && spawner.is_certain;
    if (is_known) lists.push_back({bit, i, scene_of(spawner, node.scene), spawner.node->spawn_path});
  }
  for (const List& sender : lists) {
    if ((senders & sender.bit) == 0 || sender.scene.empty()) continue;
    for (const List& receiver : lists) {
      if ((receivers & receiver.bit) == 0) continue;
      const bool same_scene = sender.scene == receiver.scene;
      if (same_scene && sender.below == receiver.below) answer.is_certain = false;
      if (answer.text != nullptr || (same_scene && sender.below == receiver.below)) continue;
      answer.is_place = same_scene;
      const auto place = [](std::string_view below) {
        return below.empty() ? std::string("below no node") : "below " + std::string(below);
      };
      if (same_scene)
        answer.text = texts_.keep(
            place(sender.below) + " in " + short_name(folders[sender.project], folders[receiver.project]) + ", " +
            place(receiver.below) + " in " + short_name(folders[receiver.project], folders[sender.project]));
      else
        answer.text =
            texts_.keep(sender.scene + " in " + short_name(folders[sender.project], folders[receiver.project]) + ", " +
                        (receiver.scene.empty() ? "none" : receiver.scene) + " in " +
                        short_name(folders[receiver.project], folders[sender.project]));
    }
  }
  return answer.text != nullptr ? answer : names::OtherScenes{};
}

}  // namespace godot::analysis::project
