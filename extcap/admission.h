// SPDX-License-Identifier: MIT
// Who keeps a connection if there are more games, or more unfinished records, than godotdump holds. Without sockets.
//
// A game may be silent for as long as it likes (in its menu, at a breakpoint) while there is room. A game whose
// connection is closed connects again after a second, and describes itself again.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

namespace godotdump {

inline constexpr std::size_t most_games = 64;
/// Bytes of unfinished records of all games together: a few of the largest, each of 32 MiB.
inline constexpr std::size_t most_unfinished = std::size_t{160} << 20;
/// So long a connection must be silent before a new one may replace it.
inline constexpr std::chrono::seconds silent_stranger(10);
inline constexpr std::chrono::seconds silent_game(60);

/// One connection, as the choices below see it.
struct Guest {
  std::chrono::milliseconds silent = {};
  bool is_game = false;    ///< it has described itself as a game
  std::size_t memory = 0;  ///< of its unfinished record
};

/// All places are taken, and another game connects: whose place it gets. Connections that never described a game come
/// first, then the one that has been silent for longest. Empty: nobody's, the new one is to be refused.
[[nodiscard]] std::optional<std::size_t> to_replace(std::span<const Guest> guests);

/// Whose connection is to be closed because all together need more than most_unfinished: the one that needs most.
/// Empty: nobody's.
[[nodiscard]] std::optional<std::size_t> to_relieve(std::span<const Guest> guests);

/// Counts what happens often, so that a flood of connections is not a flood of messages: one at once, then one sum for
/// each second.
class Tally {
 public:
  using Time = std::chrono::steady_clock::time_point;

  void count(std::uint64_t more = 1) { count_ += more; }
  /// How many to report now; 0: none.
  [[nodiscard]] std::uint64_t due(Time now);
  /// All that were not reported.
  [[nodiscard]] std::uint64_t rest() { return std::exchange(count_, 0); }

 private:
  std::uint64_t count_ = 0;
  std::optional<Time> last_;
};

}  // namespace godotdump
