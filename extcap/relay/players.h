// SPDX-License-Identifier: MIT
// The players of a relay: the number of each, who is forgotten, and how much each may get. Without sockets.
//
// The address that a datagram comes from can be forged. So a player whose datagrams the server has not answered is the
// first to lose its place, and until it has sent something after the first answer, it gets at most three times the
// bytes, and three times the datagrams, that it sent (as in QUIC, RFC 9000, 8.1). On the loopback this limit does not
// apply.
//
// Anybody can make many connections that say nothing, or little. So if there is no place, the one who is silent loses
// it, sooner if the same network has more places than the newcomer's.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

#include "extcap/relay/change.h"
#include "extcap/relay/ip.h"

namespace godotdump::relay {

class Players {
 public:
  static constexpr Time longest_silence = 60 * second;
  static constexpr Time unanswered_stays = second;
  static constexpr Time crowded_stays = 2 * second;  ///< ENet's players send something twice a second
  static constexpr Time silent_stays = 10 * second;
  static constexpr std::uint64_t times = 3;

  explicit Players(bool need_proof) : need_proof_(need_proof) {}

  /// The player's number; 0: the client is not known.
  [[nodiscard]] unsigned find(const End& client) const;

  /// Gives a client the smallest free number. If there is none, that of a player who loses the place, in this order:
  /// who has waited for an answer for longest; who is silent, in the network with most places; who has been silent for
  /// longest. `why` then says so, and the caller has to end what that player had. 0: there is no place.
  struct Joined {
    unsigned player = 0;
    std::string_view why = {};
  };
  Joined join(const End& client, Time now);

  /// The player sent so many bytes.
  void heard(unsigned player, std::size_t bytes, Time now);

  /// The server sent so many bytes for the player, which may be passed on so many times. False: they must not be.
  bool may_get(unsigned player, std::size_t bytes, unsigned times_passed_on = 1);

  /// Forgets the players that have been silent for too long, except those of connections, which say when they end.
  /// Returns their numbers.
  std::vector<unsigned> forget_silent(Time now);
  void forget(unsigned player);

  [[nodiscard]] const End& client(unsigned player) const { return players_[player].client; }
  [[nodiscard]] std::size_t count() const { return numbers_.size(); }

 private:
  struct Traffic {
    std::uint64_t bytes = 0;
    std::uint64_t datagrams = 0;
  };
  struct Player {
    bool is_taken = false;
    bool is_answered = false;
    bool is_proven = false;
    End client;
    Time joined = 0;
    Time heard = 0;
    Traffic sent = {};
    Traffic got = {};
  };
  /// A player who may lose the place, and whether before others.
  struct Leaving {
    std::string_view why;  ///< a sentence for the log; empty: the player stays
    std::tuple<unsigned, unsigned, Time> rank;
  };
  [[nodiscard]] Leaving leaving(const Player& player, unsigned share_of_newcomer, Time now) const;
  [[nodiscard]] unsigned share(const End& client) const;

  bool need_proof_;
  std::array<Player, most_players + 1> players_ = {};
  std::map<End, unsigned> numbers_;
};

}  // namespace godotdump::relay
