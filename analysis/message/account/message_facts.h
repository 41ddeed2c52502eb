// SPDX-License-Identifier: MIT
// Converts a message to facts for the answering modules: its peers, its nodes and members, and the bytes of each. It
// receives the walk after the account's builder.
#pragma once

#include <array>
#include <cstddef>

#include "analysis/facts/frame_facts.h"
#include "analysis/message/account/builder.h"
#include "analysis/message/account/marked_properties.h"
#include "codec/multiplayer/walk.h"

namespace godot::analysis::account {

class MessageFacts final : public multiplayer::PacketSink {
 public:
  /// `bytes` has the whole message.
  MessageFacts(Builder& account, const Buffer& bytes, facts::Collection& facts, facts::Item& item) noexcept
      : account_(account),
        message_(account.message()),
        bytes_(bytes),
        facts_(facts),
        names_(facts.names()),
        item_(item) {}

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
  void good_values(const multiplayer::GoodValues& values) override;

  /// Called at the end of the walk.
  void finish();

  /// Adds, after the parts of libraries of games, the session, the names of sender and receiver, and the engine.
  void identify();

  /// The form of the message, if it is a Confirm path.
  [[nodiscard]] multiplayer::ConfirmForm confirm() const noexcept { return confirm_; }

 private:
  [[nodiscard]] facts::Part& only_part();
  void set_route();
  void name_peers();
  [[nodiscard]] const char* peer_name(PeerId peer, PeerNames::Ask which) const;
  [[nodiscard]] const char* wire_name(std::string_view text) const;
  /// The scene or kind that a spawned node is an instance of.
  struct Instance {
    const char* scene = nullptr;  ///< the path of the scene, interned; null: unknown
    const char* kin = nullptr;    ///< the same as facts::Part::kin
  };
  [[nodiscard]] Instance instance_of(const names::Node& node, const names::Name& scene, const void* place) const;
  void add_value(Offset begin, Offset end);
  static void set_instance(facts::Part& part, const Instance& instance);
  void name_property(facts::Part& part, const names::Properties& properties, names::PropertyList list,
                     std::uint32_t index);
  void name_by_bit(facts::Part& part, const names::Properties& properties, const MarkedProperties& marked,
                   std::uint32_t bit);
  void name_beyond_mask(const multiplayer::SyncObject& object, const names::Properties& properties,
                        const MarkedProperties& marked);
  void name_changes(const multiplayer::SyncObject& object);
  void name_properties(const multiplayer::SyncObject& object);
  void set_age(const multiplayer::SyncObject& object);

  Builder& account_;
  const Received& message_;
  const Buffer& bytes_;
  facts::Collection& facts_;
  facts::InternedNames& names_;
  facts::Item& item_;
  multiplayer::ConfirmForm confirm_ = multiplayer::ConfirmForm::automatic;
  facts::Part* first_value_ = nullptr;     ///< of the open synchronizer
  std::array<char, 65> value_types_ = {};  ///< of its first values, as names::Node::spawn_types has them
  std::size_t values_ = 0;                 ///< how many types `value_types_` has
  const char* node_ = nullptr;             ///< the node of the open synchronizer
  Instance instance_;                      ///< of the open synchronizer's node
  std::uint32_t headers_ = 0;              ///< number of bytes before the command
  std::uint32_t synchronizers_ = 0;
};

}  // namespace godot::analysis::account
