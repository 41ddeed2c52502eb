# SPDX-License-Identifier: MIT
# The files of the library.
set(GODOT_ANSWERS_SOURCES
  audit/audit_tables.cpp
  options/options.cpp
  options/report_request.cpp
  options/trace_request.cpp
  options/write_fault.cpp
  options/tables/z_tables.cpp
  questions/advice/advice.cpp
  questions/advice/broadcast_savings.cpp
  questions/advice/distance_savings.cpp
  questions/advice/state_savings.cpp
  questions/advice/value_savings.cpp
  questions/connections/connection_quality.cpp
  questions/connections/enet_streams.cpp
  questions/connections/held_arrivals.cpp
  questions/connections/lag_verdict.cpp
  questions/connections/one_way_times.cpp
  questions/connections/send_schedule.cpp
  questions/counts/message_rows.cpp
  questions/flow_graphs/flow_graph.cpp
  questions/plots/plots.cpp
  questions/plots/plotting.cpp
  questions/problems/problem_frames.cpp
  questions/problems/problems_table.cpp
  questions/problems/row_filter_names.cpp
  questions/profile/columns.cpp
  questions/profile/grouping.cpp
  questions/profile/ledger.cpp
  questions/profile/profile.cpp
  questions/profile/row_filter_names.cpp
  questions/states/state_at_packet.cpp
  questions/states/synchronizers.cpp
  report_page/calls.cpp
  report_page/mask.cpp
  report_page/overview.cpp
  report_page/page.cpp
  report_page/place.cpp
  report_page/replay.cpp
  report_page/timeline.cpp
  tables/below.cpp
  tables/cell_text.cpp
  tables/compact_rows.cpp
  tables/filters.cpp
  tables/hex.cpp
  tables/not_judged.cpp
  tables/option_text.cpp
  tables/received.cpp
  tables/table_output.cpp
  tables/tshark_command_line.cpp
  tables/window_cell.cpp
  trace/trace.cpp
)

# Each library of games lists its own.
include(${CMAKE_CURRENT_LIST_DIR}/../codec/libraries.cmake)
foreach(library ${GODOT_LIBRARIES})
  include(${CMAKE_CURRENT_LIST_DIR}/libraries/${library}/sources.cmake OPTIONAL)
endforeach()
