// SPDX-License-Identifier: MIT
#include "extcap/admission.h"

#include <tuple>

namespace godotdump {

std::optional<std::size_t> to_replace(std::span<const Guest> guests) {
  std::optional<std::size_t> chosen;
  for (std::size_t i = 0; i < guests.size(); ++i) {
    const Guest& guest = guests[i];
    if (guest.silent < (guest.is_game ? silent_game : silent_stranger)) continue;
    const auto rank = [&](const Guest& each) { return std::tuple(!each.is_game, each.silent); };
    if (!chosen || rank(guest) > rank(guests[*chosen])) chosen = i;
  }
  return chosen;
}

std::optional<std::size_t> to_relieve(std::span<const Guest> guests) {
  std::size_t sum = 0;
  std::optional<std::size_t> largest;
  for (std::size_t i = 0; i < guests.size(); ++i) {
    sum += guests[i].memory;
    if (!largest || guests[i].memory > guests[*largest].memory) largest = i;
  }
  return sum > most_unfinished ? largest : std::nullopt;
}

std::uint64_t Tally::due(Time now) {
  if (count_ == 0 || (last_ && now - *last_ < std::chrono::seconds(1))) return 0;
  last_ = now;
  return std::exchange(count_, 0);
}

}  // namespace godotdump
