// SPDX-License-Identifier: MIT
#include "project/answers/other_properties.h"

#include <algorithm>
#include <string>
#include <vector>

#include "project/answers/evidence.h"
#include "project/answers/spawned_scenes.h"
#include "project/index/property_types.h"

namespace godot::analysis::project {
namespace {

using names::PropertyList;

/// A synchronizer in one project's files.
struct Place {
  Project* project = nullptr;
  int scene = -1;
  int node = -1;

  [[nodiscard]] const ReplicationConfig& config() const {
    return project->tree(scene)[static_cast<std::size_t>(node)].replicated();
  }
};

/// The only one that the path leads to for certain.
Place place_by_path(Project& project, std::string_view path) {
  Place only;
  for (const PathMatch& place : project.places(path)) {
    if (place.node < 0 || !is_strong(place.evidence)) continue;
    if (!project.tree(place.scene)[static_cast<std::size_t>(place.node)].is_synchronizer()) continue;
    if (only.project != nullptr) return {};
    only = {&project, place.scene, place.node};
  }
  return only;
}

Place place_by_spawn(Project& project, const names::Synchronizer& synchronizer) {
  const names::Node& node = synchronizer.node;
  if (node.spawner == nullptr || node.scene == names::Node::no_scene || project.adds_scenes()) return {};
  const Spawner spawner = spawner_of(project, node.spawner);
  if (spawner.node == nullptr || !spawner.is_certain || node.scene >= spawner.node->spawnable.size()) return {};
  if (shares_number(spawner, node.scene)) return {};
  const int scene = spawner.node->spawnable[node.scene];
  if (scene < 0) return {};
  const std::vector<int>& all = project.spawned_synchronizers(scene);
  if (all.size() != node.synchronizers || synchronizer.position >= all.size()) return {};
  return {&project, scene, all[synchronizer.position]};
}

/// A list as a project has it.
struct List {
  std::uint64_t bit;
  std::string name;  ///< the name of the project
  struct Property {
    std::string_view name;
    std::string_view path;
    ValueTypes types;
  };
  std::vector<Property> properties = {};
};

List list_of(const Place& place, PropertyList which, ReplicationLists& lists, std::uint64_t bit, std::string name) {
  List list = {bit, std::move(name)};
  const ReplicationConfig& config = place.config();
  for (const std::uint32_t at : lists.of(config, which))
    list.properties.push_back({property_name(config[at]), config[at].path,
                               value_types(*place.project, place.scene, place.node, config[at].path)});
  return list;
}

/// One type may be sent as the other, and nothing is lost: a declared float takes an int.
bool is_taken(const ValueTypes& sent, const ValueTypes& taken) {
  if (sent.names[0].empty() || taken.names[0].empty()) return true;
  for (const std::string_view type : sent.names) {
    if (!type.empty() && (taken.allows(type) || (type == "int" && taken.allows("float")))) return true;
  }
  return false;
}

/// What differs first, for a sender and a receiver; empty: nothing.
std::string difference(const List& sender, const List& receiver) {
  const std::size_t both = std::min(sender.properties.size(), receiver.properties.size());
  const auto in = [](std::string_view what, const List& where) { return std::string(what) + " in " + where.name; };
  for (std::size_t i = 0; i != both; ++i) {
    const List::Property& sent = sender.properties[i];
    const List::Property& taken = receiver.properties[i];
    const std::string number = "Property " + std::to_string(i) + " is ";
    if (sent.path != taken.path) return number + in(sent.name, sender) + ", " + in(taken.name, receiver);
    if (!is_taken(sent.types, taken.types))
      return std::string(sent.name) + " is " + in(sent.types.names[0], sender) + ", " +
             in(taken.types.names[0], receiver);
  }
  if (sender.properties.size() == receiver.properties.size()) return {};
  const auto count = [](const List& list) { return std::to_string(list.properties.size()); };
  return "The list has " + in(count(sender), sender) + ", " + in(count(receiver), receiver);
}

}  // namespace

names::OtherProperties other_properties(const AnsweringProjects& projects, ReplicationLists& lists, KeptTexts& texts,
                                        const names::Synchronizer& synchronizer, PropertyList list,
                                        std::uint64_t senders, std::uint64_t receivers) {
  constexpr std::size_t most = 64;
  const AnsweringProjects::Projects all = projects.all();
  if (all.size() < 2) return {};
  const AnsweringProjects::Projects candidates = projects.with_checksums();
  std::vector<List> found;
  names::OtherProperties answer = {.is_certain = true};
  for (std::size_t i = 0; i != std::min(all.size(), most); ++i) {
    const std::uint64_t bit = std::uint64_t{1} << i;
    if (std::find(candidates.begin(), candidates.end(), all[i]) == candidates.end()) continue;
    if (((senders | receivers) & bit) == 0) continue;
    const Place place = synchronizer.path != nullptr ? place_by_path(*all[i], synchronizer.path)
                                                     : place_by_spawn(*all[i], synchronizer);
    if (place.project == nullptr) answer.is_certain = false;
    else found.push_back(list_of(place, list, lists, bit, projects.folders()[i]));
  }
  for (const List& sender : found) {
    if ((senders & sender.bit) == 0) continue;
    for (const List& receiver : found) {
      if ((receivers & receiver.bit) == 0) continue;
      const std::string text = difference({sender.bit, short_name(sender.name, receiver.name), sender.properties},
                                          {receiver.bit, short_name(receiver.name, sender.name), receiver.properties});
      if (text.empty()) answer.is_certain = false;
      else if (answer.text == nullptr) answer.text = texts.keep(text);
    }
  }
  return answer.text != nullptr ? answer : names::OtherProperties{};
}

}  // namespace godot::analysis::project
