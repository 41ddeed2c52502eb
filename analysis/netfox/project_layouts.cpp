// SPDX-License-Identifier: MIT
#include "analysis/netfox/project_layouts.h"

#include <algorithm>
#include <initializer_list>
#include <utility>

#include "analysis/project/netfox.h"

namespace godot::analysis {
namespace {

using project::NetfoxLists;
using project::NodeInfo;
using project::PathMatch;
using project::Project;

const std::vector<std::string>& of(const NetfoxLists& lists, NetfoxList list) {
  if (list == NetfoxList::input) return lists.input;
  return list == NetfoxList::sync ? lists.sync : lists.state;
}

/// The serializer that a script sets for a property: the script of the node below which the synchronizer's properties
/// are, of its parent, or of the scene. Variant if no script sets one. False: the serializer is unknown.
bool schema_of(Project& project, int scene, std::initializer_list<int> holders, const std::string& property,
               netfox::Schema& schema) {
  for (const int holder : holders) {
    const int number = holder >= 0 ? project.tree(scene)[static_cast<std::size_t>(holder)].script : -1;
    const project::Script* file = number >= 0 ? project.scripts()[static_cast<std::size_t>(number)].file : nullptr;
    if (file == nullptr) continue;
    for (const project::NetfoxSchemaEntry& entry : file->netfox_schemas) {
      if (entry.property == property) return netfox::parse(entry.serializer, schema);
    }
  }
  schema = {};
  return true;
}

/// The properties of a node in the lists of a scene's synchronizers.
std::optional<NetfoxProperties> properties_in(Project& project, int scene, int wanted, NetfoxList list) {
  NetfoxProperties found;
  bool all_known = true;
  const auto nodes = static_cast<int>(project.tree(scene).size());
  for (int i = 0; i < nodes; ++i) {
    const NetfoxLists* lists = project.tree(scene)[static_cast<std::size_t>(i)].netfox;
    if (lists == nullptr) continue;
    const int root = project.node_from(scene, i, lists->root);
    if (root < 0) continue;
    for (const std::string& property : of(*lists, list)) {
      const std::size_t colon = property.find(':');
      if (colon == std::string::npos) continue;
      if (project.node_from(scene, root, std::string_view(property).substr(0, colon)) != wanted) continue;
      std::string name = property.substr(colon + 1);
      if (std::find(found.names.begin(), found.names.end(), name) != found.names.end())
        continue;  // netfox lists it once
      netfox::Schema schema;
      const int parent = project.tree(scene)[static_cast<std::size_t>(i)].parent;
      all_known = schema_of(project, scene, {root, parent, 0}, property, schema) && all_known;
      found.names.push_back(std::move(name));
      found.schemas.push_back(schema);
    }
  }
  if (found.names.empty()) return std::nullopt;
  // Values after one with an unknown serializer cannot be read.
  if (!all_known) found.schemas.clear();
  found.source = project.scene_path(scene);
  return found;
}

/// The whole list of a synchronizer of a scene.
std::optional<NetfoxProperties> list_in(Project& project, int scene, int node, NetfoxList list) {
  const NetfoxLists* lists = project.tree(scene)[static_cast<std::size_t>(node)].netfox;
  if (lists == nullptr) return std::nullopt;
  const int root = project.node_from(scene, node, lists->root);
  const int parent = project.tree(scene)[static_cast<std::size_t>(node)].parent;
  NetfoxProperties found;
  bool all_known = true;
  bool of_one_node = true;
  for (const std::string& property : of(*lists, list)) {
    const std::size_t colon = property.find(':');
    if (colon == std::string::npos) continue;
    netfox::Schema schema;
    all_known = schema_of(project, scene, {root, parent, 0}, property, schema) && all_known;
    of_one_node = of_one_node && property.substr(0, colon) == of(*lists, list).front().substr(0, colon);
    found.names.push_back(colon == 0 ? property.substr(1) : property);
    found.schemas.push_back(schema);
  }
  if (found.names.empty()) return std::nullopt;
  set_indexes(found);
  if (!all_known) found.schemas.clear();
  found.source = project.scene_path(scene);
  found.guessed = list == NetfoxList::input && !of_one_node;
  return found;
}

bool same(const NetfoxProperties& one, const NetfoxProperties& other) {
  const auto same_schema = [](const netfox::Schema& a, const netfox::Schema& b) {
    return a.count == b.count &&
           std::equal(a.parts.begin(), a.parts.begin() + a.count, b.parts.begin(), [](const auto& x, const auto& y) {
             return x.shape == y.shape && x.scalar == y.scalar && x.first == y.first && x.second == y.second;
           });
  };
  return one.names == other.names && one.schemas.size() == other.schemas.size() &&
         std::equal(one.schemas.begin(), one.schemas.end(), other.schemas.begin(), same_schema);
}

/// A script that adds a scene below some node chooses the node's name: if all roots of scenes with netfox agree, the
/// node is assumed to be one of them.
std::optional<NetfoxProperties> agreed_by_roots(Project& project, NetfoxList list) {
  std::optional<NetfoxProperties> found;
  for (std::size_t scene = 0; scene < project.scene_count(); ++scene) {
    auto properties = properties_in(project, static_cast<int>(scene), 0, list);
    if (!properties) continue;
    if (found && !same(*found, *properties)) return std::nullopt;
    found = std::move(properties);
  }
  return found;
}

const std::optional<NetfoxProperties>& of_any_root(Project& project, NetfoxList list, NetfoxRoots& roots) {
  NetfoxRoots::Agreed& agreed = roots.agreed[{&project, list}];
  // Reading a scene may add the scenes that it refers to.
  if (agreed.scenes != project.scene_count()) {
    agreed.properties = agreed_by_roots(project, list);
    agreed.scenes = project.scene_count();
  }
  return agreed.properties;
}

/// The synchronizers of this name in all scenes, if they agree: for nodes that scripts make.
std::optional<NetfoxProperties> agreed_by_name(Project& project, std::string_view name, NetfoxList list) {
  std::optional<NetfoxProperties> found;
  for (std::size_t scene = 0; scene < project.scene_count(); ++scene) {
    const auto nodes = static_cast<int>(project.tree(static_cast<int>(scene)).size());
    for (int i = 0; i < nodes; ++i) {
      if (project.tree(static_cast<int>(scene))[static_cast<std::size_t>(i)].name != name) continue;
      auto properties = list_in(project, static_cast<int>(scene), i, list);
      if (!properties) continue;
      if (found && !same(*found, *properties)) return std::nullopt;
      found = std::move(properties);
    }
  }
  return found;
}

}  // namespace

std::optional<NetfoxProperties> netfox_properties_of(Project& project, std::string_view path, NetfoxList list,
                                                     NetfoxRoots& roots) {
  std::optional<NetfoxProperties> found;
  // The list may change while scenes are read.
  const std::vector<PathMatch> places = project.places(path);
  for (const PathMatch& place : places) {
    if (place.scene < 0) continue;
    auto properties = properties_in(project, place.scene, place.node, list);
    if (!properties) continue;
    const bool certain =
        place.evidence == PathMatch::Evidence::autoload || place.evidence == PathMatch::Evidence::main_scene;
    properties->guessed = !certain;
    if (certain) return properties;
    if (found && !same(*found, *properties)) return std::nullopt;
    if (!found) found = std::move(properties);
  }
  if (found || !places.empty()) return found;
  found = of_any_root(project, list, roots);
  if (found) found->guessed = true;
  return found;
}

std::optional<NetfoxProperties> netfox_called_properties_of(Project& project, std::string_view path, NetfoxList list) {
  std::optional<NetfoxProperties> found;
  const std::vector<PathMatch> places = project.places(path);
  for (const PathMatch& place : places) {
    if (place.scene < 0 || place.node < 0) continue;
    auto properties = list_in(project, place.scene, place.node, list);
    if (!properties) continue;
    const bool certain =
        place.evidence == PathMatch::Evidence::autoload || place.evidence == PathMatch::Evidence::main_scene;
    properties->guessed = properties->guessed || !certain;
    if (certain) return properties;
    if (found && !same(*found, *properties)) return std::nullopt;
    if (!found) found = std::move(properties);
  }
  if (found || !places.empty()) return found;
  found = agreed_by_name(project, path.substr(path.rfind('/') + 1), list);
  if (found) found->guessed = true;
  return found;
}

}  // namespace godot::analysis
