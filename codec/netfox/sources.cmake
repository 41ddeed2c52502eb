# SPDX-License-Identifier: MIT
list(APPEND GODOT_CODEC_SOURCES
  netfox/call_walk.cpp
  netfox/names.cpp
  netfox/property_index.cpp
  netfox/schema.cpp
  netfox/walk.cpp
)
