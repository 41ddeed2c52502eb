// SPDX-License-Identifier: MIT
// What an ICMP error says of the datagram that it returns (RFC 792, 1122, 1812 and 4443).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "codec/enet/icmp.h"

namespace godot::analysis::enet {

using godot::enet::IcmpError;

/// Where a datagram was turned back.
enum class Returned : std::uint8_t {
  nowhere,      ///< it went on, or was too long: the error says nothing of its destination
  at_port,      ///< its host says that nothing has this port, or a firewall says the same
  at_firewall,  ///< a firewall says that it is prohibited
  on_its_way,   ///< it has not reached its host
};

[[nodiscard]] constexpr Returned turned_back(const IcmpError& error) noexcept {
  struct Row {
    IcmpError error;
    Returned returned;
  };
  constexpr std::array<Row, 9> rows = {{
      {{false, 3, 3}, Returned::at_port},
      {{false, 3, 4}, Returned::nowhere},  // the packet was too long for a link
      {{false, 3, 9}, Returned::at_firewall},
      {{false, 3, 10}, Returned::at_firewall},
      {{false, 3, 13}, Returned::at_firewall},
      {{true, 1, 1}, Returned::at_firewall},
      {{true, 1, 4}, Returned::at_port},
      {{true, 1, 5}, Returned::at_firewall},
      {{true, 1, 6}, Returned::at_firewall},
  }};
  const auto* const row = std::find_if(rows.begin(), rows.end(), [&](const Row& each) { return each.error == error; });
  if (row != rows.end()) return row->returned;
  const std::uint8_t unreachable = error.is_v6 ? 1 : 3;
  const std::uint8_t expired = error.is_v6 ? 3 : 11;
  const bool is_stopped = error.type == unreachable || (error.type == expired && error.code == 0);
  return is_stopped ? Returned::on_its_way : Returned::nowhere;
}

}  // namespace godot::analysis::enet
