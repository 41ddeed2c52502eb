// SPDX-License-Identifier: MIT
#include "project/audit/audit.h"
#include "codec/multiplayer/protocol.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "project/audit/channel_limit.h"
#include "project/audit/early_authority.h"
#include "project/index/replication_lists.h"
#include "project/scripts/rpc_declaration.h"

namespace godot::analysis::project {
namespace {

using Mode = ReplicatedProperty::Mode;

// The engine's default of SceneMultiplayer.max_sync_packet_size, in bytes.
constexpr std::uint32_t default_sync_limit = 1350;
constexpr std::uint32_t whole_in_datagram = 1364;  // ENet: its MTU of 1392 without the headers of a fragment
constexpr std::size_t change_bits = 64;
constexpr std::size_t most_scenes = multiplayer::Spawn::by_function;  // a Spawn has a byte for the number
constexpr std::string_view in_folder = "res://";

std::string number(std::uint64_t value) { return std::to_string(value); }

/// Collects the findings of one project.
class Auditor {
 public:
  Auditor(Project& project, Audit& out, std::size_t& text_left) : project_(project), out_(out), text_left_(text_left) {}

  void run() {
    for (std::size_t scene = 0; scene < project_.scene_count(); ++scene) read_scene_nodes(static_cast<int>(scene));
    add_shared();
    for (const ScriptInfo& script : project_.scripts()) read_script(script);
    add_channels();
  }

 private:
  template <class Row>
  void add(std::vector<Row>& rows, Row row) {
    if (rows.size() < AuditLimits::rows) rows.push_back(std::move(row));
    else out_.is_cut = true;
  }
  void find(Level level, const char* kind, std::string place, std::string text) {
    add(out_.findings, Finding{level, kind, std::move(place), std::move(text)});
  }

  // --- Scenes ---

  void read_scene_nodes(int scene) {
    const NodeTree& tree = project_.tree(scene);
    for (std::size_t at = 0; at < tree.size(); ++at) {
      const NodeInfo& node = tree[at];
      if (node.file != scene) continue;  // an instance's: it is in its own scene's rows
      if (node.is_synchronizer() && node.config != nullptr) read_synchronizer(scene, static_cast<int>(at), node);
      if (node.is_spawner()) read_spawner(scene, static_cast<int>(at), node);
    }
  }

  std::string node_path(int scene, int node) {
    std::string path(project_.tree(scene).front().name);
    if (const std::string below = project_.path_of(scene, node); !below.empty()) path += "/" + below;
    return path;
  }
  std::string place_of(int scene, int node) { return project_.scene_path(scene) + " " + node_path(scene, node); }

  void read_synchronizer(int scene, int at, const NodeInfo& node) {
    SynchronizerSize size = {.scene = project_.scene_path(scene),
                             .node = node_path(scene, at),
                             .values = {},
                             .interval = node.replication_interval};
    std::string seldom;
    std::uint32_t seldom_bytes = 0;
    for (const ReplicatedProperty& property : *node.config) {
      if (property.mode == Mode::on_change) ++size.on_change;
      if (property.mode != Mode::always) continue;
      ++size.always;
      const ValueTypes types = value_types(project_, scene, at, property.path);
      ByteRange bytes = bytes_of_value(types);
      if (property.half) bytes = {1, bytes.most, bytes.is_bounded};  // Redot's, with fewer bytes
      size.values += bytes;
      if (!is_seldom_changed(types)) continue;
      seldom += (seldom.empty() ? "" : ", ") + std::string(property_name(property));
      seldom_bytes += bytes.least;
    }
    const std::string place = place_of(scene, at);
    judge_size(place, size.values);
    if (size.on_change > change_bits)
      find(Level::fault, "many_on_change", place,
           number(size.on_change) +
               " properties are On Change; a bit of 64 means property i and i + 64, and receivers refuse most of these "
               "changes: "
               "divide them among two synchronizers");
    if (!seldom.empty())
      find(Level::cost, "always", place,
           seldom + ": sent with every state, at least " + number(seldom_bytes) +
               " bytes, also while unchanged; On Change sends such values only when they change");
    if (node.config_file >= 0) shared_[node.config].emplace(node.config_file, place);
    add(out_.synchronizers, std::move(size));
  }

  /// Names, texts and switches; numbers and vectors may well change with each state.
  static bool is_seldom_changed(const ValueTypes& types) {
    return types.names[0] == "String" || types.names[0] == "StringName" || types.names[0] == "bool";
  }

  void judge_size(const std::string& place, const ByteRange& values) {
    const names::SyncLimit& set = project_.sync_limit();
    if (set.script != nullptr && set.bytes < 0) return;
    const std::uint32_t limit = set.script != nullptr ? static_cast<std::uint32_t>(set.bytes) : default_sync_limit;
    const bool is_sure = values.least > limit;
    const std::uint32_t size = is_sure ? values.least : values.most;
    if (is_sure || (values.is_bounded && values.most > limit)) {
      find(is_sure ? Level::fault : Level::risk, "large_state", place,
           std::string("a state has ") + (is_sure ? "at least " : "up to ") + number(size) +
               " bytes; max_sync_packet_size is " + number(limit) + ", and larger states are not sent");
    } else if (values.least + state_header + sync_header > whole_in_datagram) {
      find(Level::risk, "fragmented_state", place,
           "a state has at least " + number(values.least) +
               " bytes: ENet divides it among several datagrams, and one lost datagram loses the state");
    }
  }

  void judge_scenes(const std::string& place, std::span<const std::string> scenes) {
    if (scenes.size() <= most_scenes) return;
    std::string text = "lists " + number(scenes.size()) + " scenes, whose numbers have 8 bits: " + scenes[most_scenes] +
                       ", number 255, is spawned nowhere";
    if (scenes.size() > most_scenes + 1)
      text += ", for " + scenes[most_scenes + 1] + ", number 256, other peers make " + scenes.front() +
              ", and so on, without an error";
    find(Level::fault, "many_scenes", place,
         text + ": give a second spawner the scenes from number 255 on, or use spawn()");
  }

  void read_spawner(int scene, int at, const NodeInfo& node) {
    judge_scenes(place_of(scene, at), node.spawnable_paths);
    const int parent = node_at(scene, at, node.spawn_path);
    for (const int spawned : node.spawnable) {
      if (spawned >= 0 && parent >= 0) note_spawn(spawned, project_.tree(scene)[static_cast<std::size_t>(parent)]);
      if (spawned < 0 || !spawned_.insert(spawned).second) continue;
      if (lacks_synchronizer(spawned))
        find(Level::risk, "no_synchronizer", project_.scene_path(spawned),
             place_of(scene, at) +
                 " spawns it, and it has no MultiplayerSynchronizer: its nodes appear at other peers "
                 "with the scene's own values, and nothing of them is synchronized");
      const char* script = project_.gives_in_ready(spawned);
      if (script != nullptr && !project_.spawned_synchronizers(spawned).empty())
        find(Level::risk, "authority_in_ready", project_.scene_path(spawned),
             std::string(script) +
                 " calls set_multiplayer_authority() in _ready(), when the spawn has counted the "
                 "scene's synchronizers already: call it in _enter_tree()");
    }
  }

  /// The node at a path from another one; -1: there is none.
  int node_at(int scene, int from, std::string_view path) {
    const NodeTree& tree = project_.tree(scene);
    int node = path.empty() ? -1 : from;
    while (node >= 0 && !path.empty()) {
      const std::size_t end = std::min(path.find('/'), path.size());
      const std::string_view part = path.substr(0, end);
      path.remove_prefix(std::min(end + 1, path.size()));
      const NodeInfo& here = tree[static_cast<std::size_t>(node)];
      if (part == "..") node = here.parent;
      else if (part != ".") node = child_of(tree, here, part);
    }
    return node;
  }
  static int child_of(const NodeTree& tree, const NodeInfo& node, std::string_view name) {
    for (const int child : node.children)
      if (tree[static_cast<std::size_t>(child)].name == name) return child;
    return -1;
  }

  /// `parent`: the node below which it appears.
  void note_spawn(int scene, const NodeInfo& parent) {
    const auto [known, is_new] = spawns_.try_emplace(project_.scene_path(scene));
    Spawn& spawn = known->second;
    if (is_new) spawn.waits = !project_.spawned_synchronizers(scene).empty() && !gives_authority(scene);
    if (spawn.parents.size() + spawn.scripts.size() >= AuditLimits::rows) return;
    spawn.parents.insert(std::string(parent.name));
    if (parent.script >= 0) spawn.scripts.insert(parent.script);
  }

  /// A script of the scene sets the authority of nodes: at every peer.
  bool gives_authority(int scene) {
    const NodeTree& tree = project_.tree(scene);
    return std::any_of(tree.begin(), tree.end(), [this](const NodeInfo& node) {
      if (node.script < 0) return false;
      const Script& file = *project_.scripts()[static_cast<std::size_t>(node.script)].file;
      return file.sets_authority || !file.faults.empty();
    });
  }

  /// Neither the scene nor a script of it makes a synchronizer, the engine's or a library's.
  bool lacks_synchronizer(int scene) {
    const NodeTree& tree = project_.tree(scene);
    std::set<int> scripts;
    for (const NodeInfo& node : tree) {
      if (node.is_synchronizer() || node.libraries.any() || node.type.empty()) return false;
      if (node.script >= 0) scripts.insert(node.script);
    }
    return !tree.empty() && std::none_of(scripts.begin(), scripts.end(), [this](int script) {
      const std::optional<std::string> text = text_of(project_.scripts()[static_cast<std::size_t>(script)].path);
      return !text || text->find("Synchronizer") != std::string::npos;
    });
  }

  void add_shared() {
    for (const auto& [config, places] : shared_) {
      if (places.size() < 2) continue;
      std::string others;
      for (auto place = std::next(places.begin()); place != places.end(); ++place)
        others += (others.empty() ? "" : ", ") + place->second;
      find(Level::risk, "shared_config", places.begin()->second,
           "its SceneReplicationConfig is also that of " + others + ": what is changed in one is changed in all");
    }
  }

  // --- Scripts ---

  std::optional<std::string> text_of(const std::string& path) {
    const std::string_view file = std::string_view(path).substr(0, path.find("::"));
    if (!file.starts_with(in_folder) || !(file.ends_with(".gd") || file.ends_with(".cs"))) return std::nullopt;
    std::vector<FileFault> faults;
    std::optional<std::string> text =
        read_text(project_.folder() / from_utf8(file.substr(in_folder.size())), std::string(file), faults);
    const std::size_t cost = text ? text->size() * (BodyLimits::listed + 1) : 0;
    if (cost <= text_left_) {
      text_left_ -= cost;
      return text;
    }
    out_.is_cut = true;
    return std::nullopt;
  }

  void read_script(const ScriptInfo& script) {
    for (const Class* part : script.parts) {
      for (const Method& method : part->methods) {
        if (!method.rpc) continue;
        const names::Declaration rules = read_rpc_declaration(method.mode);
        note_channel(script, method.name, rules);
        if (rules.callers == names::Callers::anybody) add_open(script, &method, method.name, method.mode);
      }
    }
    for (const RpcSettings& settings : script.settings) {
      const names::Declaration rules = read_rpc_settings(settings.text);
      note_channel(script, settings.name, rules);
      if (rules.callers != names::Callers::anybody) continue;
      const int number = static_cast<int>(&script - project_.scripts().data());
      add_open(script, project_.method(number, settings.name), settings.name, settings.text);
    }
    if (script.outer >= 0 || script.path.ends_with(".cs")) return;
    if (const std::optional<std::string> text = text_of(script.path)) {
      read_gifts(script, *text);
      const std::optional<ChannelLimit> limit = read_channel_limit(*text);
      if (!limit || (limit_ && limit_->channels <= limit->channels)) return;
      limit_ = limit;
      limit_place_ = script.path + ":" + number_of_line(limit->line);
    }
  }

  /// Instances whose authority is given away before a spawner sends them.
  void read_gifts(const ScriptInfo& script, const std::string& text) {
    if (!script.file->sets_authority || spawns_.empty()) return;
    const int number = static_cast<int>(&script - project_.scripts().data());
    for (const EarlyGift& gift : read_early_gifts(text)) {
      const auto found = spawns_.find(gift.scene);
      if (found == spawns_.end() || !found->second.waits || is_remote(script, gift.function)) continue;
      const Spawn& spawn = found->second;
      if (gift.parent.empty() ? !spawn.scripts.contains(number) : !spawn.parents.contains(gift.parent)) continue;
      find(Level::risk, "authority_before_spawn", script.path + ":" + number_of_line(gift.line),
           gift.scene +
               " gets its authority before add_child(), at this peer alone: a spawn does not tell it, and leaves out "
               "the "
               "synchronizers that it changes: call set_multiplayer_authority() in _enter_tree() of the scene");
    }
  }
  /// Each peer may run it.
  static bool is_remote(const ScriptInfo& script, const std::string& function) {
    return std::any_of(script.remote.begin(), script.remote.end(),
                       [&](const Method* method) { return method->name == function; });
  }

  static std::string number_of_line(unsigned line) { return std::to_string(line); }

  void add_open(const ScriptInfo& script, const Method* method, const std::string& name, const std::string& mode) {
    OpenMethod open = {
        .script = script.path, .name = name, .line = method != nullptr ? method->line : 0, .mode = mode, .body = {}};
    if (method != nullptr) {
      if (const std::optional<std::string> text = text_of(script.path)) open.body = read_body(*text, *method);
      open.has_body = open.body.is_found;
    }
    add(out_.open_methods, std::move(open));
  }

  struct ChannelUser {
    std::string place;
    int channel;
  };
  void note_channel(const ScriptInfo& script, const std::string& method, const names::Declaration& rules) {
    if (rules.channel > 0) add(users_, ChannelUser{script.path + " " + method + "()", rules.channel});
  }

  void add_channels() {
    if (!limit_) return;
    for (const ChannelUser& user : users_)
      if (user.channel > limit_->channels)
        find(Level::fault, "channel_count", user.place,
             "is sent on channel " + std::to_string(user.channel) + "; " + limit_place_ + " makes connections with " +
                 std::to_string(limit_->channels) + (limit_->channels == 1 ? " channel" : " channels"));
  }

  Project& project_;
  Audit& out_;
  std::size_t& text_left_;
  /// A scene that spawners send.
  struct Spawn {
    bool waits = false;             ///< it has synchronizers, and no script of it gives authority away
    std::set<std::string> parents;  ///< names of the nodes below which it appears
    std::set<int> scripts;          ///< the scripts of these nodes, by number
  };

  std::set<int> spawned_;
  std::map<std::string, Spawn> spawns_;                                    ///< by the scene's path
  std::map<const ReplicationConfig*, std::map<int, std::string>> shared_;  ///< by the file that refers to it
  std::vector<ChannelUser> users_;
  std::optional<ChannelLimit> limit_;
  std::string limit_place_;
};

/// Names of the first list that the second lacks.
std::string missing_in(const std::vector<const Method*>& first, const std::vector<const Method*>& second) {
  std::set<std::string_view> there;
  for (const Method* method : second) there.insert(method->name);
  std::string names;
  std::size_t listed = 0;
  for (const Method* method : first) {
    if (there.contains(method->name)) continue;
    if (listed++ == BodyLimits::listed) return names + ", \u2026";
    names += (names.empty() ? "" : ", ") + method->name;
  }
  return names;
}

/// Scripts of one path whose remote methods differ: no call to their nodes is understood between the two games.
void compare(const Project& first, const Project& second, Audit& out) {
  for (const ScriptInfo& mine : first.scripts()) {
    const int number = second.script_at(mine.path);
    if (number < 0 || out.findings.size() >= AuditLimits::rows) continue;
    const ScriptInfo& theirs = second.scripts()[static_cast<std::size_t>(number)];
    if (mine.checksum == theirs.checksum) continue;
    const std::string only_mine = missing_in(mine.remote, theirs.remote);
    const std::string only_theirs = missing_in(theirs.remote, mine.remote);
    std::string text =
        "its remote methods differ between " + to_utf8(first.folder()) + " and " + to_utf8(second.folder());
    if (!only_mine.empty()) text += "; the first alone has " + only_mine;
    if (!only_theirs.empty()) text += "; the second alone has " + only_theirs;
    out.findings.push_back(
        {Level::fault, "methods_differ", mine.path, text + ": calls to its nodes fail, or reach another method"});
  }
}

}  // namespace

Audit audit(std::span<Project* const> projects) {
  Audit result;
  std::size_t text_left = AuditLimits::text;
  for (Project* project : projects) Auditor(*project, result, text_left).run();
  for (std::size_t at = 1; at < projects.size(); ++at) compare(*projects[0], *projects[at], result);
  std::stable_sort(result.findings.begin(), result.findings.end(),
                   [](const Finding& left, const Finding& right) { return left.level < right.level; });
  return result;
}

}  // namespace godot::analysis::project
