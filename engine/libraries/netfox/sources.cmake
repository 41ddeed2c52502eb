# SPDX-License-Identifier: MIT
list(APPEND GODOT_ENGINE_SOURCES
  libraries/netfox/netfox.cpp
)
