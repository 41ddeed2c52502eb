# SPDX-License-Identifier: MIT
# Build options shared by the codec alone, by the whole project, and by the plugin in Wireshark's own tree. Options
# are set on targets, so that the settings of an enclosing project do not change.
include_guard(GLOBAL)

option(GODOT_WERROR "Treat warnings as errors" OFF)
option(GODOT_UNITY "Compile the files of a folder together: a third of the time; OFF checks that each file includes what it uses" ON)
option(GODOT_SANITIZE "Build with AddressSanitizer and UndefinedBehaviorSanitizer" OFF)

if(PROJECT_IS_TOP_LEVEL)
  if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "Build type" FORCE)
  endif()
  set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
endif()

# The language of a target. Keeps this machine's paths out of the binaries, so that builds in any folder are the same.
function(godot_language target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_STANDARD 20 CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF)
  if(MSVC)
    target_compile_options(${target} PRIVATE /utf-8 /permissive- /Zc:__cplusplus /EHsc)
    target_compile_definitions(${target} PRIVATE _CRT_SECURE_NO_WARNINGS)
  elseif(CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
    # If several prefixes match, the compiler uses the last.
    get_filename_component(source ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/.. ABSOLUTE)
    target_compile_options(${target} PRIVATE -ffile-prefix-map=${source}=. -ffile-prefix-map=${CMAKE_BINARY_DIR}=build)
    # Functions and lines, which stack traces need; all of the debug information takes a third of the compilation's time.
    target_compile_options(${target} PRIVATE $<$<CONFIG:RelWithDebInfo>:-g1>)
  endif()
  if(WIN32)
    target_compile_definitions(${target} PRIVATE NOMINMAX WIN32_LEAN_AND_MEAN)
  endif()
endfunction()

# For code inside Wireshark: no exceptions and no run-time types, because epan leaves by longjmp.
function(godot_bare target)
  if(MSVC)
    target_compile_options(${target} PRIVATE /GR-)
  else()
    target_compile_options(${target} PRIVATE -fno-exceptions -fno-rtti)
  endif()
  set_target_properties(${target} PROPERTIES
    POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
endfunction()

# For code that runs for every packet. On x86, GCC copies and clears objects and texts by `rep` instructions, which take
# longer to start than most of ours take to copy. Other options only where GODOT_LTO is on: clang's tools, which read the
# commands of builds with tests, do not know them.
set(GODOT_COPY_OPTIONS -mmemcpy-strategy=unrolled_loop:256:noalign,libcall:-1:noalign
  -mmemset-strategy=unrolled_loop:256:noalign,libcall:-1:noalign)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  include(CheckCXXCompilerFlag)
  string(REPLACE ";" " " copy_options "${GODOT_COPY_OPTIONS}")
  check_cxx_compiler_flag("${copy_options}" GODOT_HAS_COPY_OPTIONS)
endif()
function(godot_fast target)
  if(NOT MSVC)
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release,RelWithDebInfo>:-O3>)
  endif()
  if(GODOT_LTO AND GODOT_HAS_COPY_OPTIONS)
    target_compile_options(${target} PRIVATE ${GODOT_COPY_OPTIONS})
  endif()
endfunction()

# Compiles the files of a folder together, at most `at_once` of them, because most of the time goes into headers. Batches do
# not cross folders, so a new file changes those of its own folder only. Files behind ALONE are compiled by themselves.
function(godot_unity target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" ALONE)
  if(NOT GODOT_UNITY)
    return()
  endif()
  set(at_once 10)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  get_target_property(sources ${target} SOURCES)
  set(folder)
  set(batch 0)
  set_property(SOURCE ${arg_ALONE} TARGET_DIRECTORY ${target} PROPERTY SKIP_UNITY_BUILD_INCLUSION ON)
  list(REMOVE_ITEM sources ${arg_ALONE})
  foreach(source IN LISTS sources)
    get_filename_component(in "${source}" DIRECTORY)
    if(NOT "in ${in}" STREQUAL folder OR count EQUAL at_once)
      math(EXPR batch "${batch} + 1")
      set(folder "in ${in}")
      set(count 0)
    endif()
    math(EXPR count "${count} + 1")
    set_property(SOURCE "${source}" TARGET_DIRECTORY ${target} PROPERTY UNITY_GROUP ${batch})
  endforeach()
endfunction()

# For programs that test: they run for seconds, and at -O2 each file takes twice as long to compile. `level`: -O1, or -O0 for
# tests without long loops. What they test has its own.
function(godot_test_program target level)
  godot_strict(${target})
  if(NOT MSVC)
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release,RelWithDebInfo>:${level}>)
  endif()
endfunction()

# Warnings, and sanitizers if requested.
function(godot_strict target)
  godot_language(${target})
  if(MSVC)
    target_compile_options(${target} PRIVATE /W4)
  else()
    target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic)
  endif()
  if(GODOT_WERROR)
    set_target_properties(${target} PROPERTIES COMPILE_WARNING_AS_ERROR ON)
  endif()
  if(GODOT_SANITIZE)
    target_compile_options(${target} PUBLIC -fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all
      -fno-omit-frame-pointer -UNDEBUG)
    target_link_options(${target} PUBLIC -fsanitize=address,undefined,float-cast-overflow)
  endif()
endfunction()

# A library of the house: godot-NAME, also named godot::NAME, of GODOT_NAME_SOURCES; NAME is its folder's, in capitals in the
# variable. LINKS: the libraries below it. ALONE: files that are not compiled together with others.
function(godot_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LINKS;ALONE")
  string(TOUPPER ${name} upper)
  add_library(godot-${name} STATIC ${GODOT_${upper}_SOURCES})
  add_library(godot::${name} ALIAS godot-${name})
  list(TRANSFORM arg_LINKS PREPEND godot-)
  target_link_libraries(godot-${name} PUBLIC ${arg_LINKS})
  target_include_directories(godot-${name} PUBLIC ${CMAKE_CURRENT_SOURCE_DIR}/..)
  godot_bare(godot-${name})
  godot_strict(godot-${name})
  godot_unity(godot-${name} ALONE ${arg_ALONE})
  godot_fast(godot-${name})
endfunction()
