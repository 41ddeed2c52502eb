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

/// Bytes of the head of a frame whose payload has `length` bytes (RFC 6455, 5.2). Clients mask their frames.
[[nodiscard]] constexpr std::uint32_t head_size(std::uint64_t length, bool is_masked) noexcept {
  constexpr std::uint64_t longest_short = 125;
  constexpr std::uint64_t longest_medium = 65535;
  constexpr std::uint32_t mask = 4;
  const std::uint32_t size = length <= longest_short ? 2 : length <= longest_medium ? 4 : 10;
  return size + (is_masked ? mask : 0);
}

}  // namespace godot::websocket
