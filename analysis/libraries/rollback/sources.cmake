# SPDX-License-Identifier: MIT
list(APPEND GODOT_ANALYSIS_SOURCES
  libraries/rollback/checks.cpp
  libraries/rollback/find_message.cpp
  libraries/rollback/inputs_before.cpp
  libraries/rollback/line.cpp
  libraries/rollback/match.cpp
  libraries/rollback/memory.cpp
  libraries/rollback/message_facts.cpp
  libraries/rollback/methods.cpp
  libraries/rollback/reading.cpp
  libraries/rollback/sessions.cpp
  libraries/rollback/standstill.cpp
  libraries/rollback/verdict.cpp
)
