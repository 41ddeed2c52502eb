// SPDX-License-Identifier: MIT
// Finds the names that a script passes to Node.rpc_config(), or to Godot 3's rset_config(): literals, constants,
// elements of a loop, methods passed as values, arguments of the script's own functions. Computed names cannot be read;
// this is reported.
//
// Work and memory are bounded by RpcConfigLimits and the text's length. Only GDScript is read.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace godot::analysis::project {

/// The settings passed with a name, as written but without spaces; a constant is replaced by its value. Empty:
/// unreadable.
struct RpcSettings {
  std::string name;
  std::string text;
};

/// Names that are passed for one object.
struct RpcConfigCalls {
  std::size_t class_index = 0;  ///< the class with the call
  std::string receiver;         ///< as written; empty: the script's own node
  std::vector<std::string> names;
  std::vector<std::string> elsewhere;  ///< names of constants and methods that are not in this file
  bool whole = true;                   ///< false: further names cannot be read
  std::vector<RpcSettings> settings;   ///< of `names`, one for each call
  bool settings_whole = true;          ///< false: there were more
};

struct RpcConfigLimits {
  static constexpr std::size_t tokens = 1U << 18;    ///< of a file; names in calls behind them cannot be read
  static constexpr std::size_t steps = 1U << 15;     ///< expressions that are evaluated in one file
  static constexpr std::size_t work_per_token = 16;  ///< tokens that are looked at in all these expressions
  static constexpr std::size_t names = 64;           ///< names of one call at most
  static constexpr std::size_t groups = 64;
  static constexpr std::size_t settings = 256;  ///< settings of one group at most
  static constexpr unsigned depth = 8;          ///< of names that refer to names
};

/// A token `rpc_config` or `rset_config`, and the class around it.
struct RpcConfigPlace {
  std::size_t offset = 0;
  std::size_t class_index = 0;
};

/// Evaluates the arguments at these places, which are in the order of the text, and of one of the two functions.
[[nodiscard]] std::vector<RpcConfigCalls> read_rpc_config_calls(std::string_view text,
                                                                const std::vector<RpcConfigPlace>& places);

}  // namespace godot::analysis::project
