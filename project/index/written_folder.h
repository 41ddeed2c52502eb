// SPDX-License-Identifier: MIT
// The folder of a project as a user writes it, and what is wrong with it. For what a recording names, which may come
// from anybody: recorded_folder.h.
#pragma once

#include <string>
#include <string_view>

namespace godot::analysis::project {

/// The folder that a user means, in UTF-8, with `/`. Besides a path it may be:
/// - in quotation marks, or between spaces, as file managers and terminals copy it;
/// - an address of this machine, as `file:///home/me/my%20game`;
/// - a path of the file that marks a project: project.godot, engine.cfg;
/// - below the user's home, `~/game`.
/// A path that is a project as it stands is left as it is. Other addresses are, too: nothing reaches another machine.
[[nodiscard]] std::string understood_folder(std::string_view written);

/// Why the folder that a user means is not a project that can be read, as a sentence without a full stop; empty: it is
/// one. Each cause has its own sentence: nothing is given, another machine, no such folder, a file, no right to read,
/// no project.godot, where the nearest one is named.
[[nodiscard]] std::string fault_of_folder(std::string_view written);

}  // namespace godot::analysis::project
