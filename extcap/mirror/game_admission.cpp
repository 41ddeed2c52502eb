// SPDX-License-Identifier: MIT
#include "extcap/mirror/game_admission.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace godotdump {

std::optional<std::size_t> to_replace(std::span<const Connection> connections, std::string_view address) {
  std::map<std::string_view, std::size_t> shares;
  for (const Connection& each : connections) ++shares[each.address];
  const std::size_t share_of_new = shares[address];
  const auto may_go = [&](const Connection& each) {
    if (!each.is_game) return each.age >= undescribed_stays;
    return each.silent >= (shares[each.address] > share_of_new + 1 ? silent_neighbour : silent_game);
  };
  const auto rank = [&](const Connection& each) {
    return std::tuple(!each.is_game, shares[each.address], each.silent);
  };
  std::optional<std::size_t> chosen;
  for (std::size_t i = 0; i < connections.size(); ++i)
    if (may_go(connections[i]) && (!chosen || rank(connections[i]) > rank(connections[*chosen]))) chosen = i;
  return chosen;
}

std::size_t to_read(bool is_game, std::size_t games) {
  return is_game ? std::max(least_read, most_read / std::max<std::size_t>(games, 1)) : least_read;
}

std::optional<std::size_t> to_close(std::span<const Connection> connections) {
  std::size_t sum = 0;
  std::optional<std::size_t> largest;
  for (std::size_t i = 0; i < connections.size(); ++i) {
    sum += connections[i].memory;
    if (!largest || connections[i].memory > connections[*largest].memory) largest = i;
  }
  return sum > most_unfinished ? largest : std::nullopt;
}

std::uint64_t Tally::due(Time now) {
  if (count_ == 0 || (last_ && now - *last_ < std::chrono::seconds(1))) return 0;
  last_ = now;
  return std::exchange(count_, 0);
}

}  // namespace godotdump
