// SPDX-License-Identifier: MIT
#include "extcap/relay/players.h"

namespace godotdump::relay {

unsigned Players::find(const End& client) const {
  const auto found = numbers_.find(client);
  return found == numbers_.end() ? 0 : found->second;
}

Players::Joined Players::join(const End& client, Time now) {
  Joined joined;
  for (unsigned player = 1; player <= most_players && joined.player == 0; ++player)
    if (!players_[player].is_taken) joined.player = player;
  if (joined.player == 0) {
    for (unsigned player = 1; player <= most_players; ++player) {
      const Player& each = players_[player];
      if (each.is_answered || now - each.joined < unanswered_stays) continue;
      if (joined.player == 0 || each.joined < players_[joined.player].joined) joined.player = player;
    }
    if (joined.player == 0) return joined;
    joined.replaced = true;
    forget(joined.player);
  }
  players_[joined.player] = {.is_taken = true, .client = client, .joined = now, .heard = now};
  numbers_[client] = joined.player;
  return joined;
}

void Players::heard(unsigned player, std::size_t bytes, Time now) {
  Player& it = players_[player];
  it.heard = now;
  it.sent += bytes;
  if (it.is_answered) it.is_proven = true;
}

bool Players::may_get(unsigned player, std::size_t bytes) {
  Player& it = players_[player];
  if (need_proof_ && !it.is_proven && it.got + bytes > times * it.sent) return false;
  it.is_answered = true;
  it.got += bytes;
  return true;
}

std::vector<unsigned> Players::forget_silent(Time now) {
  std::vector<unsigned> silent;
  for (unsigned player = 1; player <= most_players; ++player)
    if (players_[player].is_taken && now - players_[player].heard > longest_silence) silent.push_back(player);
  for (const unsigned player : silent) forget(player);
  return silent;
}

void Players::forget(unsigned player) {
  numbers_.erase(players_[player].client);
  players_[player] = {};
}

}  // namespace godotdump::relay
