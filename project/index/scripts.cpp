// SPDX-License-Identifier: MIT
// Resolves the bases of scripts, and builds their RPC lists.
// (Godot: modules/gdscript/gdscript_compiler.cpp, modules/multiplayer/scene_rpc_interface.cpp _parse_rpc_config)
#include <algorithm>
#include <map>

#include "project/index/project_parts.h"
#include "project/text/characters.h"
#include "project/text/checksum.h"

namespace godot::analysis::project {
namespace {

template <typename Map>
int find_in(const Map& map, const std::string& key) {
  const auto found = map.find(key);
  return found != map.end() ? found->second : -1;
}

constexpr std::size_t max_path = 1024;

/// A class or script within a file: `res://a.gd::Inner`.
std::string inner_path(const std::string& outer, std::string_view name) {
  std::string path = outer;
  path += "::";
  path += name;
  return shortened(path, max_path);
}

/// The file's name without folder and extension: `player` of `a/b/player.gd`.
std::string_view stem_of(std::string_view path) {
  path = path.substr(path.find_last_of('/') + 1);
  return path.substr(0, path.find_last_of('.'));
}

/// The last part of a dotted name.
std::string_view simple_name(std::string_view name) { return name.substr(name.find_last_of('.') + 1); }

/// `path` as seen from the folder of `from`, both `res://`.
std::string absolute_path(std::string_view path, std::string_view from) {
  if (path.find("://") != std::string_view::npos) return std::string(path);
  std::string folder(from.substr(0, from.find_last_of('/') + 1));
  for (;;) {
    if (path.starts_with("./")) {
      path.remove_prefix(2);
    } else if (path.starts_with("../") && folder.size() > std::string_view("res://").size()) {
      path.remove_prefix(3);
      folder.pop_back();
      folder.erase(folder.find_last_of('/') + 1);
    } else {
      return folder + std::string(path);
    }
  }
}

/// The part of an inner class's path before the class, or the whole path.
std::string_view file_of(std::string_view path) { return path.substr(0, path.find("::")); }

bool same_names(const Method& a, const Method& b) {
  return std::equal(a.arguments.begin(), a.arguments.end(), b.arguments.begin(), b.arguments.end(),
                    [](const Argument& x, const Argument& y) { return x.name == y.name; });
}

}  // namespace

int Project::add_script(std::string path, const Script& file, const Class& source, int outer) {
  const auto index = static_cast<int>(scripts_.size());
  ScriptInfo& script = scripts_.emplace_back();
  script.path = std::move(path);
  script.file = &file;
  script.parts.push_back(&source);
  script.outer = outer;
  return index;
}

void Project::add_classes(const std::string& path, const Script& script) {
  std::vector<int> added;
  for (const Class& source : script.classes) {
    const int outer = source.outer < 0 ? -1 : added[static_cast<std::size_t>(source.outer)];
    const std::string name =
        source.outer < 0 ? path : inner_path(scripts_[static_cast<std::size_t>(outer)].path, source.name);
    added.push_back(add_script(name, script, source, outer));
    if (source.outer >= 0) continue;
    script_of_path_.emplace(path, added.back());
    if (!source.name.empty()) script_of_class_.emplace(source.name, added.back());
  }
}

void Project::add_csharp(const std::string& path, const Script& script) {
  std::vector<int> added;
  for (const Class& source : script.classes) {
    const int outer = source.outer < 0 ? -1 : added[static_cast<std::size_t>(source.outer)];
    const std::string key =
        outer < 0 ? source.name : scripts_[static_cast<std::size_t>(outer)].path + "::" + source.name;
    int index = find_in(script_of_csharp_, key);
    const bool is_main = simple_name(source.name) == stem_of(path);
    if (index >= 0) {
      scripts_[static_cast<std::size_t>(index)].parts.push_back(&source);
      if (is_main) scripts_[static_cast<std::size_t>(index)].path = path;
    } else {
      index = add_script(is_main ? path : inner_path(path, simple_name(source.name)), script, source, outer);
      script_of_csharp_.emplace(key, index);
      script_of_csharp_.emplace(std::string(simple_name(source.name)), index);
    }
    if (is_main) script_of_path_.emplace(path, index);
    added.push_back(index);
  }
}

/// A class of this name in the script or its bases: an inner class or a constant that refers to one.
int Project::member_class(int script, std::string_view name, unsigned depth) const {
  constexpr unsigned most = 8;
  if (depth > most) return -1;
  int found = -1;
  for_each_base(scripts_, script, [&](const ScriptInfo& info) {
    const auto self = static_cast<int>(&info - scripts_.data());
    for (const Class* part : info.parts) {
      for (const Constant& constant : part->constants) {
        if (constant.name != name) continue;
        found = constant.path.empty()
                    ? resolve_names(self, constant.names, depth + 1)
                    : find_in(script_of_path_, resource_path(absolute_path(constant.path, file_of(info.path)), {}));
        return false;
      }
    }
    // The inner classes of a script follow it.
    for (auto i = static_cast<std::size_t>(self) + 1; i < scripts_.size() && scripts_[i].outer >= self; ++i) {
      if (scripts_[i].outer != self || scripts_[i].parts.front()->name != name) continue;
      found = static_cast<int>(i);
      return false;
    }
    return true;
  });
  return found;
}

/// Looks up names as seen in `scope`: inner classes and constants around it first, then the project's classes.
int Project::resolve_names(int scope, std::span<const std::string> names, unsigned depth) const {
  if (names.empty()) return -1;
  int found = -1;
  for (int at = scope; at >= 0 && found < 0; at = scripts_[static_cast<std::size_t>(at)].outer)
    found = member_class(at, names.front(), depth);
  if (found < 0) found = find_in(script_of_class_, names.front());
  if (found < 0) {
    for (const Settings::Autoload& autoload : settings_.autoloads) {
      if (autoload.name == names.front()) found = script_at(autoload.path);
    }
  }
  for (const std::string& name : names.subspan(1)) {
    if (found < 0) return -1;
    found = member_class(found, name, depth);
  }
  return found;
}

std::vector<std::string> Project::constant_texts(int script, std::string_view name) const {
  std::vector<std::string> names;
  constexpr std::size_t most = 8;
  for (std::size_t dot = name.find('.'); dot != std::string_view::npos && names.size() < most; dot = name.find('.')) {
    names.emplace_back(name.substr(0, dot));
    name.remove_prefix(dot + 1);
  }
  const int owner = names.empty() ? script : resolve_names(script, names, 0);
  std::vector<std::string> found;
  if (owner < 0) return found;
  for_each_base(scripts_, owner, [&](const ScriptInfo& info) {
    for (const Class* part : info.parts) {
      for (const Constant& constant : part->constants) {
        if (constant.name != name) continue;
        found = constant.texts;
        return false;
      }
    }
    return true;
  });
  return found;
}

int Project::resolve_base(int script, const Base& base) const {
  const ScriptInfo& info = scripts_[static_cast<std::size_t>(script)];
  if (base.path.empty()) {
    const bool is_csharp = file_of(info.path).ends_with(".cs");
    if (!is_csharp) {
      // A class cannot extend a class inside itself, only one beside it.
      return resolve_names(info.outer >= 0 ? info.outer : script, base.names, 0);
    }
    if (base.names.empty()) return -1;
    const int found = find_in(script_of_csharp_, base.names.front());
    return found >= 0 ? found : find_in(script_of_csharp_, std::string(simple_name(base.names.front())));
  }
  int found = find_in(script_of_path_, resource_path(absolute_path(base.path, file_of(info.path)), {}));
  for (const std::string& name : base.names) {
    if (found >= 0) found = member_class(found, name, 0);
  }
  return found;
}

/// Removes the base of a script that extends itself, directly or through others.
void Project::cut_loops() {
  enum class State : std::uint8_t { unseen, on_path, good };
  std::vector<State> states(scripts_.size(), State::unseen);
  std::vector<int> path;
  for (std::size_t start = 0; start < scripts_.size(); ++start) {
    path.clear();
    for (auto at = static_cast<int>(start); at >= 0;) {
      State& state = states[static_cast<std::size_t>(at)];
      if (state == State::good) break;
      if (state == State::on_path || path.size() >= ProjectLimits::bases) {
        ScriptInfo& last = scripts_[static_cast<std::size_t>(path.back())];
        report(last.path, {0, "what the script extends leads back to itself, or too far"});
        last.base = -1;
        break;
      }
      state = State::on_path;
      path.push_back(at);
      at = scripts_[static_cast<std::size_t>(at)].base;
    }
    for (const int seen : path) states[static_cast<std::size_t>(seen)] = State::good;
  }
}

/// A method that replaces one of a base keeps its place in the list, with its own arguments.
void Project::collect_remote(int index, std::size_t& budget) {
  std::map<std::string_view, const Method*> methods;  // sorted by bytes, which is by code point
  const auto for_each_method = [&](auto visit) {
    for_each_base(scripts_, index, [&](const ScriptInfo& info) {
      for (const Class* part : info.parts) {
        if (part->methods.size() > budget) return false;
        budget -= part->methods.size();
        for (const Method& method : part->methods) visit(method);
      }
      return true;
    });
  };
  ScriptInfo& script = scripts_[static_cast<std::size_t>(index)];
  script.checksum = empty_checksum;
  for_each_method([&](const Method& method) {
    if (method.rpc) methods.try_emplace(method.name, nullptr);
  });
  if (methods.empty()) return;
  for_each_method([&](const Method& method) {
    const auto found = methods.find(method.name);
    if (found != methods.end() && found->second == nullptr) found->second = &method;
  });
  ListChecksum checksum;
  for (const auto& [name, method] : methods) {
    if (method == nullptr) return;  // the limit is reached
    script.remote.push_back(method);
    checksum.add(name);
  }
  script.checksum = checksum.finish();
  scripts_of_checksum_[script.checksum].push_back(index);
}

/// Adds the names of a group. False if there are others.
bool Project::add_configured(const RpcConfigCalls& group, std::vector<std::string>& names) const {
  bool whole = group.whole;
  names.insert(names.end(), group.names.begin(), group.names.end());
  for (const std::string& name : group.elsewhere) {
    if (const auto texts = texts_of_constant_.find(name); texts != texts_of_constant_.end()) {
      for (const std::string* text : texts->second) names.push_back(*text);
    } else if (only_methods_.contains(name)) {
      names.push_back(name);
    } else {
      whole = false;
    }
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  if (names.size() <= ProjectLimits::configured) return whole;
  names.resize(ProjectLimits::configured);
  return false;
}

bool Project::configures_others(std::string_view method) const {
  return foreign_unread_ || std::any_of(foreign_.begin(), foreign_.end(), [&](const auto& names) {
           return std::binary_search(names.begin(), names.end(), method);
         });
}

/// The names that scripts add with Node.rpc_config(): to their own node, and to others.
void Project::link_configured() {
  for (const ScriptInfo& script : scripts_) {
    for (const Class* part : script.parts) {
      for (const Constant& constant : part->constants) {
        auto& texts = texts_of_constant_[constant.name];
        for (const std::string& text : constant.texts) {
          if (texts.size() < ScriptLimits::texts) texts.push_back(&text);
        }
      }
    }
  }
  std::erase_if(texts_of_constant_, [](const auto& entry) { return entry.second.empty(); });
  std::size_t budget = ProjectLimits::methods;
  for (ScriptInfo& script : scripts_) {
    for_each_base(scripts_, static_cast<int>(&script - scripts_.data()), [&](const ScriptInfo& info) {
      for (const RpcConfigCalls& group : info.file->configured) {
        const bool own = group.receiver.empty();
        if (group.class_index >= info.file->classes.size() ||
            info.parts.front() != &info.file->classes[group.class_index])
          continue;
        if (own && budget > 0) {
          --budget;
          if (!add_configured(group, script.configured)) script.unread = true;
          if (!group.settings_whole || !group.elsewhere.empty()) script.settings_unread = true;
          else script.settings.insert(script.settings.end(), group.settings.begin(), group.settings.end());
        } else if (!own && &info == &script) {
          if (foreign_.size() >= ProjectLimits::groups || !add_configured(group, foreign_.emplace_back()))
            foreign_unread_ = true;
        }
      }
      return true;
    });
    if (script.configured.empty()) continue;
    ListChecksum checksum;
    for (const std::string& name : script.configured) checksum.add(name);
    for (const Method* method : script.remote) checksum.add(method->name);
    script.configured_checksum = checksum.finish();
    scripts_of_configured_[script.configured_checksum].push_back(static_cast<int>(&script - scripts_.data()));
  }
}

void Project::forget_scripts() {
  scripts_.clear();
  script_of_path_.clear();
  script_of_class_.clear();
  script_of_csharp_.clear();
  scripts_of_checksum_.clear();
  only_methods_.clear();
  configured_.clear();
  sets_authority_ = adds_scenes_ = false;
  sync_limit_ = {};
  gives_others_ = gives_alone_ = false;
  other_gifts_ = 0;
  sets_scripts_ = false;
  configured_sets_.clear();
  configures_sets_unread_ = false;
  texts_of_constant_.clear();
  scripts_of_configured_.clear();
  foreign_.clear();
  foreign_unread_ = false;
  own_unread_ = false;
  nearest_.clear();
  endings_.clear();
  search_work_left_ = ProjectLimits::all_search_work;
  own_search_work_left_ = ProjectLimits::all_own_search_work;
}

/// Collects all classes of all files, including scripts inside scenes.
void Project::add_scripts() {
  for (std::size_t i = 0; i < files_.size(); ++i) {
    if (parsed_[i] == nullptr) continue;
    const std::string path = resource_name(files_[i].path);
    const Parsed& parsed = *parsed_[i];
    if (files_[i].kind == FileKind::gdscript && !parsed.script.classes.empty()) add_classes(path, parsed.script);
    if (files_[i].kind == FileKind::csharp) add_csharp(path, parsed.script);
    if (files_[i].kind != FileKind::scene) continue;
    for (const auto& [id, resource] : parsed.scene.internal) {
      if (resource.is_script) add_classes(inner_path(path, id), resource.script);
    }
  }
}

/// Resolves the base of each script. Runs twice, because a name may come from a script's base.
void Project::link_bases() {
  for (const bool last : {false, true}) {
    std::vector<int> bases;
    for (std::size_t i = 0; i < scripts_.size(); ++i) {
      int base = -1;
      for (const Class* part : scripts_[i].parts) {
        if (base < 0) base = resolve_base(static_cast<int>(i), part->base);
        if (last && base < 0 && !part->base.path.empty())
          report(std::string(file_of(scripts_[i].path)), {0, "extends " + part->base.path + ", which is not there"});
      }
      bases.push_back(base == static_cast<int>(i) ? -1 : base);
    }
    for (std::size_t i = 0; i < scripts_.size(); ++i) scripts_[i].base = bases[i];
  }
  cut_loops();
}

bool Project::gives_away(int script) const {
  if (gives_others_) return true;
  for (int each = script; each >= 0; each = scripts_[static_cast<std::size_t>(each)].base) {
    if (scripts_[static_cast<std::size_t>(each)].file->sets_authority) return true;
  }
  return false;
}

bool Project::gives_itself(int script) const {
  for (int each = script; each >= 0; each = scripts_[static_cast<std::size_t>(each)].base) {
    if (scripts_[static_cast<std::size_t>(each)].file->gives_itself) return true;
  }
  return false;
}

/// One call gives a node and all below it; a second one may give a synchronizer below to another peer.
bool Project::may_split(int script) const {
  if (gives_alone_ || other_gifts_ > 1) return true;
  bool gives_itself = false;
  bool gives_below = false;
  for (int each = script; each >= 0; each = scripts_[static_cast<std::size_t>(each)].base) {
    const Script& file = *scripts_[static_cast<std::size_t>(each)].file;
    gives_itself = gives_itself || file.gives_itself;
    gives_below = gives_below || file.gives_below;
  }
  return other_gifts_ != 0 ? gives_itself || gives_below : gives_itself && gives_below;
}

/// The methods of all scripts by name, if all of one name have the same arguments.
void Project::find_only_methods() {
  for (const ScriptInfo& script : scripts_) {
    for (const Class* part : script.parts) {
      for (const Method& method : part->methods) {
        const auto [found, is_new] = only_methods_.try_emplace(method.name, &method);
        if (!is_new && found->second != nullptr && !same_names(*found->second, method)) found->second = nullptr;
      }
    }
  }
}

/// Properties of the whole project: what any script may do at run time.
namespace {

/// Scripts that set different limits leave it unknown.
void add_limit(names::SyncLimit& limit, const ScriptInfo& script) {
  const bool is_other = limit.script != nullptr && limit.bytes != script.file->sync_limit;
  limit.bytes = is_other ? -1 : script.file->sync_limit;
  if (limit.script == nullptr) limit.script = script.path.c_str();
}

}  // namespace

void Project::sum_up_scripts() {
  for (const ScriptInfo& script : scripts_) {
    configured_.insert(script.configured.begin(), script.configured.end());
    sets_authority_ = sets_authority_ || script.file->sets_authority || !script.file->faults.empty();
    adds_scenes_ = adds_scenes_ || script.file->adds_scenes || !script.file->faults.empty();
    if (script.file->sets_sync_limit) add_limit(sync_limit_, script);
    gives_others_ = gives_others_ || script.file->gives_others || !script.file->faults.empty();
    gives_alone_ = gives_alone_ || script.file->gives_alone || !script.file->faults.empty();
    other_gifts_ += script.file->other_gifts;
    configured_sets_.insert(script.file->configured_sets.begin(), script.file->configured_sets.end());
    configures_sets_unread_ = configures_sets_unread_ || script.file->configures_sets_unread;
    sets_scripts_ = sets_scripts_ || script.file->sets_scripts || !script.file->faults.empty();
    foreign_unread_ = foreign_unread_ || script.file->configures_unread;
    own_unread_ = own_unread_ || script.unread;
  }
  for (const auto& group : foreign_) configured_.insert(group.begin(), group.end());
}

void Project::link_scripts() {
  forget_scripts();
  add_scripts();
  link_bases();
  std::size_t budget = ProjectLimits::methods;
  for (std::size_t i = 0; i < scripts_.size(); ++i) collect_remote(static_cast<int>(i), budget);
  find_only_methods();
  link_configured();
  sum_up_scripts();
  if (budget == 0) report({}, {0, "more methods than are read"});
}

const char* Project::gives_in_ready(int scene) {
  for (const NodeInfo& node : tree(scene)) {
    if (node.script < 0) continue;
    const ScriptInfo& script = scripts_[static_cast<std::size_t>(node.script)];
    if (script.file->gives_in_ready) return script.path.c_str();
  }
  return nullptr;
}

std::span<const int> Project::scripts_with(std::string_view checksum) const {
  const auto found = scripts_of_checksum_.find(std::string(checksum));
  if (found == scripts_of_checksum_.end()) return {};
  return found->second;
}

std::size_t Project::longest_ending(std::string_view checksum) {
  const std::span<const int> scripts = scripts_with(checksum);
  if (scripts.empty()) return 0;
  const auto [known, is_new] = endings_.try_emplace(std::string(checksum), 0);
  const std::vector<const Method*>& list = scripts_[static_cast<std::size_t>(scripts.front())].remote;
  for (std::size_t begin = 1; is_new && begin < list.size() && known->second == 0; ++begin) {
    ListChecksum ending;
    for (std::size_t i = begin; i < list.size(); ++i) ending.add(list[i]->name);
    if (!scripts_with(ending.finish()).empty()) known->second = list.size() - begin;
  }
  return known->second;
}

int Project::script_at(std::string_view path) const { return find_in(script_of_path_, resource_path(path, {})); }

const Method* Project::remote_method(int script, std::size_t id) const noexcept {
  if (script < 0 || static_cast<std::size_t>(script) >= scripts_.size()) return nullptr;
  const ScriptInfo& info = scripts_[static_cast<std::size_t>(script)];
  return id < info.remote.size() ? info.remote[id] : nullptr;
}

namespace {

/// By name, in the script and its bases; null if none has it.
template <class Member>
const Member* member(const std::vector<ScriptInfo>& scripts, int script, std::vector<Member> Class::*members,
                     std::string_view name) noexcept {
  const Member* result = nullptr;
  for_each_base(scripts, script, [&](const ScriptInfo& info) {
    for (const Class* part : info.parts) {
      const std::vector<Member>& all = part->*members;
      const auto found = std::find_if(all.begin(), all.end(), [&](const Member& each) { return each.name == name; });
      if (found == all.end()) continue;
      result = &*found;
      return false;
    }
    return true;
  });
  return result;
}

}  // namespace

const Method* Project::method(int script, std::string_view name) const noexcept {
  return member(scripts_, script, &Class::methods, name);
}

const Variable* Project::variable(int script, std::string_view name) const noexcept {
  return member(scripts_, script, &Class::variables, name);
}

bool Project::is_whole(int script) const noexcept {
  bool whole = true;
  for_each_base(scripts_, script, [&](const ScriptInfo& info) {
    // `extends Node`: a single name that is no script's.
    const bool ends_well = info.base >= 0 || (info.parts.size() == 1 && info.parts[0]->base.path.empty() &&
                                              info.parts[0]->base.names.size() <= 1);
    whole = ends_well && !info.unread && info.path.ends_with(".gd");
    return whole;
  });
  return whole;
}

const Method* Project::only_method(std::string_view name) const {
  const auto found = only_methods_.find(name);
  return found != only_methods_.end() ? found->second : nullptr;
}

}  // namespace godot::analysis::project
