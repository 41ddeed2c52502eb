// SPDX-License-Identifier: MIT
#include "project/answers/project_source.h"

#include <algorithm>

#include "project/answers/evidence.h"
#include "project/answers/other_properties.h"
#include "project/scripts/rpc_declaration.h"

namespace godot::analysis {

void ProjectSource::refresh(const std::vector<std::string>& folders) {
  if (!projects_.refresh(folders)) return;
  set_has_data(!projects_.all().empty());
  texts_.forget();
  lists_.forget();
  configurations_.forget();
  answers_ = {};
}

// --- Questions that each message repeats ----------------------------------------------------------------------------

names::Name ProjectSource::script(const names::Node& node) const {
  return answers_.scripts.get({node, {}, {answering()}}, [&] { return methods_.script(node); });
}

names::Name ProjectSource::method(const names::Node& node, std::uint32_t id) const {
  return answers_.methods.get({node, {}, {answering(), id}}, [&] { return methods_.method(node, id); });
}

names::Signature ProjectSource::signature(const names::Node& node, std::string_view method) const {
  return answers_.signatures.get({node, method, {answering()}}, [&] { return methods_.signature(node, method); });
}

names::Argument ProjectSource::argument(const names::Node& node, std::string_view method, std::uint32_t index) const {
  return answers_.arguments.get({node, method, {answering(), index}},
                                [&] { return methods_.argument(node, method, index); });
}

names::Declaration ProjectSource::declaration(const names::Node& node, std::string_view method) const {
  return answers_.declarations.get({node, method, {answering()}}, [&] { return rules_.declaration(node, method); });
}

names::Name ProjectSource::parent(std::string_view spawner) const {
  const names::Node none;
  return answers_.parents.get({none, spawner, {answering()}}, [&] { return spawners_.parent(spawner); });
}

const char* ProjectSource::checksum_unknown(const names::Node& node) const {
  return answers_.unknown_checksums.get({node, {}, {answering()}}, [&] { return methods_.checksum_unknown(node); });
}

bool ProjectSource::authority_never_set(const names::Node& node) const {
  return answers_.authorities.get({node, {}, {answering()}}, [&] { return rules_.authority_never_set(node); });
}

bool ProjectSource::authority_may_be_split(const names::Node& node) const {
  return answers_.splits.get({node, {}, {answering()}}, [&] { return rules_.authority_may_be_split(node); });
}

bool ProjectSource::authority_is_given(const names::Node& node) const {
  return answers_.gifts.get({node, {}, {answering()}}, [&] { return rules_.authority_is_given(node); });
}

// --- Others ---------------------------------------------------------------------------------------------------------

names::Declaration ProjectSource::set_declaration(const names::Node& node, std::string_view property) const {
  return rules_.set_declaration(node, property);
}

names::Name ProjectSource::scene(std::string_view spawner, std::uint32_t scene) const {
  return spawners_.scene(spawner, scene);
}

names::SpawnedScene ProjectSource::spawned_scene(const names::Node& node) const {
  return spawners_.spawned_scene(node);
}

names::OtherScenes ProjectSource::other_scenes(const names::Node& node, std::uint64_t senders,
                                               std::uint64_t receivers) const {
  return spawners_.other_scenes(node, senders, receivers);
}

names::Name ProjectSource::synchronizer(const names::Synchronizer& synchronizer) const {
  return configurations_.synchronizer(synchronizer);
}

names::Properties ProjectSource::properties(const names::Synchronizer& synchronizer, names::PropertyList list) const {
  return configurations_.properties(synchronizer, list);
}

names::OtherProperties ProjectSource::other_properties(const names::Synchronizer& synchronizer,
                                                       names::PropertyList list, std::uint64_t senders,
                                                       std::uint64_t receivers) const {
  return project::other_properties(projects_, lists_, texts_, synchronizer, list, senders, receivers);
}

names::HalfPrecision ProjectSource::halves(const names::Synchronizer& synchronizer, names::PropertyList list) const {
  return configurations_.halves(synchronizer, list);
}

// --- Whole projects -------------------------------------------------------------------------------------------------

names::ChannelUse ProjectSource::highest_channel() const {
  names::ChannelUse highest;
  for (project::Project* project : projects_.answering()) {
    for (const project::ScriptInfo& script : project->scripts()) {
      for (const project::Method* method : script.remote) {
        const int channel = project::read_rpc_declaration(method->mode).channel;
        if (channel > highest.channel) highest = {channel, method->name.c_str(), script.path.c_str()};
      }
    }
  }
  return highest;
}

/// Of several projects, what they agree on.
names::SyncLimit ProjectSource::sync_limit() const {
  names::SyncLimit all;
  bool is_first = true;
  for (project::Project* project : projects_.answering()) {
    const names::SyncLimit& limit = project->sync_limit();
    const bool is_other = !is_first && (limit.script == nullptr) != (all.script == nullptr);
    if (is_other || (!is_first && limit.bytes != all.bytes)) all.bytes = -1;
    if (is_first) all = limit;
    else if (all.script == nullptr) all.script = limit.script;
    is_first = false;
  }
  return all;
}

bool ProjectSource::is_in_scene(const names::Node& node) const {
  if (node.path == nullptr) return false;
  const project::AnsweringProjects::Projects all = projects_.answering();
  return std::any_of(all.begin(), all.end(), [&](project::Project* project) {
    const auto& places = project->places(node.path);
    return std::any_of(places.begin(), places.end(), [](const project::PathMatch& place) {
      return project::is_strong(place.evidence) || place.evidence == project::PathMatch::Evidence::within;
    });
  });
}

/// A node of that path at the place that the main scene, or another, has for it.
bool ProjectSource::is_redots(const names::Node& node) const {
  if (node.path == nullptr) return false;
  const project::AnsweringProjects::Projects all = projects_.answering();
  return std::any_of(all.begin(), all.end(), [&](project::Project* project) {
    if (!project->is_redots()) return false;
    const auto& places = project->places(node.path);
    return std::any_of(places.begin(), places.end(), [](const project::PathMatch& place) {
      return place.node >= 0 && project::is_strong(place.evidence);
    });
  });
}

}  // namespace godot::analysis
