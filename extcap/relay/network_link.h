// SPDX-License-Identifier: MIT
// The link between players and a server, without sockets: what happens to each datagram, and those that wait.
//
// Memory: at most most_waiting bytes of datagrams, and most_waiting_of_flow for each player and direction; each counts
// with `overhead` more than its bytes. What does not fit is dropped, and the fate says so.
#pragma once

#include <memory>
#include <optional>
#include <queue>
#include <span>
#include <vector>

#include "extcap/relay/current_faults.h"
#include "extcap/relay/direction.h"

namespace godotdump::relay {

using godot::relay::Fate;

/// A datagram that goes on.
struct Departure {
  unsigned player = 0;
  Way way = Way::up;
  std::uint64_t number = 0;
  std::uint32_t copy = 1;  ///< 1: the datagram; 2: its copy
  std::vector<std::uint8_t> bytes = {};
};

class Link {
 public:
  static constexpr std::size_t most_waiting = std::size_t{64} << 20;
  static constexpr std::size_t most_waiting_of_flow = std::size_t{8} << 20;
  static constexpr std::size_t overhead = 96;

  explicit Link(std::uint64_t seed) : seed_(seed) {}

  [[nodiscard]] CurrentFaults& faults_now() { return faults_now_; }

  /// A datagram came. `headers`: bytes that it has on the wire besides. With `goes_at_once`, the caller sends it now,
  /// and the link has not kept it.
  struct Arrival {
    Fate fate;
    bool goes_at_once = false;
  };
  [[nodiscard]] Arrival arrive(unsigned player, Way way, std::span<const std::uint8_t> bytes, std::size_t headers,
                               Time now);

  /// Bytes of a stream came, or its end. They keep their order and none is lost: delays, bandwidth and freezes only.
  struct Passing {
    Fate fate;
    Time due = 0;
  };
  [[nodiscard]] Passing pass_stream(unsigned player, Way way, std::size_t bytes, std::size_t headers, Time now);

  /// Counts a datagram that is not to go on for a reason that the caller knows.
  [[nodiscard]] Fate refuse(unsigned player, Way way, Outcome why);

  /// Stops all datagrams until `until`; player 0: of all.
  void stand_still(const Change& change, Time now);

  /// The next datagram that is due.
  [[nodiscard]] std::optional<Departure> depart(Time now);
  /// When the next one is due, or a setting changes.
  [[nodiscard]] Time next() const;

  /// What waits for a player who has left is dropped.
  void forget(unsigned player);

  [[nodiscard]] std::size_t waiting() const { return waiting_; }

 private:
  struct Flow {
    Flow(std::uint64_t seed, unsigned player, Way way) : direction(seed, player, way) {}
    Direction direction;
    std::uint64_t count = 0;
    std::size_t waiting = 0;
    std::uint32_t generation = 0;  // of the player: a new one with the same number gets nothing of the last one's
  };
  struct Entry {
    Time due = 0;
    std::uint64_t order = 0;
    std::uint32_t generation = 0;
    Departure departure;
  };
  struct Later {
    bool operator()(const Entry& one, const Entry& other) const {
      return one.due != other.due ? one.due > other.due : one.order > other.order;
    }
  };

  Flow& flow(unsigned player, Way way);
  [[nodiscard]] bool has_room(const Flow& of, std::size_t size) const;
  void keep(Flow& of, Departure departure, Time due);

  std::uint64_t seed_;
  CurrentFaults faults_now_;
  std::array<std::array<std::unique_ptr<Flow>, ways>, most_players + 1> flows_;
  std::vector<Entry> heap_;
  std::uint64_t order_ = 0;
  std::size_t waiting_ = 0;
};

}  // namespace godotdump::relay
