// SPDX-License-Identifier: MIT
// One match of godot-rollback-netcode, as far as the capture has it: which inputs each peer has sent to whom, how late
// they were, and the state hashes of each tick. Messages are added in capture order, each once.
//
// Late: the receiver asks for the tick after the last one that it has. When it first asks for a later tick than t, the
// newest tick of its own inputs is N: the inputs of t were N - t ticks behind. A peer sends its inputs as many ticks
// ahead as its input delay (2 by default), so inputs that are further behind were predicted.
//
// Memory: an entry for each tick and sender, receiver or hash, and the bytes of each input once. Cost: constant for
// each input and hash, times the peers of a tick (at most 64 are compared).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analysis/libraries/rollback/match_message.h"
#include "base/number_hash.h"

namespace godot::analysis {

/// The library's default of network/rollback/input_delay.
inline constexpr std::uint32_t rollback_usual_delay = 2;
/// Its default of network/rollback/max_buffer_size: a peer waits when so many ticks are without a peer's inputs.
inline constexpr std::uint32_t rollback_usual_buffer = 20;
/// It goes on when at most so many are missing (limits/min_lag_to_regain_sync).
inline constexpr std::uint32_t rollback_usual_regain = 5;

/// A peer's state hash of a tick, and where it was first sent.
struct RollbackPeerHash {
  RollbackPeer peer = 0;
  std::uint32_t hash = 0;
  std::uint32_t frame = 0;
  std::uint32_t index = 0;
};

/// What the capture says about the inputs before a tick at which states diverge.
struct RollbackInputsBefore {
  std::uint32_t ticks = 0;        ///< how many ticks were looked at, the diverged one included
  std::uint32_t different = 0;    ///< inputs of which one peer was sent other bytes than another, or first other bytes
  std::uint32_t predicted = 0;    ///< inputs that came late to a peer, so that it simulated the tick without them
  std::uint32_t most_behind = 0;  ///< of these: ticks, the library's delay included; more than that one
  std::uint32_t hidden_change = 0;  ///< of these: inputs whose bytes changed, but not the hash
  std::uint32_t packed = 0;         ///< inputs that the game packs its own way
  bool without_rollback = false;    ///< two peers differ neither of which simulated this tick again
};

/// A peer's inputs of a tick: as it first sent them to any peer.
struct RollbackPeerInput {
  RollbackPeer peer = 0;
  std::uint32_t hash = 0;
  bool has_hash = false;
  bool by_node = false;
  bool different = false;  ///< other bytes were sent for it, too
  std::uint64_t digest = 0;
  std::uint32_t frame = 0;
  std::uint32_t other_frame = 0;  ///< the first message with other bytes; 0: none
  std::uint32_t size = 0;
  std::vector<std::uint8_t> bytes = {};  ///< its bytes: the first `rollback_kept_bytes` of them
};
inline constexpr std::size_t rollback_kept_bytes = 512;

/// A sender's inputs of a tick came to a receiver.
struct RollbackArrival {
  RollbackPeer sender = 0;
  RollbackPeer receiver = 0;
  std::int32_t behind = 0;
  std::uint32_t frame = 0;  ///< that first says so
};

/// What a peer did while another stood still.
struct RollbackOther {
  RollbackPeer peer = 0;
  std::uint32_t ticks = 0;  ///< by which it went on
};

/// A time in which a peer's ticks stood still.
struct RollbackStandstill {
  static constexpr std::size_t most_others = 3;

  RollbackPeer peer = 0;
  std::uint32_t tick = 0;   ///< of its newest inputs
  std::uint32_t next = 0;   ///< of the newest inputs in the message behind it
  std::uint32_t frame = 0;  ///< that first sent them
  std::uint32_t end_frame = 0;
  std::uint32_t end_index = 0;
  facts::Time begin = 0;
  facts::Time length = 0;
  facts::Time quiet = 0;        ///< the longest time of it without any of its inputs
  std::uint32_t messages = 0;   ///< with its newest inputs, to one other peer: 1, unless it sent them again
  std::uint32_t played = 0;     ///< ticks that it would have played in this time, at its own rate; 0: not known
  std::uint32_t caught_up = 0;  ///< ticks that it sent in the 100 ms behind it
  std::uint32_t at_once = 0;    ///< messages with newer and newer inputs in the 30 ms behind it
  RollbackPeer missing = 0;     ///< the peer whose inputs it had fewest of when its ticks stopped
  std::uint32_t behind = 0;     ///< how many ticks these were behind its own
  std::array<RollbackOther, most_others> others = {};
  std::size_t other_count = 0;
};

/// A stretch of ticks whose state hashes differ.
struct RollbackDivergence {
  std::uint32_t tick = 0;    ///< the first tick that differs
  std::uint32_t agreed = 0;  ///< how many ticks before it were compared, and equal, since the last divergence
  std::uint32_t healed = 0;  ///< the first tick for which all peers have the same hash again; 0: none
  std::uint32_t ticks = 0;   ///< how many ticks differ in all
  std::uint32_t frame = 0;   ///< where it first shows
  std::uint32_t index = 0;
  std::vector<RollbackPeerHash> hashes = {};  ///< of the first tick
  RollbackInputsBefore inputs = {};
};

class RollbackMatch {
 public:
  void add(const RollbackMessage& message);

  /// Where these inputs were first sent on this way; frame 0: nowhere.
  struct Place {
    std::uint32_t frame = 0;
    std::uint32_t index = 0;
    [[nodiscard]] bool operator==(const Place&) const noexcept = default;
  };
  [[nodiscard]] Place first_sent(const RollbackMessage& message, std::uint32_t tick) const;

  /// All hashes of a tick.
  [[nodiscard]] std::span<const RollbackPeerHash> hashes(std::uint32_t tick) const;

  /// All peers' inputs of a tick, and where they came to.
  [[nodiscard]] std::span<const RollbackPeerInput> inputs(std::uint32_t tick) const;
  [[nodiscard]] std::span<const RollbackArrival> arrivals(std::uint32_t tick) const;

  /// When these inputs came to the message's receiver; null: it does not say that it has them.
  [[nodiscard]] const RollbackArrival* arrival(const RollbackMessage& message, std::uint32_t tick) const;

  /// The divergence that this message is the first to show; null: none.
  [[nodiscard]] const RollbackDivergence* shown_by(const RollbackMessage& message) const;

  [[nodiscard]] const std::vector<RollbackDivergence>& divergences() const noexcept { return divergences_; }

  /// The standstill that ends with this message; null: none.
  [[nodiscard]] const RollbackStandstill* ended_by(const RollbackMessage& message) const;

  /// How many ticks behind inputs were, for a receiver and a sender.
  struct Way {
    RollbackPeer receiver = 0;
    RollbackPeer sender = 0;
    // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 sees a 0 in it
    [[nodiscard]] auto operator<=>(const Way&) const = default;
  };
  struct Lateness {
    std::map<std::int32_t, std::uint32_t> ticks;  ///< behind: how many inputs
    std::uint32_t until = 0;                      ///< ticks below this one have arrived
    std::uint32_t sent = 0;                       ///< inputs that were sent on the way, without repetitions
    std::uint32_t again = 0;                      ///< inputs that were sent again
    std::uint32_t messages = 0;
    /// About: late inputs that are not what the library predicts, the last ones again; and ticks that the receiver had
    /// to simulate again because of them.
    std::uint32_t missed = 0;
    std::uint32_t simulated_again = 0;
    facts::Time newest_word = 0;                ///< when the receiver last said what it has
    std::vector<facts::Time> round_trips = {};  ///< of the receiver's pings to the sender
    /// By seconds of the capture in which inputs came.
    struct Second {
      std::uint32_t inputs = 0;
      std::uint32_t predicted = 0;
      std::int64_t sum = 0;  ///< the sum of the ticks behind
      std::int32_t most = 0;
    };
    std::map<std::int64_t, Second> seconds = {};
  };
  [[nodiscard]] const std::map<Way, Lateness>& lateness() const noexcept { return lateness_; }

  /// For each way, the inputs that its receiver did not have, as far as it says, a second after they were first sent.
  [[nodiscard]] std::map<Way, std::uint32_t> unconfirmed() const;

  /// Times of at least `least_standstill`, in the order of their ends.
  [[nodiscard]] const std::vector<RollbackStandstill>& standstills() const noexcept { return standstills_; }
  static constexpr facts::Time least_standstill = 200'000'000;

  /// Ticks that follow each other and fared alike.
  struct Stretch {
    enum class State : std::uint8_t { equal, differs, unknown };  ///< unknown: fewer than two peers' hashes
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    State state = State::unknown;
  };
  /// From the first tick with a hash to the last, without gaps.
  [[nodiscard]] std::vector<Stretch> stretches() const;

  /// How many ticks were compared for at least two peers.
  [[nodiscard]] std::uint32_t compared() const noexcept { return compared_; }

 private:
  static constexpr std::size_t most_peers = 64;
  /// Ticks before a divergence whose inputs are looked at.
  static constexpr std::uint32_t looked_at = 30;
  /// A message asks for at most so many ticks more than the one before, unless the capture lacks what was between.
  static constexpr std::uint32_t most_step = 256;

  struct Flow {
    RollbackPeer source;
    RollbackPeer target;
    std::uint32_t link;
    [[nodiscard]] bool operator==(const Flow&) const noexcept = default;
  };
  struct FlowHash {
    [[nodiscard]] std::size_t operator()(const Flow& flow) const noexcept {
      return hash_numbers(flow.source, flow.target, flow.link);
    }
  };
  struct Tick {
    std::vector<RollbackPeerHash> hashes;
    std::vector<RollbackPeerInput> inputs;
    std::vector<RollbackArrival> arrivals;
    bool differs = false;
  };
  struct Sender {
    std::uint32_t newest = 0;  ///< tick of its inputs
    facts::Time since = 0;     ///< when that was first sent
    std::uint32_t frame = 0;
    RollbackPeer target = 0;  ///< the receiver of that message
    std::uint32_t link = 0;
    std::uint32_t messages = 0;  ///< to the same peer since then
    facts::Time last = 0;        ///< when it last sent inputs
    facts::Time quiet = 0;       ///< the longest time without, since then
    RollbackPeer missing = 0;    ///< whose inputs it had fewest of, since then
    std::uint32_t behind = 0;
    std::vector<std::pair<facts::Time, std::uint32_t>> progress = {};  ///< when it first sent which newest tick
    std::size_t standstill = SIZE_MAX;                                 ///< the index of its last standstill
    std::uint32_t again_at = 0;     ///< its newest tick when it last simulated ticks again
    std::uint32_t again_depth = 0;  ///< how many ticks these were
  };
  struct Sent {
    Place place;
    facts::Time time = 0;
  };

  void add_input(const RollbackMessage& message, const RollbackInput& input);
  void add_newest(const RollbackMessage& message);
  void add_standstill(const RollbackMessage& message, Sender& sender);
  void add_end(const RollbackMessage& message, std::uint32_t newest, const Sender& sender);
  void add_miss(const RollbackMessage& message, Lateness& late, std::uint32_t next);
  void add_arrivals(const RollbackMessage& message);
  void add_hash(const RollbackMessage& message, const RollbackHash& hash);
  void compare(const RollbackMessage& message, std::uint32_t number, Tick& tick);
  [[nodiscard]] RollbackInputsBefore inputs_before(std::uint32_t tick) const;
  [[nodiscard]] bool differ_without_rollback(std::uint32_t tick) const;

  std::unordered_map<std::uint32_t, Tick, NumberHash> ticks_;
  std::unordered_map<Flow, std::unordered_map<std::uint32_t, Sent, NumberHash>, FlowHash> sent_;
  std::unordered_map<RollbackPeer, Sender, NumberHash> senders_;
  std::map<Way, Lateness> lateness_;
  std::vector<RollbackPeer> players_;  ///< that have sent inputs
  std::vector<RollbackPeer> peers_;    ///< that have sent hashes
  std::vector<RollbackDivergence> divergences_;
  std::vector<RollbackStandstill> standstills_;
  bool is_diverged_ = false;
  std::uint32_t agreed_ = 0;
  std::uint32_t compared_ = 0;
};

}  // namespace godot::analysis
