# SPDX-License-Identifier: GPL-2.0-or-later
list(APPEND GODOT_PLUGIN_SOURCES
  libraries/netfox/netfox.cpp
)
