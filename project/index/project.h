// SPDX-License-Identifier: MIT
// A Godot project, read from its folder: the remote methods of scripts, the nodes of scenes, the properties that are
// synchronized. Questions are answered from memory; refresh() reads the files that have changed.
//
// Limits: what a script does at run time (rpc_config(), add_spawnable_scene(), set_script()) cannot be read, nor can
// binary scenes and compiled scripts. Memory and time are bounded by FolderLimits, ScriptLimits, SceneLimits and those
// below; nothing throws, whatever the files hold.
//
//     Project project("/home/me/game");
//     project.refresh();
//     for (int script : project.scripts_with("f5f32…"))
//       if (const Method* method = project.remote_method(script, 3)) use(method->name, method->arguments);
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/names/source.h"
#include "base/text_hash.h"
#include "project/index/project_files.h"
#include "project/scenes/scene.h"
#include "project/scripts/script.h"
#include "project/text/path_index.h"

namespace godot::analysis::project {

/// A script, or a class inside one.
struct ScriptInfo {
  std::string path;                     ///< as `res://player.gd`, `res://a.gd::Inner`, `res://main.tscn::GDScript_1`
  std::vector<const Class*> parts;      ///< one; several for partial classes of C#
  const Script* file = nullptr;         ///< the script whose file contains it
  int outer = -1;                       ///< the script around an inner class
  int base = -1;                        ///< the script that it extends; -1: an engine's class
  std::vector<const Method*> remote;    ///< by name, as Godot 4 numbers them; with those of its bases
  std::string checksum;                 ///< the MD5 of their names, as Confirm path has it
  std::vector<std::string> configured;  ///< names that it passes to rpc_config() of its own node, sorted
  std::vector<RpcSettings> settings;    ///< settings of these, one for each call
  bool settings_unread = false;         ///< some of the settings cannot be read
  std::string configured_checksum;      ///< of these names and the list, as Godot combines them; empty: it adds nothing
  bool unread = false;                  ///< it adds further names that cannot be read
};

/// A node of a scene tree, in which instances and inherited scenes are resolved. Its texts belong to the parsed scenes,
/// because a tree consists mostly of copies.
struct NodeInfo {
  std::string_view name;
  std::string_view type;  ///< the engine's class; empty if its scene could not be read
  int parent = -1;
  std::vector<int> children;
  int script = -1;
  int scene = -1;                                ///< the scene that has it as root
  int file = -1;                                 ///< the scene file that contains it
  const ReplicationConfig* config = nullptr;     ///< what a synchronizer replicates; null: the node is none
  std::vector<int> spawnable;                    ///< a spawner's list of scenes; -1: not in the project
  std::span<const std::string> spawnable_paths;  ///< the same paths as the scene has them
  std::string_view spawn_path;
  std::string_view root_path = "..";
  int config_file = -1;             ///< the scene file that gives it its configuration
  double replication_interval = 0;  ///< seconds between a synchronizer's states; 0: each frame
  NodeLists libraries;              ///< what it is to libraries of games

  /// The properties of its configuration; none without one.
  [[nodiscard]] const ReplicationConfig& replicated() const noexcept {
    static const ReplicationConfig none;
    return config != nullptr ? *config : none;
  }
  [[nodiscard]] bool is_synchronizer() const noexcept { return type == "MultiplayerSynchronizer"; }
  [[nodiscard]] bool is_spawner() const noexcept { return type == "MultiplayerSpawner"; }
};

/// A scene's nodes; the first is its root.
using NodeTree = std::vector<NodeInfo>;

/// A node that a path from the wire may stand for, and how it was found.
struct PathMatch {
  enum class Evidence {
    autoload,
    main_scene,   ///< the path begins with its root
    other_scene,  ///< the path begins with the root of another scene
    spawned,      ///< a spawner instantiates scenes at this place; the rest of the path is in one of them
    within,       ///< the path is one below a scene's root: the game's multiplayer has a root path of its own
    below,        ///< a part of the path is a scene's root
    numbered,     ///< … except for the number that Godot adds to equal names
    suffix,       ///< the path's end lies below a scene's root
  };
  int scene = -1;
  int node = -1;    ///< in the scene's tree; -1: an autoload that is only a script
  int script = -1;  ///< the script of the node; -1: it has none
  Evidence evidence = Evidence::suffix;
};

/// The script whose list of methods is closest to an unknown checksum.
struct Nearest {
  int script = -1;                ///< -1: none is close
  bool exact = false;             ///< the names below give exactly this checksum
  std::vector<std::string> more;  ///< what the sender has in addition
  std::vector<std::string> less;  ///< what the sender does not have
  std::vector<std::string> list;  ///< where exact: the list of the sender, in its order
  /// Where exact: what Node.rpc_config() has added, numbered apart from 0x8000 on.
  std::vector<std::string> configured;
  /// The list is exact; the split between script and rpc_config() is guessed: the checksum is the same.
  bool ambiguous = false;
  bool words = false;     ///< `configured` has strings of the script that are no functions of its own
  bool given_up = false;  ///< not exact, and not all was tried (ProjectLimits)

  /// The script's list is the sender's, and so are its numbers.
  [[nodiscard]] bool is_as_written() const noexcept { return more.empty() && less.empty(); }
};

struct ProjectLimits {
  static constexpr std::size_t bases = 48;                         ///< scripts above one another
  static constexpr std::size_t methods = 1U << 22;                 ///< looked at for the RPC lists
  static constexpr std::size_t instances = 64;                     ///< scenes within one another
  static constexpr std::size_t tree = 65536;                       ///< nodes of a scene with all its instances
  static constexpr std::size_t trees = 1U << 19U;                  ///< nodes of all trees together
  static constexpr std::size_t few_trees = 1U << 16U;              ///< … of a project that writes few nodes,
  static constexpr std::size_t trees_of_node = 64;                 ///< and so many more for each that it writes
  static constexpr std::size_t places = 16;                        ///< places in scenes that are kept for one path
  static constexpr std::size_t paths = 4096;                       ///< whose places are remembered
  static constexpr std::size_t path_parts = 64;                    ///< of a path from the wire
  static constexpr std::size_t search_work = 8U << 20U;            ///< bytes hashed, about, for one unknown checksum
  static constexpr std::size_t all_search_work = 4 * search_work;  ///< for all of them
  static constexpr std::size_t own_search_work = 4U << 20U;        ///< if it is given up: for the node's own script,
  static constexpr std::size_t all_own_search_work = 8 * own_search_work;  ///< and for all own scripts
  static constexpr std::size_t searches = 256;                             ///< unknown checksums that are remembered
  static constexpr std::size_t faults = 1000;
  static constexpr std::size_t configured = 256;  ///< names of one script or one object for rpc_config()
  static constexpr std::size_t groups = 256;      ///< objects that scripts hand names to
};

class Project {
 public:
  /// `folder` contains project.godot, and is written as users do (written_folder.h).
  explicit Project(const std::filesystem::path& folder);
  ~Project();
  Project(const Project&) = delete;
  Project& operator=(const Project&) = delete;

  /// Reads the files that have changed. True if any had: then all earlier numbers and pointers are invalid.
  bool refresh();

  [[nodiscard]] const std::filesystem::path& folder() const noexcept { return folder_; }
  [[nodiscard]] const Settings& settings() const noexcept { return settings_; }

  /// False: the folder is none of a project, or cannot be read; the first of faults() says why.
  [[nodiscard]] bool is_there() const noexcept { return there_; }

  /// Files that could not be read, each once.
  [[nodiscard]] const std::vector<FileFault>& faults() const noexcept { return faults_; }

  // --- Scripts -----------------------------------------------------------------------------------------------------
  [[nodiscard]] const std::vector<ScriptInfo>& scripts() const noexcept { return scripts_; }

  /// Scripts whose RPC list has this checksum; empty for the empty list's checksum.
  [[nodiscard]] std::span<const int> scripts_with(std::string_view checksum) const;

  /// The length of the longest list of another script that is the end of the list with this checksum; 0: there is none.
  [[nodiscard]] std::size_t longest_ending(std::string_view checksum);

  /// By resource path or uid; -1 if there is none.
  [[nodiscard]] int script_at(std::string_view path) const;

  /// By Godot 4's number; null if the list is shorter.
  [[nodiscard]] const Method* remote_method(int script, std::size_t id) const noexcept;

  /// By name, in the script and its bases; null if none has it.
  [[nodiscard]] const Method* method(int script, std::string_view name) const noexcept;

  /// The same for a variable.
  [[nodiscard]] const Variable* variable(int script, std::string_view name) const noexcept;

  /// The texts of a constant as a script names it: `NAME`, `Other.NAME`. Empty if there is none, or not of texts.
  [[nodiscard]] std::vector<std::string> constant_texts(int script, std::string_view name) const;

  /// True if the script and all its bases are GDScript, down to an engine's class: what they do not declare, does
  /// not exist.
  [[nodiscard]] bool is_whole(int script) const noexcept;

  /// The only declaration of a method of this name in the project, or several that agree on its arguments' names.
  [[nodiscard]] const Method* only_method(std::string_view name) const;

  /// True if a script passes this name to rpc_config().
  [[nodiscard]] bool configures(std::string_view method) const { return configured_.contains(method); }

  /// The same, for another node than its own; or if a name passed there cannot be read.
  [[nodiscard]] bool configures_others(std::string_view method) const;

  /// True if a script passes this name to Godot 3's rset_config(), or one that cannot be read.
  [[nodiscard]] bool configures_set(std::string_view property) const {
    return configures_sets_unread_ || configured_sets_.contains(property);
  }

  /// True if a script names set_multiplayer_authority() (Godot 3: set_network_master()), or cannot be read whole.
  [[nodiscard]] bool sets_authority() const noexcept { return sets_authority_; }
  /// True if a script changes the lists of spawners, or cannot be read whole.
  [[nodiscard]] bool adds_scenes() const noexcept { return adds_scenes_; }

  /// What scripts set max_sync_packet_size to.
  [[nodiscard]] const names::SyncLimit& sync_limit() const noexcept { return sync_limit_; }

  /// The script of a scene's nodes, its instances' included, that changes authority in _ready(); null: none.
  [[nodiscard]] const char* gives_in_ready(int scene);

  /// False if no script changes the authority of a node with this script: neither the script itself or its bases, nor
  /// one that changes the authority of other nodes. A node above may still change it for all nodes below.
  [[nodiscard]] bool gives_away(int script) const;

  /// True if this script, or one of its bases, changes the authority of its own node.
  [[nodiscard]] bool gives_itself(int script) const;

  /// True if scripts may give a node with this script, and its synchronizers, to different peers.
  [[nodiscard]] bool may_split(int script) const;

  /// True if a script sets the script of nodes (set_script()), or cannot be read completely.
  [[nodiscard]] bool sets_scripts() const noexcept { return sets_scripts_; }

  /// Tries names that scripts add with rpc_config(), then lists that differ by a name or two. `hint` is the script that
  /// the node should have, -1 if unknown. `configured`: the list is known to have names of rpc_config(). `least`: the
  /// script's own part of the list is known to have at least so many. The work is bounded by
  /// ProjectLimits::search_work; where that is not enough, the script of `hint` alone has own_search_work more.
  [[nodiscard]] const Nearest& nearest(std::string_view checksum, int hint, bool configured, std::size_t least);

  /// Some script adds methods to other nodes than its own, by names that cannot be read.
  [[nodiscard]] bool configures_unread() const noexcept { return foreign_unread_; }

  /// Some script names rpc_config() at all.
  [[nodiscard]] bool configures_any() const noexcept { return foreign_unread_ || !configured_.empty() || own_unread_; }

  /// True if a synchronizer's configuration has `precision`, which no Godot writes.
  [[nodiscard]] bool is_redots() const noexcept { return is_redots_; }

  // --- Scenes ------------------------------------------------------------------------------------------------------
  [[nodiscard]] std::size_t scene_count() const noexcept;
  [[nodiscard]] const std::string& scene_path(int scene) const noexcept;

  /// By resource path or uid; -1 if there is none.
  [[nodiscard]] int scene_at(std::string_view path) const;

  /// The scene's nodes; empty if it cannot be read.
  [[nodiscard]] const NodeTree& tree(int scene);

  /// A node by its path below a scene's root (`.` or empty: the root); -1 if there is none.
  [[nodiscard]] int node_at(int scene, std::string_view path);

  /// The same, from another node of the scene; `..` leads upwards.
  [[nodiscard]] int node_from(int scene, int node, std::string_view path);

  /// The node's path below its scene's root; empty for the root.
  [[nodiscard]] std::string path_of(int scene, int node);

  /// The nodes that a path from the wire (`Main/Player`, `/root/Main/Player`) may stand for, the likeliest first.
  [[nodiscard]] const std::vector<PathMatch>& places(std::string_view path);

  /// The same in scenes that a script may have made where the path leaves the scene in use, whose root its first name
  /// is: those of scenes_mentioned(). If that name is of several scenes, the main one is in use; else all may be.
  [[nodiscard]] std::vector<PathMatch> mentioned_places(std::string_view path);

  /// Scenes that scripts of a scene and its instances refer to, or that are given to their nodes: a function of a
  /// spawner, or any other script, may instantiate them.
  [[nodiscard]] const std::vector<int>& scenes_mentioned(int scene);

  /// The synchronizers that a SPAWN of this scene counts, in the order in which they enter the tree: those of its root.
  [[nodiscard]] const std::vector<int>& spawned_synchronizers(int scene);

 private:
  struct Parsed;
  struct SceneEntry;
  struct Builder;
  struct Search;

  void report(const std::string& path, Fault fault);
  [[nodiscard]] std::shared_ptr<const Parsed> read(const ProjectFile& file, std::shared_ptr<const Parsed> before,
                                                   std::size_t& budget, bool& changed) const;
  [[nodiscard]] std::vector<std::string> wanted_resources() const;
  void link();

  // These functions are in scripts.cpp.
  void link_scripts();
  void forget_scripts();
  void add_scripts();
  void link_bases();
  void find_only_methods();
  void sum_up_scripts();
  int add_script(std::string path, const Script& file, const Class& source, int outer);
  void add_classes(const std::string& path, const Script& script);
  void add_csharp(const std::string& path, const Script& script);
  [[nodiscard]] int resolve_base(int script, const Base& base) const;
  [[nodiscard]] int resolve_names(int scope, std::span<const std::string> names, unsigned depth) const;
  [[nodiscard]] int member_class(int script, std::string_view name, unsigned depth) const;
  void cut_loops();
  void collect_remote(int index, std::size_t& budget);
  void link_configured();
  [[nodiscard]] const Nearest& search(std::string_view checksum, int hint, bool configured, std::size_t least);
  [[nodiscard]] bool add_configured(const RpcConfigCalls& group, std::vector<std::string>& names) const;

  // These functions are in scenes.cpp.
  void link_scenes();
  void find_cycles();
  [[nodiscard]] std::vector<int> instanced_by(int scene) const;
  [[nodiscard]] std::string resource_path(std::string_view path, std::string_view uid) const;
  [[nodiscard]] const ExternalResource* external(int scene, const ResourceReference& reference) const;
  [[nodiscard]] int script_of(int scene, const ResourceReference& reference) const;
  [[nodiscard]] int scene_of(int scene, const ResourceReference& reference) const;
  [[nodiscard]] std::string path_of(int scene, const ResourceReference& reference) const;
  [[nodiscard]] bool is_redots_file(std::size_t file) const;
  [[nodiscard]] const ReplicationConfig* config_of(int scene, const ResourceReference& reference) const;
  [[nodiscard]] std::vector<int> find_synchronizers(int scene);
  [[nodiscard]] std::vector<int> find_mentioned(int scene);
  [[nodiscard]] std::unordered_map<int, std::vector<int>> find_spawned(int scene);
  [[nodiscard]] int child(int scene, int parent, std::string_view name);
  [[nodiscard]] int below(int scene, std::span<const std::string_view> parts);

  // places.cpp
  /// Scenes whose roots have one name.
  struct SameRoot {
    std::vector<int> scenes;
    std::vector<int> with_spawners;
    PathIndex paths;  ///< of these scenes, once they are asked for
  };
  void index_scene(int scene, PathIndex& paths);
  SameRoot* scenes_of_root(std::string_view name);
  const PathIndex& paths_of_all();
  void add_place(std::vector<PathMatch>& places, int scene, std::span<const std::string_view> parts,
                 PathMatch::Evidence how);
  void add_places(std::vector<PathMatch>& places, std::span<const PathIndex::Entry> scenes,
                  std::span<const std::string_view> parts, PathMatch::Evidence how);
  void add_first(std::vector<PathMatch>& places, std::span<const std::string_view> parts);
  void add_spawned(std::vector<PathMatch>& places, int scene, std::span<const std::string_view> parts);
  [[nodiscard]] std::vector<PathMatch> find_places(std::string_view path);

  std::filesystem::path folder_;
  bool read_once_ = false;
  bool there_ = false;
  Stamp settings_stamp_;
  Settings settings_;
  std::vector<ProjectFile> files_;
  std::vector<FileFault> folder_faults_;
  std::vector<std::shared_ptr<const Parsed>> parsed_;  ///< one for each file; null: not read
  std::vector<FileFault> faults_;

  std::unordered_map<std::string, std::string> path_of_uid_;
  std::vector<ScriptInfo> scripts_;
  std::unordered_map<std::string, int> script_of_path_;
  std::unordered_map<std::string, int> script_of_class_;  ///< by the name that class_name declares
  std::unordered_map<std::string, int> script_of_csharp_;
  std::unordered_map<std::string, std::vector<int>> scripts_of_checksum_;
  std::unordered_map<std::string, std::size_t> endings_;  ///< the answers of longest_ending(), by checksum
  std::set<std::string_view> configured_;
  std::set<std::string, std::less<>> configured_sets_;
  bool sets_authority_ = false;
  bool adds_scenes_ = false;
  names::SyncLimit sync_limit_;
  bool configures_sets_unread_ = false;
  bool gives_others_ = false;
  bool gives_alone_ = false;
  std::uint64_t other_gifts_ = 0;
  bool sets_scripts_ = false;
  bool is_redots_ = false;
  std::unordered_map<std::string_view, const Method*> only_methods_;  ///< null: several with different arguments
  std::unordered_map<std::string_view, std::vector<const std::string*>> texts_of_constant_;
  std::unordered_map<std::string, std::vector<int>> scripts_of_configured_;  ///< by the checksum configured_checksum
  std::vector<std::vector<std::string>> foreign_;  ///< what scripts add to other nodes, sorted
  bool foreign_unread_ = false;
  bool own_unread_ = false;  ///< some script adds methods to its own node by names that cannot be read
  std::unordered_map<std::string, Nearest, TextHash> nearest_;
  std::size_t search_work_left_ = ProjectLimits::all_search_work;
  std::size_t own_search_work_left_ = ProjectLimits::all_own_search_work;

  std::vector<SceneEntry> scenes_;
  std::unordered_map<std::string, int> scene_of_path_;
  std::unordered_map<std::string, SameRoot> scenes_of_root_;  ///< by the root's name
  PathIndex paths_of_all_;                                    ///< once they are asked for
  std::unordered_map<std::string, std::size_t> file_of_path_;
  std::size_t tree_nodes_left_ = 0;
  std::unordered_map<std::string, std::vector<PathMatch>, TextHash> places_;
};

}  // namespace godot::analysis::project
