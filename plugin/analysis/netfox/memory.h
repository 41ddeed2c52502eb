// SPDX-License-Identifier: GPL-2.0-or-later
// State learned about netfox from a capture: the peers' numbers of nodes, and which number is which command. It is
// filled on the first pass, in the order of the frames, and only read afterwards.
//
// A snapshot names a node by its receiver's number, which the receiver has told the sender before (identities). A peer
// tells all others the same number. Commands are numbered in the order in which a game registers them: netfox's own in
// three groups, and games may register theirs in front. A pong and identities look like nothing else, so they tell
// where their groups begin; snapshots stand in front of identities.
//
// Source: addons/netfox of 1.48.4, servers/network-identity-server.gd, servers/network-command-server.gd, netfox.gd.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "codec/netfox/protocol.h"
#include "plugin/analysis/multiplayer/speaker_history.h"
#include "plugin/analysis/multiplayer/text_pool.h"

namespace godot::analysis {

/// A peer's number of a node.
struct NetfoxIdentity {
  std::uint32_t frame;
  const char* path;

  [[nodiscard]] bool same(const NetfoxIdentity& other) const noexcept { return path == other.path; }
};

/// Which number is which command, in a game.
class NetfoxNumbers {
 public:
  [[nodiscard]] netfox::CommandKind kind(std::uint8_t number) const noexcept;

  /// True if the content has shown the number's meaning; otherwise the usual meaning is assumed.
  [[nodiscard]] bool is_learned(std::uint8_t number) const noexcept;

  /// Records a command whose content identifies it.
  void saw_pong(std::uint8_t number) noexcept { time_ = number - static_cast<int>(netfox::CommandKind::pong); }
  void saw_identities(std::uint8_t number) noexcept { identities_ = number; }

  [[nodiscard]] bool knows_time() const noexcept { return time_ != unknown; }
  [[nodiscard]] bool knows_identities() const noexcept { return identities_ != unknown; }

  /// Commands of netfox's own have been read whole.
  bool proven = false;

 private:
  static constexpr int unknown = -256;
  static constexpr int time_commands = 4;
  static constexpr int snapshot_commands = 5;

  [[nodiscard]] int time_begin() const noexcept { return knows_time() ? time_ : 0; }
  [[nodiscard]] int identities_at() const noexcept;

  int time_ = unknown;        ///< the number of ping
  int identities_ = unknown;  ///< the number of identities
};

/// The newest tick that a peer has sent, over time.
class NetfoxTicks {
 public:
  /// Records the frame of a snapshot of this tick; frames must not decrease.
  void sent(std::uint32_t tick, std::uint32_t frame);

  /// The newest tick until this frame; nothing: none was sent.
  [[nodiscard]] std::optional<std::uint32_t> newest(std::uint32_t frame) const;

 private:
  /// A tick this far behind the newest belongs to a restarted game: netfox keeps 64 by default.
  static constexpr std::uint32_t most_history = 1024;

  struct Step {
    std::uint32_t frame;
    std::uint32_t tick;
  };
  std::vector<Step> steps_;
};

class NetfoxMemory {
 public:
  /// Paths that are longer than any game's are not remembered.
  static constexpr std::size_t most_text = 4096;

  /// `teacher` has given a node this number.
  void teach(const Speaker& teacher, std::uint64_t id, std::string_view path, std::uint32_t frame);

  /// What `receiver` calls by this number, or null.
  [[nodiscard]] const NetfoxIdentity* identity(const Speaker& receiver, std::uint64_t id, std::uint32_t frame) const;

  /// `teacher` has told the other end its number of the node at `path`, in nanoseconds. Whoever is sent a path and has
  /// such a node answers so at once.
  void answered(const Speaker& teacher, std::string_view path, std::int64_t time);

  /// `speaker` has sent a command.
  void heard(const Speaker& speaker, std::int64_t time) { heard_[key_of(speaker)] = time; }

  /// A frame of `speaker` is not captured to its end: what it has answered may not be known.
  void cut(const Speaker& speaker) { cut_.insert(key_of(speaker)); }

  /// `receiver` had no node at `path` when it was sent that at `time`: it has not answered for long, and goes on.
  [[nodiscard]] bool lacks(const Speaker& receiver, std::string_view path, std::int64_t time) const;

  /// A packet of states with several nodes has so many bytes: the game's limit is no less.
  void shared(const Speaker& speaker, std::uint32_t bytes);
  [[nodiscard]] std::uint32_t most_shared(const Speaker& speaker) const;

  /// `speaker` has sent a snapshot of this tick.
  void sent(const Speaker& speaker, std::uint32_t tick, std::uint32_t frame) {
    ticks_[key_of(speaker)].sent(tick, frame);
  }

  /// How many ticks the newest snapshot of `receiver` is ahead of a tick; nothing: it has sent none until this frame.
  [[nodiscard]] std::optional<std::int64_t> age(const Speaker& receiver, std::uint32_t tick, std::uint32_t frame) const;

  /// The numbers of the game that this speaker belongs to.
  [[nodiscard]] NetfoxNumbers& numbers(const Speaker& speaker) { return numbers_[game_of(speaker)]; }
  [[nodiscard]] NetfoxNumbers numbers(const Speaker& speaker) const;

  /// Some node of netfox's command server was named: its calls are worth a look.
  bool has_calls = false;

 private:
  [[nodiscard]] static std::uint64_t game_of(const Speaker& speaker) noexcept {
    return speaker.session != 0 ? std::uint64_t{1} << 32 | speaker.session : speaker.link;
  }

  /// By the link alone, as the session may be known later: both passes find the same.
  [[nodiscard]] static IdKey key_of(const Speaker& speaker) noexcept { return IdKey::of_link(speaker, 0); }

  /// An answer that was lost on the way is sent again.
  static constexpr std::int64_t patience = 2'000'000'000;

  TextPool texts_;
  Lessons<NetfoxIdentity> identities_;
  std::unordered_map<std::uint64_t, NetfoxNumbers> numbers_;
  std::unordered_map<IdKey, NetfoxTicks, IdHash> ticks_;
  std::unordered_map<IdKey, std::int64_t, IdHash> answers_;  ///< the first, by the number of its path
  std::unordered_map<IdKey, std::int64_t, IdHash> heard_;    ///< the last command
  std::unordered_set<IdKey, IdHash> cut_;                    ///< who has sent frames that are cut
  std::unordered_map<std::uint64_t, std::uint32_t> shared_;  ///< by game
};

}  // namespace godot::analysis
