// SPDX-License-Identifier: MIT
// The options of a relay.
#pragma once

#include <string>
#include <string_view>

#include "extcap/relay_program/relay.h"

namespace godotdump {

enum class Option : std::uint8_t { unknown, good, bad };

/// Takes an option such as --loss. `bad`: with a sentence in `error`.
Option read_relay_option(std::string_view name, std::string_view value, RelaySettings& settings, std::string& error);

/// `24680:127.0.0.1:24681`: where players connect, where the server is. Either address may be left out, and addresses
/// of IPv6 are in brackets.
bool read_relay_ends(std::string_view text, RelaySettings& settings, std::string& error);

/// `HOST:PORT`, or a port alone.
bool read_server(std::string_view text, RelaySettings& settings, std::string& error);

/// The text about the relay's options that --help prints.
[[nodiscard]] std::string relay_help();

/// For Wireshark's dialog, one argument in each line.
[[nodiscard]] std::string relay_config();

}  // namespace godotdump
