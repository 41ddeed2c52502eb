// SPDX-License-Identifier: GPL-2.0-or-later
// Adds generated items to a message's tree: names for numbers, links to the frames that announced them, one line of
// text. It receives the values of the walk whose tree a TreeSink builds, and its facts after the account's builder. It
// adds sender and receiver itself, and calls one annotator for each other topic. Nothing here has a destructor: epan
// may leave by longjmp.
#pragma once

#include "codec/multiplayer/walk.h"
#include "plugin/core/objects.h"
#include "plugin/multiplayer/annotations.h"
#include "plugin/multiplayer/call_annotator.h"
#include "plugin/multiplayer/path_annotator.h"
#include "plugin/multiplayer/property_namer.h"
#include "plugin/multiplayer/spawn_annotator.h"
#include "plugin/multiplayer/sync_annotator.h"

namespace godot::plugin {

class Annotator final : public multiplayer::PacketSink, public ValueListener {
 public:
  explicit Annotator(const MessageContext& context) noexcept : notes_(context) {}

  /// Sets where generated items are added: the innermost subtree of this sink; null: nowhere.
  void show_in(const TreeSink* sink) noexcept { notes_.show_in(sink); }

  [[nodiscard]] const MessageSummary& summary() const noexcept { return notes_.summary; }
  /// The kind of the first reported problem; null: none.
  [[nodiscard]] const char* problem() const noexcept { return notes_.problem; }
  [[nodiscard]] const analysis::Route& route() const noexcept { return notes_.route; }

  /// Sets the text of a message of an upper protocol.
  void is_about(const char* text) noexcept { notes_.summary.text = text; }

  void header(const multiplayer::Header& header) override;
  void peer(const multiplayer::PeerChange& change) override;
  void command(const multiplayer::Command& command) override;
  void system(const multiplayer::System& system) override;
  void node(const multiplayer::Node& node) override;
  void method(const multiplayer::Member& method) override;
  void property(const multiplayer::Member& property) override;
  void arguments(const multiplayer::Arguments& arguments) override;
  void announced(const multiplayer::AnnouncedPath& path) override;
  void confirmed(const multiplayer::ConfirmedPath& path) override;
  void spawn(const multiplayer::Spawn& spawn) override;
  void spawn_state(const multiplayer::SpawnState& state) override;
  void despawn(const multiplayer::Despawn& despawn) override;
  void sync(const multiplayer::Sync& sync) override;
  void sync_begin(const multiplayer::SyncObject& object) override;
  void sync_end(const multiplayer::SyncObject& object) override;
  bool bytes(const multiplayer::UserBytes& bytes) override;
  void end(const multiplayer::Command& command, bool good) override;
  void value(const OutermostValue& value) override;

 private:
  [[nodiscard]] const char* way() const;
  void name_objects_in(const OutermostValue& value) const;
  void name_objects(objects::Owner owner) const;
  void add_peers() const;
  void add_hop() const;
  void add_transfer_mode() const;
  [[nodiscard]] const char* called(analysis::PeerId peer) const;
  [[nodiscard]] const char* change_text(const char* what, analysis::PeerId peer) const;
  void add_costs(const multiplayer::Command& command, ByteRange whole, bool good) const;

  Annotations notes_;
  const bool exports_objects_ = objects::wanted();
  bool has_command_ = false;
  const char* command_name_ = "";  ///< as in filters: "spawn"
  PropertyNamer values_{notes_};
  CallAnnotator calls_{notes_};
  PathAnnotator paths_{notes_};
  SpawnAnnotator spawns_{notes_, values_};
  SyncAnnotator syncs_{notes_, values_};
};

}  // namespace godot::plugin
