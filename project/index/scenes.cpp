// SPDX-License-Identifier: MIT
// Builds the trees of scenes, in which instances and inherited scenes are resolved.
// (Godot: scene/resources/packed_scene.cpp, SceneState::instantiate)
#include <algorithm>
#include <set>
#include <utility>

#include "project/index/project_parts.h"
#include "project/text/characters.h"

namespace godot::analysis::project {

std::vector<std::string_view> parts_of(std::string_view path) {
  std::vector<std::string_view> parts;
  while (!path.empty() && parts.size() < ProjectLimits::path_parts) {
    const std::size_t end = std::min(path.find('/'), path.size());
    if (const std::string_view part = path.substr(0, end); !part.empty() && part != ".") parts.push_back(part);
    path.remove_prefix(std::min(end + 1, path.size()));
  }
  return parts;
}

/// Builds the tree of one scene.
struct Project::Builder {
  Project& project;
  SceneEntry& entry;
  std::size_t depth = 0;  ///< scenes that are being instantiated around this one
  int cycle_above = -1;   ///< SceneEntry::cycle of the last of them
  bool cut = false;

  NodeInfo& node(int index) { return entry.tree[static_cast<std::size_t>(index)]; }

  int add(int parent, std::string_view name) {
    if (entry.tree.size() >= ProjectLimits::tree || project.tree_nodes_left_ == 0) {
      if (!cut) project.report(entry.path, {0, "more nodes than are read, with all instances"});
      cut = true;
      return -1;
    }
    --project.tree_nodes_left_;
    const auto index = static_cast<int>(entry.tree.size());
    NodeInfo& added = entry.tree.emplace_back();
    added.name = name;
    added.parent = parent;
    if (parent >= 0) {
      node(parent).children.push_back(index);
      entry.children.emplace(std::pair(parent, name), index);
    }
    return index;
  }

  [[nodiscard]] int find(int parent, std::string_view name) const {
    const auto found = entry.children.find(std::pair(parent, name));
    return found != entry.children.end() ? found->second : -1;
  }

  void apply(int index, const SceneNode& from, int scene) {
    NodeInfo& changed = node(index);
    if (!from.type.empty()) changed.type = from.type;
    changed.file = scene;
    if (from.script.kind == ResourceReference::Kind::null) changed.script = -1;
    else if (from.script.kind != ResourceReference::Kind::none) changed.script = project.script_of(scene, from.script);
    if (from.config.kind != ResourceReference::Kind::none) {
      changed.config = project.config_of(scene, from.config);
      changed.config_file = scene;
    }
    if (from.has_spawn_path) changed.spawn_path = from.spawn_path;
    if (from.replication_interval >= 0) changed.replication_interval = from.replication_interval;
    if (from.has_root_path) changed.root_path = from.root_path;
    if (from.libraries.any()) changed.libraries.add(from.libraries, project.path_of(scene, from.script));
    if (!from.has_scenes) return;
    changed.spawnable.clear();
    changed.spawnable_paths = from.scenes;
    for (const std::string& path : from.scenes) changed.spawnable.push_back(project.scene_at(path));
  }

  /// Moves `index` to its place among its siblings, as the engine does while it adds them.
  void move(int index, int place) {
    std::vector<int>& siblings = node(node(index).parent).children;
    if (place < 0 || siblings.empty() || static_cast<std::size_t>(place) >= siblings.size() - 1) return;
    const auto from = std::find(siblings.rbegin(), siblings.rend(), index);
    if (from == siblings.rend()) return;
    siblings.erase(std::next(from).base());
    siblings.insert(siblings.begin() + place, index);
  }

  /// The node that an instance replaces; -1 if the tree is full.
  int instance(int inner, int parent, const SceneNode& from, int scene) {
    return instance(inner, parent, from, scene, from.name);
  }

  /// Instantiates the scene `inner` below `parent`. Its root gets the name that the instancing scene `scene` gives it.
  int instance(int inner, int parent, const SceneNode& from, int scene, std::string_view name) {
    int index = inner >= 0 ? build(inner, parent, name) : -1;
    if (index < 0) index = add(parent, name);
    if (index < 0) return -1;
    if (inner >= 0) node(index).scene = inner;
    apply(index, from, scene);
    return index;
  }

  int build(int scene, int parent, std::string_view name) {
    const SceneEntry& source = project.scenes_[static_cast<std::size_t>(scene)];
    // The engine cannot load a scene of a cycle; find_cycles() has reported it.
    if (depth != 0 && source.cycle >= 0 && source.cycle == cycle_above) return -1;
    if (depth >= ProjectLimits::instances) {
      project.report(source.path, {0, "more scenes within one another than are read"});
      return -1;
    }
    const int outer_cycle = std::exchange(cycle_above, source.cycle);
    ++depth;
    int root = -1;
    for (const SceneNode& from : source.scene->nodes) {
      if (root < 0) {
        root = instance(project.scene_of(scene, from.instance), parent, from, scene, name);
        if (root < 0) break;
        node(root).scene = scene;
        continue;
      }
      if (from.is_root) continue;  // a scene has one root; a second is ignored
      int above = root;
      for (const std::string_view part : parts_of(from.parent)) {
        if (above >= 0) above = find(above, part);
      }
      if (above < 0) continue;  // its parent no longer exists in the instanced scene
      const int inner = project.scene_of(scene, from.instance);
      int index = -1;
      if (from.instance.kind == ResourceReference::Kind::external) {
        index = instance(inner, above, from, scene);
      } else {
        if (from.type.empty()) index = find(above, from.name);
        if (index < 0) index = add(above, from.name);
        if (index < 0) break;
        const int file = node(index).file;
        apply(index, from, scene);
        if (from.type.empty() && file >= 0) node(index).file = file;
      }
      if (index < 0) break;
      if (!from.placeholder.empty()) node(index).scene = project.scene_at(from.placeholder);
      move(index, from.index);
    }
    --depth;
    cycle_above = outer_cycle;
    return root;
  }
};

const ExternalResource* Project::external(int scene, const ResourceReference& reference) const {
  if (reference.kind != ResourceReference::Kind::external) return nullptr;
  const auto& resources = scenes_[static_cast<std::size_t>(scene)].scene->external;
  const auto found = resources.find(reference.id);
  return found != resources.end() ? &found->second : nullptr;
}

int Project::script_of(int scene, const ResourceReference& reference) const {
  const SceneEntry& entry = scenes_[static_cast<std::size_t>(scene)];
  if (reference.kind == ResourceReference::Kind::internal) return script_at(entry.path + "::" + reference.id);
  const ExternalResource* resource = external(scene, reference);
  return resource != nullptr ? script_at(resource_path(resource->path, resource->uid)) : -1;
}

std::string Project::path_of(int scene, const ResourceReference& reference) const {
  const ExternalResource* resource = external(scene, reference);
  return resource != nullptr ? resource_path(resource->path, resource->uid) : std::string();
}

int Project::scene_of(int scene, const ResourceReference& reference) const {
  const ExternalResource* resource = external(scene, reference);
  return resource != nullptr ? scene_at(resource_path(resource->path, resource->uid)) : -1;
}

const ReplicationConfig* Project::config_of(int scene, const ResourceReference& reference) const {
  if (reference.kind == ResourceReference::Kind::internal) {
    const auto& resources = scenes_[static_cast<std::size_t>(scene)].scene->internal;
    const auto found = resources.find(reference.id);
    return found != resources.end() ? &found->second.config : nullptr;
  }
  const ExternalResource* resource = external(scene, reference);
  if (resource == nullptr) return nullptr;
  const auto file = file_of_path_.find(resource_path(resource->path, resource->uid));
  if (file == file_of_path_.end() || parsed_[file->second] == nullptr) return nullptr;
  return &parsed_[file->second]->scene.main.config;
}

bool Project::is_redots_file(std::size_t file) const {
  if (parsed_[file] == nullptr) return false;
  const auto has_precision = [](const ReplicationConfig& config) {
    return std::any_of(config.begin(), config.end(), [](const ReplicatedProperty& one) { return one.has_precision; });
  };
  const auto& scene = parsed_[file]->scene;
  return has_precision(scene.main.config) ||
         std::any_of(scene.internal.begin(), scene.internal.end(),
                     [&](const auto& resource) { return has_precision(resource.second.config); });
}

void Project::link_scenes() {
  is_redots_ = false;
  for (std::size_t i = 0; i < files_.size(); ++i) is_redots_ = is_redots_ || is_redots_file(i);
  scenes_.clear();
  scene_of_path_.clear();
  scenes_of_root_.clear();
  places_.clear();
  paths_of_all_ = {};
  std::size_t written = 0;
  for (std::size_t i = 0; i < files_.size(); ++i) {
    if (files_[i].kind != FileKind::scene || parsed_[i] == nullptr || parsed_[i]->scene.nodes.empty()) continue;
    const auto index = static_cast<int>(scenes_.size());
    SceneEntry& entry = scenes_.emplace_back();
    entry.path = resource_name(files_[i].path);
    entry.scene = &parsed_[i]->scene;
    scene_of_path_.emplace(entry.path, index);
    scenes_of_root_[entry.scene->nodes.front().name].scenes.push_back(index);
    written += entry.scene->nodes.size();
  }
  tree_nodes_left_ = std::min(ProjectLimits::trees, ProjectLimits::few_trees + ProjectLimits::trees_of_node * written);
  find_cycles();
}

/// The scenes that this one instances or inherits, each once.
std::vector<int> Project::instanced_by(int scene) const {
  std::vector<int> found;
  for (const SceneNode& node : scenes_[static_cast<std::size_t>(scene)].scene->nodes) {
    if (const int inner = scene_of(scene, node.instance); inner >= 0) found.push_back(inner);
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

/// Numbers the groups of scenes that contain each other (strongly connected components: Tarjan 1972, with its own
/// stack), and reports each group once.
void Project::find_cycles() {
  struct Visit {
    int scene;
    std::vector<int> instanced;
    std::size_t next = 0;
  };
  const std::size_t count = scenes_.size();
  std::vector<int> order(count, -1);  // the order in which scenes are visited
  std::vector<int> low(count, 0);     // the earliest scene that can be reached and is still open
  std::vector<bool> is_open(count, false);
  std::vector<int> open;
  std::vector<Visit> visits;
  int found = 0;
  int cycles = 0;
  const auto at = [](int scene) { return static_cast<std::size_t>(scene); };
  const auto enter = [&](int scene) {
    order[at(scene)] = low[at(scene)] = found++;
    open.push_back(scene);
    is_open[at(scene)] = true;
    visits.push_back({scene, instanced_by(scene)});
  };
  // All open scenes from `scene` on contain each other.
  const auto close = [&](const Visit& visit) {
    const auto first = std::find(open.rbegin(), open.rend(), visit.scene).base() - 1;
    const std::vector<int> group(first, open.end());
    open.erase(first, open.end());
    for (const int member : group) is_open[at(member)] = false;
    const bool in_itself = std::binary_search(visit.instanced.begin(), visit.instanced.end(), visit.scene);
    if (group.size() == 1 && !in_itself) return;
    constexpr std::size_t most_named = 4;
    std::string text = "the scene contains itself";
    for (std::size_t i = 1; i < group.size() && i <= most_named; ++i)
      text += (i == 1 ? ", by way of " : ", ") + scenes_[at(group[i])].path;
    if (group.size() > most_named + 1) text += " and " + std::to_string(group.size() - most_named - 1) + " more";
    report(scenes_[at(visit.scene)].path,
           {0, text + ": Godot cannot load it, and it is left out where it is instanced"});
    for (const int member : group) scenes_[at(member)].cycle = cycles;
    ++cycles;
  };
  for (std::size_t i = 0; i < count; ++i) {
    if (order[i] < 0) enter(static_cast<int>(i));
    while (!visits.empty()) {
      Visit& visit = visits.back();
      if (visit.next < visit.instanced.size()) {
        const int inner = visit.instanced[visit.next++];
        if (order[at(inner)] < 0) enter(inner);
        else if (is_open[at(inner)]) low[at(visit.scene)] = std::min(low[at(visit.scene)], order[at(inner)]);
        continue;
      }
      const Visit done = std::move(visit);
      visits.pop_back();
      if (!visits.empty()) {
        int& above = low[at(visits.back().scene)];
        above = std::min(above, low[at(done.scene)]);
      }
      if (low[at(done.scene)] == order[at(done.scene)]) close(done);
    }
  }
}

std::size_t Project::scene_count() const noexcept { return scenes_.size(); }

const std::string& Project::scene_path(int scene) const noexcept {
  static const std::string none;
  return scene >= 0 && static_cast<std::size_t>(scene) < scenes_.size() ? scenes_[static_cast<std::size_t>(scene)].path
                                                                        : none;
}

int Project::scene_at(std::string_view path) const {
  const auto found = scene_of_path_.find(resource_path(path, {}));
  return found != scene_of_path_.end() ? found->second : -1;
}

const NodeTree& Project::tree(int scene) {
  static const NodeTree none;
  if (scene < 0 || static_cast<std::size_t>(scene) >= scenes_.size()) return none;
  SceneEntry& entry = scenes_[static_cast<std::size_t>(scene)];
  if (!entry.built) {
    entry.built = true;
    Builder{*this, entry}.build(scene, -1, entry.scene->nodes.front().name);
    entry.synchronizers = find_synchronizers(scene);
    entry.mentioned = find_mentioned(scene);
    entry.spawned = find_spawned(scene);
  }
  return entry.tree;
}

int Project::child(int scene, int parent, std::string_view name) {
  const auto& children = scenes_[static_cast<std::size_t>(scene)].children;
  const auto found = children.find(std::pair(parent, name));
  return found != children.end() ? found->second : -1;
}

/// The node that is reached by these names from the scene's root.
int Project::below(int scene, std::span<const std::string_view> parts) {
  int at = tree(scene).empty() ? -1 : 0;
  for (const std::string_view part : parts) {
    if (at < 0) break;
    at = part == ".." ? tree(scene)[static_cast<std::size_t>(at)].parent : child(scene, at, part);
  }
  return at;
}

int Project::node_at(int scene, std::string_view path) {
  if (scene < 0 || static_cast<std::size_t>(scene) >= scenes_.size()) return -1;
  return below(scene, parts_of(path));
}

int Project::node_from(int scene, int node, std::string_view path) {
  const NodeTree& nodes = tree(scene);
  int at = node;
  for (const std::string_view part : parts_of(path)) {
    if (at < 0 || static_cast<std::size_t>(at) >= nodes.size()) return -1;
    at = part == ".." ? nodes[static_cast<std::size_t>(at)].parent : child(scene, at, part);
  }
  return at;
}

std::string Project::path_of(int scene, int node) {
  const NodeTree& nodes = tree(scene);
  std::string path;
  for (int at = node; at > 0 && static_cast<std::size_t>(at) < nodes.size();
       at = nodes[static_cast<std::size_t>(at)].parent) {
    if (!path.empty()) path.insert(0, 1, '/');
    path.insert(0, nodes[static_cast<std::size_t>(at)].name);
  }
  return path;
}

/// Scenes that scripts of the nodes refer to, or that the scene's files hand to its nodes.
std::vector<int> Project::find_mentioned(int scene) {
  std::vector<int> found;
  const auto add = [&](int mentioned) {
    if (mentioned >= 0 && std::find(found.begin(), found.end(), mentioned) == found.end()) found.push_back(mentioned);
  };
  std::vector<const Script*> seen;
  for (const NodeInfo& node : tree(scene)) {
    for_each_base(scripts_, node.script, [&](const ScriptInfo& info) {
      if (std::find(seen.begin(), seen.end(), info.file) != seen.end()) return false;
      seen.push_back(info.file);
      for (const std::string& path : info.file->mentions) add(scene_at(path));
      return true;
    });
  }
  std::set<int> files;
  for (const NodeInfo& node : tree(scene)) {
    if (!files.insert(node.file).second) continue;
    for (const SceneNode& written : scenes_[static_cast<std::size_t>(node.file)].scene->nodes) {
      for (const ResourceReference& handed : written.handed) {
        const ExternalResource* resource = external(node.file, handed);
        if (resource != nullptr && resource->type == "PackedScene")
          add(scene_at(resource_path(resource->path, resource->uid)));
      }
    }
  }
  return found;
}

const std::vector<int>& Project::scenes_mentioned(int scene) {
  static const std::vector<int> none;
  return tree(scene).empty() ? none : scenes_[static_cast<std::size_t>(scene)].mentioned;
}

const std::vector<int>& Project::spawned_synchronizers(int scene) {
  static const std::vector<int> none;
  return tree(scene).empty() ? none : scenes_[static_cast<std::size_t>(scene)].synchronizers;
}

std::vector<int> Project::find_synchronizers(int scene) {
  const NodeTree& nodes = tree(scene);
  std::vector<int> found;
  std::vector<int> open;
  if (!nodes.empty()) open.push_back(0);
  while (!open.empty()) {
    const int at = open.back();
    open.pop_back();
    const NodeInfo& node = nodes[static_cast<std::size_t>(at)];
    if (node.is_synchronizer() && node_from(scene, at, node.root_path) == 0) found.push_back(at);
    open.insert(open.end(), node.children.rbegin(), node.children.rend());
  }
  return found;
}

/// The spawners' scenes by the node below which they are instantiated, in the order of the spawners' lists, each once.
std::unordered_map<int, std::vector<int>> Project::find_spawned(int scene) {
  const NodeTree& nodes = tree(scene);
  std::unordered_map<int, std::vector<int>> spawned;
  std::set<std::pair<int, int>> seen;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const NodeInfo& spawner = nodes[i];
    if (!spawner.is_spawner() || spawner.spawn_path.empty()) continue;
    const int above = node_from(scene, static_cast<int>(i), spawner.spawn_path);
    if (above < 0) continue;
    for (const int each : spawner.spawnable) {
      if (each >= 0 && seen.emplace(above, each).second) spawned[above].push_back(each);
    }
  }
  return spawned;
}

}  // namespace godot::analysis::project
