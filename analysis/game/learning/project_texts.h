// SPDX-License-Identifier: MIT
// What is said of the user's projects: which one each end of a connection runs, that none is this game's, and what is
// read.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "base/arena.h"
#include "base/names/method_lists.h"
#include "project/answers/project_source.h"

namespace godot::analysis {

/// A project that is shown at a connection's first message.
struct ShownProject {
  const MethodLists::Fit* fit = nullptr;  ///< null: no project is shown
  const char* whose = "";                 ///< ", the server's"; empty: that of both ends, or the only one
};

/// The projects of a connection's ends: one if both run it.
[[nodiscard]] std::array<ShownProject, 2> shown_projects(const MethodLists::Fit& first, const MethodLists::Fit& second,
                                                         bool is_first_server) noexcept;

/// That none of the projects is this game's, and why.
[[nodiscard]] const char* wrong_project_text(const MethodLists::Fit& fit, bool is_only_one, const Arena& arena);

/// All projects with their folders, and what of them could not be read. `recorded`: the folder that the capture names.
[[nodiscard]] std::string text_of_projects(const ProjectSource& source, std::string_view recorded);

}  // namespace godot::analysis
