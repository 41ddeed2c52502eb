// SPDX-License-Identifier: MIT
// Messages of a game with netfox, made by hand, and what is known around them.
#pragma once

#include <string>
#include <string_view>

#include "analysis/libraries/netfox/find_command.h"
#include "tests/unit/analysis/message/calls/library_game.h"

namespace godot::analysis {

class NetfoxGame : public LibraryGame {
 public:
  NetfoxCommand command(std::string_view hex, bool learns = true, bool repeated = false) {
    const LibraryMessage& its = message(hex, repeated);
    return may_be_netfox(its, netfox) ? netfox_command(its, netfox, projects, learns) : NetfoxCommand{};
  }

  NetfoxMemory netfox;
  GameProjects user_projects;
  NetfoxProjects projects{user_projects};
};

/// A raw packet of Godot's with netfox's prefix and a command's number.
inline std::string raw(std::string_view number, std::string_view data) {
  std::string hex = "03 004e46 ";
  hex += number;
  hex += ' ';
  hex += data;
  return hex;
}

/// Tick 5: node 3 with an int.
inline constexpr std::string_view full_state = "05000000 03 0c 08000000 02000000 07000000";

}  // namespace godot::analysis
