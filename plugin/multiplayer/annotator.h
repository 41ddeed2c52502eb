// SPDX-License-Identifier: GPL-2.0-or-later
// Adds to a message's tree what the wire does not say: names for numbers, links to the frames that taught them, one
// line of text. It hears the values of the walk whose tree a TreeSink makes, and its facts behind the account's
// builder; it says itself who speaks to whom, and hands the rest to the annotator of that concern. Nothing in here
// needs a destructor: epan may leave by longjmp.
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

  /// Where generated items go: the innermost subtree of this sink; null: nowhere.
  void show_in(const TreeSink* sink) noexcept { notes_.show_in(sink); }

  [[nodiscard]] const MessageSummary& summary() const noexcept { return notes_.summary; }
  /// The kind of the first problem that was reported; null: none was.
  [[nodiscard]] const char* problem() const noexcept { return notes_.problem; }
  [[nodiscard]] const Route& route() const noexcept { return notes_.route; }

  /// The message is another protocol's, which says what it is about.
  void is_about(const char* text) noexcept { notes_.summary.text = text; }

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
  void name_objects(objects::Owner owner) const;
  void add_peers() const;
  void add_hop() const;
  void add_transfer_mode() const;
  [[nodiscard]] const char* called(PeerId peer) const;
  [[nodiscard]] const char* change_text(const char* what, PeerId peer) const;
  void add_costs(const multiplayer::Command& command, ByteRange whole, bool good) const;
  void judge(const multiplayer::Command& command, bool good) const;

  Annotations notes_;
  bool has_command_ = false;
  const char* command_name_ = "";  ///< as in filters: "spawn"
  PropertyNamer values_{notes_};
  CallAnnotator calls_{notes_};
  PathAnnotator paths_{notes_};
  SpawnAnnotator spawns_{notes_, values_};
  SyncAnnotator syncs_{notes_, values_};
};

}  // namespace godot::plugin
