# SPDX-License-Identifier: MIT
# The files of the capture reader.
set(GODOT_CAPTURE_SOURCES
  file/capture_reader.cpp
  frame/address.cpp
  frame/encryption.cpp
  frame/fragments.cpp
  frame/layers.cpp
  packed/unpack.cpp
  tcp/bytes_in_order.cpp
  tcp/connections.cpp
  websocket/handshake.cpp
  websocket/websocket.cpp
)
