// SPDX-License-Identifier: GPL-2.0-or-later
// The state learned from a capture: paths, spawned nodes, synchronizers, and the latest time of each synchronizer's
// clock. It is filled on the first pass, in frame order, and only read afterwards. A message adds an amount that its
// bytes bound: one entry for a path or a node, one for each synchronizer id.
//
// Independent of Wireshark, so nothing is left by longjmp.
//
// Sources: modules/multiplayer/scene_cache_interface.cpp, scene_replication_interface.cpp, multiplayer_synchronizer.cpp
// (update_inbound_sync_time) of Godot 4.0-4.6; core/io/multiplayer_api.cpp of Godot 3.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "plugin/analysis/hash_table.h"
#include "plugin/analysis/links/turn.h"
#include "plugin/analysis/multiplayer/agreement.h"
#include "plugin/analysis/multiplayer/authority.h"
#include "plugin/analysis/multiplayer/calls_in_doubt.h"
#include "plugin/analysis/multiplayer/parents.h"
#include "plugin/analysis/multiplayer/speaker_history.h"
#include "plugin/analysis/multiplayer/text_pool.h"
#include "plugin/analysis/multiplayer/two_senders.h"
#include "plugin/analysis/multiplayer/views.h"
#include "plugin/analysis/number_hash.h"
#include "plugin/analysis/sync/states.h"

namespace godot::analysis {

/// A path that got a number.
struct AnnouncedPath {
  std::uint32_t frame;
  const char* path;
  const char* md5;                 ///< of the node's remote methods; null before Godot 4
  std::uint32_t confirmed_in = 0;  ///< 0: not in the capture
  std::int64_t time = 0;           ///< of `frame`, in nanoseconds by the capture's clock
  bool maybe_copy = false;         ///< it may have been announced before the capture began, and confirmed then
  bool methods_differ = false;     ///< the confirming end has another list of remote methods
  bool waited = false;             ///< its receiver delivered it only later: after the reliable messages sent before it
  std::uint32_t above = 0;         ///< number of the path above the node, among the memory's texts; 0: none

  [[nodiscard]] bool same(const AnnouncedPath& other) const noexcept { return path == other.path && md5 == other.md5; }
};

/// A node that a spawner made.
struct SpawnedNode {
  std::uint32_t frame;
  const char* name;
  std::uint32_t net_id;
  std::uint32_t spawner;  ///< number of the spawner's path
  std::uint32_t scene;
  std::uint32_t synchronizers = 0;  ///< that its spawn listed
  std::uint32_t despawned_in = 0;   ///< 0: not in the capture
  std::int32_t values = -1;         ///< of its state; negative: not known
  const char* types = nullptr;      ///< of the first of them, see names::Node::spawn_types; null: not known
  std::int64_t time = 0;            ///< of `frame`, in nanoseconds by the capture's clock
  std::int64_t despawned_at = 0;    ///< the same of `despawned_in`
  Turn despawn = {};                ///< of `despawned_in`
  bool late = false;                ///< it arrived after messages that were sent later
  std::uint32_t name_number = 0;    ///< of the name, among the memory's texts
  const AnnouncedPath* called_before = nullptr;  ///< a path with its name that was announced just before it; null: none

  [[nodiscard]] bool same(const SpawnedNode& other) const noexcept {
    return despawned_in == 0 && name == other.name && spawner == other.spawner && scene == other.scene;
  }
};

/// The frame in which a node was despawned.
struct Gone {
  std::uint32_t frame;
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

/// Identifies a part of a message, to store something about it: its frame, its number in the frame, its number in the
/// message.
struct PartKey {
  std::uint32_t frame;
  std::uint32_t message;
  std::uint32_t part;
  [[nodiscard]] bool operator==(const PartKey&) const noexcept = default;
};

/// The problem with the time of a synchronizer's state.
struct StaleSync {
  std::uint16_t time;
  std::uint16_t last;        ///< the time that the receiver had
  std::uint32_t last_frame;  ///< where it came from
};

/// Conclusions from the numbers of calls about a list of remote methods.
struct CalledMethods {
  bool configured = false;  ///< Node.rpc_config() has added some methods
  std::uint32_t least = 0;  ///< so many at least are the script's own
};

class Memory {
 public:
  // --- Paths ---
  /// Paths and names longer than any game's are not stored: a message's names cost at most this much.
  static constexpr std::size_t most_text = 4096;
  void announce_path(const Speaker& speaker, std::uint32_t id, std::string_view path, std::string_view md5,
                     std::uint32_t frame, std::int64_t time = 0, bool maybe_copy = false, bool waits = false);
  [[nodiscard]] const AnnouncedPath* path(const Speaker& speaker, std::uint32_t id, std::uint32_t frame) const;

  /// The same for a call that carries its path: an announcement to this peer or to others, before or after.
  [[nodiscard]] const AnnouncedPath* path(const Speaker& speaker, std::string_view path, std::uint32_t frame) const;

  /// A node with this list of remote methods was called by this number.
  void called(const char* md5, std::uint32_t id);
  [[nodiscard]] CalledMethods called(const char* md5) const;

  /// The announcement of `speaker` on its link that the far end now confirms, or null: by number, or before Godot 4.3
  /// by the path itself.
  [[nodiscard]] const AnnouncedPath* announced(const Speaker& speaker, std::uint32_t id, std::uint32_t frame) const;
  [[nodiscard]] const AnnouncedPath* announced(const Speaker& speaker, std::string_view path,
                                               std::uint32_t frame) const;
  /// `direct`: by the other end of the link itself, not relayed by a server.
  void confirm_path(const Speaker& speaker, std::uint32_t id, std::uint32_t frame, bool direct,
                    bool methods_match = true);
  void confirm_path(const Speaker& speaker, std::string_view path, std::uint32_t frame, bool direct,
                    bool methods_match = true);

  /// True if the other end has no node at this path: it never confirmed it, but confirmed others that were announced
  /// later (paths and their confirmations stay in order); or it keeps sending for two seconds, which is longer than a
  /// retransmission takes. (scene_cache_interface.cpp, process_simplify_path)
  [[nodiscard]] bool never_confirmed(const Speaker& speaker, const Speaker& receiver, const AnnouncedPath& path) const;

  /// Records that this end of a link has sent something.
  void sent(const Speaker& speaker, std::int64_t time) { last_sent_[IdKey::of_link(speaker, 0)] = time; }

  // --- Spawned nodes ---
  /// Stores a node by its name. Returns its state.
  SpawnedNode* spawn(const Speaker& speaker, SpawnedNode node, std::string_view name);
  void spawn_state(SpawnedNode& node, const multiplayer::SpawnState& state);
  void spawn_synchronizer(const Speaker& speaker, std::uint32_t id, const SpawnedNode& node, std::uint32_t position,
                          std::uint32_t frame);
  void despawn(const Speaker& speaker, std::uint32_t net_id, std::uint32_t frame, std::uint32_t message = 0,
               std::int64_t time = 0, const Turn& turn = {});
  /// The frame in which a node above the one of this despawn was despawned on the same link: both were removed then,
  /// and the receiver refuses the message. 0: none was.
  [[nodiscard]] std::uint32_t refused(std::uint32_t frame, std::uint32_t message) const;
  [[nodiscard]] const SpawnedNode* node(const Speaker& speaker, std::uint32_t net_id, std::uint32_t frame) const;
  [[nodiscard]] const SpawnedSynchronizer* synchronizer(const Speaker& speaker, std::uint32_t id,
                                                        std::uint32_t frame) const;

  /// The node below which this one was made, as far as other paths show it; null: unknown.
  [[nodiscard]] const char* parent(const Speaker& speaker, const SpawnedNode& node) const;

  /// Whether the node with this path, or one above it, is a spawned node that does not exist in a frame, by the
  /// messages of `spawner` on its link.
  struct Presence {
    std::uint32_t spawned_in = 0;    ///< the spawn before; 0: none
    std::uint32_t despawned_in = 0;  ///< the last despawn, if it does not exist; 0: none
    std::uint32_t comes_in = 0;      ///< the next spawn, if it does not exist; 0: none
    bool comes_late = false;         ///< that spawn was sent before, and lost or overtaken
    Turn despawn = {};               ///< of `despawned_in`
    std::int64_t time = 0;           ///< of `comes_in`, else of `despawned_in`: nanoseconds by the capture's clock

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

  /// A message to a node, and the state of the node's path.
  struct NodeMessage {
    std::string_view path;
    const AnnouncedPath* known = nullptr;  ///< null: nothing
    bool by_number = false;                ///< without the path, as to a receiver that has confirmed it
    Turn turn = {};                        ///< of the message
  };

  /// Whether a message of `caller` to a node finds it, by the spawns and despawns of both ends. `relay`: the server
  /// that relays it, which may have spawned the node at its receiver; null: there is none.
  struct Fate {
    enum class Kind : std::uint8_t { found, too_early, too_late, gone_at_receiver };
    Kind kind = Kind::found;
    bool by_relay = false;  ///< known from the server's spawns, not the caller's
    Presence presence;      ///< of the node, by the caller's spawns; for `gone_at_receiver`, by the receiver's
  };
  [[nodiscard]] Fate fate(const Speaker& caller, const Speaker& receiver, const NodeMessage& message,
                          std::uint32_t frame, const Speaker* relay = nullptr) const;

  /// Records a message to a node, if the node may not exist.
  void call(const Speaker& caller, const Speaker& receiver, const NodeMessage& message, std::uint32_t frame);
  /// The calls that came too early for the spawn, and those too late for the despawn, of this node, as far as the
  /// capture was read. `spawner` has sent both.
  [[nodiscard]] Missed missed_spawn(const Speaker& spawner, const Speaker& receiver, const SpawnedNode& node) const;
  [[nodiscard]] Missed missed_despawn(const Speaker& spawner, const Speaker& receiver, const SpawnedNode& node) const;

  // --- Peers of a session ---
  /// Stores that the server has announced to the client at the other end of a link that a peer has joined, or left.
  void announce_peer(std::uint32_t link, std::int32_t peer, bool here, std::uint32_t frame, const Turn& turn = {});
  /// The frame that announced to a client that this peer has left, without a return before `frame`; 0: none.
  /// `turn`: of a message to that client, before which the announcement must have been delivered; null: none
  [[nodiscard]] std::uint32_t peer_gone_in(std::uint32_t link, std::int32_t peer, std::uint32_t frame,
                                           const Turn* turn = nullptr) const;
  /// The later frame that first announces this peer to a client; 0: announced before, or never.
  [[nodiscard]] std::uint32_t peer_comes_in(std::uint32_t link, std::int32_t peer, std::uint32_t frame) const;

  // --- Authorities ---
  /// A synchronizer's state comes from its authority: the number of its path, or its own.
  void state_from(const Speaker& speaker, std::uint32_t id, bool by_path, std::uint32_t frame);

  /// The peers that have sent the states of the node with this path so far.
  [[nodiscard]] Senders state_senders(const Speaker& speaker, std::string_view path) const;

  /// The same on the link of its own sender: whether other peers send it, too.
  void state_leaves(const Speaker& speaker, std::uint32_t path, const Views::Position& position);

  TwoSenders two_senders;
  Views views;          ///< receivers of states
  Agreement agreement;  ///< and whether all get the same

  // --- The synchronizers' clocks ---
  /// Records a message with states of this time to `target`, and whether the previous message had the same time: then
  /// not all states fitted into one.
  void sync_message(const Speaker& speaker, std::int32_t target, std::uint16_t time, const PartKey& message);
  /// The frame with the previous message, which could not hold all states of its time; 0: none.
  [[nodiscard]] std::uint32_t continues(std::uint32_t frame, std::uint32_t message) const;

  /// Records a state with this time that arrives at `target`; stores the part if the receiver drops it.
  void sync(const Speaker& speaker, std::int32_t target, std::uint32_t id, std::uint16_t time, const PartKey& part);
  [[nodiscard]] const StaleSync* stale(const PartKey& part) const;

  /// Every state of every synchronizer.
  sync::States states;

 private:
  struct Clock {
    std::uint16_t time;
    std::uint32_t frame;
  };
  struct ClockKey {
    IdKey id;
    std::int32_t target;
    [[nodiscard]] bool operator==(const ClockKey&) const noexcept = default;
  };
  struct ClockHash {
    std::size_t operator()(const ClockKey& key) const noexcept {
      return hash_numbers(key.id.scope, key.id.speaker, key.id.id, key.id.is_session, key.target);
    }
  };
  struct PartHash {
    std::size_t operator()(const PartKey& key) const noexcept { return hash_numbers(key.frame, key.message, key.part); }
  };

  /// The number that was announced for a path.
  struct PathNumber {
    std::uint32_t frame;
    std::uint32_t id;
    [[nodiscard]] bool same(const PathNumber& other) const noexcept { return id == other.id; }
  };

  /// An announcement to a client about another one.
  struct PeerAnnouncement {
    std::uint32_t frame;
    bool here;
    Turn turn;
    [[nodiscard]] bool same(const PeerAnnouncement& other) const noexcept { return here == other.here; }
  };

  TextPool texts_;
  SpeakerHistory<PeerAnnouncement> peers_;
  SpeakerHistory<AnnouncedPath> paths_;
  HashTable<IdKey, std::uint32_t, IdHash> newest_confirmed_;  ///< the newest announcement that the other end confirmed
  HashTable<IdKey, std::int64_t, IdHash> last_sent_;          ///< the time of an end's last message
  SpeakerHistory<PathNumber> numbers_;                        ///< by the path's number in texts_
  SpeakerHistory<SpawnedNode> nodes_;
  SpeakerHistory<SpawnedSynchronizer> synchronizers_;
  Parents parents_{texts_};
  Authority authority_;
  std::unordered_map<const char*, CalledMethods> called_;  ///< by checksum, one of texts_

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
  [[nodiscard]] const History<SpawnedNode>* namesakes(const Speaker& spawner, std::uint32_t name) const;
  [[nodiscard]] std::string_view parent_of(const Speaker& spawner, const SpawnedNode& node) const;
  [[nodiscard]] std::string path_of(const Speaker& spawner, const SpawnedNode& node) const;
  [[nodiscard]] const SpawnedNode* is_below(const Speaker& spawner, const SpawnedNode* node,
                                            std::string_view above) const;
  [[nodiscard]] std::uint32_t gone_with(const Speaker& speaker, const SpawnedNode& node, std::uint32_t frame) const;

  /// A node by the texts of its parent's path and of its name, both of texts_, and its despawner.
  struct GoneKey {
    std::uint32_t link;
    std::int32_t voice;
    const char* parent;
    const char* name;
    [[nodiscard]] bool operator==(const GoneKey&) const noexcept = default;
  };
  struct GoneHash {
    std::size_t operator()(const GoneKey& key) const noexcept {
      return hash_numbers(key.link, key.voice, key.parent, key.name);
    }
  };
  std::unordered_map<GoneKey, History<Gone>, GoneHash> gone_;
  std::deque<Gone> gones_;
  HashTable<ClockKey, Clock, ClockHash> clocks_;
  std::unordered_map<PartKey, StaleSync, PartHash> stale_;
  std::unordered_map<PartKey, std::uint32_t, PartHash> refused_;

  /// The newest path that ends with a name, by that one's number in texts_.
  HashTable<IdKey, const AnnouncedPath*, IdHash> announced_names_;
  CallsInDoubt in_doubt_;
  std::unordered_map<std::uint32_t, std::uint32_t> changes_;  ///< how many nodes were spawned and despawned on a link

  /// A spawned node by the number of its name in texts_, its spawner and the link.
  HashTable<IdKey, History<SpawnedNode>, IdHash> by_name_;
  static constexpr std::size_t parts_count = 16;
  mutable std::array<PathParts, parts_count> recent_parts_;  ///< by a hash of the path
  HashTable<ClockKey, Clock, ClockHash> messages_;           ///< the last one with states
  std::unordered_map<PartKey, std::uint32_t, PartHash> continues_;
};

}  // namespace godot::analysis
