// SPDX-License-Identifier: MIT
// The nodes that spawners made and removed, their synchronizers, and the calls that missed them.
//
// Sources: modules/multiplayer/scene_replication_interface.cpp of Godot 4.0-4.6.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/game/memory/calls_in_doubt.h"
#include "analysis/game/memory/paths.h"
#include "analysis/link/receiver_order.h"
#include "base/hash_table.h"
#include "codec/multiplayer/protocol.h"

namespace godot::analysis {

/// A spawned node's path as displayed, kept with the node: each of its states shows it.
struct ShownPath {
  const char* above = nullptr;  ///< the path above the node, as known then: a text of the memory; null: not made yet
  const char* text = nullptr;   ///< null: not kept, as it is long or has characters to replace
};

/// A node that a spawner made.
struct SpawnedNode {
  std::uint32_t frame;
  std::uint32_t name_number = 0;  ///< of the name, among the memory's texts
  const char* name;
  std::uint32_t net_id;
  std::uint32_t spawner;  ///< number of the spawner's path
  std::uint32_t scene;
  std::uint32_t synchronizers = 0;  ///< that its spawn listed
  std::uint32_t despawned_in = 0;   ///< 0: not in the capture
  std::uint32_t gone_in = 0;     ///< its receiver lacks it from this frame on; 0: it has it, as far as the capture says
  std::int32_t values = -1;      ///< of its state; negative: not known
  const char* types = nullptr;   ///< of the first of them, see names::Node::spawn_types; null: not known
  std::uint64_t object_ids = 0;  ///< bit i: value i of its state, of the first 64, has an object, sent as its id
  bool argument_has_object_id = false;  ///< so has the argument of its spawn
  std::int64_t time = 0;                ///< of `frame`, in nanoseconds by the capture's clock
  std::int64_t gone_at = 0;             ///< the same of `gone_in`
  Turn turn = {};                       ///< the place of `frame` in the order of delivery
  Turn gone = {};                       ///< the place of `gone_in` in the order of delivery
  std::uint32_t freed_in = 0;           ///< its spawner was in a later frame of its game by then; 0: nothing shows it
  const SpawnedNode* gone_with = nullptr;  ///< the node above it whose despawn removed it, or made its spawn fail;
                                           ///< null: none, it was despawned itself
  bool failed = false;                     ///< its spawn: `gone_with` was gone before
  bool late = false;                       ///< it arrived after messages that were sent later
  const AnnouncedPath* called_before = nullptr;  ///< a path with its name that was announced just before it; null: none
  const char* parent = nullptr;                  ///< the node below which it was made, by a project; null: unknown
  mutable std::uint32_t held_until = 0;  ///< its receiver certainly held the spawn back until this frame; 0: not held,
                                         ///< or not known yet: stored when the spawn is shown in a later pass
  mutable ShownPath shown = {};
  SpawnedNode* inside = nullptr;       ///< the newest node that was spawned below it
  SpawnedNode* next_inside = nullptr;  ///< the next one below the same node

  /// True if the receiver lacks it in this frame although it was not despawned itself: see `gone_with`.
  [[nodiscard]] bool is_lacked(std::uint32_t in) const noexcept {
    return gone_with != nullptr && (failed ? in >= gone_in : in > gone_in);
  }
  [[nodiscard]] bool same(const SpawnedNode& other) const noexcept {
    return despawned_in == 0 && gone_in == 0 && name == other.name && spawner == other.spawner && scene == other.scene;
  }
};

/// A synchronizer of a spawned node.
struct SpawnedSynchronizer {
  std::uint32_t frame;
  const SpawnedNode* node;
  std::uint32_t position;  ///< among those of the node

  [[nodiscard]] bool same(const SpawnedSynchronizer& other) const noexcept {
    return node == other.node && position == other.position;
  }
};

class SpawnedNodes {
 public:
  SpawnedNodes(TextPool& texts, Parents& parents, const Paths& paths) noexcept
      : texts_(texts), parents_(parents), paths_(paths) {}

  /// Stores a node by its name. `parent`: the path of the node below which it was made, by a project; empty: unknown.
  /// Returns its state.
  SpawnedNode* spawn(const Speaker& speaker, SpawnedNode node, std::string_view name, std::string_view parent = {});
  void set_state(SpawnedNode& node, const multiplayer::SpawnState& state);
  void add_synchronizer(const Speaker& speaker, std::uint32_t id, const SpawnedNode& node, std::uint32_t position,
                        std::uint32_t frame);
  void despawn(const Speaker& speaker, std::uint32_t net_id, std::uint32_t frame, std::int64_t time = 0,
               const Turn& turn = {});
  /// The speaker sends states, once in a frame of its game, with the time of that frame. Nodes that it despawned two
  /// such frames before are freed.
  void sends_states(const Speaker& speaker, std::uint16_t time, std::uint32_t frame);
  [[nodiscard]] const SpawnedNode* find(const Speaker& speaker, std::uint32_t net_id, std::uint32_t frame) const;
  /// The same for what was spawned on the speaker's own link.
  [[nodiscard]] const SpawnedNode* find_on_link(const Speaker& speaker, std::uint32_t net_id,
                                                std::uint32_t frame) const;
  [[nodiscard]] const SpawnedSynchronizer* synchronizer(const Speaker& speaker, std::uint32_t id,
                                                        std::uint32_t frame) const;
  /// The same for what was spawned on the speaker's own link.
  [[nodiscard]] const SpawnedSynchronizer* synchronizer_on_link(const Speaker& speaker, std::uint32_t id,
                                                                std::uint32_t frame) const;

  /// The node below which this one was made, by a project or as far as other paths show it; null: unknown.
  [[nodiscard]] const char* parent(const Speaker& speaker, const SpawnedNode& node) const;
  /// The same, if the path of its spawner is known; null: it is not.
  [[nodiscard]] const char* parent(const Speaker& speaker, const SpawnedNode& node, const char* spawner) const;

  /// The path of a node of this memory below its parent(); null: see ShownPath.
  [[nodiscard]] const char* shown_path(const SpawnedNode& node, const char* above) const;

  /// Whether the node with this path, or one above it, is a spawned node that does not exist in a frame, by the
  /// messages of `spawner` on its link.
  struct Presence {
    std::uint32_t spawned_in = 0;    ///< the spawn before; 0: none
    std::uint32_t despawned_in = 0;  ///< since when it does not exist, by the last despawn; 0: it was not despawned
    const SpawnedNode* lacked =
        nullptr;                    ///< the node, if it went with one above it, or its spawn failed; see gone_with
    std::uint32_t comes_in = 0;     ///< the next spawn, if it does not exist; 0: none
    bool comes_late = false;        ///< that spawn was sent before, and lost or overtaken
    std::uint32_t freed_in = 0;     ///< a later frame of the spawner: see SpawnedNode
    Turn despawn = {};              ///< the place of `despawned_in` in the order of delivery
    std::uint32_t held_until = 0;   ///< the receiver had the spawn before, and held it back until this frame; 0: no
    std::int64_t time = 0;          ///< of `comes_in`, else of `despawned_in`: nanoseconds by the capture's clock
    std::int64_t despawned_at = 0;  ///< when `despawned_in` was captured, in nanoseconds
    bool changes_later = false;     ///< spawns or despawns of nodes with a name in the path may come after this frame

    /// True for a message sent before the despawn: the receiver held the despawn back until this message had arrived.
    [[nodiscard]] bool waits_for(const Turn& turn) const noexcept {
      return despawned_in != 0 && have_an_order(despawn, turn) && !comes_first(despawn, turn);
    }
    /// True if spawns describe the node at all.
    [[nodiscard]] bool known() const noexcept { return spawned_in != 0 || comes_in != 0; }
  };
  [[nodiscard]] Presence presence(const Speaker& spawner, std::string_view path, std::uint32_t frame) const;

  /// The innermost existing spawned node on the path, and the rest of the path below it.
  struct Within {
    const SpawnedNode* node = nullptr;
    std::size_t below = 0;
  };
  [[nodiscard]] Within within(const Speaker& spawner, std::string_view path, std::uint32_t frame) const;

  /// Both, with one search.
  struct OnPath {
    Presence presence;
    Within within;
  };
  [[nodiscard]] OnPath on_path(const Speaker& spawner, std::string_view path, std::uint32_t frame) const;

  /// A message to a node, and the state of the node's path.
  struct NodeMessage {
    std::string_view path;
    const AnnouncedPath* known = nullptr;  ///< null: nothing is known of the path
    bool by_number = false;                ///< without the path, as to a receiver that has confirmed it
    Turn turn = {};                        ///< the message's place in the order of delivery
  };

  /// Whether a message of `caller` to a node finds it, by the spawns and despawns of both ends. `relay`: the server
  /// that relays it, which may have spawned the node at its receiver; null: there is none.
  struct Fate {
    enum class Kind : std::uint8_t { found, too_early, too_late, gone_at_receiver };
    Kind kind = Kind::found;
    bool by_relay = false;  ///< known from the server's spawns, not the caller's
    Presence presence;      ///< of the node, by the caller's spawns; for `gone_at_receiver`, by the receiver's
  };
  [[nodiscard]] Fate fate(const Presence& by_caller, const Presence& by_receiver, const NodeMessage& message,
                          std::uint32_t frame, const Speaker* relay = nullptr) const;

  /// Records a message to a node, if the node may not exist.
  void add_call(const Speaker& caller, const Speaker& receiver, const NodeMessage& message, std::uint32_t frame);
  /// The calls that came too early for the spawn, and those too late for the despawn, of this node, as far as the
  /// capture was read. `spawner` has sent both.
  [[nodiscard]] Missed missed_spawn(const Speaker& spawner, const Speaker& receiver, const SpawnedNode& node) const;
  [[nodiscard]] Missed missed_despawn(const Speaker& spawner, const Speaker& receiver, const SpawnedNode& node) const;

 private:
  [[nodiscard]] Fate fate_of_call(const Speaker& caller, const Speaker& receiver, std::string_view path,
                                  std::uint32_t frame) const;
  [[nodiscard]] CallsInDoubt::Nodes nodes_of(const Speaker& spawner, std::string_view path) const;
  template <class Each>
  void each_spawned(const Speaker& spawner, std::string_view path, Each each) const;
  /// A name in a path: its number in texts_, 0 if it has none; and its position.
  struct PathPart {
    std::uint32_t number;
    std::uint32_t begin;
    std::uint32_t end;
  };
  /// The first names of a path. A game calls few paths, and each message looks its own up several times.
  struct PathParts {
    static constexpr std::size_t most = 64;

    std::string path;
    std::size_t texts = 0;  ///< their number at that time
    std::size_t count = 0;
    std::array<PathPart, most> parts;
  };
  [[nodiscard]] std::span<const PathPart> parts_of(std::string_view path) const;
  /// The nodes of one name that a spawner made.
  struct OfSpawner {
    std::uint32_t spawner;
    History<SpawnedNode> nodes;
  };
  /// The nodes of one name: spawners in different places may use the same one.
  using Namesakes = std::vector<OfSpawner>;
  static constexpr std::size_t most_spawners = 16;  ///< with as many for one name, such nodes are not found by path

  [[nodiscard]] const Namesakes* namesakes(const Speaker& spawner, std::uint32_t name) const;
  /// Those by the node's own spawner; null: they are not stored.
  [[nodiscard]] static const History<SpawnedNode>* own(const Namesakes& found, const SpawnedNode& node);
  /// The nodes of one name below one parent: the newest one until a frame, and the next one after it.
  struct Neighbours {
    SpawnedNode* before = nullptr;
    const SpawnedNode* next = nullptr;
  };
  [[nodiscard]] Neighbours neighbours(const Speaker& spawner, const Namesakes& found, std::string_view above,
                                      std::uint32_t frame) const;
  [[nodiscard]] std::string_view parent_of(const Speaker& spawner, const SpawnedNode& node) const;
  [[nodiscard]] std::string path_of(const Speaker& spawner, const SpawnedNode& node) const;
  /// The spawned nodes on a path when a node is spawned below them.
  struct Ancestors {
    SpawnedNode* innermost = nullptr;  ///< the innermost one that exists
    SpawnedNode* gone = nullptr;       ///< the outermost one that does not; null: all exist
  };
  [[nodiscard]] Ancestors ancestors(const Speaker& spawner, std::string_view path, const SpawnedNode& node) const;
  void place(const Speaker& speaker, SpawnedNode& node, const AnnouncedPath* spawner);
  void take_back(SpawnedNode& returned, SpawnedNode& before);
  static void take_along(SpawnedNode& gone);

  /// A node that its spawner has despawned, and may not have freed yet.
  struct Leaving {
    SpawnedNode* node;
    bool has_time = false;   ///< states were sent since
    std::uint16_t time = 0;  ///< of the first of them
  };
  static constexpr std::size_t most_leaving = 64;  ///< of one end: of further ones nothing shows when they are freed

  TextPool& texts_;
  Parents& parents_;
  const Paths& paths_;
  SpeakerHistory<SpawnedNode> nodes_;
  SpeakerHistory<SpawnedSynchronizer> synchronizers_;
  /// Spawned nodes by the number of their name in the text pool, the speaker and the link.
  HashTable<IdKey, Namesakes, IdHash> by_name_;
  std::vector<bool> is_name_of_any_;  ///< by the number of a name: most names in paths are no spawned node's
  CallsInDoubt in_doubt_;
  HashTable<std::uint32_t, std::uint32_t, NumberHash>
      changes_;                                             ///< how many nodes were spawned and despawned on a link
  HashTable<IdKey, std::vector<Leaving>, IdHash> leaving_;  ///< by the end of a link
  static constexpr std::size_t parts_count = 16;
  mutable std::array<PathParts, parts_count> recent_parts_;  ///< by a hash of the path
};

}  // namespace godot::analysis
