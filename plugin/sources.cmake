# SPDX-License-Identifier: GPL-2.0-or-later
# The files of the plugin, for our own build and for one in Wireshark's tree.
set(GODOT_PLUGIN_SOURCES
  core/register/field_registration.cpp
  core/flows/follow.cpp
  core/register/frame_end.cpp
  core/tree/from_to.cpp
  core/epan/guarded_call.cpp
  core/tree/items.cpp
  core/epan/safe_labels.cpp
  core/tree/needed_items.cpp
  core/exports/objects.cpp
  core/exports/pdus.cpp
  core/settings/preferences.cpp
  core/epan/program_options.cpp
  core/epan/saved_columns.cpp
  core/register/statistics.cpp
  core/tree/tree_sink.cpp
  debugger/debugger.cpp
  debugger/follow.cpp
  debugger/debugger_message.cpp
  enet/open_capture.cpp
  enet/enet_flows.cpp
  enet/datagram.cpp
  enet/enet.cpp
  enet/follow.cpp
  enet/info_text.cpp
  enet/messages.cpp
  enet/payload.cpp
  enet/preferences.cpp
  enet/fragment_reassembly.cpp
  enet/statistics.cpp
  enet/shown_datagram.cpp
  facts/collector.cpp
  facts/message_costs.cpp
  facts/demand.cpp
  facts/shown_problem.cpp
  facts/segment_facts.cpp
  files/files.cpp
  game/peer_labels.cpp
  relay/relay.cpp
  multiplayer/columns.cpp
  multiplayer/follow.cpp
  multiplayer/hooks.cpp
  multiplayer/message_items.cpp
  multiplayer/multiplayer.cpp
  multiplayer/pdus.cpp
  multiplayer/plot.cpp
  multiplayer/message_host.cpp
  multiplayer/transports.cpp
  multiplayer/library_dissectors.cpp
  multiplayer/watches.cpp
  plugin.cpp
  project_settings/project_settings.cpp
  project_settings/user_tables.cpp
  show/export_objects.cpp
  show/feed.cpp
  show/flow_graphs.cpp
  show/follow_window.cpp
  show/menu.cpp
  show/page_window.cpp
  show/report_window.cpp
  show/requests.cpp
  show/tables.cpp
  show/text_window.cpp
  show/toolbar.cpp
  variant/lone_values.cpp
  variant/stream_of_values.cpp
  variant/value_dissector.cpp
  variant/variant.cpp
  tcp_ends/tcp_ends.cpp
  ice/ice.cpp
  noray/noray.cpp
)

# Each transport of core/register/transports.def lists its own.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/core/register/transports.def)
file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/core/register/transports.def transports REGEX "^GODOT_TRANSPORT_FOLDER")
foreach(row IN LISTS transports)
  string(REGEX REPLACE "^[A-Z_]+\\(([a-z0-9_]+),.*" "\\1" transport "${row}")
  include(${CMAKE_CURRENT_LIST_DIR}/${transport}/sources.cmake)
endforeach()

# Each library of games lists its own.
include(${CMAKE_CURRENT_LIST_DIR}/../codec/libraries.cmake)
foreach(library ${GODOT_LIBRARIES})
  include(${CMAKE_CURRENT_LIST_DIR}/libraries/${library}/sources.cmake)
endforeach()
