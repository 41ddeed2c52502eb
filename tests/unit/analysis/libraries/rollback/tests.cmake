# SPDX-License-Identifier: MIT
unit_of(analysis-rollback
  libraries/rollback/checks_test.cpp
  libraries/rollback/find_message_test.cpp
  libraries/rollback/inputs_before_test.cpp
  libraries/rollback/line_test.cpp
  libraries/rollback/match_test.cpp
  libraries/rollback/memory_test.cpp
  libraries/rollback/methods_test.cpp
  libraries/rollback/reading_test.cpp
  libraries/rollback/sessions_test.cpp
  libraries/rollback/standstill_test.cpp
  libraries/rollback/verdict_test.cpp
  LINKS analysis
)
