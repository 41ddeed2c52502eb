// SPDX-License-Identifier: GPL-2.0-or-later
// Which names a script hands to Node.rpc_config(): literals, constants, elements that a loop goes through, methods that
// are passed around as values, arguments of the script's own functions. What is computed cannot be read, and is said.
//
// Work and memory are bounded by ConfiguredLimits and the text's length. Only GDScript is read.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace godot::project {

/// What a name is handed over with, as written and without spaces, a constant as its value. Empty: it cannot be read.
struct RpcSettings {
  std::string name;
  std::string text;
};

/// Names that are handed to one object.
struct Configured {
  std::size_t class_index = 0;  ///< the class with the call
  std::string receiver;         ///< as written; empty: the script's own node
  std::vector<std::string> names;
  std::vector<std::string> elsewhere;  ///< names of constants and methods that the file does not explain
  bool whole = true;                   ///< false: there are others, which cannot be read
  std::vector<RpcSettings> settings;   ///< of `names`, one for each time
  bool settings_whole = true;          ///< false: there were more
};

struct ConfiguredLimits {
  static constexpr std::size_t tokens = 1U << 18;  ///< of a file; the rest is not looked at
  static constexpr std::size_t steps = 1U << 15;   ///< expressions that are followed in one file
  static constexpr std::size_t names = 64;         ///< of one call
  static constexpr std::size_t groups = 64;
  static constexpr std::size_t settings = 256;  ///< of a group
  static constexpr unsigned depth = 8;          ///< of names that stand for names
};

/// A place where `rpc_config` stands, and the class around it.
struct ConfiguredPlace {
  std::size_t offset = 0;
  std::size_t class_index = 0;
};

/// Follows what is handed over at these places, which are in the order of the text.
[[nodiscard]] std::vector<Configured> read_configured(std::string_view text,
                                                      const std::vector<ConfiguredPlace>& places);

}  // namespace godot::project
