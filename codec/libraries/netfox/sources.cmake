# SPDX-License-Identifier: MIT
list(APPEND GODOT_CODEC_SOURCES
  libraries/netfox/call_walk.cpp
  libraries/netfox/names.cpp
  libraries/netfox/property_index.cpp
  libraries/netfox/schema.cpp
  libraries/netfox/walk.cpp
)
