# SPDX-License-Identifier: GPL-2.0-or-later
# The plugin's folder, and the profile with its columns, colours and buttons (Edit > Configuration Profiles > Godot).
set(profile ${PROJECT_SOURCE_DIR}/profiles/Godot)

if(GODOT_INSTALL_SYSTEM)
  install(TARGETS godot LIBRARY DESTINATION "${WIRESHARK_PLUGIN_DIR}/epan" COMPONENT plugin
    PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
  godot_install_stripped("${WIRESHARK_PLUGIN_DIR}/epan" godot plugin)
  set(profiles "${WIRESHARK_PREFIX}/share/wireshark/profiles")
  install(DIRECTORY ${profile} DESTINATION "${profiles}" COMPONENT plugin)
  file(GLOB files RELATIVE ${profile} ${profile}/*)
  list(TRANSFORM files PREPEND "${profiles}/Godot/")
  godot_uninstall_files(FILES "${WIRESHARK_PLUGIN_DIR}/epan/$<TARGET_FILE_NAME:godot>" ${files} EMPTY "${profiles}/Godot")
else()
  # (Wireshark: wsutil/filesystem.c)
  if(WIN32)
    set(plugins "\$ENV{APPDATA}/Wireshark/plugins")
    set(settings "\$ENV{APPDATA}/Wireshark")
  else()
    set(plugins "\$ENV{HOME}/.local/lib/wireshark/plugins")
    set(settings "\$ENV{HOME}/.config/wireshark")
  endif()
  godot_install_for_user("${plugins}/${WIRESHARK_API}/epan" MODULE "$<TARGET_FILE:godot>" plugin)
  godot_install_stripped("${plugins}/${WIRESHARK_API}/epan" godot plugin)
  # Wireshark writes "recent" whenever it exits.
  install(CODE "
    include(\"${PROJECT_SOURCE_DIR}/cmake/Settings.cmake\")
    godot_install_settings(\"${profile}\" \"${settings}/profiles/Godot\" STATE recent)" COMPONENT plugin)
  # Includes the plugins for other versions of Wireshark.
  godot_uninstall_code("
    file(GLOB installed \"\$ENV{DESTDIR}${plugins}/*/epan/$<TARGET_FILE_NAME:godot>\")
    foreach(file IN LISTS installed)
      godot_remove(\"\${file}\")
      get_filename_component(folder \"\${file}\" DIRECTORY)
      godot_remove_empty(\"\${folder}\")
      get_filename_component(folder \"\${folder}\" DIRECTORY)
      godot_remove_empty(\"\${folder}\")
    endforeach()
    godot_remove_empty(\"\$ENV{DESTDIR}${plugins}\")
    godot_uninstall_settings(\"${settings}/profiles/Godot\" STATE recent)
    godot_remove_empty(\"\$ENV{DESTDIR}${settings}/profiles\")")
endif()
