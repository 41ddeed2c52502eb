// SPDX-License-Identifier: MIT
// The codes of a Close of WebSocket that say that something went wrong (RFC 6455, 7.4.1, and IANA's registry of close
// codes): those of close_codes.def, and two that are judged with the evidence beside them.
#pragma once

#include <cstdint>

namespace godot::analysis::tcp_ends {

inline constexpr std::uint16_t protocol_error = 1002;
inline constexpr std::uint16_t message_too_big = 1009;

[[nodiscard]] constexpr bool is_fault(std::uint16_t code) noexcept {
#define GODOT_CLOSE_CODE(row, problem, meaning, remedy) \
  if (code == (row)) return true;
#include "analysis/tcp_ends/close_codes.def"
#undef GODOT_CLOSE_CODE
  return code == protocol_error || code == message_too_big;
}

}  // namespace godot::analysis::tcp_ends
