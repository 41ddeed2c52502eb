# SPDX-License-Identifier: MIT
# The files of the library.
set(GODOT_BASE_SOURCES
  arena.cpp
  assembler.cpp
  frame_numbers.cpp
  glob.cpp
  json.cpp
  names/conversions.cpp
  names/engine_methods.cpp
  names/source.cpp
  naming.cpp
  open_file.cpp
  protected_file.cpp
  parse_real.cpp
  text_hash.cpp
)
