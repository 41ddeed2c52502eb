# SPDX-License-Identifier: MIT
# The codec as a library for others: headers, archive, CMake package, pkg-config file, version header.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/godot-codec)
set(header_dir ${CMAKE_INSTALL_INCLUDEDIR}/godot-codec)
file(RELATIVE_PATH GODOT_PREFIX_FROM_PC /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)

install(TARGETS godot-codec EXPORT godot-codec ARCHIVE COMPONENT codec)
install(EXPORT godot-codec NAMESPACE godot:: FILE godot-codec-targets.cmake DESTINATION ${package_dir} COMPONENT codec)
install(DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/ DESTINATION ${header_dir}/codec COMPONENT codec
  FILES_MATCHING PATTERN "*.h" PATTERN "*.def" PATTERN "*.inc" PATTERN tool EXCLUDE PATTERN examples EXCLUDE)
install(FILES ${GODOT_CODEC_GENERATED_DIR}/codec/core/version.h DESTINATION ${header_dir}/codec/core COMPONENT codec)

configure_package_config_file(${CMAKE_CURRENT_SOURCE_DIR}/godot-codec-config.cmake.in
  ${CMAKE_CURRENT_BINARY_DIR}/godot-codec-config.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/godot-codec-config-version.cmake
  VERSION ${GODOT_VERSION} COMPATIBILITY SameMinorVersion)
configure_file(godot-codec.pc.in ${CMAKE_CURRENT_BINARY_DIR}/godot-codec.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/godot-codec-config.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/godot-codec-config-version.cmake DESTINATION ${package_dir} COMPONENT codec)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/godot-codec.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT codec)
