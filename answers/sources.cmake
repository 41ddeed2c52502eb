# SPDX-License-Identifier: MIT
# The files of the library.
set(GODOT_ANSWERS_SOURCES
  options/options.cpp
  options/tables/z_tables.cpp
  page/calls.cpp
  page/mask.cpp
  page/overview.cpp
  page/page.cpp
  options/page_request.cpp
  page/place.cpp
  page/replay.cpp
  page/timeline.cpp
  questions/advice/advice.cpp
  questions/advice/broadcast_savings.cpp
  questions/advice/distance_savings.cpp
  questions/advice/state_savings.cpp
  questions/advice/value_savings.cpp
  questions/flow_graphs/flow_graph.cpp
  questions/connections/held_arrivals.cpp
  questions/profile/ledger.cpp
  questions/counts/message_rows.cpp
  questions/plots/plots.cpp
  questions/plots/plotting.cpp
  questions/problems/problem_frames.cpp
  questions/problems/row_filter_names.cpp
  questions/problems/problems_table.cpp
  questions/profile/profile.cpp
  questions/profile/columns.cpp
  questions/profile/grouping.cpp
  questions/profile/row_filter_names.cpp
  questions/states/state_at_packet.cpp
  questions/connections/connection_quality.cpp
  questions/connections/enet_streams.cpp
  questions/connections/lag_verdict.cpp
  questions/connections/send_schedule.cpp
  questions/states/synchronizers.cpp
  questions/connections/one_way_times.cpp
  tables/below.cpp
  tables/filters.cpp
  tables/hex.cpp
  tables/option_text.cpp
  tables/table_output.cpp
  tables/cell_text.cpp
  tables/compact_rows.cpp
  tables/window_cell.cpp
  tables/tshark_command_line.cpp
  tables/received.cpp
  tables/not_judged.cpp
  trace/trace.cpp
  options/trace_request.cpp
  options/write_fault.cpp
  audit/audit_tables.cpp
)

# Each library of games lists its own.
include(${CMAKE_CURRENT_LIST_DIR}/../codec/libraries.cmake)
foreach(library ${GODOT_LIBRARIES})
  include(${CMAKE_CURRENT_LIST_DIR}/libraries/${library}/sources.cmake OPTIONAL)
endforeach()
