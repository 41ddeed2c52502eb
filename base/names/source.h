// SPDX-License-Identifier: MIT
// Names of nodes, methods, arguments and properties, for columns, trees, texts and statistics. The wire names little in
// Godot 4; sources that know more (the user's project, a table of the user's) are added with add_source() and queried
// in that order: the first answer counts.
//
// Independent of Wireshark. Texts are UTF-8, end with a NUL and live until the sources change, which reloads the
// capture. A query without an answer yields an empty Name: then a number is shown.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "codec/multiplayer/protocol.h"
#include "codec/multiplayer/transport.h"

namespace godot::analysis::names {

/// The certainty of an answer.
enum class Certainty : std::uint8_t {
  unknown,
  guessed,  ///< fits, but something else may, too: shown with a question mark
  certain,
};

struct Name {
  const char* text = nullptr;    ///< null: the name is not known
  const char* source = nullptr;  ///< the source of the name: res://player.gd; null: none to show
  Certainty certainty = Certainty::unknown;

  [[nodiscard]] explicit operator bool() const noexcept { return text != nullptr; }
};

/// A node, as far as the wire identifies it.
struct Node {
  const char* path = nullptr;         ///< below the multiplayer root, Main/Player; null: not known
  const char* rpc_md5 = nullptr;      ///< 32 hexadecimal digits over its list of remote methods; null: not known
  bool configured = false;            ///< calls to it were numbered from 0x8000 on: Node.rpc_config() has added methods
  std::uint32_t least_methods = 0;    ///< calls prove that so many are its script's own
  bool own_method = false;            ///< the method is the script's own: numbered below 0x8000
  const char* spawner = nullptr;      ///< path of the spawner that made it; null: no spawn is known
  const char* below = nullptr;        ///< path below the node that the spawner made; null: it is that node
  std::uint32_t scene = no_scene;     ///< its number in the spawner's list
  std::uint32_t synchronizers = 0;    ///< number of synchronizers in its spawn
  int spawn_values = -1;              ///< number of values in its spawn; negative: unknown
  const char* spawn_types = nullptr;  ///< of the first of them: a character each, the type's id and 1; null: not known.
                                      ///< Of a synchronizer that has a path: of the values of its state

  static constexpr std::uint32_t no_scene = 0xFFFFFFFF;  ///< made by a function, or not spawned
};

using multiplayer::HalfPrecision;

/// The values of a synchronisation come without names or count, in the order of one of the lists of its configuration.
enum class PropertyList : std::uint8_t { spawn, always, on_change };
inline constexpr std::size_t property_lists = 3;

/// The properties of a list, in the order of their values.
struct Properties {
  std::span<const char* const> names = {};   ///< their paths: `position`, `Sprite:frame`
  const char* scene = nullptr;               ///< the scene that lists them; null: several, or none to show
  Certainty certainty = Certainty::unknown;  ///< unknown: so is the list

  [[nodiscard]] explicit operator bool() const noexcept { return certainty != Certainty::unknown; }
  [[nodiscard]] std::uint32_t count() const noexcept { return static_cast<std::uint32_t>(names.size()); }
  [[nodiscard]] Name operator[](std::size_t index) const noexcept {
    return index < names.size() ? Name{names[index], scene, certainty} : Name{};
  }
};

/// A MultiplayerSynchronizer: one that the scene has, known by its path; or one of a spawned node.
struct Synchronizer {
  const char* path = nullptr;  ///< of the synchronizer itself; null: it is one of `node`
  Node node = {};              ///< the spawned node, whose synchronizer it is
  std::uint32_t position = 0;  ///< among the synchronizers of its scene, in the order in which they enter the tree
  int values = -1;             ///< number of values; for changes, the minimum number of properties; negative: unknown

  // For a capture that begins too late to identify the synchronizer: a guess by the values' types.
  std::span<const char* const> types = {};  ///< of the values, as named in scripts; empty: no guess is requested
  std::uint64_t indexes = 0;                ///< of changes: the indexes of their properties
};

/// An argument in a method's declaration.
struct Argument {
  Name name = {};
  const char* type = nullptr;  ///< as declared, `Vector2`, `Player`; null: any
};

/// All arguments in a method's declaration.
struct Signature {
  bool known = false;
  std::uint32_t required = 0;  ///< arguments without a default
  std::uint32_t count = 0;     ///< how many arguments it takes at most

  [[nodiscard]] bool takes(std::uint32_t sent) const noexcept { return sent >= required && sent <= count; }
};

/// The callers that a method accepts.
enum class Callers : std::uint8_t {
  unknown,
  anybody,
  authority,         ///< those of the node's authority (Godot 3: its master) alone
  toward_authority,  ///< any peer's, but only on the node's master (Godot 3's `master`)
  none,
};

enum class Transfer : std::uint8_t { unknown, unreliable, unreliable_ordered, reliable };
[[nodiscard]] constexpr Transfer transfer_of(multiplayer::TransferMode mode) noexcept {
  switch (mode) {
    case multiplayer::TransferMode::unreliable: return Transfer::unreliable;
    case multiplayer::TransferMode::unreliable_ordered: return Transfer::unreliable_ordered;
    case multiplayer::TransferMode::reliable: break;
  }
  return Transfer::reliable;
}

/// The rules for calls in a method's declaration.
struct Declaration {
  Callers callers = Callers::unknown;
  const char* mode = nullptr;  ///< `any_peer`, `authority`, `disabled`; Godot 3: its keyword; null: not known
  Transfer transfer = Transfer::unknown;
  int channel = -1;  ///< the channel of the annotation; negative: not declared
  bool call_local = false;
  bool is_written = true;  ///< false: the node's script has no such member, which says the same as "disabled"
  Certainty certainty = Certainty::unknown;

  [[nodiscard]] constexpr explicit operator bool() const noexcept { return mode != nullptr; }
};

/// What a project says of the scene that a spawner makes. Negative: unknown.
struct SpawnedScene {
  int scenes = -1;                       ///< in the spawner's list; unknown if a script may add some
  int synchronizers = -1;                ///< of the scene, which are in the tree when it spawns
  int properties = 0;                    ///< that these send with a spawn, in all
  const char* gives_in_ready = nullptr;  ///< a script of it that calls set_multiplayer_authority() in _ready()
};

/// The scenes that two projects have at one place of a spawner's list, where they differ.
struct OtherScenes {
  const char* text = nullptr;  ///< which; null: they are the same, or not known
  bool is_place = false;       ///< the scenes are the same, and the spawner makes them below another node
  bool is_certain = false;     ///< the sender and the receiver run two such projects
};

/// The lists of properties that two projects have for one synchronizer, where they differ.
struct OtherProperties {
  const char* text = nullptr;  ///< the first difference: "hp is int in server, String in client"; null: none is known
  bool is_certain = false;     ///< the sender and the receiver run two such projects
};

/// A method and the channel that it is declared for, as scripts count them.
struct ChannelUse {
  int channel = -1;  ///< negative: no method is declared for a channel
  const char* method = nullptr;
  const char* script = nullptr;
};

/// What a project's scripts set SceneMultiplayer.max_sync_packet_size to.
struct SyncLimit {
  const char* script = nullptr;  ///< the first that sets it; null: none does
  int bytes = -1;                ///< what it is set to; negative: unknown
};

/// A provider of names. It may leave each query unanswered. A source must not call Wireshark: nothing here may be left
/// by longjmp.
class Source {
 public:
  /// The subjects that a source has answers about.
  enum class Range : std::uint8_t { all, methods };
  /// `has_data`: whether it has data from the beginning.
  explicit Source(bool has_data = true, Range range = Range::all) noexcept : has_data_(has_data), range_(range) {}
  virtual ~Source() = default;

  /// False while it has no data, so that it is not queried.
  [[nodiscard]] bool has_data() const noexcept { return has_data_; }
  /// The same about scenes and their synchronizers.
  [[nodiscard]] bool has_scenes() const noexcept { return has_data_ && range_ == Range::all; }

  /// The script of a node.
  [[nodiscard]] virtual Name script(const Node&) const { return {}; }

  /// A method by its number, as in a call of Godot 4.
  [[nodiscard]] virtual Name method(const Node&, std::uint32_t /*id*/) const { return {}; }

  /// A method's arguments, by its name.
  [[nodiscard]] virtual Signature signature(const Node&, std::string_view /*method*/) const { return {}; }
  [[nodiscard]] virtual Argument argument(const Node&, std::string_view /*method*/, std::uint32_t /*index*/) const {
    return {};
  }

  /// How a method may be called, by its name.
  [[nodiscard]] virtual Declaration declaration(const Node&, std::string_view /*method*/) const { return {}; }

  /// How a property may be set remotely, as Godot 3 can, by its name.
  [[nodiscard]] virtual Declaration set_declaration(const Node&, std::string_view /*property*/) const { return {}; }

  /// The remote method of Godot 4 with the highest channel.
  [[nodiscard]] virtual ChannelUse highest_channel() const { return {}; }

  /// The size that a message with states may have.
  [[nodiscard]] virtual SyncLimit sync_limit() const { return {}; }

  /// True if no script of its project calls set_multiplayer_authority() (Godot 3: set_network_master()) for it: then
  /// every node is the server's.
  [[nodiscard]] virtual bool authority_never_set(const Node&) const { return false; }

  /// True if scripts of its project may give the node and its synchronizers to different peers.
  [[nodiscard]] virtual bool authority_may_be_split(const Node&) const { return false; }

  /// True if a script gives the node away: its own one, or that of a node above it.
  [[nodiscard]] virtual bool authority_is_given(const Node&) const { return false; }

  /// True if a scene or an autoload of its project has a node at this path. False: scripts make it, if it is there.
  [[nodiscard]] virtual bool is_in_scene(const Node&) const { return false; }

  /// True if the node is one of a project that was made with Redot.
  [[nodiscard]] virtual bool is_redots(const Node&) const { return false; }

  /// The scene that a spawner makes under this number, and the node that its nodes become children of.
  [[nodiscard]] virtual Name scene(std::string_view /*spawner*/, std::uint32_t /*scene*/) const { return {}; }
  [[nodiscard]] virtual Name parent(std::string_view /*spawner*/) const { return {}; }

  /// The scene of a spawned node, by its spawner and its number.
  [[nodiscard]] virtual SpawnedScene spawned_scene(const Node&) const { return {}; }

  /// Whether this scene's number means another scene at the receiver. A bit for each project that the ends may run.
  [[nodiscard]] virtual OtherScenes other_scenes(const Node&, std::uint64_t /*senders*/,
                                                 std::uint64_t /*receivers*/) const {
    return {};
  }

  /// A spawned node's synchronizer: its path below that node.
  [[nodiscard]] virtual Name synchronizer(const Synchronizer&) const { return {}; }

  [[nodiscard]] virtual Properties properties(const Synchronizer&, PropertyList) const { return {}; }

  /// Whether the receiver's list has other properties, as for other_scenes().
  [[nodiscard]] virtual OtherProperties other_properties(const Synchronizer&, PropertyList, std::uint64_t /*senders*/,
                                                         std::uint64_t /*receivers*/) const {
    return {};
  }

  /// Which properties of a list are sent in half precision, by their place in it.
  [[nodiscard]] virtual HalfPrecision halves(const Synchronizer&, PropertyList) const { return {}; }

  /// If there are scripts, but none has this node's list of methods: one sentence that names the nearest and the
  /// differences. Null: none.
  [[nodiscard]] virtual const char* checksum_unknown(const Node&) const { return nullptr; }

 protected:
  void set_has_data(bool has_data);

 private:
  bool has_data_;
  Range range_;
};

/// Adds a source, queried after those added before. It must stay valid until it is removed.
void add_source(const Source& source);
void remove_source(const Source& source);

// The queries, to all sources.
[[nodiscard]] Name script(const Node& node);
[[nodiscard]] Name method(const Node& node, std::uint32_t id);
[[nodiscard]] Signature signature(const Node& node, std::string_view method);
[[nodiscard]] Argument argument(const Node& node, std::string_view method, std::uint32_t index);
[[nodiscard]] Declaration declaration(const Node& node, std::string_view method);
[[nodiscard]] Declaration set_declaration(const Node& node, std::string_view property);
[[nodiscard]] ChannelUse highest_channel();
[[nodiscard]] SyncLimit sync_limit();
[[nodiscard]] bool authority_never_set(const Node& node);
[[nodiscard]] bool authority_may_be_split(const Node& node);
[[nodiscard]] bool authority_is_given(const Node& node);
[[nodiscard]] bool is_in_scene(const Node& node);
[[nodiscard]] bool is_redots(const Node& node);
namespace detail {
inline bool scenes_known = false;  ///< asked several times for each message
}
/// False: no source has answers to the following questions, as without a project.
[[nodiscard]] inline bool know_scenes() noexcept { return detail::scenes_known; }
[[nodiscard]] Name scene(std::string_view spawner, std::uint32_t scene);
[[nodiscard]] Name parent(std::string_view spawner);
[[nodiscard]] SpawnedScene spawned_scene(const Node& node);
[[nodiscard]] OtherScenes other_scenes(const Node& node, std::uint64_t senders, std::uint64_t receivers);
[[nodiscard]] Name synchronizer(const Synchronizer& synchronizer);
[[nodiscard]] Properties properties(const Synchronizer& synchronizer, PropertyList list);
[[nodiscard]] OtherProperties other_properties(const Synchronizer& synchronizer, PropertyList list,
                                               std::uint64_t senders, std::uint64_t receivers);
[[nodiscard]] HalfPrecision halves(const Synchronizer& synchronizer, PropertyList list);

/// The same for the values of a synchronizer's message, or of the state that a spawn carries for all of its own.
[[nodiscard]] HalfPrecision sent_halves(const Synchronizer& synchronizer, const multiplayer::SyncObject& object);
[[nodiscard]] HalfPrecision spawned_halves(const Node& node);
[[nodiscard]] const char* checksum_unknown(const Node& node);

}  // namespace godot::analysis::names
