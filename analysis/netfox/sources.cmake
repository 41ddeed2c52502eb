# SPDX-License-Identifier: MIT
list(APPEND GODOT_ANALYSIS_SOURCES
  netfox/checks.cpp
  netfox/command.cpp
  netfox/layouts.cpp
  netfox/lesson.cpp
  netfox/memory.cpp
  netfox/message_facts.cpp
  netfox/methods.cpp
  netfox/nodes.cpp
  netfox/project_layouts.cpp
  netfox/projects.cpp
  netfox/reading.cpp
  netfox/resends.cpp
)
