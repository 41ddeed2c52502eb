# SPDX-License-Identifier: MIT
list(APPEND GODOT_ANSWERS_SOURCES
  libraries/rollback/tables.cpp
)
