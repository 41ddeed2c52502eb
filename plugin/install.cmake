# SPDX-License-Identifier: GPL-2.0-or-later
# Where the plugin goes, and the profile with its columns, colours and buttons (Edit > Configuration Profiles > Godot).
option(GODOT_INSTALL_SYSTEM "Install the plugin for all users instead of for this one" OFF)

set(profile ${PROJECT_SOURCE_DIR}/profiles/Godot)

if(GODOT_INSTALL_SYSTEM)
  pkg_get_variable(WIRESHARK_PREFIX wireshark prefix)
  install(TARGETS godot LIBRARY DESTINATION "${WIRESHARK_PLUGIN_DIR}/epan" COMPONENT plugin
    PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
  install(DIRECTORY ${profile} DESTINATION "${WIRESHARK_PREFIX}/share/wireshark/profiles" COMPONENT plugin)
else()
  # The folders of the user who installs, not of the one who configured. (Wireshark: wsutil/filesystem.c)
  if(WIN32)
    set(plugins "\$ENV{APPDATA}/Wireshark/plugins")
    set(settings "\$ENV{APPDATA}/Wireshark")
  else()
    set(plugins "\$ENV{HOME}/.local/lib/wireshark/plugins")
    set(settings "\$ENV{HOME}/.config/wireshark")
  endif()
  install(CODE "
    file(INSTALL DESTINATION \"${plugins}/${WIRESHARK_API}/epan\" TYPE MODULE FILES \"$<TARGET_FILE:godot>\")
    file(INSTALL DESTINATION \"${settings}/profiles\" TYPE DIRECTORY FILES \"${profile}\")" COMPONENT plugin)
endif()
