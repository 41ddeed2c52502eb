# SPDX-License-Identifier: MIT
unit_of(rollback
  checks_test.cpp
  command_test.cpp
  inputs_before_test.cpp
  line_test.cpp
  match_test.cpp
  memory_test.cpp
  methods_test.cpp
  reading_test.cpp
  sessions_test.cpp
  standstill_test.cpp
  tables_test.cpp
  verdict_test.cpp
)
