// SPDX-License-Identifier: MIT
#include "analysis/project/project_source.h"

#include <algorithm>
#include <bit>

#include "analysis/project/choice.h"
#include "analysis/project/property_types.h"
#include "analysis/project/scripts/rpc_declaration.h"
#include "analysis/project/text/checksum.h"
#include "codec/multiplayer/protocol.h"
#include "codec/variant/dialect.h"

namespace godot::analysis {

using names::Certainty;
using names::PropertyList;
using project::PathMatch;
using project::Project;
using project::PropertyLists;
using project::ReplicatedProperty;
using project::ReplicationConfig;

namespace {

/// Checks whether a list of the synchronizer may have this many values, or, if not all are sent, at least this many.
bool fits(PropertyLists& lists, const ReplicationConfig& config, PropertyList list, int values) {
  if (values < 0) return true;
  const int count = lists.count(config, list);
  return list == PropertyList::on_change ? count >= values : count == values;
}

Certainty certainty_of(PathMatch::Evidence evidence) {
  return evidence == PathMatch::Evidence::autoload || evidence == PathMatch::Evidence::main_scene ? Certainty::certain
                                                                                                  : Certainty::guessed;
}

/// The path is found in the scene by its own nodes. Other matches are guesses, and rejected if the values contradict.
bool is_strong(PathMatch::Evidence evidence) { return evidence <= PathMatch::Evidence::other_scene; }

/// What a node has whose synchronizer has no configuration.
const ReplicationConfig& no_properties() {
  static const ReplicationConfig none;
  return none;
}

const ReplicationConfig& config_of(const project::NodeTree& tree, int node) {
  const ReplicationConfig* config = tree[static_cast<std::size_t>(node)].config;
  return config != nullptr ? *config : no_properties();
}

/// The synchronizer of the scene that is meant, as an index into `all`. A spawn lists those whose authority is the
/// sender: if the scene has more, the numbers of values decide, otherwise the first are used.
std::size_t chosen(PropertyLists& lists, const project::NodeTree& tree, const std::vector<int>& all,
                   const names::Synchronizer& synchronizer, PropertyList list) {
  constexpr std::size_t most = 10;
  const std::size_t position = synchronizer.position;
  const std::size_t sent = synchronizer.node.synchronizers;
  if (sent == 0 || sent >= all.size()) return position;
  if (list != PropertyList::spawn) {
    for (std::size_t i = position; i <= position + (all.size() - sent) && i < all.size(); ++i) {
      if (fits(lists, config_of(tree, all[i]), list, synchronizer.values)) return i;
    }
    return position;
  }
  if (synchronizer.node.spawn_values < 0 || all.size() > most) return position;
  for (std::uint32_t set = (1U << sent) - 1; set < 1U << all.size(); ++set) {
    if (static_cast<std::size_t>(std::popcount(set)) != sent) continue;
    int values = 0;
    std::size_t meant = position;
    std::size_t seen = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if ((set >> i & 1U) == 0) continue;
      values += lists.count(config_of(tree, all[i]), PropertyList::spawn);
      if (seen++ == position) meant = i;
    }
    if (values == synchronizer.node.spawn_values) return meant;
  }
  return position;
}

/// The list has enough properties for the values, and no value has a type that its property never has.
bool may_be_of(PropertyLists& lists, const ReplicationConfig& config, std::span<const project::ValueTypes> types,
               const names::Synchronizer& synchronizer, PropertyList list) {
  if (lists.count(config, list) == 0 || !fits(lists, config, list, synchronizer.values)) return false;
  std::size_t value = 0;
  unsigned index = 0;
  for (const std::uint32_t place : lists.of(config, list)) {
    const bool came = list != PropertyList::on_change || (index < 64 && (synchronizer.indexes >> index & 1) != 0);
    ++index;
    if (!came) continue;
    if (value == synchronizer.types.size() || !types[place].allows(synchronizer.types[value])) return false;
    ++value;
  }
  return value == synchronizer.types.size();
}

/// No value of the spawn has a type that its property never has in this scene.
bool may_be_spawned(PropertyLists& lists, Project& project, int scene, const names::Node& node) {
  const std::string_view types = node.spawn_types != nullptr ? node.spawn_types : "";
  const std::vector<int>& all = project.spawned_synchronizers(scene);
  const std::span<const variant::TypeRow> rows = variant::dialect(variant::Generation::godot4).types;
  std::size_t value = 0;
  for (std::size_t i = 0; i < std::min<std::size_t>(all.size(), node.synchronizers); ++i) {
    const ReplicationConfig& config = config_of(project.tree(scene), all[i]);
    for (const std::uint32_t at : lists.of(config, PropertyList::spawn)) {
      if (value == types.size()) return true;
      const auto type = static_cast<std::uint8_t>(types[value++]) - 1U;
      const project::ValueTypes declared = project::value_types(project, scene, all[i], config[at].path);
      if (type < rows.size() && !declared.allows(rows[type].name)) return false;
    }
  }
  return true;
}

bool same_names(PropertyLists& lists, const ReplicationConfig& a, const ReplicationConfig& b, PropertyList list) {
  const PropertyLists::List& one = lists.of(a, list);
  const PropertyLists::List& other = lists.of(b, list);
  return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                    [&](std::uint32_t x, std::uint32_t y) { return a[x].path == b[y].path; });
}

names::Signature signature_of(const project::Method& method) {
  constexpr std::uint32_t any_number = 255;
  names::Signature signature{.known = true};
  for (const project::Argument& argument : method.arguments) {
    if (argument.rest) {
      signature.count = any_number;
      break;
    }
    ++signature.count;
    if (!argument.optional) signature.required = signature.count;
  }
  return signature;
}

struct NamedArgument {
  std::string name;  ///< empty: the method has no such argument
  std::string type;
};

NamedArgument argument_of(const project::Method& method, std::uint32_t index) {
  if (method.arguments.empty()) return {};
  const auto last = static_cast<std::uint32_t>(method.arguments.size() - 1);
  const bool rest = method.arguments[last].rest && index >= last;
  if (index > last && !rest) return {};
  const project::Argument& argument = method.arguments[std::min(index, last)];
  if (!rest) return {argument.name, argument.type};
  return {argument.name + "[" + std::to_string(index - last) + "]", {}};
}

/// Of sorted names.
bool is_in(const std::vector<std::string>& names, std::string_view name) {
  return std::binary_search(names.begin(), names.end(), name);
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

}  // namespace

void ProjectSource::refresh(const std::vector<std::string>& folders) {
  bool changed = folders != folders_;
  if (changed) {
    folders_ = folders;
    projects_.clear();
    for (const std::string& folder : folders) {
      projects_.push_back(std::make_unique<Project>(project::from_utf8(folder)));
    }
    set_has_data(!projects_.empty());
  }
  for (const auto& project : projects_) changed |= project->refresh();
  if (!changed) return;
  sort_by_engine();
  kept_.clear();
  lists_.forget();
  answers_ = {};
  guesses_.clear();
  candidates_.clear();
  asked_project_ = MethodLists::Fit::any;
  faults_.clear();
  for (const auto& project : projects_) {
    for (const project::FileFault& fault : project->faults()) {
      std::string line = fault.path;
      if (fault.fault.line != 0) line.append(1, ':').append(std::to_string(fault.fault.line));
      faults_.push_back(line.append(": ").append(fault.fault.text));
    }
  }
}

const char* ProjectSource::keep(std::string text) const {
  auto& place = kept_[text];
  if (place == nullptr) place = std::make_unique<std::string>(std::move(text));
  return place->c_str();
}

// --- Which projects answer ----------------------------------------------------------------------------------------

void ProjectSource::sort_by_engine() {
  all_.clear();
  of_godot_3_.clear();
  of_godot_4_.clear();
  for (const auto& project : projects_) {
    all_.push_back(project.get());
    if (may_run(*project, Engine::godot_3)) of_godot_3_.push_back(project.get());
    if (may_run(*project, Engine::godot_4)) of_godot_4_.push_back(project.get());
  }
}

ProjectSource::Projects ProjectSource::of(Engine engine) const noexcept {
  if (engine == Engine::godot_3) return of_godot_3_;
  return engine == Engine::godot_4 ? of_godot_4_ : all_;
}

ProjectSource::Projects ProjectSource::asked() const noexcept {
  const auto number = static_cast<std::size_t>(asked_project_);
  if (asked_project_ >= 0 && number < all_.size()) return Projects(all_).subspan(number, 1);
  return with_checksums();
}

ProjectSource::Projects ProjectSource::with_checksums() const noexcept {
  const auto number = static_cast<std::size_t>(asked_project_);
  switch (asked_project_) {
    case MethodLists::Fit::none: return {};
    case MethodLists::Fit::any_of_godot_3: return of_godot_3_;
    case MethodLists::Fit::any_of_godot_4: return of_godot_4_;
    default: break;
  }
  return asked_project_ >= 0 && number < all_.size() ? of(engine_of(*all_[number])) : Projects(all_);
}

// --- Scripts ------------------------------------------------------------------------------------------------------

/// That of the scene that a spawn names.
ProjectSource::Script ProjectSource::script_by_spawn(const names::Node& node) const {
  if (node.spawner == nullptr) return {};
  const Spawner spawner = find_spawner(node.spawner);
  if (spawner.node == nullptr || node.scene >= spawner.node->spawnable.size()) return {};
  const int scene = spawner.node->spawnable[node.scene];
  const int place = spawner.project->node_at(scene, node.below != nullptr ? node.below : ".");
  if (place < 0) return {};
  return {spawner.project, spawner.project->tree(scene)[static_cast<std::size_t>(place)].script, Certainty::guessed};
}

ProjectSource::Script ProjectSource::script_by_place(const names::Node& node) const {
  if (const Script spawned = script_by_spawn(node)) return spawned;
  if (node.path == nullptr) return {};
  for (Project* project : asked()) {
    for (const PathMatch& place : project->places(node.path)) {
      if (place.script >= 0) return {project, place.script, Certainty::guessed, is_strong(place.evidence)};
    }
  }
  return {};
}

/// True if another script may be at the node's place, as far as its path shows, with another method of this number: a
/// spawner instantiates several scenes there.
bool ProjectSource::is_disputed(const names::Node& node, std::uint32_t id, const project::Method& method) const {
  if (node.rpc_md5 != nullptr || node.path == nullptr || script_by_spawn(node)) return false;
  for (Project* project : asked()) {
    const PathMatch* first = nullptr;
    for (const PathMatch& place : project->places(node.path)) {
      if (place.script < 0) continue;
      if (first == nullptr) first = &place;
      if (place.evidence != first->evidence) continue;
      const project::Method* other = project->remote_method(place.script, id);
      if (other == nullptr || other->name != method.name) return true;
    }
    if (first != nullptr) return false;
  }
  return false;
}

/// True if the node's list is a script's, alone or after names of rpc_config().
bool ProjectSource::may_be_configured(const names::Node& node, const Script& placed) const {
  if (!placed) {
    const Projects all = asked();
    return std::any_of(all.begin(), all.end(), [&](Project* project) {
      return project->configures_any() && node.least_methods <= project->longest_ending(node.rpc_md5);
    });
  }
  if (placed.info().checksum == node.rpc_md5) return false;
  if (!placed.is_there && !placed.project->configures_any()) return false;
  const std::vector<const project::Method*>& own = placed.info().remote;
  if (own.empty() || node.least_methods > own.size()) return false;
  const std::span<const int> others = placed.project->scripts_with(node.rpc_md5);
  return std::any_of(others.begin(), others.end(), [&](int number) {
    const auto& list = placed.project->scripts()[static_cast<std::size_t>(number)].remote;
    return list.size() > own.size() && std::equal(own.rbegin(), own.rend(), list.rbegin(),
                                                  [](const auto* a, const auto* b) { return a->name == b->name; });
  });
}

/// True if a script of a project has the node's list by its annotations alone.
bool ProjectSource::is_listed(const names::Node& node, const Script& placed) const {
  if (node.configured || (placed && placed.info().configured_checksum == node.rpc_md5)) return false;
  if (may_be_configured(node, placed)) return false;
  const Projects all = with_checksums();
  return std::any_of(all.begin(), all.end(),
                     [&](Project* project) { return !project->scripts_with(node.rpc_md5).empty(); });
}

ProjectSource::Script ProjectSource::find_script(const names::Node& node) const {
  const Script placed = script_by_place(node);
  if (node.rpc_md5 == nullptr) return placed;
  if (node.rpc_md5 == project::empty_checksum) {
    const bool is_list_of_place = placed && placed.info().checksum == node.rpc_md5;
    return is_list_of_place ? Script{placed.project, placed.number, Certainty::certain} : Script{};
  }
  if (is_listed(node, placed)) {
    // The node has the place and the list that the project has.
    if (placed && placed.info().checksum == node.rpc_md5) return {placed.project, placed.number, Certainty::certain};
    for (const Projects some : {asked(), with_checksums()}) {
      for (Project* project : some) {
        const auto found = project->scripts_with(node.rpc_md5);
        if (!found.empty()) return {project, found.front(), Certainty::certain};
      }
    }
  }
  // With names of rpc_config() that scripts contain, the list is still that of a script.
  Project* project = nullptr;
  const project::Nearest* near = nearest(node, placed, project);
  if (near == nullptr) return {};
  if (near->exact && !near->configured.empty() && near->is_as_written()) {
    const bool or_another = near->ambiguous && !node.configured && may_be_configured(node, placed);
    if (near->script < 0 || or_another) return {};
    return {project, near->script, near->ambiguous || near->words ? Certainty::guessed : Certainty::certain};
  }
  // Names that cannot be read may explain another checksum; they do not change the script's own numbers.
  const bool explained = placed && !near->exact && node.least_methods <= placed.info().remote.size() &&
                         (node.configured || placed.info().unread || placed.project->configures_unread());
  return explained ? placed : Script{};
}

/// The result for a checksum that no script has; null if one has it, or there are no scripts.
const project::Nearest* ProjectSource::nearest(const names::Node& node, const Script& placed, Project*& project) const {
  if (node.rpc_md5 == nullptr || node.rpc_md5 == project::empty_checksum || is_listed(node, placed)) return nullptr;
  const project::Nearest* best = nullptr;
  for (Project* candidate : asked()) {
    if (candidate->scripts().empty()) continue;
    const bool is_here = placed && placed.project == candidate;
    const project::Nearest& found =
        candidate->nearest(node.rpc_md5, is_here ? placed.number : -1, node.configured, node.least_methods);
    if (best != nullptr && !found.exact && (best->script >= 0 || found.script < 0)) continue;
    best = &found;
    project = candidate;
    if (found.exact) break;
  }
  return best;
}

/// Other scripts that the node may have: of all scenes that a spawner may have instantiated at its place, those with
/// its list; if the place is not known, all with its list. If the project's script there has another list, it may be
/// that of another version.
std::vector<int> ProjectSource::rivals(const names::Node& node, const Script& script) const {
  const auto has_list = [&](int number) {
    return node.rpc_md5 == nullptr ||
           script.project->scripts()[static_cast<std::size_t>(number)].checksum == node.rpc_md5;
  };
  std::vector<int> others;
  const Script placed = script_by_place(node);
  if (placed && placed.number == script.number) {
    if (node.path == nullptr || script_by_spawn(node)) return others;
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

names::Name ProjectSource::find_script_name(const names::Node& node) const {
  const Script found = find_script(node);
  if (!found) return {};
  const char* path = found.info().path.c_str();
  return {path, path, rivals(node, found).empty() ? found.certainty : Certainty::guessed};
}

names::Name ProjectSource::find_method(const names::Node& node, std::uint32_t id) const {
  Project* project = nullptr;
  if (id >= multiplayer::first_configured_method) {
    // The first names of the list, whatever the script's begin with.
    const project::Nearest* near = nearest(node, script_by_place(node), project);
    if (near == nullptr || id - multiplayer::first_configured_method >= near->configured.size()) return {};
    return {near->configured[id - multiplayer::first_configured_method].c_str(), nullptr,
            near->words ? Certainty::guessed : Certainty::certain};
  }
  if (const Script found = find_script(node)) {
    const project::Method* method = found.project->remote_method(found.number, id);
    if (method == nullptr || is_disputed(node, id, *method)) return {};
    return {method->name.c_str(), rivals(node, found).empty() ? found.info().path.c_str() : nullptr, found.certainty};
  }
  const project::Nearest* near = nearest(node, script_by_place(node), project);
  if (near == nullptr || !near->exact || id >= near->list.size() || near->script < 0) return {};
  // The checksum is that of these names, whichever script has them; but if the first are of rpc_config(), the numbers
  // of all others shift.
  if (near->ambiguous) return {};
  return {near->list[id].c_str(), project->scripts()[static_cast<std::size_t>(near->script)].path.c_str(),
          Certainty::certain};
}

const char* ProjectSource::find_checksum_unknown(const names::Node& node) const {
  Project* project = nullptr;
  const Script placed = script_by_place(node);
  const project::Nearest* near = nearest(node, placed, project);
  if (near == nullptr || may_be_configured(node, placed)) return nullptr;
  if (!near->configured.empty() && near->is_as_written()) return nullptr;
  std::string text = "No script of the project has this list of remote methods";
  if (near->script >= 0) {
    const std::string& path = project->scripts()[static_cast<std::size_t>(near->script)].path;
    if (near->exact) {
      text += ". The nearest is " + path + ": the sender";
      if (!near->more.empty()) text += " has " + listed(near->more) + " more";
      if (!near->more.empty() && !near->less.empty()) text += " and";
      if (!near->less.empty()) text += " lacks " + listed(near->less);
      if (near->ambiguous) text += ", or adds with rpc_config() what comes before its other names";
    } else if (project->scripts()[static_cast<std::size_t>(near->script)].unread) {
      text += ". That of the node is " + path + ", which adds methods with rpc_config() by names that cannot be read";
    } else if (node.configured) {
      text += ". That of the node is " + path + ", to which rpc_config() adds methods that are not known";
    } else {
      text += ". That of the node is " + path + ", which differs";
      if (!near->given_up)
        text += " by a name that the project does not have, by more than two names, or by what rpc_config() adds";
    }
  } else if (!near->given_up) {
    text += ", nor one that differs by a name or two of the project";
  }
  if (near->given_up)
    text += ". The search for what differs was given up: the project's lists are too long, or too many are unknown";
  return keep(std::move(text));
}

// --- Arguments ----------------------------------------------------------------------------------------------------

ProjectSource::Declarations ProjectSource::declarations(const names::Node& node, std::string_view method) const {
  Declarations found;
  const auto add = [&](const project::Method* declared) {
    if (declared != nullptr && std::find(found.methods.begin(), found.methods.end(), declared) == found.methods.end())
      found.methods.push_back(declared);
  };
  const Script placed = script_by_place(node);
  const auto is_of_elsewhere = [&](int script) {
    return placed.is_there && placed.number != script && !placed.project->sets_scripts() &&
           placed.project->method(placed.number, method) == nullptr;
  };
  if (const Script script = find_script(node)) {
    found.certainty = script.certainty;
    add(script.project->method(script.number, method));
    if (found.methods.empty()) return found;
    found.of_elsewhere = is_of_elsewhere(script.number);
    for (const int other : rivals(node, script)) add(script.project->method(other, method));
    return found;
  }
  found.certainty = Certainty::guessed;
  Project* project = nullptr;
  if (const project::Nearest* near = nearest(node, placed, project); near != nullptr && near->script >= 0) {
    add(project->method(near->script, method));
    found.of_elsewhere = is_of_elsewhere(near->script);
    if (placed) add(placed.project->method(placed.number, method));
  } else if (node.rpc_md5 == nullptr) {
    for (Project* candidate : asked()) {
      if (!found.methods.empty()) break;
      add(candidate->only_method(method));
    }
  }
  return found;
}

names::Signature ProjectSource::find_signature(const names::Node& node, std::string_view method) const {
  names::Signature agreed;
  for (const project::Method* declared : declarations(node, method).methods) {
    const names::Signature theirs = signature_of(*declared);
    if (agreed.known && (agreed.count != theirs.count || agreed.required != theirs.required)) return {};
    agreed = theirs;
  }
  return agreed;
}

names::Argument ProjectSource::find_argument(const names::Node& node, std::string_view method,
                                             std::uint32_t index) const {
  const Declarations all = declarations(node, method);
  if (all.of_elsewhere) return {};
  std::string name;
  std::string type;
  bool is_first = true;
  for (const project::Method* declared : all.methods) {
    const NamedArgument theirs = argument_of(*declared, index);
    if (theirs.name.empty()) continue;  // the call has more arguments than this method
    // If the possible methods disagree, the name is not known.
    if (!is_first && theirs.name != name) return {};
    // C# converts any value (VariantUtils.cs, ConvertTo...): it refuses none.
    if (!declared->is_csharp && (is_first || theirs.type == type)) type = theirs.type;
    else type.clear();
    name = theirs.name;
    is_first = false;
  }
  if (is_first) return {};
  return {{keep(std::move(name)), nullptr, all.certainty}, type.empty() ? nullptr : keep(std::move(type))};
}

// --- Rules --------------------------------------------------------------------------------------------------------

/// For a method that its own script, and no other, passes to rpc_config(), always with the same settings.
names::Declaration ProjectSource::configured_declaration(const Script& script, std::string_view method) const {
  const project::ScriptInfo& info = script.info();
  if (info.unread || info.settings_unread) return {};
  const Projects all = asked();
  const bool others_do =
      std::any_of(all.begin(), all.end(), [&](Project* project) { return project->configures_others(method); });
  if (others_do) return {};
  const project::RpcSettings* settings = nullptr;
  for (const project::RpcSettings& each : info.settings) {
    if (each.name != method) continue;
    if (settings != nullptr && each.text != settings->text) return {};
    settings = &each;
  }
  if (settings == nullptr) return {};
  names::Declaration rules = project::read_rpc_settings(settings->text);
  rules.certainty = script.certainty;
  return rules;
}

/// The scripts that a node of Godot 3 may have by its place, which is all that identifies it. False if a project is not
/// Godot 3's, or `visit(project, script)` returns false for one of them; false also if there is none. `certain`: the
/// main scene or an autoload has one.
template <class Visit>
bool ProjectSource::all_scripts_of_godot_3(const names::Node& node, bool& certain, Visit visit) const {
  bool any = false;
  certain = false;
  if (node.rpc_md5 != nullptr || node.path == nullptr) return false;
  for (Project* project : asked()) {
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

namespace {

/// A script lacks the member, and nothing else can have added it to the node.
bool surely_lacks(const Project& project, int script) { return !project.sets_scripts() && project.is_whole(script); }

}  // namespace

/// For a method of Godot 3 without any keyword, which no script passes to rpc_config(), or that its script does not
/// have. Only GDScript is parsed well enough; Godot 3 sends methods by name, whether they are remote or not.
names::Declaration ProjectSource::without_keyword(const names::Node& node, std::string_view method) const {
  bool is_certain = false;
  bool is_written = true;
  const bool all = all_scripts_of_godot_3(node, is_certain, [&](const Project& project, int script) {
    if (project.configures(method) || project.configures_others(method)) return false;
    const project::ScriptInfo& info = project.scripts()[static_cast<std::size_t>(script)];
    const bool is_remote = std::any_of(info.remote.begin(), info.remote.end(),
                                       [&](const project::Method* each) { return each->name == method; });
    const bool is_read = !info.unread && info.path.ends_with(".gd");
    const bool is_here = project.method(script, method) != nullptr;
    is_written = is_written && is_here;
    return !is_remote && is_read && (is_here || surely_lacks(project, script));
  });
  if (!all || (!is_written && !is_certain)) return {};
  return {
      .callers = names::Callers::none, .mode = "disabled", .is_written = is_written, .certainty = Certainty::guessed};
}

/// The keyword of a variable of Godot 3; without one, or without such a variable, nobody may set it, unless a script
/// calls rset_config().
names::Declaration ProjectSource::set_declaration(const names::Node& node, std::string_view property) const {
  bool is_certain = false;
  bool is_written = true;
  bool is_first = true;
  std::string_view mode;
  const bool all = all_scripts_of_godot_3(node, is_certain, [&](const Project& project, int script) {
    const project::ScriptInfo& info = project.scripts()[static_cast<std::size_t>(script)];
    const project::Variable* variable = project.variable(script, property);
    const std::string_view theirs = variable != nullptr ? std::string_view(variable->mode) : std::string_view();
    const bool agrees = is_first || theirs == mode;
    mode = theirs;
    is_first = false;
    is_written = is_written && variable != nullptr;
    const bool is_read = !project.configures_sets() && !info.unread && info.path.ends_with(".gd");
    return agrees && is_read && (variable != nullptr || surely_lacks(project, script));
  });
  if (!all || !is_certain) return {};
  if (mode.empty())
    return {
        .callers = names::Callers::none, .mode = "disabled", .is_written = is_written, .certainty = Certainty::guessed};
  names::Declaration rules = project::read_rpc_declaration(mode);
  rules.certainty = Certainty::certain;
  return rules;
}

/// True if no other script can be the node's, although it has the same list: the node is where a scene, an autoload or
/// its spawn has this one.
bool ProjectSource::is_at_its_place(const names::Node& node, const Script& script) const {
  const Script placed = script_by_place(node);
  const bool is_known_place = placed.is_there || script_by_spawn(node);
  return is_known_place && placed.project == script.project && placed.number == script.number &&
         !script.project->sets_scripts();
}

/// A method is passed to rpc_config() at run time, by its script or for another node: then its annotation applies only
/// to calls by the script's own number.
bool ProjectSource::may_be_configured_otherwise(const Script& script, std::string_view method) const {
  if (script && (script.info().unread || is_in(script.info().configured, method))) return true;
  const Projects all = asked();
  return std::any_of(all.begin(), all.end(), [&](Project* candidate) {
    return script ? candidate->configures_others(method) : candidate->configures(method);
  });
}

names::Declaration ProjectSource::find_declaration(const names::Node& node, std::string_view method) const {
  const Declarations all = declarations(node, method);
  const Script script = find_script(node);
  const bool annotated =
      std::any_of(all.methods.begin(), all.methods.end(), [](const auto* each) { return each->rpc; });
  if (!annotated && script && all.methods.size() < 2 && is_in(script.info().configured, method))
    return configured_declaration(script, method);
  if (!annotated) return without_keyword(node, method);
  const project::Method& declared = *all.methods.front();
  const bool agree = std::all_of(all.methods.begin(), all.methods.end(), [&](const project::Method* theirs) {
    return theirs->rpc && theirs->mode == declared.mode;
  });
  if (!agree) return {};
  if (!node.own_method && may_be_configured_otherwise(script, method)) return {};
  if (script && node.rpc_md5 != nullptr && !is_at_its_place(node, script)) {
    for (const int other : script.project->scripts_with(node.rpc_md5)) {
      const project::Method* theirs = script.project->method(other, method);
      if (theirs != nullptr && theirs->mode != declared.mode) return {};
    }
  }
  names::Declaration rules = project::read_rpc_declaration(declared.mode);
  rules.certainty = all.certainty;
  return rules;
}

names::ChannelUse ProjectSource::highest_channel() const {
  names::ChannelUse highest;
  for (Project* project : asked()) {
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
  for (Project* project : asked()) {
    const names::SyncLimit& limit = project->sync_limit();
    const bool is_other = !is_first && (limit.script == nullptr) != (all.script == nullptr);
    if (is_other || (!is_first && limit.bytes != all.bytes)) all.bytes = -1;
    if (is_first) all = limit;
    else if (all.script == nullptr) all.script = limit.script;
    is_first = false;
  }
  return all;
}

bool ProjectSource::find_authority_never_set(const names::Node& node) const {
  const Script script = find_script(node);
  if (!script) return false;
  if (!script.project->sets_authority()) return true;
  // The topmost node has no node above it whose script could give it away with all nodes below.
  const bool is_topmost = node.path != nullptr && std::string_view(node.path).find('/') == std::string_view::npos;
  return is_topmost && script.certainty == Certainty::certain && rivals(node, script).empty() &&
         !script.project->gives_away(script.number);
}

/// A node of that path at the place that the main scene, or another, has for it.
bool ProjectSource::is_redots(const names::Node& node) const {
  if (node.path == nullptr) return false;
  const Projects all = asked();
  return std::any_of(all.begin(), all.end(), [&](Project* project) {
    if (!project->is_redots()) return false;
    const auto& places = project->places(node.path);
    return std::any_of(places.begin(), places.end(),
                       [](const PathMatch& place) { return place.node >= 0 && is_strong(place.evidence); });
  });
}

// --- Scenes -------------------------------------------------------------------------------------------------------

ProjectSource::Spawner ProjectSource::spawner_of(Project& project, std::string_view path) {
  for (const PathMatch& place : project.places(path)) {
    if (place.node < 0) continue;
    const project::NodeInfo& node = project.tree(place.scene)[static_cast<std::size_t>(place.node)];
    if (node.is_spawner()) return {&project, place.scene, &node, is_strong(place.evidence)};
  }
  return {};
}

ProjectSource::Spawner ProjectSource::find_spawner(std::string_view path) const {
  for (Project* project : asked()) {
    if (const Spawner found = spawner_of(*project, path); found.node != nullptr) return found;
  }
  return {};
}

/// Of several projects, one whose list has a scene of this number: the sender's has.
ProjectSource::Spawner ProjectSource::find_spawner(std::string_view path, std::uint32_t scene) const {
  Spawner first;
  for (Project* project : asked()) {
    const Spawner found = spawner_of(*project, path);
    if (found.node == nullptr) continue;
    if (scene < found.node->spawnable.size()) return found;
    if (first.node == nullptr) first = found;
  }
  return first;
}

/// Empty: the list has none of this number.
std::string ProjectSource::scene_of(const Spawner& spawner, std::uint32_t scene) {
  if (scene >= spawner.node->spawnable.size()) return {};
  const int number = spawner.node->spawnable[scene];
  return number >= 0 ? spawner.project->scene_path(number) : spawner.node->spawnable_paths[scene];
}

namespace {

/// A folder's last name, unless the other one has the same.
std::string name_of(const std::string& folder, const std::string& other) {
  const auto last = [](std::string_view path) {
    while (path.size() > 1 && (path.ends_with('/') || path.ends_with('\\'))) path.remove_suffix(1);
    const std::size_t slash = path.find_last_of("/\\");
    return slash != std::string_view::npos ? path.substr(slash + 1) : path;
  };
  return last(folder) != last(other) ? std::string(last(folder)) : folder;
}

}  // namespace

names::OtherScenes ProjectSource::other_scenes(const names::Node& node, std::uint64_t senders,
                                               std::uint64_t receivers) const {
  constexpr std::size_t most = 64;
  if (node.spawner == nullptr || node.scene == names::Node::no_scene || all_.size() < 2) return {};
  const Projects candidates = with_checksums();
  struct List {
    std::uint64_t bit;
    std::size_t project;
    std::string scene;
  };
  std::vector<List> lists;
  names::OtherScenes answer = {.is_certain = true};
  for (std::size_t i = 0; i != std::min(all_.size(), most); ++i) {
    if (std::find(candidates.begin(), candidates.end(), all_[i]) == candidates.end()) continue;
    const std::uint64_t bit = std::uint64_t{1} << i;
    if (((senders | receivers) & bit) == 0) continue;
    const Spawner spawner = spawner_of(*all_[i], node.spawner);
    const bool is_known = spawner.node != nullptr && spawner.is_certain && !all_[i]->adds_scenes();
    if (is_known) lists.push_back({bit, i, scene_of(spawner, node.scene)});
    else answer.is_certain = false;
  }
  for (const List& sender : lists) {
    if ((senders & sender.bit) == 0 || sender.scene.empty()) continue;
    for (const List& receiver : lists) {
      if ((receivers & receiver.bit) == 0) continue;
      if (sender.scene == receiver.scene) answer.is_certain = false;
      else if (answer.text == nullptr)
        answer.text = keep(sender.scene + " in " + name_of(folders_[sender.project], folders_[receiver.project]) +
                           ", " + (receiver.scene.empty() ? "none" : receiver.scene) + " in " +
                           name_of(folders_[receiver.project], folders_[sender.project]));
    }
  }
  return answer.text != nullptr ? answer : names::OtherScenes{};
}

names::Name ProjectSource::scene(std::string_view spawner, std::uint32_t scene) const {
  const Spawner found = find_spawner(spawner, scene);
  if (found.node == nullptr || scene >= found.node->spawnable.size()) return {};
  const int number = found.node->spawnable[scene];
  const char* path =
      number >= 0 ? found.project->scene_path(number).c_str() : found.node->spawnable_paths[scene].c_str();
  return {path, found.project->scene_path(found.scene).c_str(), Certainty::certain};
}

names::SpawnedScene ProjectSource::spawned_scene(const names::Node& node) const {
  if (node.spawner == nullptr || node.below != nullptr || node.scene == names::Node::no_scene) return {};
  const Spawner spawner = find_spawner(node.spawner, node.scene);
  if (spawner.node == nullptr || !spawner.is_certain) return {};
  names::SpawnedScene answer;
  const std::size_t scenes = spawner.node->spawnable.size();
  if (!spawner.project->adds_scenes()) answer.scenes = static_cast<int>(scenes);
  if (node.scene >= scenes || spawner.node->spawnable[node.scene] < 0) return answer;
  const int scene = spawner.node->spawnable[node.scene];
  const std::vector<int>& all = spawner.project->spawned_synchronizers(scene);
  answer.synchronizers = static_cast<int>(all.size());
  for (const int each : all)
    answer.properties += lists_.count(config_of(spawner.project->tree(scene), each), PropertyList::spawn);
  answer.gives_in_ready = spawner.project->gives_in_ready(scene);
  return answer;
}

/// The spawner's path and the relative path of the node below which it instantiates, both as texts: the nodes above may
/// be unknown.
names::Name ProjectSource::find_parent(std::string_view spawner) const {
  const Spawner found = find_spawner(spawner);
  if (found.node == nullptr || found.node->spawn_path.empty()) return {};
  std::string_view way = found.node->spawn_path;
  std::string path(spawner);
  while (!way.empty()) {
    const std::size_t end = std::min(way.find('/'), way.size());
    const std::string_view part = way.substr(0, end);
    way.remove_prefix(std::min(end + 1, way.size()));
    if (part.empty() || part == ".") continue;
    if (part != "..") {
      if (!path.empty()) path += '/';
      path += part;
      continue;
    }
    if (path.empty()) return {};
    const std::size_t slash = path.find_last_of('/');
    path.erase(slash == std::string::npos ? 0 : slash);
  }
  if (path.empty()) return {};
  return {keep(std::move(path)), found.project->scene_path(found.scene).c_str(), Certainty::certain};
}

// --- Synchronizers ------------------------------------------------------------------------------------------------

ProjectSource::Configuration ProjectSource::by_path(const names::Synchronizer& synchronizer, PropertyList list) const {
  Configuration first;
  for (Project* project : asked()) {
    for (const PathMatch& place : project->places(synchronizer.path)) {
      if (place.node < 0) continue;
      const project::NodeInfo& node = project->tree(place.scene)[static_cast<std::size_t>(place.node)];
      if (!node.is_synchronizer()) continue;
      const Configuration found = {.config = node.config != nullptr ? node.config : &no_properties(),
                                   .scene = &project->scene_path(node.file),
                                   .certainty = certainty_of(place.evidence)};
      if (fits(lists_, *found.config, list, synchronizer.values)) return found;
      if (first.config == nullptr && is_strong(place.evidence)) first = found;
    }
  }
  return first;
}

/// A function may instantiate anything; scenes that scripts around the spawner refer to are likely, and must fit.
ProjectSource::Configuration ProjectSource::of_function(const names::Synchronizer& synchronizer,
                                                        PropertyList list) const {
  const Spawner spawner = find_spawner(synchronizer.node.spawner);
  if (spawner.node == nullptr) return {};
  Configuration only;
  for (const bool exactly : {true, false}) {
    for (const int scene : spawner.project->scenes_mentioned(spawner.scene)) {
      const std::vector<int>& all = spawner.project->spawned_synchronizers(scene);
      const std::size_t sent = synchronizer.node.synchronizers;
      if (synchronizer.position >= all.size() || (exactly ? all.size() != sent : all.size() <= sent)) continue;
      int spawn_values = 0;
      const ReplicationConfig* config = &no_properties();
      const project::NodeTree& tree = spawner.project->tree(scene);
      for (std::size_t i = 0; i < all.size(); ++i) {
        const project::NodeInfo& node = tree[static_cast<std::size_t>(all[i])];
        const ReplicationConfig& its = node.config != nullptr ? *node.config : no_properties();
        if (i < sent) spawn_values += lists_.count(its, PropertyList::spawn);
        if (i == synchronizer.position) config = &its;
      }
      if (synchronizer.node.spawn_values >= 0 && spawn_values != synchronizer.node.spawn_values) continue;
      if (!may_be_spawned(lists_, *spawner.project, scene, synchronizer.node)) continue;
      if (list != PropertyList::spawn && !fits(lists_, *config, list, synchronizer.values)) continue;
      if (only.config != nullptr && !same_names(lists_, *only.config, *config, list)) return {};  // ambiguous
      const bool one = only.config == nullptr;
      only = {.config = config,
              .scene = one ? &spawner.project->scene_path(scene) : nullptr,
              .node = one ? keep(spawner.project->path_of(scene, all[synchronizer.position])) : nullptr,
              .certainty = Certainty::guessed};
    }
    if (only.config != nullptr) return only;
  }
  return {};
}

/// All configurations of the projects. If several synchronizers use one (as inherited scenes do), what all agree on is
/// known.
const std::vector<ProjectSource::Candidate>& ProjectSource::candidates() const {
  const auto [kept, is_new_project] = candidates_.try_emplace(asked_project_);
  std::vector<Candidate>& all = kept->second;
  if (!is_new_project) return all;
  std::unordered_map<const ReplicationConfig*, std::size_t> places;
  for (Project* project : asked()) {
    for (std::size_t i = 0; i < project->scene_count(); ++i) {
      const auto scene = static_cast<int>(i);
      const project::NodeTree& tree = project->tree(scene);
      for (std::size_t at = 0; at < tree.size(); ++at) {
        const project::NodeInfo& node = tree[at];
        if (!node.is_synchronizer() || node.config == nullptr) continue;
        const auto [place, is_new] = places.try_emplace(node.config, all.size());
        if (is_new) all.push_back({node.config, &project->scene_path(node.file), {}});
        Candidate& candidate = all[place->second];
        std::vector<project::ValueTypes>& types = candidate.types;
        const bool may_be_spawned = project->node_from(scene, static_cast<int>(at), node.root_path) == 0;
        for (const int file : {node.file, may_be_spawned ? scene : node.file}) {
          if (candidate.scene != &project->scene_path(file)) candidate.scene = nullptr;
        }
        for (std::size_t property = 0; property < node.config->size(); ++property) {
          const project::ValueTypes here =
              project::value_types(*project, scene, static_cast<int>(at), (*node.config)[property].path);
          if (is_new) types.push_back(here);
          else if (types[property] != here) types[property] = {};
        }
      }
    }
  }
  return all;
}

/// The only list of the projects that these values may belong to, or several with the same names.
ProjectSource::Configuration ProjectSource::guess(const names::Synchronizer& synchronizer, PropertyList list) const {
  Configuration only;
  for (const Candidate& candidate : candidates()) {
    if (!may_be_of(lists_, *candidate.config, candidate.types, synchronizer, list)) continue;
    const bool one = only.config == nullptr;
    if (!one && !same_names(lists_, *only.config, *candidate.config, list)) return {};
    only = {.config = candidate.config, .scene = one ? candidate.scene : nullptr, .certainty = Certainty::guessed};
  }
  return only;
}

ProjectSource::Configuration ProjectSource::by_values(const names::Synchronizer& synchronizer,
                                                      PropertyList list) const {
  if (synchronizer.types.empty() || synchronizer.values <= 0) return {};
  std::string key = std::to_string(asked_project_) + ' ' + std::to_string(static_cast<int>(list)) + ' ' +
                    std::to_string(synchronizer.indexes);
  for (const char* type : synchronizer.types) key.append(1, ' ').append(type);
  const auto known = guesses_.find(key);
  if (known != guesses_.end()) return known->second;
  if (guesses_.size() >= most_guesses) return {};
  return guesses_.emplace(std::move(key), guess(synchronizer, list)).first->second;
}

ProjectSource::Configuration ProjectSource::find_configuration(const names::Synchronizer& synchronizer,
                                                               PropertyList list) const {
  if (synchronizer.path != nullptr) return by_path(synchronizer, list);
  if (synchronizer.node.spawner == nullptr) return {};
  if (synchronizer.node.scene == names::Node::no_scene) return of_function(synchronizer, list);
  const Spawner spawner = find_spawner(synchronizer.node.spawner);
  if (spawner.node == nullptr || synchronizer.node.scene >= spawner.node->spawnable.size()) return {};
  const int scene = spawner.node->spawnable[synchronizer.node.scene];
  const std::vector<int>& all = spawner.project->spawned_synchronizers(scene);
  const project::NodeTree& tree = spawner.project->tree(scene);
  const std::size_t meant = chosen(lists_, tree, all, synchronizer, list);
  if (meant >= all.size()) return {};
  const bool all_sent = synchronizer.node.synchronizers == all.size();
  return {.config = &config_of(tree, all[meant]),
          .scene = &spawner.project->scene_path(scene),
          .node = keep(spawner.project->path_of(scene, all[meant])),
          .certainty = all_sent ? Certainty::certain : Certainty::guessed};
}

names::Name ProjectSource::synchronizer(const names::Synchronizer& synchronizer) const {
  const Configuration found = configuration(synchronizer, PropertyList::always);
  if (found.node == nullptr || *found.node == '\0') return {};
  return {found.node, found.scene != nullptr ? found.scene->c_str() : nullptr, found.certainty};
}

names::Properties ProjectSource::properties(const names::Synchronizer& synchronizer, PropertyList list) const {
  const Configuration found = configuration(synchronizer, list);
  if (found.config == nullptr) return {};
  const char* scene = found.scene != nullptr ? found.scene->c_str() : nullptr;
  if (scene != nullptr && !synchronizer.types.empty()) scene = keep(*found.scene + '?');
  return {lists_.names(*found.config, list), scene, found.certainty};
}

names::HalfPrecision ProjectSource::halves(const names::Synchronizer& synchronizer, PropertyList list) const {
  const Configuration found = configuration(synchronizer, list);
  if (found.config == nullptr) return {};
  return {.known = true, .values = lists_.halves(*found.config, list)};
}

}  // namespace godot::analysis
