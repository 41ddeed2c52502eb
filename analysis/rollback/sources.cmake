# SPDX-License-Identifier: MIT
list(APPEND GODOT_ANALYSIS_SOURCES
  rollback/checks.cpp
  rollback/command.cpp
  rollback/inputs_before.cpp
  rollback/line.cpp
  rollback/match.cpp
  rollback/memory.cpp
  rollback/message_facts.cpp
  rollback/methods.cpp
  rollback/reading.cpp
  rollback/sessions.cpp
  rollback/standstill.cpp
  rollback/tables.cpp
  rollback/verdict.cpp
)
