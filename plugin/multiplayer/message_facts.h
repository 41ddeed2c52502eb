// SPDX-License-Identifier: GPL-2.0-or-later
// Converts a message to facts for the answering modules: its nodes and members, and the bytes of each. Receives the
// walk after the account's builder.
#pragma once

#include "codec/multiplayer/walk.h"
#include "plugin/facts/collector.h"
#include "plugin/multiplayer/annotations.h"

namespace godot::plugin {

class MessageFacts final : public multiplayer::PacketSink {
 public:
  /// `bytes`: the message.
  MessageFacts(const MessageContext& context, const Buffer& bytes, Collector& collector,
               analysis::facts::Item& item) noexcept
      : context_(context), account_(context.account), bytes_(bytes), collector_(collector), item_(item) {}

  void header(const multiplayer::Header& header) override;
  void peer(const multiplayer::PeerChange& change) override;
  void command(const multiplayer::Command& command) override;
  void system(const multiplayer::System& system) override;
  void node(const multiplayer::Node& node) override;
  void method(const multiplayer::Member& method) override;
  void property(const multiplayer::Member& property) override;
  void announced(const multiplayer::AnnouncedPath& path) override;
  void confirmed(const multiplayer::ConfirmedPath& path) override;
  void spawn(const multiplayer::Spawn& spawn) override;
  void despawn(const multiplayer::Despawn& despawn) override;
  void sync(const multiplayer::Sync& sync) override;
  void sync_begin(const multiplayer::SyncObject& object) override;
  void sync_end(const multiplayer::SyncObject& object) override;
  void value_end(const multiplayer::ValuePlace& place) override;

  /// Called at the end of the walk.
  void finish();

  /// The form of the message, if it is a Confirm path.
  [[nodiscard]] multiplayer::ConfirmForm confirm() const noexcept { return confirm_; }

 private:
  [[nodiscard]] analysis::facts::Part& only_part();
  void set_route();
  [[nodiscard]] static const char* path_name(const analysis::AnnouncedPath& path, const char* text);
  [[nodiscard]] static const char* spawned_name(const analysis::SpawnedNode& node, const char* text);
  /// The scene or kind that a spawned node is an instance of.
  struct Instance {
    const char* scene = nullptr;  ///< interned; null: unknown
    const char* kin = nullptr;    ///< facts::Part::kin
  };
  [[nodiscard]] Instance instance_of(const analysis::names::Node& node, const analysis::names::Name& scene,
                                     const void* place) const;
  static void set_instance(analysis::facts::Part& part, const Instance& instance);
  [[nodiscard]] const char* nameless(bool on_change, std::uint32_t index) const;
  void name_properties(const multiplayer::SyncObject& object);
  void set_age(const multiplayer::SyncObject& object);

  const MessageContext& context_;
  analysis::account::Builder& account_;
  const Buffer& bytes_;
  Collector& collector_;
  analysis::facts::Item& item_;
  multiplayer::ConfirmForm confirm_ = multiplayer::ConfirmForm::automatic;
  analysis::names::Synchronizer synchronizer_;
  analysis::facts::Part* first_value_ = nullptr;  // of the open synchronizer
  const char* node_ = nullptr;                    // its node
  Instance instance_;                             // of the open synchronizer's node
  std::uint32_t headers_ = 0;                     // number of bytes before the command
  std::uint32_t synchronizers_ = 0;
  bool in_sync_ = false;
};

}  // namespace godot::plugin
