# SPDX-License-Identifier: GPL-2.0-or-later
# The parts of the plugin, for our own CMake (CMakeLists.txt) and Wireshark's (in-tree/CMakeLists.txt).
include_guard(GLOBAL)

set(GODOT_PLUGIN_DIR ${CMAKE_CURRENT_LIST_DIR})
include(${GODOT_PLUGIN_DIR}/sources.cmake)
list(TRANSFORM GODOT_PLUGIN_SOURCES PREPEND ${GODOT_PLUGIN_DIR}/)

# Settings of the module `target`, besides Wireshark's headers and libraries.
function(godot_plugin_settings target)
  target_link_libraries(${target} PRIVATE godot-codec godot-analysis godot-answers godot-engine)
  target_include_directories(${target} PRIVATE ${GODOT_PLUGIN_DIR}/..)
  target_compile_definitions(${target} PRIVATE GODOT_PLUGIN_VERSION="${GODOT_VERSION}")
  set_target_properties(${target} PROPERTIES PREFIX "")
  godot_bare(${target})
  godot_fast(${target})
  # The user's C++ library may be older than the one of the build. MSVC and macOS have one per system.
  if(NOT MSVC AND NOT APPLE AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_link_options(${target} PRIVATE -static-libstdc++ -static-libgcc)
  endif()
  # The application's GLib is older than the one that this is built with: nothing newer, neither by itself nor in a macro.
  if(APPLE)
    target_compile_definitions(${target} PRIVATE
      GLIB_VERSION_MIN_REQUIRED=GLIB_VERSION_2_68 GLIB_VERSION_MAX_ALLOWED=GLIB_VERSION_2_68)
  endif()
  # Wireshark of the official installers throws by the longjmp of Microsoft's runtime, which unwinds through the tables of
  # structured exceptions where setjmp gave it a frame. mingw-w64's tables are not for it: this setjmp gives none.
  if(MINGW)
    target_compile_definitions(${target} PRIVATE __USE_MINGW_SETJMP_NON_SEH)
  endif()
  # Elsewhere this is how linkers are.
  if(NOT WIN32 AND NOT APPLE)
    target_link_options(${target} PRIVATE -Wl,--no-undefined)
  endif()
endfunction()
