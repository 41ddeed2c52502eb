# SPDX-License-Identifier: MIT
list(APPEND GODOT_ENGINE_SOURCES
  libraries/rollback/rollback.cpp
)
