# SPDX-License-Identifier: MIT
unit_of(answers-rollback
  libraries/rollback/tables_test.cpp
  LINKS answers
)
