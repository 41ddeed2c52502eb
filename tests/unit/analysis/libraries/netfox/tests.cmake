# SPDX-License-Identifier: MIT
unit_of(analysis-netfox
  libraries/netfox/checks_test.cpp
  libraries/netfox/find_command_test.cpp
  libraries/netfox/layouts_test.cpp
  libraries/netfox/learned_numbers_test.cpp
  libraries/netfox/memory_test.cpp
  libraries/netfox/message_facts_test.cpp
  libraries/netfox/methods_test.cpp
  libraries/netfox/project_layouts_test.cpp
  libraries/netfox/projects_test.cpp
  libraries/netfox/reading_test.cpp
  libraries/netfox/resends_test.cpp
  LINKS analysis
  DERIVES
)
