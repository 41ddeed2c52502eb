// SPDX-License-Identifier: MIT
#include "analysis/enet/connections/connection.h"

namespace godot::analysis::enet {

int Stream::nearest_channel(unsigned channel, bool down) const noexcept {
  const auto count = static_cast<int>(channels.size());
  int at = static_cast<int>(std::min<std::size_t>(channel, channels.size() - (down ? 1 : 0)));
  while (at >= 0 && at < count && !channels[static_cast<std::size_t>(at)]) at += down ? -1 : 1;
  return at < count ? at : -1;
}

bool is_likelier_server(const PairEnd& one, const PairEnd& other) noexcept {
  const auto serves = [](const PairEnd& end) { return end.known != nullptr && end.known->is_server; };
  if (serves(one) != serves(other)) return serves(one);
  const auto conversations = [](const PairEnd& end) { return end.known != nullptr ? end.known->conversations : 0; };
  if (conversations(one) != conversations(other)) return conversations(one) > conversations(other);
  // Servers choose their port; the system assigns a high one to clients.
  return one.port < other.port;
}

bool is_clearly_server(const PairEnd& one, const PairEnd& other) noexcept {
  constexpr std::uint32_t first_of_clients = 32768;  // Linux; other systems begin at 49152
  if (one.known == nullptr || other.known == nullptr || other.known->is_server) return false;
  if (one.known->is_server || one.known->conversations != other.known->conversations)
    return one.known->is_server || one.known->conversations > other.known->conversations;
  return one.port < first_of_clients && other.port >= first_of_clients;
}

}  // namespace godot::analysis::enet
