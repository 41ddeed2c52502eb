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
#include <string>
#include <string_view>
#include <utility>

namespace godotdump {

inline constexpr std::size_t most_games = 64;
/// Bytes of unfinished records of all games together: a few of the largest, each of 32 MiB.
inline constexpr std::size_t most_unfinished = std::size_t{160} << 20;
/// So long a connection may take to describe its game, whatever else it sends, before a new one may replace it. The
/// addon describes the game at once.
inline constexpr std::chrono::seconds undescribed_stays(10);
/// So long a game must be silent before a new connection may replace it.
inline constexpr std::chrono::seconds silent_game(60);
/// The same, if its address has more connections than that of the new one.
inline constexpr std::chrono::seconds silent_neighbour(2);
/// Connections that are accepted before those at hand are read again.
inline constexpr std::size_t most_accepted = 64;

/// What the choices below need to know of a connection.
struct Connection {
  std::chrono::milliseconds age = {};
  std::chrono::milliseconds silent = {};
  bool is_game = false;    ///< it has described itself as a game
  std::size_t memory = 0;  ///< of its unfinished record
  std::string address = {};
};

/// The connection to close for a new one from `address`, if there is no room for both: one that never described a game
/// before one that did, then one of the address with most connections, then the one that has been silent for longest.
/// Empty: the new one is to be refused.
[[nodiscard]] std::optional<std::size_t> to_replace(std::span<const Connection> connections, std::string_view address);

/// Bytes to read of each connection in one turn, so that a flood delays no record for long: all games together have
/// most_read, those that have not described a game least_read each.
inline constexpr std::size_t most_read = std::size_t{1} << 18;
inline constexpr std::size_t least_read = std::size_t{1} << 12;
[[nodiscard]] std::size_t to_read(bool is_game, std::size_t games);

/// The connection to close if the unfinished records of all need more than most_unfinished: the one that needs most.
/// Empty: all fit.
[[nodiscard]] std::optional<std::size_t> to_close(std::span<const Connection> connections);

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
