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

/// The projects that an end of a connection may run: those of which its lists are, or where nothing tells, all.
class RunBy {
 public:
  RunBy() = default;
  RunBy(std::uint64_t projects, bool several) noexcept : projects_(projects), several_(several) {}
  /// Of whom nobody knows what it runs: nothing is judged.
  [[nodiscard]] static RunBy nobody() noexcept { return {0, true}; }

  /// More than one project is set: what the receiver's says has to be asked for.
  [[nodiscard]] bool several() const noexcept { return several_; }
  /// Calls `judge()` for each of them, with names asked of it, as long as that returns true. Who goes on asks for the
  /// project of an end anew. True if it never returned false.
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
/// `end` null: of a peer that the connection leads to through a server.
[[nodiscard]] RunBy run_by(const Peers& peers, const End* end);

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
