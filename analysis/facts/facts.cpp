// SPDX-License-Identifier: MIT
#include "analysis/facts/facts.h"

#include <array>

namespace godot::analysis::facts {

const char* name(Kind kind) noexcept {
  static constexpr std::array<const char*, kind_count> names = {
      "Remote call", "Remote set", "Simplify path", "Confirm path",   "Raw",
      "Spawn",       "Despawn",    "Sync",          "System",         "Peers",
      "Value",       "Debugger",   "Netfox state",  "Netfox input",   "Netfox identities",
      "Netfox time", "Other",      "Fragment",      "Acknowledge",    "Ping",
      "Handshake",   "Bandwidth",  "TCP",           "Not understood", "ICMP",
      "Unfinished"};
  return names[static_cast<unsigned>(kind)];
}

const char* name(Transport transport) noexcept {
  static constexpr std::array names = {
#define GODOT_TRANSPORT(id, name, peer) name,
#include "codec/multiplayer/transports.def"
      "UDP",
      "TCP",
  };
  return names[static_cast<unsigned>(transport)];
}

const char* name(Mode mode) noexcept {
  static constexpr std::array<const char*, 3> names = {"unreliable", "ordered", "reliable"};
  return names[static_cast<unsigned>(mode)];
}

}  // namespace godot::analysis::facts
