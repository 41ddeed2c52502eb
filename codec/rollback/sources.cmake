# SPDX-License-Identifier: MIT
list(APPEND GODOT_CODEC_SOURCES
  rollback/walk.cpp
)
