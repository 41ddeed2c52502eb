# SPDX-License-Identifier: GPL-2.0-or-later
# The Debian package `godot-wireshark`: scripts/package. Included last, after all install rules.
find_program(GZIP gzip REQUIRED)

# The mirror of running games, if it is built.
if(TARGET godotdump)
  list(APPEND GODOT_PACKAGE_COMPONENTS extcap)
endif()

# The package has the files for Wireshark and the command line tools, not the codec's files for developers.
set(CPACK_COMPONENTS_ALL ${GODOT_PACKAGE_COMPONENTS})
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_DEB_COMPONENT_INSTALL ON)

string(REGEX MATCH "^([0-9]+)\\.([0-9]+)" minor "${WIRESHARK_VERSION}")
math(EXPR next "${CMAKE_MATCH_2} + 1")
set(next "${CMAKE_MATCH_1}.${next}")
set(GODOT_WIRESHARK_MINOR ${minor})
# The maintainer from the environment, as for Debian's own tools; otherwise the project.
set(GODOT_MAINTAINER "${GODOT_AUTHORS}")
if(DEFINED ENV{DEBFULLNAME} AND DEFINED ENV{DEBEMAIL})
  set(GODOT_MAINTAINER "$ENV{DEBFULLNAME} <$ENV{DEBEMAIL}>")
endif()
# Wireshark's version is appended, so that the package for a later release of Debian counts as newer.
set(GODOT_PACKAGE_VERSION "${GODOT_VERSION}-1+wireshark${minor}")
string(TIMESTAMP GODOT_PACKAGE_DATE "%a, %d %b %Y %H:%M:%S +0000" UTC)  # SOURCE_DATE_EPOCH, if set

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME godot-wireshark)
set(CPACK_PACKAGE_VERSION ${GODOT_VERSION})
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGING_INSTALL_PREFIX ${WIRESHARK_PREFIX})
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE "1+wireshark${minor}")
set(CPACK_DEBIAN_PACKAGE_MAINTAINER ${GODOT_MAINTAINER})
# The homepage: that of the host of the clone's remote, if it has one.
execute_process(COMMAND git -C ${PROJECT_SOURCE_DIR} config --get remote.origin.url OUTPUT_VARIABLE origin
  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(DEFINED ENV{GITHUB_REPOSITORY})
  set(origin "$ENV{GITHUB_SERVER_URL}/$ENV{GITHUB_REPOSITORY}")
endif()
string(REGEX REPLACE "^git@([^:]+):" "https://\\1/" origin "${origin}")
string(REGEX REPLACE "\\.git$" "" origin "${origin}")
if(origin MATCHES "^https://[^@]+$")
  set(CPACK_DEBIAN_PACKAGE_HOMEPAGE "${origin}")
endif()
# The package's former name, with the same files.
set(CPACK_DEBIAN_PACKAGE_CONFLICTS wireshark-godot)
set(CPACK_DEBIAN_PACKAGE_REPLACES wireshark-godot)
set(CPACK_DEBIAN_PACKAGE_SECTION net)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "network traffic of Godot games in Wireshark")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"Decodes the network traffic of games made with the Godot engine into the
calls and values of their scripts: remote calls, spawns and synchronisation
by node and name, values, the ENet transport, the remote debugger.
.
A plugin for Wireshark ${minor}, a configuration profile for it, the interface
godotdump with its addon for games whose transport is encrypted, and the
command line tools godot-analyse, godot-netcheck, godot-variant, godot-compare,
godot-worst and godot-wireshark-doctor.")
# The libraries, by dpkg-shlibdeps, and the minor version whose plugin folder this is.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Python runs godot-compare, godot-netcheck, godot-worst and godot-wireshark-doctor.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "wireshark-common (>= ${minor}~), wireshark-common (<< ${next}~), python3:any")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "wireshark | tshark")

# Files that Debian requires in every package, made reproducibly.
function(godot_compressed source name destination)
  execute_process(COMMAND ${GZIP} -9n INPUT_FILE ${source}
    OUTPUT_FILE ${CMAKE_CURRENT_BINARY_DIR}/package/${name}.gz COMMAND_ERROR_IS_FATAL ANY)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/package/${name}.gz DESTINATION ${destination} COMPONENT plugin)
endfunction()

set(packaging ${PROJECT_SOURCE_DIR}/packaging/debian)
set(doc ${WIRESHARK_PREFIX}/share/doc/godot-wireshark)
file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/package)
configure_file(${packaging}/changelog.in ${CMAKE_CURRENT_BINARY_DIR}/package/changelog @ONLY)
godot_compressed(${CMAKE_CURRENT_BINARY_DIR}/package/changelog changelog.Debian ${doc})
godot_compressed(${PROJECT_SOURCE_DIR}/codec/tool/godot-variant.1 godot-variant.1 ${WIRESHARK_PREFIX}/share/man/man1)
if(TARGET godot-analyse)
  godot_compressed(${PROJECT_SOURCE_DIR}/analyse/godot-analyse.1 godot-analyse.1 ${WIRESHARK_PREFIX}/share/man/man1)
endif()
godot_compressed(${PROJECT_SOURCE_DIR}/tools/godot-compare.1 godot-compare.1 ${WIRESHARK_PREFIX}/share/man/man1)
godot_compressed(${PROJECT_SOURCE_DIR}/tools/godot-netcheck.1 godot-netcheck.1 ${WIRESHARK_PREFIX}/share/man/man1)
if(TARGET godotdump)
  godot_compressed(${PROJECT_SOURCE_DIR}/tools/godot-worst.1 godot-worst.1 ${WIRESHARK_PREFIX}/share/man/man1)
endif()
godot_compressed(${PROJECT_SOURCE_DIR}/tools/godot-wireshark-doctor.1 godot-wireshark-doctor.1 ${WIRESHARK_PREFIX}/share/man/man1)
godot_compressed(${PROJECT_SOURCE_DIR}/CHANGELOG.md changelog ${doc})
install(FILES ${packaging}/copyright ${PROJECT_SOURCE_DIR}/README.md DESTINATION ${doc} COMPONENT plugin)
# The guide, with its pictures and examples.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs DESTINATION ${doc} COMPONENT plugin
  FILES_MATCHING PATTERN "*.md" PATTERN "*.png" PATTERN "*.lua" PATTERN "*.py")

include(CPack)
