// SPDX-License-Identifier: MIT
#include "analysis/libraries/netfox/project_layouts.h"

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <utility>

#include "project/libraries/netfox/property_lists_in_scripts.h"
#include "project/libraries/netfox/synchronizer_lists.h"

namespace godot::analysis {
namespace {

using project::NetfoxLists;
using project::NodeInfo;
using project::PathMatch;
using project::Project;

/// The serializer that a script sets for a property: the script of the node below which the synchronizer's properties
/// are, of its parent, or of the scene. Variant if no script sets one. False: the serializer is unknown.
bool schema_of(Project& project, int scene, std::initializer_list<int> holders, const std::string& property,
               netfox::Schema& schema) {
  for (const int holder : holders) {
    const int number = holder >= 0 ? project.tree(scene)[static_cast<std::size_t>(holder)].script : -1;
    const project::Script* file = number >= 0 ? project.scripts()[static_cast<std::size_t>(number)].file : nullptr;
    if (file == nullptr) continue;
    for (const project::NetfoxSchemaEntry& entry : file->libraries.netfox_schemas) {
      if (entry.property == property) return netfox::parse(entry.serializer, schema);
    }
  }
  schema = {};
  return true;
}

template <class Lists>
auto& of(Lists& lists, NetfoxList list) {
  if (list == NetfoxList::input) return lists.input;
  return list == NetfoxList::sync ? lists.sync : lists.state;
}

/// The list with the constants of other scripts in place of their names; empty if one is not known, because the order
/// counts.
std::vector<std::string> resolved(const Project& project, int script, const std::vector<std::string>& list) {
  std::vector<std::string> found;
  for (const std::string& entry : list) {
    const auto reference = project::netfox_reference(entry);
    if (!reference) {
      found.push_back(entry);
      continue;
    }
    const std::vector<std::string> texts = project.constant_texts(script, reference->name);
    if (texts.empty()) return {};
    for (const std::string& text : texts) {
      std::string whole(reference->prefix);
      whole += text;
      if (std::find(found.begin(), found.end(), whole) == found.end()) found.push_back(std::move(whole));
    }
  }
  return found;
}

std::size_t synchronizers_in(Project& project, int scene) {
  const auto& tree = project.tree(scene);
  return static_cast<std::size_t>(
      std::count_if(tree.begin(), tree.end(), [](const NodeInfo& node) { return node.libraries.netfox != nullptr; }));
}

/// The lists of a node of a scene: its own, and what scripts of the nodes `holders` add to them. False: it is none of
/// netfox's synchronizers.
bool lists_of(Project& project, int scene, int node, NetfoxLists& lists) {
  const project::NodeInfo& info = project.tree(scene)[static_cast<std::size_t>(node)];
  const bool is_synchronizer = info.libraries.netfox != nullptr;
  if (is_synchronizer) lists = *info.libraries.netfox;
  bool adds = false;
  std::vector<int> seen;
  for (const int holder : {info.parent, 0, node}) {
    const int number = holder >= 0 ? project.tree(scene)[static_cast<std::size_t>(holder)].script : -1;
    const project::Script* file = number >= 0 ? project.scripts()[static_cast<std::size_t>(number)].file : nullptr;
    if (file == nullptr || std::find(seen.begin(), seen.end(), number) != seen.end()) continue;
    seen.push_back(number);
    for (const project::NetfoxBuilder& builder : file->libraries.netfox_builders) {
      const bool is_only = builder.node == "?" && is_synchronizer && synchronizers_in(project, scene) == 1;
      const bool is_it = builder.own ? holder == node : builder.node == info.name || is_only;
      if (builder.made || !is_it) continue;
      adds = true;
      NetfoxLists more = builder.lists;
      for (const NetfoxList list : {NetfoxList::state, NetfoxList::input, NetfoxList::sync})
        of(more, list) = resolved(project, number, of(more, list));
      // A list without a type is that of the kind that the scene's node is.
      if (is_synchronizer && lists.state.empty() && !lists.sync.empty() && more.sync.empty())
        std::swap(more.state, more.sync);
      if (builder.replaces_state) (more.sync.empty() ? lists.state : lists.sync).clear();
      if (builder.replaces_input) lists.input.clear();
      for (const NetfoxList list : {NetfoxList::state, NetfoxList::input, NetfoxList::sync}) {
        std::vector<std::string>& known = of(lists, list);
        for (std::string& property : of(more, list)) {
          if (std::find(known.begin(), known.end(), property) == known.end()) known.push_back(std::move(property));
        }
      }
    }
  }
  return is_synchronizer || adds;
}

/// The properties of a node in the lists of a scene's synchronizers.
std::optional<NetfoxProperties> properties_in(Project& project, int scene, int wanted, NetfoxList list) {
  NetfoxProperties found;
  bool all_known = true;
  const auto nodes = static_cast<int>(project.tree(scene).size());
  for (int i = 0; i < nodes; ++i) {
    NetfoxLists lists;
    if (!lists_of(project, scene, i, lists)) continue;
    const int root = project.node_from(scene, i, lists.root);
    if (root < 0) continue;
    for (const std::string& property : of(lists, list)) {
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
  NetfoxLists lists;
  if (!lists_of(project, scene, node, lists)) return std::nullopt;
  const int root = project.node_from(scene, node, lists.root);
  const int parent = project.tree(scene)[static_cast<std::size_t>(node)].parent;
  NetfoxProperties found;
  bool all_known = true;
  bool of_one_node = true;
  for (const std::string& property : of(lists, list)) {
    const std::size_t colon = property.find(':');
    if (colon == std::string::npos) continue;
    netfox::Schema schema;
    all_known = schema_of(project, scene, {root, parent, 0}, property, schema) && all_known;
    of_one_node = of_one_node && property.substr(0, colon) == of(lists, list).front().substr(0, colon);
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

// --- Synchronizers that scripts make --------------------------------------------------------------------------------

/// How well a list of a script fits a node, from the worst.
enum class Fit : std::uint8_t {
  none,
  any,    ///< the script does not say which node has these properties
  root,   ///< it is the root of a synchronizer that a script makes, or may be
  named,  ///< it has the name that the script gives it, or is below such a root under the name that the list has
  owner,  ///< the node with the script
};

/// The scripts of the nodes that may be at a path.
std::vector<const PathMatch*> scripted(const std::vector<PathMatch>& places) {
  std::vector<const PathMatch*> found;
  for (const PathMatch& place : places) {
    if (place.script >= 0) found.push_back(&place);
  }
  return found;
}

/// How the root at `root` fits a synchronizer of a script. `certain`: the node with the script is certain.
Fit fit_of_root(Project& project, int script, const project::NetfoxBuilder& builder, std::string_view root,
                bool& certain) {
  using Root = project::NetfoxBuilder::Root;
  if (builder.root_is == Root::named) return root.substr(root.rfind('/') + 1) == builder.root ? Fit::named : Fit::none;
  if (builder.root_is == Root::unknown) return Fit::root;
  // The list may change while scenes are read.
  const std::vector<PathMatch> places = project.places(root);
  const auto with_script = scripted(places);
  for (const PathMatch* place : with_script) {
    if (place->script != script) continue;
    certain = place->evidence == PathMatch::Evidence::autoload || place->evidence == PathMatch::Evidence::main_scene;
    return Fit::owner;
  }
  // A node with another script is not the one with this script.
  const bool is_another = std::any_of(places.begin(), places.end(), [](const PathMatch& place) {
    return place.evidence == PathMatch::Evidence::autoload || place.evidence == PathMatch::Evidence::main_scene;
  });
  return is_another ? Fit::none : Fit::root;
}

/// The properties of one node in a list: those with this path below the root.
NetfoxProperties group_of(const project::Script& file, const std::vector<std::string>& properties,
                          std::string_view group) {
  NetfoxProperties found;
  bool all_known = true;
  for (const std::string& property : properties) {
    const std::size_t colon = property.find(':');
    if (colon == std::string::npos || std::string_view(property).substr(0, colon) != group) continue;
    netfox::Schema schema{};
    const auto entry = std::find_if(file.libraries.netfox_schemas.begin(), file.libraries.netfox_schemas.end(),
                                    [&](const project::NetfoxSchemaEntry& each) { return each.property == property; });
    if (entry != file.libraries.netfox_schemas.end()) all_known = netfox::parse(entry->serializer, schema) && all_known;
    found.names.push_back(property.substr(colon + 1));
    found.schemas.push_back(schema);
  }
  if (!all_known) found.schemas.clear();
  return found;
}

/// The best fitting list of the synchronizers that scripts make; if several fit equally well, they must agree.
std::optional<NetfoxProperties> made_by_scripts(Project& project, std::string_view path, NetfoxList list) {
  std::optional<NetfoxProperties> found;
  Fit best = Fit::none;
  bool agree = true;
  for (std::size_t number = 0; number < project.scripts().size(); ++number) {
    const project::ScriptInfo& script = project.scripts()[number];
    if (script.file == nullptr || script.outer >= 0) continue;
    for (const project::NetfoxBuilder& builder : script.file->libraries.netfox_builders) {
      if (!builder.made && !builder.own) continue;
      std::vector<std::string_view> groups;
      const std::vector<std::string> properties = resolved(project, static_cast<int>(number), of(builder.lists, list));
      for (const std::string& property : properties) {
        const std::string_view group = std::string_view(property).substr(0, property.find(':'));
        if (std::find(groups.begin(), groups.end(), group) == groups.end()) groups.push_back(group);
      }
      for (const std::string_view group : groups) {
        std::string_view root = path;
        bool is_certain = false;
        Fit fit = Fit::any;
        if (group != "?") {
          const bool is_below =
              path.size() > group.size() && path.ends_with(group) && path[path.size() - group.size() - 1] == '/';
          if (!group.empty() && !is_below) continue;
          if (!group.empty()) root = path.substr(0, path.size() - group.size() - 1);
          fit = fit_of_root(project, static_cast<int>(number), builder, root, is_certain);
          if (fit == Fit::root && !group.empty()) fit = Fit::named;
        }
        if (fit == Fit::none || fit < best) continue;
        NetfoxProperties properties_here = group_of(*script.file, properties, group);
        properties_here.source = script.path;
        properties_here.guessed = !is_certain;
        if (fit == best && found) {
          agree = agree && same(*found, properties_here);
          continue;
        }
        best = fit;
        agree = true;
        found = std::move(properties_here);
      }
    }
  }
  return agree ? found : std::nullopt;
}

/// The same for the calls of a synchronizer: all properties of its list.
std::optional<NetfoxProperties> list_made_by_scripts(Project& project, std::string_view path, NetfoxList list) {
  std::optional<NetfoxProperties> found;
  const std::string_view name = path.substr(path.rfind('/') + 1);
  for (const project::ScriptInfo& script : project.scripts()) {
    if (script.file == nullptr || script.outer >= 0) continue;
    for (const project::NetfoxBuilder& builder : script.file->libraries.netfox_builders) {
      const auto number = static_cast<int>(&script - project.scripts().data());
      const std::vector<std::string> properties = resolved(project, number, of(builder.lists, list));
      if ((!builder.made && !builder.own) || properties.empty() || (!builder.node.empty() && builder.node != name))
        continue;
      NetfoxProperties mine;
      for (const std::string& property : properties) {
        mine.names.push_back(property.front() == ':' ? property.substr(1) : property);
        mine.schemas.emplace_back();
      }
      set_indexes(mine);
      mine.source = script.path;
      mine.guessed = true;
      if (found && !same(*found, mine)) return std::nullopt;
      found = std::move(mine);
    }
  }
  return found;
}

}  // namespace

namespace {

/// The properties that all of these nodes that have some agree on; at once those of one that is certain.
std::optional<NetfoxProperties> agreed_at(Project& project, const std::vector<PathMatch>& places, NetfoxList list,
                                          bool& agree) {
  std::optional<NetfoxProperties> found;
  for (const PathMatch& place : places) {
    if (place.scene < 0) continue;
    auto properties = properties_in(project, place.scene, place.node, list);
    if (!properties) continue;
    const bool certain =
        place.evidence == PathMatch::Evidence::autoload || place.evidence == PathMatch::Evidence::main_scene;
    properties->guessed = !certain;
    if (certain) return properties;
    agree = !found || same(*found, *properties);
    if (!agree) return std::nullopt;
    if (!found) found = std::move(properties);
  }
  return found;
}

}  // namespace

std::optional<NetfoxProperties> netfox_properties_of(Project& project, std::string_view path, NetfoxList list,
                                                     NetfoxRoots& roots) {
  // The list may change while scenes are read.
  const std::vector<PathMatch> places = project.places(path);
  const auto in_scene = [](const PathMatch& place) { return place.evidence <= PathMatch::Evidence::spawned; };
  std::vector<PathMatch> likely;
  std::copy_if(places.begin(), places.end(), std::back_inserter(likely), in_scene);
  bool agree = true;
  std::optional<NetfoxProperties> found = agreed_at(project, likely, list, agree);
  if (found && !found->guessed) return found;
  if (!found && agree) found = agreed_at(project, project.mentioned_places(path), list, agree);
  if (!found && agree) found = agreed_at(project, places, list, agree);
  if (!agree) return std::nullopt;
  // A node with a script that makes its synchronizer is certain, a scene that may be meant is not.
  auto made = made_by_scripts(project, path, list);
  if (made && (!found || !made->guessed)) return made;
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
  if (found) return found;
  found = list_made_by_scripts(project, path, list);
  if (found || !places.empty()) return found;
  found = agreed_by_name(project, path.substr(path.rfind('/') + 1), list);
  if (found) found->guessed = true;
  return found;
}

}  // namespace godot::analysis
