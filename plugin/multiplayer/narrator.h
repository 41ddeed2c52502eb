// SPDX-License-Identifier: GPL-2.0-or-later
// Tells what a message means: names for numbers, links to the frames that taught them, one line of text. It hears the
// facts and the values of a walk and adds to the tree that a TreeSink makes of the same walk. Nothing in here needs a
// destructor: epan may leave by longjmp.
#pragma once

#include "codec/multiplayer/walk.h"
#include "plugin/analysis/multiplayer/learner.h"
#include "plugin/analysis/multiplayer/names.h"
#include "plugin/core/generated.h"
#include "plugin/core/link.h"
#include "plugin/core/tree_sink.h"
#include "plugin/multiplayer/state.h"

namespace godot::plugin {

/// What a message was about, for columns, labels and statistics. Texts are in packet scope.
struct Story {
  const char* way = "";          ///< → 1; empty: nobody knows
  const char* text = "";         ///< Main/Player.move(Vector2(1, 2), true)
  const char* kind = "";         ///< Remote call
  const char* node = nullptr;    ///< Main/Player
  const char* member = nullptr;  ///< move
};

/// Where the bytes of a PackedByteArray lie: the last one that the walk has passed.
struct PackedBytes {
  Offset begin = 0;
  Offset length = 0;
  bool seen = false;
};

/// What a narrator works with.
struct Scene {
  tvbuff_t* tvb;
  packet_info* pinfo;
  const Message& message;
  const State& state;
  const MultiplayerLink& link;
  End from;
  const variant::Dialect& dialect;
  const PackedBytes& packed;  ///< kept up by whoever hears of leaves
};

class Narrator final : public multiplayer::PacketSink, public ValueListener {
 public:
  /// `learner` is null where nothing is to be learned.
  Narrator(const Scene& scene, Learner* learner) noexcept
      : scene_(scene), learner_(learner), router_(scene.link.peers, scene.from), route_(router_.route()) {}

  /// Where generated items go: the innermost subtree of this sink.
  void show_in(const TreeSink& sink) noexcept { sink_ = &sink; }

  [[nodiscard]] const Story& story() const noexcept { return story_; }

  void header(const multiplayer::Header& header) override;
  void peer(const multiplayer::PeerChange& change) override;
  void command(const multiplayer::Command& command) override;
  void system(const multiplayer::System& system) override;
  void node(const multiplayer::Node& node) override;
  void method(const multiplayer::Member& method) override;
  void property(const multiplayer::Member& property) override;
  void arguments(const multiplayer::Arguments& arguments) override;
  void taught(const multiplayer::TaughtPath& path) override;
  void confirmed(const multiplayer::ConfirmedPath& path) override;
  void spawn(const multiplayer::Spawn& spawn) override;
  void despawn(const multiplayer::Despawn& despawn) override;
  void sync(const multiplayer::Sync& sync) override;
  void sync_begin(const multiplayer::SyncObject& object) override;
  void sync_end(const multiplayer::SyncObject& object) override;
  bool bytes(const multiplayer::UserBytes& bytes) override;
  void end(const multiplayer::Command& command, bool good) override;
  void value(const OutermostValue& value) override;

 private:
  /// A value that waits for its name until it is clear that the list of names fits.
  struct Unnamed {
    proto_item* item;
    const char* text;
    std::uint32_t index;
    Offset begin;
    Offset end;
  };

  // The tree. Places are offsets in the message.
  struct Place {
    Offset begin;
    Offset length;
  };
  [[nodiscard]] proto_tree* tree() const noexcept { return sink_ != nullptr ? sink_->tree() : nullptr; }
  proto_item* add_text(proto_tree* tree, int field, Place place, const char* text) const;
  void add_node_path(Place place, const char* path) const;
  void add_frame(Generated field, Place place, std::uint32_t frame) const;
  void add_peer(Field field, PeerId peer) const;
  void add_script(Place place) const;
  void note(Expert expert) const;

  // Texts in packet scope.
  [[nodiscard]] bool affords(const char* path) const;
  [[nodiscard]] const char* path_text(const char* kept) const;
  [[nodiscard]] const char* way() const;
  [[nodiscard]] const char* node_text(const SpawnedNode& node) const;
  [[nodiscard]] const char* spawner_text(std::uint32_t spawner) const;
  [[nodiscard]] names::Node named(const SpawnedNode& node) const;
  [[nodiscard]] const char* call_text(bool good) const;
  [[nodiscard]] const char* sync_text(const multiplayer::Command& command) const;

  void add_argument(const OutermostValue& value);
  void check_arguments() const;
  void name_values(const names::Synchronizer& synchronizer, names::PropertyList list, std::uint32_t first,
                   std::uint32_t count, std::uint64_t indexes) const;
  void show_scene(const names::Synchronizer& synchronizer, names::PropertyList list, Place place) const;
  void name_spawn_state() const;
  [[nodiscard]] bool list_fits(int properties) const;

  static constexpr std::size_t most_path_bytes = std::size_t{1} << 20;

  const Scene& scene_;
  Learner* learner_;
  mutable std::size_t path_budget_ = most_path_bytes;  ///< what remembered paths may still take in this message
  const TreeSink* sink_ = nullptr;
  Story story_;
  Router router_;
  const Route& route_;

  // The command that is open.
  multiplayer::CommandType type_ = multiplayer::CommandType::none;
  names::Node node_;
  const char* node_text_ = "";  ///< its path, or #7
  names::Name method_;
  const char* member_ = nullptr;  ///< name of the method or property, or #3; null: not read
  std::uint32_t argument_count_ = 0;
  bool maybe_no_bytes_ = false;
  wmem_strbuf_t* values_ = nullptr;  ///< the arguments so far
  const SpawnedNode* spawned_ = nullptr;
  std::uint32_t sync_ids_ = 0;  ///< synchronizers of a spawn
  names::Synchronizer synchronizer_;
  std::uint32_t sync_objects_ = 0;
  bool delta_ = false;
  wmem_array_t* unnamed_ = nullptr;
};

}  // namespace godot::plugin
