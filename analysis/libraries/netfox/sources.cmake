# SPDX-License-Identifier: MIT
list(APPEND GODOT_ANALYSIS_SOURCES
  libraries/netfox/checks.cpp
  libraries/netfox/find_command.cpp
  libraries/netfox/layouts.cpp
  libraries/netfox/learned_numbers.cpp
  libraries/netfox/memory.cpp
  libraries/netfox/message_facts.cpp
  libraries/netfox/methods.cpp
  libraries/netfox/snapshot_nodes.cpp
  libraries/netfox/project_layouts.cpp
  libraries/netfox/projects.cpp
  libraries/netfox/reading.cpp
  libraries/netfox/resends.cpp
)
