// SPDX-License-Identifier: MIT
// A relay between players and their server that makes the network worse on purpose, and captures both sides.
#pragma once

#include <cstdio>
#include <string>
#include <vector>

#include "extcap/relay/link_changes.h"

namespace godotdump {

struct RelaySettings {
  std::string address = "127.0.0.1";  ///< the address where players connect
  std::uint16_t port = 24680;
  std::string server = "127.0.0.1";
  std::uint16_t server_port = 24681;
  std::uint64_t seed = 1;
  const relay::Preset* preset = nullptr;
  std::vector<relay::Change> changes;
  std::vector<relay::Step> script;
  std::string log;         ///< a file of all fates; empty: none
  std::string control_in;  ///< Wireshark's pipes for its toolbar
  std::string control_out;
  bool in_terminal = false;  ///< says on `errors` what happens
};

/// Relays until `out` is closed or the program is ended. `out`: null for no capture. Returns the exit code; messages
/// for users are written to `errors`.
int relay_games(const RelaySettings& settings, std::FILE* out, std::FILE* errors);

}  // namespace godotdump
