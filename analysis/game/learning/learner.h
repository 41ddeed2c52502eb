// SPDX-License-Identifier: MIT
// Stores state from the facts of a message, on the first pass. Independent of Wireshark.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "analysis/game/learning/engine_errors.h"
#include "analysis/game/learning/peer_names.h"
#include "analysis/game/memory/memory.h"
#include "analysis/game/routes/route.h"
#include "analysis/link/receiver_order.h"
#include "codec/multiplayer/walk.h"

namespace godot::analysis {

/// The process of one end, if the capture names it.
struct EndProcess {
  const char* name = nullptr;  ///< the name of the process; null: not known
  std::int32_t id = 0;
  bool is_sender = false;  ///< the sender's; otherwise the receiver's
};

/// A message, and the circumstances of its arrival.
struct Arrival {
  std::uint32_t frame = 0;
  std::uint32_t message = 0;  ///< its number in the frame
  std::int64_t time = 0;      ///< nanoseconds, by the capture's clock
  std::span<const std::uint8_t> bytes = {};
  Turn turn = {};            ///< its place in the order of delivery
  bool may_be_copy = false;  ///< the capture began just before, without the link's beginning
  std::uint64_t host = 0;    ///< hash of the receiver's address, if a debugger may report its errors
  bool late = false;         ///< it arrives after messages that were sent later
  std::int64_t sent = 0;     ///< when its sender sent it, as the capture's other side shows; 0 = unknown
  EndProcess process = {};
};

class Learner final : public multiplayer::PacketSink {
 public:
  Learner(Memory& memory, PeerNames& names, Peers& peers, End from, const Arrival& arrival) noexcept
      : memory_(memory),
        names_(names),
        peers_(peers),
        router_(peers, from),
        arrival_(arrival),
        frame_(arrival.frame),
        message_(arrival.message) {}

  void header(const multiplayer::Header& header) override;
  void peer(const multiplayer::PeerChange& change) override;
  void command(const multiplayer::Command& command) override;
  void system(const multiplayer::System& system) override;
  void node(const multiplayer::Node& node) override;
  void method(const multiplayer::Member& method) override;
  void property(const multiplayer::Member& property) override;
  void arguments(const multiplayer::Arguments& arguments) override;
  /// Of a call that may name its caller.
  [[nodiscard]] bool reads_values() const override { return may_introduce_ || naming_ >= 0; }
  void value_end(const multiplayer::ValuePlace& place) override;
  void announced(const multiplayer::AnnouncedPath& path) override;
  void confirmed(const multiplayer::ConfirmedPath& path) override;
  void spawn(const multiplayer::Spawn& spawn) override;
  void spawn_state(const multiplayer::SpawnState& state) override;
  void despawn(const multiplayer::Despawn& despawn) override;
  void sync(const multiplayer::Sync& sync) override;
  void sync_begin(const multiplayer::SyncObject& object) override;
  void sync_end(const multiplayer::SyncObject& object) override;
  bool bytes(const multiplayer::UserBytes& bytes) override;

 private:
  void report_peer(std::size_t place, PeerId peer);
  void report_peers();
  void begin_states();
  void begin_again(std::uint32_t synchronizer);
  void expect_states(std::uint32_t synchronizer);
  void store_for_errors(std::string_view path, const EngineErrors::Message& message) const;
  void uses_number(std::uint32_t id) const;
  [[nodiscard]] bool is_announced(const multiplayer::SyncObject& object) const;
  [[nodiscard]] int naming_argument() const;
  [[nodiscard]] std::string_view text_of(const multiplayer::ValuePlace& place, std::span<char> out) const;
  void store_message_to(const SpawnedNodes::NodeMessage& message);

  Memory& memory_;
  PeerNames& names_;
  Peers& peers_;
  Router router_;
  Arrival arrival_;
  std::uint32_t frame_;
  std::uint32_t message_;
  std::uint16_t time_ = 0;
  sync::States::Series* series_ = nullptr;  ///< of the open state
  Synchronizer* synchronizer_ = nullptr;    ///< the same; null: a change, or its sender is unknown
  SpawnedNode* spawned_ = nullptr;          ///< by the spawn that is open
  const char* methods_md5_ = nullptr;       ///< of the called node
  EngineErrors::Message call_;              ///< while a debugger may report its error
  std::string_view call_path_;
  std::uint32_t method_ = 0;           ///< the called one: its number, or the hash of its name
  bool is_first_call_ = false;         ///< it is the first call of its end
  bool may_introduce_ = false;         ///< the call is the first of its end, or of the same method
  const char* called_path_ = nullptr;  ///< the called node; null: not known
  bool call_by_name_ = false;
  int naming_ = -1;  ///< the argument that is declared as a name; negative: none
};

}  // namespace godot::analysis
