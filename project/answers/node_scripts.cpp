// SPDX-License-Identifier: MIT
#include "project/answers/node_scripts.h"

#include <algorithm>
#include <span>

#include "project/answers/evidence.h"
#include "project/text/checksum.h"

namespace godot::analysis::project {

using names::Certainty;

NodeScript NodeScripts::by_spawn(const names::Node& node) const {
  if (node.spawner == nullptr) return {};
  const Spawner spawner = spawners_.find(node.spawner);
  if (spawner.node == nullptr || node.scene >= spawner.node->spawnable.size()) return {};
  const int scene = spawner.node->spawnable[node.scene];
  const int place = spawner.project->node_at(scene, node.below != nullptr ? node.below : ".");
  if (place < 0) return {};
  return {spawner.project, spawner.project->tree(scene)[static_cast<std::size_t>(place)].script, Certainty::guessed};
}

NodeScript NodeScripts::by_place(const names::Node& node) const {
  if (const NodeScript spawned = by_spawn(node)) return spawned;
  if (node.path == nullptr) return {};
  for (Project* project : projects_.answering()) {
    for (const PathMatch& place : project->places(node.path)) {
      if (place.script >= 0) return {project, place.script, Certainty::guessed, is_strong(place.evidence)};
    }
  }
  return {};
}

bool NodeScripts::is_disputed(const names::Node& node, std::uint32_t id, const Method& method) const {
  if (node.rpc_md5 != nullptr || node.path == nullptr || by_spawn(node)) return false;
  for (Project* project : projects_.answering()) {
    const PathMatch* first = nullptr;
    for (const PathMatch& place : project->places(node.path)) {
      if (place.script < 0) continue;
      if (first == nullptr) first = &place;
      if (place.evidence != first->evidence) continue;
      const Method* other = project->remote_method(place.script, id);
      if (other == nullptr || other->name != method.name) return true;
    }
    if (first != nullptr) return false;
  }
  return false;
}

bool NodeScripts::may_be_configured(const names::Node& node, const NodeScript& placed) const {
  if (!placed) {
    const AnsweringProjects::Projects all = projects_.answering();
    return std::any_of(all.begin(), all.end(), [&](Project* project) {
      return project->configures_any() && node.least_methods <= project->longest_ending(node.rpc_md5);
    });
  }
  if (placed.info().checksum == node.rpc_md5) return false;
  if (!placed.is_there && !placed.project->configures_any()) return false;
  const std::vector<const Method*>& own = placed.info().remote;
  if (own.empty() || node.least_methods > own.size()) return false;
  const std::span<const int> others = placed.project->scripts_with(node.rpc_md5);
  return std::any_of(others.begin(), others.end(), [&](int number) {
    const auto& list = placed.project->scripts()[static_cast<std::size_t>(number)].remote;
    return list.size() > own.size() && std::equal(own.rbegin(), own.rend(), list.rbegin(),
                                                  [](const auto* a, const auto* b) { return a->name == b->name; });
  });
}

/// True if a script of a project has the node's list by its annotations alone.
bool NodeScripts::is_listed(const names::Node& node, const NodeScript& placed) const {
  if (node.configured || (placed && placed.info().configured_checksum == node.rpc_md5)) return false;
  if (may_be_configured(node, placed)) return false;
  const AnsweringProjects::Projects all = projects_.with_checksums();
  return std::any_of(all.begin(), all.end(),
                     [&](Project* project) { return !project->scripts_with(node.rpc_md5).empty(); });
}

NodeScript NodeScripts::find(const names::Node& node) const {
  const NodeScript placed = by_place(node);
  if (node.rpc_md5 == nullptr) return placed;
  if (node.rpc_md5 == empty_checksum) {
    const bool is_list_of_place = placed && placed.info().checksum == node.rpc_md5;
    return is_list_of_place ? NodeScript{placed.project, placed.number, Certainty::certain} : NodeScript{};
  }
  if (is_listed(node, placed)) {
    // The node has the place and the list that the project has.
    if (placed && placed.info().checksum == node.rpc_md5) return {placed.project, placed.number, Certainty::certain};
    for (const AnsweringProjects::Projects some : {projects_.answering(), projects_.with_checksums()}) {
      for (Project* project : some) {
        const auto found = project->scripts_with(node.rpc_md5);
        if (!found.empty()) return {project, found.front(), Certainty::certain};
      }
    }
  }
  // With names of rpc_config() that scripts contain, the list is still that of a script.
  Project* project = nullptr;
  const Nearest* near = nearest(node, placed, project);
  if (near == nullptr) return {};
  if (near->exact && !near->configured.empty() && near->is_as_written()) {
    const bool or_another = near->ambiguous && !node.configured && may_be_configured(node, placed);
    if (near->script < 0 || or_another) return {};
    return {project, near->script, near->ambiguous || near->words ? Certainty::guessed : Certainty::certain};
  }
  // Names that cannot be read may explain another checksum; they do not change the script's own numbers.
  const bool explained = placed && !near->exact && node.least_methods <= placed.info().remote.size() &&
                         (node.configured || placed.info().unread || placed.project->configures_unread());
  return explained ? placed : NodeScript{};
}

const Nearest* NodeScripts::nearest(const names::Node& node, const NodeScript& placed, Project*& project) const {
  if (node.rpc_md5 == nullptr || node.rpc_md5 == empty_checksum || is_listed(node, placed)) return nullptr;
  const Nearest* best = nullptr;
  for (Project* candidate : projects_.answering()) {
    if (candidate->scripts().empty()) continue;
    const bool is_here = placed && placed.project == candidate;
    const Nearest& found =
        candidate->nearest(node.rpc_md5, is_here ? placed.number : -1, node.configured, node.least_methods);
    if (best != nullptr && !found.exact && (best->script >= 0 || found.script < 0)) continue;
    best = &found;
    project = candidate;
    if (found.exact) break;
  }
  return best;
}

std::vector<int> NodeScripts::rivals(const names::Node& node, const NodeScript& script) const {
  const auto has_list = [&](int number) {
    return node.rpc_md5 == nullptr ||
           script.project->scripts()[static_cast<std::size_t>(number)].checksum == node.rpc_md5;
  };
  std::vector<int> others;
  const NodeScript placed = by_place(node);
  if (placed && placed.number == script.number) {
    if (node.path == nullptr || by_spawn(node)) return others;
    const PathMatch* first = nullptr;
    for (const PathMatch& place : script.project->places(node.path)) {
      if (place.script < 0) continue;
      if (first == nullptr) first = &place;
      if (place.evidence == first->evidence && has_list(place.script)) others.push_back(place.script);
    }
  } else if (node.rpc_md5 != nullptr) {
    const std::span<const int> all = script.project->scripts_with(node.rpc_md5);
    others.assign(all.begin(), all.end());
    if (placed && placed.project == script.project) others.push_back(placed.number);
  }
  others.erase(std::remove(others.begin(), others.end(), script.number), others.end());
  return others;
}

}  // namespace godot::analysis::project
