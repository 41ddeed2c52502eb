# SPDX-License-Identifier: MIT
unit_of(netfox
  checks_test.cpp
  command_test.cpp
  layouts_test.cpp
  lesson_test.cpp
  memory_test.cpp
  message_facts_test.cpp
  methods_test.cpp
  project_layouts_test.cpp
  projects_test.cpp
  reading_test.cpp
  resends_test.cpp
  DERIVES
)
