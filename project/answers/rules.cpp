// SPDX-License-Identifier: MIT
#include "project/answers/rules.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "project/answers/evidence.h"
#include "project/scripts/rpc_declaration.h"

namespace godot::analysis::project {

using names::Certainty;

namespace {

/// True if the sorted names contain this one.
bool is_in(const std::vector<std::string>& names, std::string_view name) {
  return std::binary_search(names.begin(), names.end(), name);
}

/// A script lacks the member, and nothing else can have added it to the node.
bool surely_lacks(const Project& project, int script) { return !project.sets_scripts() && project.is_whole(script); }

}  // namespace

/// For a method that its own script, and no other, passes to rpc_config(), always with the same settings.
names::Declaration Rules::configured(const NodeScript& script, std::string_view method) const {
  const ScriptInfo& info = script.info();
  if (info.unread || info.settings_unread) return {};
  const AnsweringProjects::Projects all = projects_.answering();
  const bool others_do =
      std::any_of(all.begin(), all.end(), [&](Project* project) { return project->configures_others(method); });
  if (others_do) return {};
  const RpcSettings* settings = nullptr;
  for (const RpcSettings& each : info.settings) {
    if (each.name != method) continue;
    if (settings != nullptr && each.text != settings->text) return {};
    settings = &each;
  }
  if (settings == nullptr) return {};
  names::Declaration rules = read_rpc_settings(settings->text);
  rules.certainty = script.certainty;
  return rules;
}

/// The scripts that a node of Godot 3 may have by its place, which is all that identifies it. False if a project is not
/// Godot 3's, or `visit(project, script)` returns false for one of them; false also if there is none. `certain`: the
/// main scene or an autoload has one.
template <class Visit>
bool Rules::all_scripts_of_godot_3(const names::Node& node, bool& certain, Visit visit) const {
  bool any = false;
  certain = false;
  if (node.rpc_md5 != nullptr || node.path == nullptr) return false;
  for (Project* project : projects_.answering()) {
    const unsigned version = project->settings().config_version;
    if (version != 3 && version != 4) return false;
    for (const PathMatch& place : project->places(node.path)) {
      if (place.script < 0) continue;
      if (!visit(*project, place.script)) return false;
      certain = certain || certainty_of(place.evidence) == Certainty::certain;
      any = true;
    }
  }
  return any;
}

/// For a method of Godot 3 without any keyword, which no script passes to rpc_config(), or that its script does not
/// have. Only GDScript is parsed well enough; Godot 3 sends methods by name, whether they are remote or not.
names::Declaration Rules::without_keyword(const names::Node& node, std::string_view method) const {
  bool is_certain = false;
  bool is_written = true;
  const bool all = all_scripts_of_godot_3(node, is_certain, [&](const Project& project, int script) {
    if (project.configures(method) || project.configures_others(method)) return false;
    const ScriptInfo& info = project.scripts()[static_cast<std::size_t>(script)];
    const bool is_remote =
        std::any_of(info.remote.begin(), info.remote.end(), [&](const Method* each) { return each->name == method; });
    const bool is_read = !info.unread && info.path.ends_with(".gd");
    const bool is_here = project.method(script, method) != nullptr;
    is_written = is_written && is_here;
    return !is_remote && is_read && (is_here || surely_lacks(project, script));
  });
  if (!all || (!is_written && !is_certain)) return {};
  return {
      .callers = names::Callers::none, .mode = "disabled", .is_written = is_written, .certainty = Certainty::guessed};
}

/// The keyword of a variable of Godot 3. Without a keyword, or without such a variable, no peer may set it, unless a
/// script passes it to rset_config().
names::Declaration Rules::set_declaration(const names::Node& node, std::string_view property) const {
  bool is_certain = false;
  bool is_written = true;
  bool is_first = true;
  std::string_view mode;
  const bool all = all_scripts_of_godot_3(node, is_certain, [&](const Project& project, int script) {
    const ScriptInfo& info = project.scripts()[static_cast<std::size_t>(script)];
    const Variable* variable = project.variable(script, property);
    const std::string_view theirs = variable != nullptr ? std::string_view(variable->mode) : std::string_view();
    const bool agrees = is_first || theirs == mode;
    mode = theirs;
    is_first = false;
    is_written = is_written && variable != nullptr;
    const bool is_read = !project.configures_set(property) && !info.unread && info.path.ends_with(".gd");
    return agrees && is_read && (variable != nullptr || surely_lacks(project, script));
  });
  if (!all || !is_certain) return {};
  if (mode.empty())
    return {
        .callers = names::Callers::none, .mode = "disabled", .is_written = is_written, .certainty = Certainty::guessed};
  names::Declaration rules = read_rpc_declaration(mode);
  rules.certainty = Certainty::certain;
  return rules;
}

/// True if no other script can be the node's, although it has the same list: the node is where a scene, an autoload or
/// its spawn has this one.
bool Rules::is_at_its_place(const names::Node& node, const NodeScript& script) const {
  const NodeScript placed = scripts_.by_place(node);
  const bool is_known_place = placed.is_there || scripts_.by_spawn(node);
  return is_known_place && placed.project == script.project && placed.number == script.number &&
         !script.project->sets_scripts();
}

/// A method is passed to rpc_config() at run time, by its script or for another node: then its annotation applies only
/// to calls by the script's own number.
bool Rules::may_be_configured_otherwise(const NodeScript& script, std::string_view method) const {
  if (script && (script.info().unread || is_in(script.info().configured, method))) return true;
  const AnsweringProjects::Projects all = projects_.answering();
  return std::any_of(all.begin(), all.end(), [&](Project* candidate) {
    return script ? candidate->configures_others(method) : candidate->configures(method);
  });
}

names::Declaration Rules::declaration(const names::Node& node, std::string_view method) const {
  const Declarations all = methods_.declarations(node, method);
  const NodeScript script = scripts_.find(node);
  const bool annotated =
      std::any_of(all.methods.begin(), all.methods.end(), [](const auto* each) { return each->rpc; });
  if (!annotated && script && all.methods.size() < 2 && is_in(script.info().configured, method))
    return configured(script, method);
  if (!annotated) return without_keyword(node, method);
  const Method& declared = *all.methods.front();
  const bool agree = std::all_of(all.methods.begin(), all.methods.end(),
                                 [&](const Method* theirs) { return theirs->rpc && theirs->mode == declared.mode; });
  if (!agree) return {};
  if (!node.own_method && may_be_configured_otherwise(script, method)) return {};
  if (script && node.rpc_md5 != nullptr && !is_at_its_place(node, script)) {
    for (const int other : script.project->scripts_with(node.rpc_md5)) {
      const Method* theirs = script.project->method(other, method);
      if (theirs != nullptr && theirs->mode != declared.mode) return {};
    }
  }
  names::Declaration rules = read_rpc_declaration(declared.mode);
  rules.certainty = all.certainty;
  return rules;
}

bool Rules::authority_never_set(const names::Node& node) const {
  const NodeScript script = scripts_.find(node);
  if (!script) return false;
  if (!script.project->sets_authority()) return true;
  // The topmost node has no node above it whose script could give it away with all nodes below.
  const bool is_topmost = node.path != nullptr && std::string_view(node.path).find('/') == std::string_view::npos;
  return is_topmost && script.certainty == Certainty::certain && scripts_.rivals(node, script).empty() &&
         !script.project->gives_away(script.number);
}

/// A script that gives its own node away gives those below, too.
bool Rules::authority_is_given(const names::Node& node) const {
  const auto gives = [](const NodeScript& script) { return script && script.project->gives_itself(script.number); };
  if (gives(scripts_.find(node))) return true;
  if (node.below != nullptr && gives(scripts_.by_spawn({.spawner = node.spawner, .scene = node.scene}))) return true;
  if (node.path == nullptr) return false;
  std::string above = node.path;
  for (std::size_t end = above.rfind('/'); end != std::string::npos; end = above.rfind('/')) {
    above.resize(end);
    if (gives(scripts_.by_place({.path = above.c_str()}))) return true;
  }
  return false;
}

bool Rules::authority_may_be_split(const names::Node& node) const {
  const NodeScript script = scripts_.find(node);
  return script && script.project->may_split(script.number);
}

}  // namespace godot::analysis::project
