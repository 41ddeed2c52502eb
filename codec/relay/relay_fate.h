// SPDX-License-Identifier: MIT
// What a relay that makes a network worse on purpose did to a datagram (godotdump --relay). It says so in the comment
// of the captured packet, one line for people and for the plugin:
//
//   godot link: player 2 to server, #1234: passed after 82.134 ms, queued 12.000 ms, held back 30.000 ms, twice after
//   83.100 ms                              on the packet as it arrived (one line)
//   godot link: player 2 to server, #1234: dropped, loss
//   godot link: player 2 from server, #17: sent, copy 2
//                                          on the packet as it was sent on
//
// Numbers count what arrived, for each player and direction, from 1. Neither function allocates.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace godot::relay {

/// Why a datagram went on, or did not.
enum class Outcome : std::uint8_t {
  passed,
  loss,        ///< dropped at random, each datagram by itself
  burst,       ///< dropped at random while losses come in bursts
  queue_full,  ///< dropped: the queue before the limited bandwidth was full
  no_room,     ///< dropped: the relay itself holds no more
  unproven,    ///< dropped: the player's address has not proved that it wants so much
  sent,        ///< the packet as it was sent on
};
inline constexpr unsigned outcome_count = 7;

/// As the comment has it: "loss", "queue full".
[[nodiscard]] std::string_view name(Outcome outcome) noexcept;

[[nodiscard]] constexpr bool is_dropped(Outcome outcome) noexcept {
  return outcome != Outcome::passed && outcome != Outcome::sent;
}

/// Times are in microseconds.
struct Fate {
  std::uint32_t player = 0;  ///< the player's number at the relay, from 1
  bool to_server = false;
  std::uint64_t number = 0;  ///< among the player's datagrams of this direction, from 1
  Outcome outcome = Outcome::passed;
  std::uint64_t delay = 0;      ///< from its arrival until it goes on, all together
  std::uint64_t queued = 0;     ///< the part of it before the limited bandwidth, or while the link stands still
  std::uint64_t held_back = 0;  ///< the part of it in which later ones may overtake
  std::uint64_t twice = 0;      ///< a copy goes on after this time; 0: none
  std::uint32_t copy = 1;       ///< of `sent`: 2 is the copy

  bool operator==(const Fate&) const = default;
};

using FateText = std::array<char, 256>;

/// The comment, in `out`.
[[nodiscard]] std::string_view write_fate(const Fate& fate, FateText& out) noexcept;

/// Reads exactly what write_fate() writes; false: it is another comment.
[[nodiscard]] bool read_fate(std::string_view text, Fate& fate) noexcept;

}  // namespace godot::relay
