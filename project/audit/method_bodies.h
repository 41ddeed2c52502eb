// SPDX-License-Identifier: MIT
// What the body of a method does, in GDScript and C#, as far as its text shows: what it assigns to, which functions it
// calls as statements, whether it asks who called it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "project/scripts/script.h"

namespace godot::analysis::project {

struct BodyLimits {
  static constexpr std::size_t tokens = 1U << 16;  ///< of one body; the others are ignored
  static constexpr std::size_t listed = 8;         ///< entries of each list at most
  static constexpr std::size_t text = 80;          ///< of one entry; longer ones are cut
};

struct Body {
  bool is_found = false;
  std::vector<std::string> assigned;  ///< left sides, as written; without the method's own variables
  std::vector<std::string> called;    ///< as statements, without their arguments
  bool has_more = false;              ///< a list was full
  bool asks_sender = false;           ///< get_remote_sender_id(), in Godot 3 get_rpc_sender_id(); GetRemoteSenderId()
  std::string asks_in;                ///< … not itself, but in this function of the script, which it calls
};

/// By `method.is_csharp`. Time: linear in the script, at most nine times.
[[nodiscard]] Body read_body(std::string_view script, const Method& method);

}  // namespace godot::analysis::project
