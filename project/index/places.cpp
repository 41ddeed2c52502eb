// SPDX-License-Identifier: MIT
// Finds the nodes that a path from the wire may stand for. Paths come from the capture, so a search in all scenes uses
// an index of all nodes' paths.
#include <algorithm>

#include "project/index/project_parts.h"
#include "project/text/characters.h"

namespace godot::analysis::project {
namespace {

using Evidence = PathMatch::Evidence;
using Parts = std::span<const std::string_view>;

/// What Godot makes of a name that is taken: `Player2`, `@Player@2`.
std::string_view without_number(std::string_view name) {
  while (!name.empty() && is_digit(name.back())) name.remove_suffix(1);
  if (name.starts_with('@')) {
    name.remove_prefix(1);
    if (name.ends_with('@')) name.remove_suffix(1);
  }
  return name;
}

/// The suffixes of a path: the first is the whole path, the last is empty.
std::vector<PathIndex::Path> hashes_of_ends(Parts parts) {
  std::vector<PathIndex::Path> names;
  for (const std::string_view part : parts) names.push_back(PathIndex::hash(part));
  std::vector<PathIndex::Path> ends(parts.size() + 1, PathIndex::root);
  for (std::size_t begin = 0; begin < parts.size(); ++begin) {
    for (std::size_t i = begin; i < parts.size(); ++i) ends[begin] = PathIndex::below(ends[begin], names[i]);
  }
  return ends;
}

}  // namespace

/// Nodes deeper than paths from the wire may be, and names with a `/`, are never found in the index.
void Project::index_scene(int scene, PathIndex& paths) {
  struct Place {
    PathIndex::Path path = PathIndex::root;
    std::size_t depth = 0;
  };
  std::vector<Place> places;
  for (const NodeInfo& node : tree(scene)) {
    // Parents come before their children.
    Place place;
    if (node.parent >= 0) {
      const Place& above = places[static_cast<std::size_t>(node.parent)];
      place = {PathIndex::below(above.path, PathIndex::hash(node.name)), above.depth + 1};
    }
    places.push_back(place);
    if (place.depth <= ProjectLimits::path_parts) paths.add({place.path, scene});
  }
}

/// Null if no scene's root has this name.
Project::SameRoot* Project::scenes_of_root(std::string_view name) {
  const auto found = scenes_of_root_.find(std::string(name));
  if (found == scenes_of_root_.end()) return nullptr;
  SameRoot& same = found->second;
  if (!same.paths.is_finished()) {
    for (const int scene : same.scenes) {
      index_scene(scene, same.paths);
      if (!scenes_[static_cast<std::size_t>(scene)].spawned.empty()) same.with_spawners.push_back(scene);
    }
    same.paths.finish();
  }
  return &same;
}

const PathIndex& Project::paths_of_all() {
  if (!paths_of_all_.is_finished()) {
    for (std::size_t i = 0; i < scenes_.size(); ++i) index_scene(static_cast<int>(i), paths_of_all_);
    paths_of_all_.finish();
  }
  return paths_of_all_;
}

void Project::add_place(std::vector<PathMatch>& places, int scene, Parts parts, Evidence how) {
  if (places.size() >= ProjectLimits::places) return;
  const int node = below(scene, parts);
  if (node < 0) return;
  const auto same = [&](const PathMatch& place) { return place.scene == scene && place.node == node; };
  if (std::any_of(places.begin(), places.end(), same)) return;
  places.push_back({scene, node, tree(scene)[static_cast<std::size_t>(node)].script, how});
}

/// In as many scenes as the limit allows.
void Project::add_places(std::vector<PathMatch>& places, std::span<const PathIndex::Entry> scenes, Parts parts,
                         Evidence how) {
  for (const PathIndex::Entry& entry : scenes) {
    if (places.size() >= ProjectLimits::places) return;
    add_place(places, entry.scene, parts, how);
  }
}

/// Follows the path in the scene as far as possible; the rest may be in a scene that a spawner there instantiates.
void Project::add_spawned(std::vector<PathMatch>& places, int scene, Parts parts) {
  int at = 0;
  std::size_t known = 0;
  for (; known < parts.size(); ++known) {
    const int next = child(scene, at, parts[known]);
    if (next < 0) break;
    at = next;
  }
  if (known == parts.size()) return;
  const auto& spawned = scenes_[static_cast<std::size_t>(scene)].spawned;
  const auto here = spawned.find(at);
  if (here == spawned.end()) return;
  for (const int each : here->second) add_place(places, each, parts.subspan(known + 1), Evidence::spawned);
}

/// Adds the project's own nodes for a path's first name.
void Project::add_first(std::vector<PathMatch>& places, Parts parts) {
  for (const Settings::Autoload& autoload : settings_.autoloads) {
    if (autoload.name != parts.front()) continue;
    if (const int scene = scene_at(autoload.path); scene >= 0)
      add_place(places, scene, parts.subspan(1), Evidence::autoload);
    else if (parts.size() == 1) places.push_back({-1, -1, script_at(autoload.path), Evidence::autoload});
  }
  const int main = scene_at(settings_.main_scene);
  if (main >= 0 && scenes_[static_cast<std::size_t>(main)].scene->nodes.front().name == parts.front())
    add_place(places, main, parts.subspan(1), Evidence::main_scene);
}

std::vector<PathMatch> Project::find_places(std::string_view path) {
  constexpr std::string_view in_tree = "/root/";
  if (path.starts_with(in_tree)) path.remove_prefix(in_tree.size());
  const std::vector<std::string_view> all = parts_of(path);
  const Parts parts(all);
  const std::vector<PathIndex::Path> ends = hashes_of_ends(parts);
  std::vector<PathMatch> places;
  const auto rooted = [&](std::string_view name, std::size_t rest, Evidence how) {
    if (SameRoot* same = scenes_of_root(name))
      add_places(places, same->paths.find(ends[rest]), parts.subspan(rest), how);
  };
  if (parts.empty()) return places;
  add_first(places, parts);
  rooted(parts.front(), 1, Evidence::other_scene);
  if (const SameRoot* same = scenes_of_root(parts.front())) {
    for (const int scene : same->with_spawners) add_spawned(places, scene, parts.subspan(1));
  }
  if (const int main = scene_at(settings_.main_scene); main >= 0) add_place(places, main, parts, Evidence::within);
  for (std::size_t i = 1; i < parts.size(); ++i) rooted(parts[i], i + 1, Evidence::below);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::string_view name = without_number(parts[i]);
    if (name != parts[i]) rooted(name, i + 1, Evidence::numbered);
  }
  if (!places.empty()) return places;
  for (std::size_t i = 0; i < parts.size(); ++i)
    add_places(places, paths_of_all().find(ends[i]), parts.subspan(i), i == 0 ? Evidence::within : Evidence::suffix);
  return places;
}

std::vector<PathMatch> Project::mentioned_places(std::string_view path) {
  constexpr std::string_view in_tree = "/root/";
  if (path.starts_with(in_tree)) path.remove_prefix(in_tree.size());
  const std::vector<std::string_view> all = parts_of(path);
  std::vector<PathMatch> places;
  if (all.empty() || all.size() > ProjectLimits::path_parts) return places;
  std::vector<PathMatch> used;
  add_first(used, Parts(all).first(1));
  if (used.empty()) {
    if (SameRoot* same = scenes_of_root(all.front()))
      add_places(used, same->paths.find(PathIndex::root), {}, Evidence::other_scene);
  }
  for (const PathMatch& place : used) {
    if (place.scene < 0) continue;
    int at = 0;
    std::size_t known = 1;
    for (int next = 0; known < all.size(); ++known, at = next) {
      next = child(place.scene, at, all[known]);
      if (next < 0) break;
    }
    if (known == all.size()) continue;
    // The list may change while scenes are read.
    const std::vector<int> mentioned = scenes_mentioned(place.scene);
    for (const int each : mentioned) add_place(places, each, Parts(all).subspan(known + 1), Evidence::spawned);
  }
  return places;
}

const std::vector<PathMatch>& Project::places(std::string_view path) {
  if (places_.size() >= ProjectLimits::paths) places_.clear();
  const auto [found, is_new] = places_.try_emplace(std::string(path));
  if (is_new) found->second = find_places(path);
  return found->second;
}

}  // namespace godot::analysis::project
