# SPDX-License-Identifier: MIT
list(APPEND GODOT_CODEC_SOURCES
  libraries/rollback/walk.cpp
)
