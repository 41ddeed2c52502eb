# SPDX-License-Identifier: MIT
# The files of the capture reader.
set(GODOT_CAPTURE_SOURCES
  file/reader.cpp
  frame/address.cpp
  frame/encryption.cpp
  frame/fragments.cpp
  frame/layers.cpp
)
