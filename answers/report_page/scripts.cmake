# SPDX-License-Identifier: MIT
# The page's scripts (answers/report_page/html/*.js), in the order in which they are one. Libraries of games may have one each.
include(${CMAKE_CURRENT_LIST_DIR}/../../codec/libraries.cmake)
set(GODOT_PAGE_SCRIPTS base tables summary timeline replay)
foreach(library ${GODOT_LIBRARIES})
  if(EXISTS ${CMAKE_CURRENT_LIST_DIR}/html/${library}.js)
    list(APPEND GODOT_PAGE_SCRIPTS ${library})
  endif()
endforeach()
list(APPEND GODOT_PAGE_SCRIPTS calls main)
