// SPDX-License-Identifier: MIT
// Says what a message's bytes do not: names for numbers, links to the frames that announced them, one line of text. It
// receives the values of the walk, and its facts after the account's builder. It adds sender and receiver itself, and
// has an annotator for each other topic. Nothing here has a destructor: who shows the items may leave by longjmp.
#pragma once

#include "analysis/message/annotation/annotations.h"
#include "analysis/message/annotation/call_annotator.h"
#include "analysis/message/annotation/property_namer.h"
#include "analysis/message/annotation/spawn_annotator.h"
#include "analysis/message/annotation/sync_annotator.h"
#include "codec/multiplayer/fields.h"
#include "codec/multiplayer/walk.h"

namespace godot::analysis::annotation {

class Annotator final : public multiplayer::PacketSink, public items::ValueListener {
 public:
  Annotator(const Context& context, Show& show) noexcept : notes_(context, show) {}

  [[nodiscard]] const Summary& summary() const noexcept { return notes_.summary; }
  [[nodiscard]] const Route& route() const noexcept { return notes_.route; }

  /// Sets the text of a message of a library of games.
  void is_about(const char* text) noexcept { notes_.summary.text = text; }

  /// False: the text of a value of numbers with this role is not needed.
  [[nodiscard]] bool shows(Field role) const noexcept {
    return notes_.context.shows_states || role != field::godot_sync_value;
  }

  /// False: nothing of a value with this role is needed but its end.
  [[nodiscard]] bool reads(Field role) const noexcept {
    return notes_.context.reads_texts || role != field::godot_sync_value;
  }
  /// False: the text of a value of this type is not needed, unless it says more of the type: of its elements, its
  /// class.
  [[nodiscard]] bool reads_text(std::string_view type) const noexcept {
    return notes_.writes() || type == "Array" || type == "Dictionary" || type == "Object";
  }

  /// At the end of each outermost value.
  void value(const ShownValue& value) override;

  void header(const multiplayer::Header& header) override;
  void peer(const multiplayer::PeerChange& change) override;
  void command(const multiplayer::Command& command) override;
  void system(const multiplayer::System& system) override;
  void node(const multiplayer::Node& node) override { calls_.node(node); }
  void method(const multiplayer::Member& method) override { calls_.method(method); }
  void property(const multiplayer::Member& property) override { calls_.property(property); }
  void arguments(const multiplayer::Arguments& arguments) override { calls_.arguments(arguments); }
  void announced(const multiplayer::AnnouncedPath& path) override;
  void confirmed(const multiplayer::ConfirmedPath& path) override;
  void spawn(const multiplayer::Spawn& spawn) override { spawns_.spawn(spawn); }
  void spawn_state(const multiplayer::SpawnState& state) override { spawns_.state(state.values); }
  void despawn(const multiplayer::Despawn& despawn) override { spawns_.despawn(despawn); }
  void sync(const multiplayer::Sync& sync) override { syncs_.sync(sync); }
  void sync_begin(const multiplayer::SyncObject& object) override { syncs_.begin(object); }
  void sync_end(const multiplayer::SyncObject& object) override { syncs_.end(object); }
  bool bytes(const multiplayer::UserBytes& bytes) override;
  void end(const multiplayer::Command& command, bool good) override;

 private:
  void name_objects(Owner owner) const;
  void name_objects_in(const ShownValue& value) const;
  void add_peers() const;
  void add_hop() const;
  void add_costs(const multiplayer::Command& command, ByteRange whole, bool good) const;
  [[nodiscard]] const char* way() const { return notes_.peers().way(notes_.message.link.peers, notes_.route); }
  [[nodiscard]] const char* change(const char* what, PeerId peer) const {
    return notes_.peers().change(what, notes_.message.link.peers, peer);
  }

  Annotations notes_;
  bool has_command_ = false;
  const char* command_name_ = "";  ///< as in filters: "spawn"
  PropertyNamer values_{notes_};
  CallAnnotator calls_{notes_};
  SpawnAnnotator spawns_{notes_, values_};
  SyncAnnotator syncs_{notes_, values_};
};

/// What the label of a command, which has its kind already, adds of the summary: ": spawn Main/Red" becomes ":
/// Main/Red", "Sync: changes of ..." becomes "Sync of changes". Empty: nothing.
[[nodiscard]] const char* label_of(const Summary& summary, const Arena& arena);

}  // namespace godot::analysis::annotation
