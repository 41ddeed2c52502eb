// SPDX-License-Identifier: GPL-2.0-or-later
// Names from the user's own projects and tables, for plugin/analysis/multiplayer/names.h. Files are read when the first
// message of a capture is shown, and looked at again when the capture is read anew.
#pragma once

#include <cstdint>

#include "plugin/analysis/multiplayer/route.h"
#include "plugin/analysis/project/project_source.h"
#include "plugin/core/bridge.h"

namespace godot::plugin {

/// A message of multiplayer is in this frame. The first one tells of what could not be read.
void saw_multiplayer(const packet_info* pinfo);

/// Brings names up to date before they are asked for. Costs next to nothing but once for each reading of a capture.
void refresh_names();

/// The same; and names asked for from now on are those of the project that this end of the connection runs. Each end
/// may have its own: numbers of methods are the speaker's, whether a call is taken is up to its receiver.
void ask_project_of(const Peers& peers, End end);

/// What the projects say of the lists of methods that the end has announced; null: there are no projects.
[[nodiscard]] const MethodLists::Fit* project_fit(const Peers& peers, End end);

/// Shows the project of each end, where a connection's first message stands, and says once for the capture if it is
/// none of the user's.
void show_projects(packet_info* pinfo, tvbuff_t* tvb, proto_tree* tree, const Peers& peers, bool is_first);

/// The projects, as refresh_names() has read them, and how often it did: then all that was found in them is void.
[[nodiscard]] const ProjectSource& read_projects();
[[nodiscard]] std::uint32_t times_projects_were_read();

/// Expert information about the projects' files, in the frame that tells of them.
void show_project_faults(packet_info* pinfo, proto_item* item);

}  // namespace godot::plugin

extern "C" void godot_project_settings_register();
