# SPDX-License-Identifier: GPL-2.0-or-later
list(APPEND GODOT_PLUGIN_SOURCES
  libraries/netfox/annotator.cpp
  libraries/netfox/netfox.cpp
  libraries/netfox/netfox_state.cpp
)
