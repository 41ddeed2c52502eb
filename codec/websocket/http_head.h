// SPDX-License-Identifier: MIT
// The head of HTTP that asks for a WebSocket or answers it (RFC 6455), as far as the end of a connection needs it.
#pragma once

#include <cstdint>
#include <string_view>

namespace godot::websocket {

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

/// `head` without its empty line.
[[nodiscard]] HttpHead read_http(std::string_view head);

}  // namespace godot::websocket
