// SPDX-License-Identifier: GPL-2.0-or-later
// Builds the account of a message from what its walk reports. Walks of the same message, one after the other, share a
// builder: what one has looked up, the next one finds here, unless it knows better by then who speaks.
#pragma once

#include <cstddef>
#include <string_view>

#include "plugin/analysis/account/account.h"
#include "plugin/analysis/account/arena.h"
#include "plugin/analysis/multiplayer/route.h"

namespace godot::account {

/// What a builder needs of Wireshark: memory of the packet, and texts of the wire as they may be shown.
struct Host {
  Arena arena;
  const char* (*one_line)(void* packet, std::string_view text);  ///< valid UTF-8 without control characters
  void* packet;

  [[nodiscard]] const char* shown(std::string_view text) const { return one_line(packet, text); }
};

class Builder {
 public:
  Builder(const plugin::Memory& memory, std::uint32_t frame, const Host& host) noexcept
      : memory_(memory), host_(host), frame_(frame) {}
  Builder(const Builder&) = delete;
  Builder& operator=(const Builder&) = delete;

  /// A walk of the message begins.
  void begin_walk() noexcept { next_ = nullptr; }

  // --- Calls ---
  const Call& node(const plugin::Route& route, const multiplayer::Node& node);
  /// The method of the call that is open; one that the wire names needs no name.
  const Call& method(const multiplayer::Member& method);
  /// The script of its node.
  [[nodiscard]] const names::Name& script();

  // --- Paths ---
  /// After the message was learned from: what is known of the path is news of this message.
  [[nodiscard]] Path taught(const plugin::Route& route, const multiplayer::TaughtPath& path);
  const Path& confirmed(const plugin::Route& route, const multiplayer::ConfirmedPath& path);

  // --- Spawned nodes ---
  /// `learned`: the message has been learned from since the walk before, which may tell below which node this one is.
  const Spawned& spawn(const plugin::Route& route, const multiplayer::Spawn& spawn, bool learned);
  const Spawned& despawn(const plugin::Route& route, const multiplayer::Despawn& despawn);

  // --- Synchronizers, in the order of the message ---
  Synchronized& synchronizer(const plugin::Route& route, const multiplayer::SyncObject& object);
  const char* text_of(Synchronized& object);
  /// Of the one that is open.
  [[nodiscard]] names::HalfPrecision halves(const multiplayer::SyncObject& object);

  /// "#7", for what has a number and no name.
  [[nodiscard]] const char* number_text(std::uint32_t number) const;

  /// The scene that a spawned node is an instance of; none for one that a function made.
  [[nodiscard]] static names::Name scene_of(const names::Node& node);

 private:
  void know_methods(names::Node& node, const char* md5) const;
  void know_spawn(names::Node& node, const plugin::Route& route) const;
  [[nodiscard]] names::Node named(const SpawnedNode& spawned, const TaughtPath* spawner) const;
  [[nodiscard]] bool affords(const char* path) noexcept;
  [[nodiscard]] const char* path_text(const char* kept);
  [[nodiscard]] const char* node_text(const Speaker& source, const SpawnedNode& spawned, const names::Node& about);

  /// True if this was looked up for the same speaker. Remembers the speaker.
  [[nodiscard]] static bool is_known(bool& known, Speaker& of, const Speaker& speaker) noexcept {
    const bool same = known && of == speaker;
    known = true;
    of = speaker;
    return same;
  }

  /// One remembered path may be long, and a message may name it in a few bytes as often as it likes: so many bytes of
  /// them are shown.
  static constexpr std::size_t most_path_bytes = std::size_t{1} << 16;

  const plugin::Memory& memory_;
  const Host host_;
  const std::uint32_t frame_;
  std::size_t path_budget_ = most_path_bytes;

  Call call_;
  Path path_;
  Spawned spawned_;
  Synchronized* first_ = nullptr;
  Synchronized* next_ = nullptr;  ///< the one that the walk has come to
  Speaker speaker_;               ///< whose words these are
  Speaker synchronizers_of_;
  bool has_call_ = false;
  bool has_script_ = false;
  bool has_method_ = false;
  bool has_path_ = false;
  bool has_spawned_ = false;
};

}  // namespace godot::account
