// SPDX-License-Identifier: GPL-2.0-or-later
// Names from the user's own projects and tables, for plugin/analysis/multiplayer/names.h. Files are read when the first
// message of a capture is shown, and looked at again when the capture is read anew.
#pragma once

#include <cstdint>

#include "plugin/analysis/project/project_source.h"
#include "plugin/core/bridge.h"

namespace godot::plugin {

/// A message of multiplayer is in this frame. The first one tells of what could not be read.
void saw_multiplayer(const packet_info* pinfo);

/// Brings names up to date before they are asked for. Costs next to nothing but once for each reading of a capture.
void refresh_names();

/// The projects, as refresh_names() has read them, and how often it did: then all that was found in them is void.
[[nodiscard]] const ProjectSource& read_projects();
[[nodiscard]] std::uint32_t times_projects_were_read();

/// Expert information about the projects' files, in the frame that tells of them.
void show_project_faults(packet_info* pinfo, proto_item* item);

}  // namespace godot::plugin

extern "C" void godot_project_settings_register();
