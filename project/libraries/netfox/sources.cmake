# SPDX-License-Identifier: MIT
list(APPEND GODOT_PROJECT_SOURCES
  libraries/netfox/builders.cpp
  libraries/netfox/lists.cpp
)
