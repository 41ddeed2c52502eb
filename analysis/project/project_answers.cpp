// SPDX-License-Identifier: MIT
// The questions to a project that each message repeats, answered from caches.
#include "analysis/project/project_source.h"

namespace godot::analysis {

using project::Question;

names::Name ProjectSource::script(const names::Node& node) const {
  return answers_.scripts.get({node, {}, {asked_number()}}, [&] { return find_script_name(node); });
}

names::Name ProjectSource::method(const names::Node& node, std::uint32_t id) const {
  return answers_.methods.get({node, {}, {asked_number(), id}}, [&] { return find_method(node, id); });
}

names::Signature ProjectSource::signature(const names::Node& node, std::string_view method) const {
  return answers_.signatures.get({node, method, {asked_number()}}, [&] { return find_signature(node, method); });
}

names::Argument ProjectSource::argument(const names::Node& node, std::string_view method, std::uint32_t index) const {
  return answers_.arguments.get({node, method, {asked_number(), index}},
                                [&] { return find_argument(node, method, index); });
}

names::Declaration ProjectSource::declaration(const names::Node& node, std::string_view method) const {
  return answers_.declarations.get({node, method, {asked_number()}}, [&] { return find_declaration(node, method); });
}

names::Name ProjectSource::parent(std::string_view spawner) const {
  const names::Node none;
  return answers_.parents.get({none, spawner, {asked_number()}}, [&] { return find_parent(spawner); });
}

const char* ProjectSource::checksum_unknown(const names::Node& node) const {
  return answers_.unknown_checksums.get({node, {}, {asked_number()}}, [&] { return find_checksum_unknown(node); });
}

bool ProjectSource::authority_never_set(const names::Node& node) const {
  return answers_.authorities.get({node, {}, {asked_number()}}, [&] { return find_authority_never_set(node); });
}

ProjectSource::Configuration ProjectSource::configuration(const names::Synchronizer& synchronizer,
                                                          names::PropertyList list) const {
  if (projects_.empty()) return {};
  if (!synchronizer.types.empty()) return by_values(synchronizer, list);
  const bool has_path = synchronizer.path != nullptr;
  const Question question = {synchronizer.node,
                             has_path ? synchronizer.path : std::string_view(),
                             {asked_number(), static_cast<std::uint32_t>(list) * 2 + (has_path ? 1U : 0U),
                              synchronizer.position, static_cast<std::uint32_t>(synchronizer.values)}};
  return answers_.configurations.get(question, [&] { return find_configuration(synchronizer, list); });
}

}  // namespace godot::analysis
