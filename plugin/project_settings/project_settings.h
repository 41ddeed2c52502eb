// SPDX-License-Identifier: GPL-2.0-or-later
// Names from the user's own projects and tables, for base/names/source.h. Files are read when the first
// message of a capture is shown, and checked again when the capture is reloaded.
#pragma once

#include <string_view>

#include "analysis/game/learning/game_projects.h"
#include "analysis/game/learning/multiplayer_state.h"
#include "plugin/core/epan/bridge.h"

namespace godot::plugin {

/// Call it for frames with messages of multiplayer. The first one reports files that could not be read.
void saw_multiplayer(const packet_info* pinfo);

/// A recording names the folder of its project. It is read as the user's projects are, if it is on this machine and
/// comes before the first message of the capture.
void saw_project_folder(std::string_view folder);

/// Updates names before lookups. Nearly free, except once for each reading of a capture.
void refresh_names();

/// True in the frame that reports that none of the user's projects is this game's: once for each capture.
[[nodiscard]] bool has_wrong_project(const packet_info* pinfo, const analysis::MultiplayerLink& link);

/// True if the user has named a project that could be read.
[[nodiscard]] bool has_projects();

/// Shows the project of each end at a connection's first message, and reports once for each capture if none of the
/// user's matches.
void show_projects(packet_info* pinfo, tvbuff_t* tvb, proto_tree* tree, const analysis::MultiplayerLink& link,
                   bool is_first);

/// The projects as read by refresh_names(), which lookups by them call.
[[nodiscard]] const analysis::GameProjects& game_projects() noexcept;

/// The projects and what of them could not be read, for a window.
[[nodiscard]] const char* text_of_projects();

/// Adds expert information about the projects' files to the frame that reports them.
void show_project_faults(packet_info* pinfo, proto_item* item);

}  // namespace godot::plugin
