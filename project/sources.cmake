# SPDX-License-Identifier: MIT
# The files of the library.
set(GODOT_PROJECT_SOURCES
  answers/answering_projects.cpp
  answers/configurations.cpp
  answers/node_methods.cpp
  answers/node_scripts.cpp
  answers/other_properties.cpp
  answers/project_source.cpp
  answers/rules.cpp
  answers/spawned_scenes.cpp
  audit/audit.cpp
  audit/method_bodies.cpp
  audit/csharp_bodies.cpp
  audit/channel_limit.cpp
  audit/early_authority.cpp
  audit/state_size.cpp
  index/project_choice.cpp
  index/project_files.cpp
  index/name_table.cpp
  index/nearest.cpp
  index/places.cpp
  index/project.cpp
  index/property_types.cpp
  index/recorded_folder.cpp
  index/scenes.cpp
  index/scripts.cpp
  index/written_folder.cpp
  libraries/library_findings.cpp
  scenes/resource.cpp
  scenes/scene.cpp
  scripts/rpc_config_calls.cpp
  scripts/csharp.cpp
  scripts/gdscript.cpp
  scripts/gdscript_lexer.cpp
  scripts/inferred_type.cpp
  scripts/rpc_declaration.cpp
  scripts/sync_limit.cpp
  text/characters.cpp
  text/checksum.cpp
  text/constant_expression.cpp
)

# Each library of games lists its own.
include(${CMAKE_CURRENT_LIST_DIR}/../codec/libraries.cmake)
foreach(library ${GODOT_LIBRARIES})
  include(${CMAKE_CURRENT_LIST_DIR}/libraries/${library}/sources.cmake OPTIONAL)
endforeach()
