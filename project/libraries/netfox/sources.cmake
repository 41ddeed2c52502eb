# SPDX-License-Identifier: MIT
list(APPEND GODOT_PROJECT_SOURCES
  libraries/netfox/script_lists.cpp
  libraries/netfox/lists.cpp
)
