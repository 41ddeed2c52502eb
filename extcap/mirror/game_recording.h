// SPDX-License-Identifier: MIT
// The capture itself: waits for games, receives their records, and writes them to Wireshark's pipe.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>

#include "extcap/mirror/session.h"

namespace godotdump {

struct Settings {
  std::string address = "127.0.0.1";
  std::uint16_t port = 16007;
  GameSelection wanted;
  std::string control_in;  ///< Wireshark's pipes for its toolbar; empty: none
  std::string control_out;
  std::vector<std::string> projects;  ///< for metrics: folders of the games' projects
  std::string metrics;                ///< file for Prometheus; empty: none
};

/// Captures into `out` (null: nowhere, for metrics alone) until that is closed, or the program is ended by a signal or
/// by Wireshark's toolbar. Returns the exit code; messages for users are written to `errors`.
int capture(const Settings& settings, std::FILE* out, std::FILE* errors);

}  // namespace godotdump
