# SPDX-License-Identifier: MIT
# Build options shared by the codec alone and by the whole project.
include_guard(GLOBAL)

option(GODOT_WERROR "Treat warnings as errors" OFF)
option(GODOT_SANITIZE "Build with AddressSanitizer and UndefinedBehaviorSanitizer" OFF)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "Build type" FORCE)
endif()

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# What runs for every packet.
function(godot_fast target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release,RelWithDebInfo>:-O3>)
endfunction()

# Warnings, and sanitizers where asked for.
function(godot_strict target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic)
  if(GODOT_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(GODOT_SANITIZE)
    target_compile_options(${target} PUBLIC -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(${target} PUBLIC -fsanitize=address,undefined)
  endif()
endfunction()
