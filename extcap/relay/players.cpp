// SPDX-License-Identifier: MIT
#include "extcap/relay/players.h"

#include <algorithm>

namespace godotdump::relay {
namespace {

/// What one owner may have many addresses of: an address of IPv4, the first half of one of IPv6.
bool are_neighbours(const End& one, const End& other) {
  constexpr std::size_t v4 = 4;
  constexpr std::size_t network = 8;
  const auto length = static_cast<std::ptrdiff_t>(one.is_v6 ? network : v4);
  return one.is_v6 == other.is_v6 &&
         std::equal(one.address.begin(), one.address.begin() + length, other.address.begin());
}

}  // namespace

unsigned Players::find(const End& client) const {
  const auto found = numbers_.find(client);
  return found == numbers_.end() ? 0 : found->second;
}

Players::Joined Players::join(const End& client, Time now) {
  Joined joined;
  for (unsigned player = 1; player <= most_players && joined.player == 0; ++player)
    if (!players_[player].is_taken) joined.player = player;
  if (joined.player == 0) {
    const unsigned share_of_newcomer = share(client);
    Leaving chosen;
    for (unsigned player = 1; player <= most_players; ++player) {
      const Leaving each = leaving(players_[player], share_of_newcomer, now);
      if (each.why.empty() || (!chosen.why.empty() && each.rank <= chosen.rank)) continue;
      chosen = each;
      joined = {.player = player, .why = each.why};
    }
    if (joined.player == 0) return joined;
    forget(joined.player);
  }
  players_[joined.player] = {.is_taken = true, .client = client, .joined = now, .heard = now};
  numbers_[client] = joined.player;
  return joined;
}

Players::Leaving Players::leaving(const Player& player, unsigned share_of_newcomer, Time now) const {
  const Time silent = now - player.heard;
  // A connection is answered later than a datagram: both ends have to open it first.
  const Time unanswered = player.client.is_stream ? silent_stays : unanswered_stays;
  if (!player.is_answered && now - player.joined >= unanswered)
    return {"the server never answered it", {1, 0, now - player.joined}};
  if (silent < crowded_stays) return {};
  const unsigned places = share(player.client);
  if (places > share_of_newcomer + 1)
    return {"it was silent, and its network has the most places", {0, places, silent}};
  if (silent >= silent_stays) return {"it was silent for longest", {0, 0, silent}};
  return {};
}

unsigned Players::share(const End& client) const {
  return static_cast<unsigned>(std::count_if(players_.begin(), players_.end(), [&](const Player& each) {
    return each.is_taken && are_neighbours(each.client, client);
  }));
}

void Players::heard(unsigned player, std::size_t bytes, Time now) {
  Player& it = players_[player];
  it.heard = now;
  it.sent.bytes += bytes;
  ++it.sent.datagrams;
  if (it.is_answered) it.is_proven = true;
}

bool Players::may_get(unsigned player, std::size_t bytes, unsigned times_passed_on) {
  Player& it = players_[player];
  const Traffic more = {.bytes = it.got.bytes + std::uint64_t{times_passed_on} * bytes,
                        .datagrams = it.got.datagrams + times_passed_on};
  const bool is_too_much = more.bytes > times * it.sent.bytes || more.datagrams > times * it.sent.datagrams;
  if (need_proof_ && !it.is_proven && is_too_much) return false;
  it.is_answered = true;
  it.got = more;
  return true;
}

std::vector<unsigned> Players::forget_silent(Time now) {
  std::vector<unsigned> silent;
  for (unsigned player = 1; player <= most_players; ++player)
    if (players_[player].is_taken && !players_[player].client.is_stream &&
        now - players_[player].heard > longest_silence)
      silent.push_back(player);
  for (const unsigned player : silent) forget(player);
  return silent;
}

void Players::forget(unsigned player) {
  numbers_.erase(players_[player].client);
  players_[player] = {};
}

}  // namespace godotdump::relay
