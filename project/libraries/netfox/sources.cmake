# SPDX-License-Identifier: MIT
list(APPEND GODOT_PROJECT_SOURCES
  libraries/netfox/property_lists_in_scripts.cpp
  libraries/netfox/synchronizer_lists.cpp
)
