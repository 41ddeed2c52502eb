// SPDX-License-Identifier: MIT
// The ends of a capture that use ENet, and what follows from them for a pair of ports.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "analysis/enet/connections/connection.h"
#include "analysis/enet/connections/two_ends.h"
#include "engine/frame/frame.h"

namespace godot::engine {

/// A pair of ports, and which end sends in direction 0.
struct EnetPair : analysis::enet::Pair {
  Address first = {};

  [[nodiscard]] analysis::enet::Direction direction_of(const Address& source) const noexcept {
    return source == first ? 0 : 1;
  }
};

/// The ends of a datagram.
struct EnetEnds {
  Address source;
  Address destination;
};

class EnetEndpoints {
 public:
  /// Null: the end is not known to use ENet.
  [[nodiscard]] const analysis::enet::Endpoint* find(const Address& end) const {
    if (all_.empty()) return nullptr;
    const auto found = all_.find(end);
    return found != all_.end() ? &found->second : nullptr;
  }

  /// An end of the datagram that has another pair of ENet's; null: none.
  [[nodiscard]] const analysis::enet::Endpoint* known(const EnetEnds& ends) const {
    const analysis::enet::Endpoint* source = find(ends.source);
    return source != nullptr ? source : find(ends.destination);
  }

  /// Adds the ends of a pair that is ENet's, as one of its datagrams has them.
  void settle(EnetPair& pair, const EnetEnds& ends) {
    if (pair.ends[0] != nullptr) return;
    analysis::enet::Endpoint& from = get(ends.source);
    analysis::enet::Endpoint& to = get(ends.destination);
    if (pair.direction_of(ends.source) == 0) pair.settle(from, to);
    else pair.settle(to, from);
  }

 private:
  analysis::enet::Endpoint& get(const Address& end) {
    const auto number = static_cast<std::uint32_t>(all_.size());
    auto [found, is_new] = all_.try_emplace(end);
    if (is_new) found->second.number = number;
    return found->second;
  }

  std::unordered_map<Address, analysis::enet::Endpoint, AddressHash> all_;
};

/// What is presumed of a connection without a handshake: the ends are looked up if somebody asks.
class PresumedServer final : public analysis::enet::LikelierServer {
 public:
  PresumedServer(const EnetEndpoints& all, const EnetPair& pair, const Address& source,
                 const Address& destination) noexcept
      : all_(all), pair_(pair), ends_{source, destination} {}

  [[nodiscard]] analysis::enet::Direction likelier_server() const override {
    const analysis::enet::Direction sender = pair_.direction_of(ends_.source);
    const bool is_sender = analysis::enet::is_likelier_server({all_.find(ends_.source), ends_.source.port},
                                                              {all_.find(ends_.destination), ends_.destination.port});
    return is_sender ? sender : analysis::enet::opposite(sender);
  }

 private:
  const EnetEndpoints& all_;
  const EnetPair& pair_;
  EnetEnds ends_;
};

}  // namespace godot::engine
