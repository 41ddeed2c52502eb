// SPDX-License-Identifier: MIT
// The head of a frame of WebSocket (RFC 6455), as far as the end of a connection needs it.
#pragma once

#include <cstdint>

namespace godot::websocket {

namespace opcode {
inline constexpr std::uint8_t continuation = 0;
inline constexpr std::uint8_t text = 1;
inline constexpr std::uint8_t binary = 2;
inline constexpr std::uint8_t close = 8;
inline constexpr std::uint8_t ping = 9;
inline constexpr std::uint8_t pong = 10;
}  // namespace opcode

struct FrameHead {
  std::uint8_t reserved = 0;  ///< the three bits; bit 2 says that the message is compressed
  std::uint8_t code = 0;
  bool is_final = false;
  bool is_masked = false;
  std::uint64_t length = 0;  ///< the length of the frame's payload in bytes

  [[nodiscard]] bool is_control() const noexcept { return code >= opcode::close; }
  [[nodiscard]] bool is_known() const noexcept {
    return code <= opcode::binary || (code >= opcode::close && code <= opcode::pong);
  }
};
inline constexpr std::uint8_t compressed_bit = 4;

}  // namespace godot::websocket
