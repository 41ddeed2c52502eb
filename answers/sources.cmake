# SPDX-License-Identifier: MIT
# The files of the library.
set(GODOT_ANSWERS_SOURCES
  options/options.cpp
  questions/statistics_tables.cpp
  page/calls.cpp
  page/mask.cpp
  page/overview.cpp
  page/page.cpp
  options/page_request.cpp
  page/place.cpp
  page/replay.cpp
  page/timeline.cpp
  questions/advice.cpp
  questions/advice_broadcasts.cpp
  questions/advice_distance.cpp
  questions/advice_states.cpp
  questions/advice_values.cpp
  questions/flow.cpp
  questions/held_arrivals.cpp
  questions/ledger.cpp
  questions/message_rows.cpp
  questions/plots.cpp
  questions/plotting.cpp
  questions/problem_frames.cpp
  questions/problem_row_names.cpp
  questions/problems_table.cpp
  questions/profile.cpp
  questions/profile_columns.cpp
  questions/profile_grouping.cpp
  questions/profile_row_names.cpp
  questions/state_at_packet.cpp
  questions/connection_quality.cpp
  questions/enet_streams.cpp
  questions/lag_verdict.cpp
  questions/send_schedule.cpp
  questions/synchronizers.cpp
  questions/one_way_times.cpp
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
