// SPDX-License-Identifier: MIT
#include "extcap/admission.h"

#include <tuple>

namespace godotdump {

std::optional<std::size_t> to_replace(std::span<const Connection> connections) {
  std::optional<std::size_t> chosen;
  for (std::size_t i = 0; i < connections.size(); ++i) {
    const Connection& connection = connections[i];
    if (connection.silent < (connection.is_game ? silent_game : silent_unknown)) continue;
    const auto rank = [&](const Connection& each) { return std::tuple(!each.is_game, each.silent); };
    if (!chosen || rank(connection) > rank(connections[*chosen])) chosen = i;
  }
  return chosen;
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
