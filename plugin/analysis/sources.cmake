# SPDX-License-Identifier: GPL-2.0-or-later
# The files of the library without epan.
set(GODOT_ANALYSIS_SOURCES
  enet/analysis.cpp
  enet/clock.cpp
  enet/missing.cpp
  enet/order.cpp
  multiplayer/learner.cpp
  multiplayer/memory.cpp
  multiplayer/names.cpp
  project/characters.cpp
  project/checksum.cpp
  project/csharp.cpp
  project/files.cpp
  project/gdscript.cpp
  project/gdscript_lexer.cpp
  project/nearest.cpp
  project/project.cpp
  project/project_source.cpp
  project/resource.cpp
  project/rpc_declaration.cpp
  project/scene.cpp
  project/scenes.cpp
  project/scripts.cpp
)
