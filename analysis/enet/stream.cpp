// SPDX-License-Identifier: MIT
#include "analysis/enet/stream.h"

namespace godot::analysis::enet {

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
