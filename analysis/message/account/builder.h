// SPDX-License-Identifier: MIT
// Builds the account of a message while it is walked: sender, receiver, the meaning of each part, and its problems. It
// receives each fact after the learner and before the readers of the account (SinkFanOut), so that both passes have the
// same result.
#pragma once

#include <cstddef>
#include <string_view>

#include "analysis/game/routes/route.h"
#include "analysis/message/account/account.h"
#include "analysis/message/account/checks/checks.h"
#include "base/host.h"
#include "codec/multiplayer/walk.h"

namespace godot::analysis::account {

class Builder final : public multiplayer::PacketSink {
 public:
  Builder(const Received& message, const Host& host) noexcept
      : memory_(message.state.memory),
        host_(host),
        frame_(message.frame),
        router_(message.link.peers, message.from),
        subject_{message, router_.route(), call_.node},
        found_(host.arena) {}
  Builder(const Builder&) = delete;
  Builder& operator=(const Builder&) = delete;

  // --- Facts of the walk ---
  void header(const multiplayer::Header& header) override { router_.header(header); }
  void peer(const multiplayer::PeerChange&) override { router_.between_ends(); }
  void command(const multiplayer::Command& command) override;
  void system(const multiplayer::System& system) override { router_.system(system); }
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
  void end(const multiplayer::Command& command, bool good) override;
  multiplayer::HalfPrecision halves(const multiplayer::Spawn& spawn) override;
  multiplayer::HalfPrecision halves(const multiplayer::SyncObject& object) override;

  // --- The account of the last fact ---
  [[nodiscard]] const Router& router() const noexcept { return router_; }
  [[nodiscard]] const Route& route() const noexcept { return router_.route(); }
  [[nodiscard]] const Call& call() const noexcept { return call_; }
  /// The script of the call's node.
  [[nodiscard]] const names::Name& script();
  /// A path that was announced or confirmed.
  [[nodiscard]] const Path& path() const noexcept { return path_; }
  /// A node that was spawned or despawned.
  [[nodiscard]] const Spawned& spawned() const noexcept { return spawned_; }
  [[nodiscard]] const Synchronized& synchronizer() const noexcept { return synchronizer_; }
  /// The synchronizer's node as displayed.
  [[nodiscard]] const char* synchronizer_text();
  /// Set if the receiver has newer values of the synchronizer.
  [[nodiscard]] const StaleSync* stale();
  /// What its changes show of properties beyond the bits of a mask; its configuration knows better.
  [[nodiscard]] sync::BeyondMask beyond_mask() const { return memory_.states.beyond_mask(router_.series(*object_)); }
  /// The change of its list that this state shows; without a frame: none.
  [[nodiscard]] sync::ListChange list_change() const;
  /// The relation of the synchronizer's state to its previous one.
  [[nodiscard]] const sync::Step& step();

  /// The problems of that part, unless they depend on the name of a method (Arguments, ReceivedCall, ReceivedSet,
  /// SentCall).
  [[nodiscard]] const Findings& findings();
  [[nodiscard]] const Received& message() const noexcept { return subject_; }
  [[nodiscard]] const Host& host() const noexcept { return host_; }

  /// "#7", for a number without a known name.
  [[nodiscard]] const char* number_text(std::uint32_t number) const;

  /// The scene that a spawned node is an instance of; none for one that a function made.
  [[nodiscard]] static names::Name scene_of(const names::Node& node);

 private:
  /// The last fact, if there are checks for it.
  enum class Part : std::uint8_t {
    none,
    node,
    path,
    confirmation,
    spawned,
    despawned,
    sync_begin,
    sync_end,
    command_end
  };

  void begin(Part part) noexcept;
  void know_methods(names::Node& node, const char* md5) const;
  void know_spawn();
  [[nodiscard]] static names::Node named(const SpawnedNode& spawned, const AnnouncedPath* spawner);
  [[nodiscard]] const sync::Step* repetition();
  [[nodiscard]] std::uint32_t properties_on_change() const;
  [[nodiscard]] bool is_first_state() { return names::know_scenes() && step().previous_in == 0; }
  [[nodiscard]] bool is_first_with_object_id() const;
  [[nodiscard]] const SpawnedNode* lacked(const SpawnedSynchronizer& spawned, std::uint32_t id) const;
  [[nodiscard]] bool fits_budget(std::string_view path) noexcept;
  [[nodiscard]] std::string_view shown(std::string_view kept);  ///< the text has a NUL behind it
  [[nodiscard]] const char* path_text(const char* kept);
  [[nodiscard]] const char* node_text(const SpawnedNode& spawned, const AnnouncedPath* spawner);

  /// Bytes of stored paths that are shown for one message: a stored path may be long, and a message of a few bytes may
  /// refer to it many times.
  static constexpr std::size_t most_path_bytes = std::size_t{1} << 16;

  const Memory& memory_;
  const Host host_;
  const std::uint32_t frame_;
  std::size_t path_budget_ = most_path_bytes;

  Router router_;
  Call call_;
  Path path_;
  Spawned spawned_;
  Synchronized synchronizer_;
  bool has_script_ = false;

  const Subject subject_;  ///< for all parts but announced paths
  Findings found_;
  Part part_ = Part::none;  ///< the part that was not judged yet
  bool methods_match_ = true;
  std::uint32_t number_ = 0;                         ///< of the call's node
  CommandEnd command_;                               ///< what is known of the command so far
  const multiplayer::SyncObject* object_ = nullptr;  ///< valid while its facts are reported
  const StaleSync* stale_ = nullptr;
  sync::Step step_;
  bool has_stale_ = false;
  bool has_step_ = false;
};

}  // namespace godot::analysis::account
