# SPDX-License-Identifier: MIT
# Folders for installing, and the target `uninstall`. For one user: the folders of the user who installs, not of the one who
# configured. For all users: those of the Wireshark that the plugin was built for; CMAKE_INSTALL_PREFIX is not used.
include_guard(GLOBAL)

option(GODOT_INSTALL_SYSTEM "Install for all users, beside Wireshark, instead of for this one" OFF)
option(GODOT_INSTALL_STRIPPED "Install without debugging symbols" ON)
option(GODOT_DEBIAN "Install what Debian wants of a package, and configure cpack (scripts/package)" OFF)

if(GODOT_INSTALL_SYSTEM)
  find_package(PkgConfig REQUIRED)
  pkg_check_modules(WIRESHARK REQUIRED wireshark)
  pkg_get_variable(WIRESHARK_PREFIX wireshark prefix)
endif()

# Removes the symbols of a target's installed file. On macOS that would break its signature; MSVC keeps them elsewhere.
function(godot_install_stripped folder target component)
  if(GODOT_INSTALL_STRIPPED AND CMAKE_STRIP AND NOT APPLE AND NOT MSVC)
    install(CODE "
      execute_process(COMMAND \"${CMAKE_STRIP}\" \"\$ENV{DESTDIR}${folder}/$<TARGET_FILE_NAME:${target}>\"
        COMMAND_ERROR_IS_FATAL ANY)" COMPONENT ${component})
  endif()
endfunction()

# Installs a file into a folder given by the environment of the user who installs: TYPE as in file(INSTALL).
function(godot_install_for_user folder type file component)
  install(CODE "file(INSTALL DESTINATION \"${folder}\" TYPE ${type} FILES \"${file}\")" COMPONENT ${component})
endfunction()

# Adds CMake code to the target `uninstall`; it may call the functions of Settings.cmake.
function(godot_uninstall_code code)
  set_property(GLOBAL APPEND_STRING PROPERTY GODOT_UNINSTALL "${code}\n")
endfunction()

# Makes `uninstall` remove FILES, then the folders EMPTY in this order, if they are empty.
function(godot_uninstall_files)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "" "FILES;EMPTY")
  foreach(file IN LISTS arg_FILES)
    godot_uninstall_code("godot_remove(\"\$ENV{DESTDIR}${file}\")")
  endforeach()
  foreach(folder IN LISTS arg_EMPTY)
    godot_uninstall_code("godot_remove_empty(\"\$ENV{DESTDIR}${folder}\")")
  endforeach()
endfunction()

# Where bash-completion looks for what completes a program's command line: below the prefix or the home, by the program's name.
set(GODOT_COMPLETIONS share/bash-completion/completions)

# A copy of a completion, named as its program.
function(godot_named_completion name file result)
  configure_file(${file} ${CMAKE_CURRENT_BINARY_DIR}/completions/${name} COPYONLY)
  set(${result} ${CMAKE_CURRENT_BINARY_DIR}/completions/${name} PARENT_SCOPE)
endfunction()

# Completes a program of all users.
function(godot_install_system_completion name file component)
  godot_named_completion(${name} ${file} completion)
  install(FILES ${completion} DESTINATION "${WIRESHARK_PREFIX}/${GODOT_COMPLETIONS}" COMPONENT ${component})
  godot_uninstall_files(FILES "${WIRESHARK_PREFIX}/${GODOT_COMPLETIONS}/${name}")
endfunction()

# Completes a program of one user. PREFIX: the folder above share, when it is installed; files of a home are uninstalled.
function(godot_install_user_completion name file component prefix)
  godot_named_completion(${name} ${file} completion)
  godot_install_for_user("${prefix}/${GODOT_COMPLETIONS}" FILE "${completion}" ${component})
  set(share "\$ENV{HOME}/.local/share")
  godot_uninstall_files(FILES "\$ENV{HOME}/.local/${GODOT_COMPLETIONS}/${name}"
    EMPTY "\$ENV{HOME}/.local/${GODOT_COMPLETIONS}" "${share}/bash-completion" "${share}")
endfunction()

# Installs a program of ours that needs no Wireshark, with its manual page and its completion: for all users beside Wireshark, for
# one user below the home, or where --prefix says. COMPLETION: a file, or nothing.
function(godot_install_program target page completion)
  if(GODOT_INSTALL_SYSTEM)
    install(TARGETS ${target} RUNTIME DESTINATION "${WIRESHARK_PREFIX}/bin" COMPONENT tool)
    godot_install_stripped("${WIRESHARK_PREFIX}/bin" ${target} tool)
    godot_uninstall_files(FILES "${WIRESHARK_PREFIX}/bin/${target}")
    if(NOT GODOT_DEBIAN)
      install(FILES ${page} DESTINATION "${WIRESHARK_PREFIX}/share/man/man1" COMPONENT tool)
      godot_uninstall_files(FILES "${WIRESHARK_PREFIX}/share/man/man1/${target}.1")
    endif()
    if(completion)
      godot_install_system_completion(${target} ${completion} tool)
    endif()
  elseif(WIN32 OR NOT CMAKE_INSTALL_PREFIX STREQUAL "/usr/local")
    install(TARGETS ${target} COMPONENT tool)
    godot_uninstall_files(FILES "${CMAKE_INSTALL_PREFIX}/bin/$<TARGET_FILE_NAME:${target}>")
    if(completion AND NOT WIN32)
      godot_named_completion(${target} ${completion} named)
      install(FILES ${named} DESTINATION ${GODOT_COMPLETIONS} COMPONENT tool)
      godot_uninstall_files(FILES "${CMAKE_INSTALL_PREFIX}/${GODOT_COMPLETIONS}/${target}")
    endif()
  else()
    install(CODE "
      set(tool_prefix \"\${CMAKE_INSTALL_PREFIX}\")
      if(tool_prefix STREQUAL \"/usr/local\")
        set(tool_prefix \"\$ENV{HOME}/.local\")
      endif()" COMPONENT tool)
    godot_install_for_user("\${tool_prefix}/bin" PROGRAM "$<TARGET_FILE:${target}>" tool)
    godot_install_for_user("\${tool_prefix}/share/man/man1" FILE "${page}" tool)
    godot_install_stripped("\${tool_prefix}/bin" ${target} tool)
    if(completion)
      godot_install_user_completion(${target} ${completion} tool "\${tool_prefix}")
    endif()
    set(home "\$ENV{HOME}/.local")
    godot_uninstall_files(FILES "${home}/bin/${target}" "${home}/share/man/man1/${target}.1"
      EMPTY "${home}/bin" "${home}/share/man/man1" "${home}/share/man")
  endif()
endfunction()

# Installs a file that programs share, in share/godot-wireshark of where godot_install_program() installs. To be called
# behind that one.
function(godot_install_shared file)
  get_filename_component(name ${file} NAME)
  if(GODOT_INSTALL_SYSTEM)
    install(FILES ${file} DESTINATION "${WIRESHARK_PREFIX}/share/godot-wireshark" COMPONENT tool)
    godot_uninstall_files(FILES "${WIRESHARK_PREFIX}/share/godot-wireshark/${name}")
  elseif(WIN32 OR NOT CMAKE_INSTALL_PREFIX STREQUAL "/usr/local")
    install(FILES ${file} DESTINATION share/godot-wireshark COMPONENT tool)
    godot_uninstall_files(FILES "${CMAKE_INSTALL_PREFIX}/share/godot-wireshark/${name}")
  else()
    godot_install_for_user("\${tool_prefix}/share/godot-wireshark" FILE "${file}" tool)
    set(share "\$ENV{HOME}/.local/share/godot-wireshark")
    godot_uninstall_files(FILES "${share}/${name}" EMPTY "${share}")
  endif()
endfunction()

# To be called last. Files of a Debian package are not removed; the package manager does that.
function(godot_uninstall_target)
  get_property(code GLOBAL PROPERTY GODOT_UNINSTALL)
  set(guard)
  if(GODOT_INSTALL_SYSTEM AND TARGET godot)
    set(guard "godot_refuse_packaged(\"${WIRESHARK_PLUGIN_DIR}/epan/$<TARGET_FILE_NAME:godot>\")\n")
  endif()
  file(GENERATE OUTPUT ${CMAKE_BINARY_DIR}/uninstall.cmake
    CONTENT "include(\"${PROJECT_SOURCE_DIR}/cmake/Settings.cmake\")\n${guard}${code}")
  add_custom_target(uninstall COMMAND ${CMAKE_COMMAND} -P ${CMAKE_BINARY_DIR}/uninstall.cmake VERBATIM USES_TERMINAL)
endfunction()
