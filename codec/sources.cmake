# SPDX-License-Identifier: MIT
# The files of the codec.
set(GODOT_CODEC_SOURCES
  core/catalogue.cpp
  core/number.cpp
  core/problem.cpp
  core/utf8.cpp
  debugger/framing.cpp
  debugger/line.cpp
  debugger/messages.cpp
  debugger/named_value.cpp
  debugger/names.cpp
  debugger/outline.cpp
  debugger/scalar.cpp
  debugger/walk.cpp
  enet/crc.cpp
  enet/decompress.cpp
  enet/fastlz.cpp
  enet/icmp.cpp
  enet/names.cpp
  enet/protocol.cpp
  enet/range_coder.cpp
  enet/datagram_reading.cpp
  enet/recognise.cpp
  enet/walk.cpp
  files/names.cpp
  files/walk.cpp
  ip/search.cpp
  relay/relay_fate.cpp
  mirror/names.cpp
  mirror/record_stream.cpp
  mirror/walk.cpp
  mirror/writer.cpp
  multiplayer/names.cpp
  multiplayer/protocol.cpp
  multiplayer/recognise.cpp
  multiplayer/walk.cpp
  noray/noray.cpp
  stun/dtls.cpp
  stun/stun.cpp
  variant/dialect.cpp
  variant/node_path.cpp
  variant/plain_text.cpp
  variant/recognise.cpp
  variant/scan.cpp
  variant/text.cpp
  variant/walk.cpp
  websocket/http_head.cpp
)

# Each library of games lists its own.
include(${CMAKE_CURRENT_LIST_DIR}/libraries.cmake)
foreach(library ${GODOT_LIBRARIES})
  include(${CMAKE_CURRENT_LIST_DIR}/libraries/${library}/sources.cmake)
endforeach()
