// SPDX-License-Identifier: MIT
// State learned about netfox from a capture: the peers' numbers of nodes, and which number is which command. It is
// filled on the first pass, in the order of the frames, and only read afterwards.
//
// A snapshot names a node by its receiver's number, which the receiver has announced to the sender (identities). A peer
// announces the same number to all others. Commands are numbered in the order in which a game registers them: netfox's
// own in three groups, and games may register others before them. A pong and identities are recognised by their
// content, so they show where their groups begin; snapshots are just before identities.
//
// Source: addons/netfox of 1.48.4, servers/network-identity-server.gd, servers/network-command-server.gd, netfox.gd.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "analysis/game/memory/speaker_history.h"
#include "analysis/libraries/netfox/resends.h"
#include "base/number_hash.h"
#include "base/text_pool.h"
#include "codec/libraries/netfox/protocol.h"

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

  [[nodiscard]] bool is_time_known() const noexcept { return time_ != unknown; }
  [[nodiscard]] bool are_identities_known() const noexcept { return identities_ != unknown; }

  /// Complete commands of netfox's own have been read.
  bool proven = false;

 private:
  static constexpr int unknown = -256;
  static constexpr int time_commands = 4;
  static constexpr int snapshot_commands = 5;

  [[nodiscard]] int time_begin() const noexcept { return is_time_known() ? time_ : 0; }
  [[nodiscard]] int identities_at() const noexcept;

  int time_ = unknown;        ///< the number of ping
  int identities_ = unknown;  ///< the number of identities
};

/// The newest tick that a peer has sent, over time.
class NetfoxTicks {
 public:
  /// Records the frame of a snapshot of this tick; frames must not decrease.
  void sent(std::uint32_t tick, std::uint32_t frame);

  /// The newest tick until this frame; empty: none was sent.
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
  /// Paths longer than any game's are not stored.
  static constexpr std::size_t most_text = 4096;

  /// Stores the number that `speaker` has given a node.
  void announce(const Speaker& speaker, std::uint64_t id, std::string_view path, std::uint32_t frame);

  /// The node that `receiver` has given this number, or null.
  [[nodiscard]] const NetfoxIdentity* identity(const Speaker& receiver, std::uint64_t id, std::uint32_t frame) const;

  /// Stores the time, in nanoseconds, at which `speaker` announced to the other end its number of the node at `path`. A
  /// peer that is sent a path and has such a node announces its number at once.
  void answered(const Speaker& speaker, std::string_view path, std::int64_t time, std::uint32_t frame);

  /// Records that `speaker` has sent a command.
  void sent(const Speaker& speaker, std::int64_t time) { last_sent_[key_of(speaker)] = time; }

  /// Records that a frame of `speaker` was cut: its answers may be unknown.
  void cut(const Speaker& speaker) { cut_.insert(key_of(speaker)); }

  /// Whether `receiver` had a node at `path` when that was sent to it at `time`.
  struct Lack {
    bool lacks = false;             ///< it has not answered for long, and keeps sending
    std::uint32_t answered_in = 0;  ///< ... but has the node later: its answer to a later message; 0: none
  };
  [[nodiscard]] Lack lacks(const Speaker& receiver, std::string_view path, std::int64_t time) const;

  /// Records the size of a packet of states with several nodes: the game's limit is no less.
  void shared(const Speaker& speaker, std::uint32_t bytes);
  [[nodiscard]] std::uint32_t most_shared(const Speaker& speaker) const;

  /// Records that `speaker` has sent a snapshot of this tick.
  void sent(const Speaker& speaker, std::uint32_t tick, std::uint32_t frame) {
    ticks_[key_of(speaker)].sent(tick, frame);
  }

  /// How many ticks the newest snapshot of `receiver` is ahead of a tick; empty: it has sent none until this frame.
  [[nodiscard]] std::optional<std::int64_t> age(const Speaker& receiver, std::uint32_t tick, std::uint32_t frame) const;

  /// The command numbers of the game that this speaker belongs to.
  [[nodiscard]] NetfoxNumbers& numbers(const Speaker& speaker) { return numbers_[game_of(speaker)]; }
  [[nodiscard]] NetfoxNumbers numbers(const Speaker& speaker) const;

  /// A number for a node in NetfoxSentState: of its path, or, if that is unknown, of its id.
  [[nodiscard]] std::uint64_t node_number(std::string_view path) {
    return path.size() <= most_text ? texts_.keep(path).number : 0;
  }
  [[nodiscard]] static std::uint64_t node_number(std::uint64_t id) noexcept { return std::uint64_t{1} << 63 | id; }

  NetfoxResends resends;

  /// Records that a node of netfox's command server was named: its calls need checking.
  bool has_calls = false;

 private:
  /// Keyed by the link alone, because the session may be known only later: both passes find the same.
  [[nodiscard]] static IdKey key_of(const Speaker& speaker) noexcept { return IdKey::of_link(speaker, 0); }

  /// A lost answer is sent again.
  static constexpr std::int64_t patience = 2'000'000'000;

  struct Answer {
    std::int64_t time;
    std::uint32_t frame;
  };

  TextPool texts_;
  SpeakerHistory<NetfoxIdentity> identities_;
  std::unordered_map<std::uint64_t, NetfoxNumbers, NumberHash> numbers_;
  std::unordered_map<IdKey, NetfoxTicks, IdHash> ticks_;
  std::unordered_map<IdKey, Answer, IdHash> answers_;          ///< the first, by the number of its path
  std::unordered_map<IdKey, std::int64_t, IdHash> last_sent_;  ///< when the peer sent its last command
  std::unordered_set<IdKey, IdHash> cut_;                      ///< peers whose frames are cut
  std::unordered_map<std::uint64_t, std::uint32_t, NumberHash>
      shared_;  ///< of each game: bytes of its largest packet with several nodes
};

}  // namespace godot::analysis
