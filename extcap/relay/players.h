// SPDX-License-Identifier: MIT
// The players of a relay: the number of each, who is forgotten, and how much each may get. Without sockets.
//
// The address that a datagram comes from can be forged. So a player whose datagrams the server has not answered is the
// first to lose its place, and until it has sent something after the first answer, it gets at most three times the
// bytes that it sent (as in QUIC, RFC 9000, 8.1). On the loopback this limit does not apply.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <vector>

#include "extcap/relay/change.h"
#include "extcap/relay/ip.h"

namespace godotdump::relay {

class Players {
 public:
  static constexpr Time longest_silence = 60 * second;
  static constexpr Time unanswered_stays = second;
  static constexpr std::uint64_t times = 3;

  explicit Players(bool need_proof) : need_proof_(need_proof) {}

  /// 0: not known.
  [[nodiscard]] unsigned find(const End& client) const;

  /// Gives a client the smallest free number. If there is none, that of the player who has waited for an answer for
  /// longest; `replaced` is then true, and the caller has to end what that player had. 0: there is no place.
  struct Joined {
    unsigned player = 0;
    bool replaced = false;
  };
  Joined join(const End& client, Time now);

  /// The player sent so many bytes.
  void heard(unsigned player, std::size_t bytes, Time now);

  /// The server sent so many bytes for the player. False: they must not be passed on.
  bool may_get(unsigned player, std::size_t bytes);

  /// Forgets the players that have been silent for too long. Returns their numbers.
  std::vector<unsigned> forget_silent(Time now);
  void forget(unsigned player);

  [[nodiscard]] const End& client(unsigned player) const { return players_[player].client; }
  [[nodiscard]] std::size_t count() const { return numbers_.size(); }

 private:
  struct Player {
    bool is_taken = false;
    bool is_answered = false;
    bool is_proven = false;
    End client;
    Time joined = 0;
    Time heard = 0;
    std::uint64_t sent = 0;
    std::uint64_t got = 0;
  };

  bool need_proof_;
  std::array<Player, most_players + 1> players_ = {};
  std::map<End, unsigned> numbers_;
};

}  // namespace godotdump::relay
