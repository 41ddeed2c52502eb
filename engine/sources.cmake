# SPDX-License-Identifier: MIT
# The files of the library.
set(GODOT_ENGINE_SOURCES
  enet/datagrams.cpp
  engine.cpp
  frame/frame.cpp
  frame/safe_text.cpp
  game/game.cpp
  ice/ice.cpp
  message/library_lines.cpp
  message/messages.cpp
  message/tree_items.cpp
  mirror/records.cpp
  noray/noray.cpp
  streams/debugger.cpp
  streams/file_units.cpp
  streams/streams.cpp
  streams/stream_values.cpp
  tree/derived_labels.cpp
  tree/field_labels.cpp
  tree/sink.cpp
  tree/tree.cpp
  values/lone_values.cpp
  values/recognised_value.cpp
  websocket/websocket_messages.cpp
)

# Each library of games lists its own.
include(${CMAKE_CURRENT_LIST_DIR}/../codec/libraries.cmake)
foreach(library ${GODOT_LIBRARIES})
  include(${CMAKE_CURRENT_LIST_DIR}/libraries/${library}/sources.cmake)
endforeach()
