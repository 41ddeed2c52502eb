// SPDX-License-Identifier: GPL-2.0-or-later
// Names from the user's own projects and tables, for analysis/names/names.h. Files are read when the first
// message of a capture is shown, and checked again when the capture is reloaded.
#pragma once

#include <cstdint>
#include <string_view>

#include "analysis/learning/state.h"
#include "analysis/peers/route.h"
#include "analysis/project/project_source.h"
#include "plugin/core/bridge.h"

namespace godot::plugin {

/// Call it for frames with messages of multiplayer. The first one reports files that could not be read.
void saw_multiplayer(const packet_info* pinfo);

/// A recording names the folder of its project. It is read as the user's projects are, if it is on this machine and
/// comes before the first message of the capture.
void saw_project_folder(std::string_view folder);

/// Updates names before lookups. Nearly free, except once for each reading of a capture.
void refresh_names();

/// The same, and selects the project of this end of the connection for later lookups. Each end may have its own:
/// numbers of methods are the sender's, and the receiver decides whether it accepts a call.
void ask_project_of(const analysis::MultiplayerLink& link, analysis::End end);

/// The projects that an end of a connection may run: those that match its lists or, if it has announced none, all.
class RunBy {
 public:
  RunBy() = default;
  RunBy(std::uint64_t projects, bool several) noexcept : projects_(projects), several_(several) {}
  /// For an end whose project is unknown: nothing is judged.
  [[nodiscard]] static RunBy unknown() noexcept { return {0, true}; }

  /// True if several projects are set, so that the receiver's must be selected.
  [[nodiscard]] bool several() const noexcept { return several_; }
  /// Calls `judge()` for each of them, with lookups in that project, until it returns false. Callers must select an
  /// end's project again afterwards. Returns true if it never returned false.
  template <class Judge>
  bool all(Judge judge) const {
    for (int project = 0; project != most; ++project) {
      if ((projects_ >> project & 1) == 0) continue;
      ask_project(project);
      if (!judge()) return false;
    }
    return true;
  }

 private:
  static constexpr int most = 64;
  static void ask_project(int project);

  std::uint64_t projects_ = 0;
  bool several_ = false;
};
/// `end` null: a peer behind the server.
[[nodiscard]] RunBy run_by(const analysis::MultiplayerLink& link, const analysis::End* end);

/// How the projects match the lists of methods that the end has announced; null: there are no projects.
[[nodiscard]] const analysis::MethodLists::Fit* project_fit(const analysis::MultiplayerLink& link, analysis::End end);

/// True in the frame that reports that none of the user's projects is this game's: once for each capture.
[[nodiscard]] bool has_wrong_project(const packet_info* pinfo, const analysis::MultiplayerLink& link);

/// True if the user has named a project.
[[nodiscard]] bool has_projects() noexcept;

/// Registers the tables of projects and names, and Tools > Godot > Project folder. Needs the module of preferences.
void register_project_tables();

/// Shows the project of each end at a connection's first message, and reports once for each capture if none of the
/// user's matches.
void show_projects(packet_info* pinfo, tvbuff_t* tvb, proto_tree* tree, const analysis::MultiplayerLink& link,
                   bool is_first);

/// The projects as read by refresh_names(), and the number of its readings: pointers into older ones are invalid.
[[nodiscard]] const analysis::ProjectSource& read_projects();
[[nodiscard]] std::uint32_t times_projects_were_read();

/// The projects and what of them could not be read, for a window.
[[nodiscard]] const char* text_of_projects();

/// Adds expert information about the projects' files to the frame that reports them.
void show_project_faults(packet_info* pinfo, proto_item* item);

}  // namespace godot::plugin

extern "C" void godot_project_settings_register();
