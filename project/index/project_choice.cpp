// SPDX-License-Identifier: MIT
#include "project/index/project_choice.h"

#include <algorithm>
#include <string_view>

#include "project/text/checksum.h"

namespace godot::analysis {
namespace {

using Fit = MethodLists::Fit;

constexpr std::uint32_t least_lists = 3;  // lists needed to prove that a project is the wrong one
constexpr std::uint32_t few = 5;          // … and less than one of this many must fit
constexpr std::size_t max_values = 64;    // bits that Fit::all has for projects

bool has_node(project::Project& project, const char* path) {
  const auto is_there = [](const project::PathMatch& place) {
    return place.evidence <= project::PathMatch::Evidence::spawned;
  };
  const auto& places = project.places(path);
  return std::any_of(places.begin(), places.end(), is_there);
}

}  // namespace

Engine engine_of(const project::Project& project) noexcept {
  constexpr unsigned first_of_godot_4 = 5;
  const unsigned version = project.settings().config_version;
  if (version == 0) return Engine::unknown;
  return version >= first_of_godot_4 ? Engine::godot_4 : Engine::godot_3;
}

bool may_run(const project::Project& project, Engine engine) noexcept {
  const Engine its = engine_of(project);
  return its == Engine::unknown || engine == Engine::unknown || its == engine;
}

MethodLists::Fit fit_of(const MethodLists& lists, std::span<const std::unique_ptr<project::Project>> projects,
                        Engine engine) {
  Fit best;
  std::uint32_t best_nodes = 0;
  std::size_t others = 0;
  for (std::size_t i = 0; i < projects.size(); ++i) {
    project::Project& project = *projects[i];
    if (!may_run(project, engine)) {
      ++others;
      continue;
    }
    if (project.scripts().empty()) continue;  // a wrong folder, which is reported elsewhere
    Fit fit{.project = static_cast<int>(i)};
    std::uint32_t nodes = 0;
    for (const MethodLists::Entry& entry : lists.entries) {
      if (std::string_view(entry.md5) == project::empty_checksum) continue;
      ++fit.lists;
      if (!project.scripts_with(entry.md5).empty()) ++fit.fit;
      if (entry.path != nullptr && has_node(project, entry.path)) ++nodes;
    }
    best_nodes = std::max(best_nodes, nodes);
    const std::uint64_t bit = i < max_values ? std::uint64_t{1} << i : 0;
    fit.all = fit.fit == best.fit ? best.all | bit : bit;
    if (best.lists == 0 || fit.fit > best.fit) best = fit;
    else if (fit.fit == best.fit) best.all = fit.all;
  }
  best.engine = engine;
  if (others != 0 && others == projects.size()) {
    best.project = Fit::none;
    best.of_other_engine = true;
    return best;
  }
  const int any_of_engine = engine == Engine::godot_3 ? Fit::any_of_godot_3 : Fit::any_of_godot_4;
  if (best.fit == 0) best.project = others != 0 ? any_of_engine : Fit::any;
  if (best.lists >= least_lists && best.fit * few < best.lists && best_nodes * 2 < best.lists) best.project = Fit::none;
  return best;
}

}  // namespace godot::analysis
