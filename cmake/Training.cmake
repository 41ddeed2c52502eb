# SPDX-License-Identifier: MIT
# Profile-guided optimization: the plugin and godot-analyse are compiled twice. The first build counts how often each branch
# is taken while tshark and godot-analyse read captures of this repository (scripts/train); the second is optimized with
# these counts.
include_guard(GLOBAL)

option(GODOT_TRAINING "Make the first of the two builds, which counts (set by GODOT_PGO)" OFF)
mark_as_advanced(GODOT_TRAINING)

set(GODOT_TRAINING_BUILD ${PROJECT_BINARY_DIR}/training)
set(GODOT_TRAINING_PROFILE ${GODOT_TRAINING_BUILD}/profile)
set(GODOT_TRAINING_DONE ${GODOT_TRAINING_PROFILE}/complete)

# Adds the target that makes the first build and runs it. Every change of a source repeats it.
function(godot_add_training)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/codec/* ${PROJECT_SOURCE_DIR}/analysis/*
    ${PROJECT_SOURCE_DIR}/base/* ${PROJECT_SOURCE_DIR}/project/* ${PROJECT_SOURCE_DIR}/answers/* ${PROJECT_SOURCE_DIR}/plugin/*
    ${PROJECT_SOURCE_DIR}/engine/* ${PROJECT_SOURCE_DIR}/capture/* ${PROJECT_SOURCE_DIR}/analyse/*)
  add_custom_command(OUTPUT ${GODOT_TRAINING_DONE}
    COMMAND ${CMAKE_COMMAND} -S ${PROJECT_SOURCE_DIR} -B ${GODOT_TRAINING_BUILD} -G ${CMAKE_GENERATOR}
      -DGODOT_TRAINING=ON -DGODOT_PGO=OFF -DGODOT_LTO=OFF -DGODOT_TESTS=OFF -DGODOT_TOOL=${GODOT_TOOL} -DGODOT_EXTCAP=OFF
      -DGODOT_WERROR=OFF -DCMAKE_BUILD_TYPE=${CMAKE_BUILD_TYPE} -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}
      -DCMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER} -DCMAKE_CXX_FLAGS=${CMAKE_CXX_FLAGS}
      --log-level=WARNING
    COMMAND ${CMAKE_COMMAND} --build ${GODOT_TRAINING_BUILD} --target godot $<$<TARGET_EXISTS:godot-analyse>:godot-analyse>
    COMMAND ${PROJECT_SOURCE_DIR}/scripts/train ${GODOT_TRAINING_BUILD} ${GODOT_TRAINING_PROFILE}
    COMMAND ${CMAKE_COMMAND} -E touch ${GODOT_TRAINING_DONE}
    DEPENDS ${sources} ${PROJECT_SOURCE_DIR}/scripts/train
    COMMENT "Building the plugin to train it: -DGODOT_PGO=OFF leaves that out, and makes it slower"
    COMMAND_EXPAND_LISTS USES_TERMINAL VERBATIM)
  add_custom_target(godot-training DEPENDS ${GODOT_TRAINING_DONE})
endfunction()

# Compiles a target for counting, or with the counts.
function(godot_train target)
  # The names of the profile's files contain the paths of the objects below this folder.
  set(options -fprofile-prefix-path=${PROJECT_BINARY_DIR} -gno-record-gcc-switches)
  if(GODOT_TRAINING)
    list(APPEND options -fprofile-generate=/profile -fprofile-update=single -g0)
    target_link_options(${target} PUBLIC -fprofile-generate)
  else()
    # What the training does not reach is compiled as without a profile, not for size. So is a function whose control flow
    # the compiler has simplified in another way in the first build. Builds without training report warnings as errors.
    list(APPEND options -fprofile-use=${GODOT_TRAINING_PROFILE} -fprofile-partial-training -fprofile-correction
      -Wno-missing-profile -Wno-coverage-mismatch)
    set_target_properties(${target} PROPERTIES COMPILE_WARNING_AS_ERROR OFF)
    get_target_property(sources ${target} SOURCES)
    set_property(SOURCE ${sources} TARGET_DIRECTORY ${target} APPEND PROPERTY OBJECT_DEPENDS ${GODOT_TRAINING_DONE})
    add_dependencies(${target} godot-training)
  endif()
  target_compile_options(${target} PRIVATE ${options})
endfunction()
