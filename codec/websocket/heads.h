// SPDX-License-Identifier: MIT
// The heads of HTTP and of WebSocket's frames (RFC 6455), as far as the end of a connection needs them.
#pragma once

#include <cstdint>
#include <string_view>

namespace godot::websocket {

namespace opcode {
inline constexpr std::uint8_t continuation = 0;
inline constexpr std::uint8_t text = 1;
inline constexpr std::uint8_t binary = 2;
inline constexpr std::uint8_t close = 8;
inline constexpr std::uint8_t ping = 9;
inline constexpr std::uint8_t pong = 10;
}  // namespace opcode

/// Texts are valid until the call ends; empty: not there.
struct HttpHead {
  bool asks = false;          ///< a request for an upgrade to WebSocket
  bool is_godots = false;     ///< ... with the lines that WebSocketPeer writes, in their order
  std::uint16_t status = 0;   ///< of an answer; 0: it is a request
  bool deflates = false;      ///< a line names the extension permessage-deflate
  std::string_view protocol;  ///< the value of Sec-WebSocket-Protocol, the subprotocol
  std::string_view location;  ///< the address that a redirection leads to
  std::string_view body;      ///< what the piece has behind it
};

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

/// `head` without its empty line.
[[nodiscard]] HttpHead read_http(std::string_view head);

}  // namespace godot::websocket
