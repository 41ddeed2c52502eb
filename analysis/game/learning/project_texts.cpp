// SPDX-License-Identifier: MIT
#include "analysis/game/learning/project_texts.h"

#include <cstddef>

namespace godot::analysis {

std::array<ShownProject, 2> shown_projects(const MethodLists::Fit& first, const MethodLists::Fit& second,
                                           bool is_first_server) noexcept {
  std::array<ShownProject, 2> shown;
  const bool is_one = first.project == second.project || second.project < 0;
  if (first.project >= 0)
    shown[0] = {.fit = &first, .whose = is_one ? "" : is_first_server ? ", the server's" : ", the client's"};
  if (second.project >= 0 && !(is_one && first.project >= 0))
    shown[1] = {.fit = &second,
                .whose = first.project < 0 ? ""
                         : is_first_server ? ", the client's"
                                           : ", the server's"};
  return shown;
}

const char* wrong_project_text(const MethodLists::Fit& fit, bool is_only_one, const Arena& arena) {
  const char* who = is_only_one ? "The project is" : "The projects are";
  const char* them = is_only_one ? "it" : "them";
  if (fit.of_other_engine) {
    const bool is_godot_3 = fit.engine == Engine::godot_3;
    return arena.joined({who, is_godot_3 ? " of Godot 4" : " of Godot 3", ", the game runs",
                         is_godot_3 ? " Godot 3" : " Godot 4", ". No names are taken from ", them});
  }
  return arena.text(
      "%s not of this game: %u of %u lists of remote methods fit, and the paths of nodes do not. No names are taken "
      "from %s",
      who, fit.fit, fit.lists, them);
}

std::string text_of_projects(const ProjectSource& source, std::string_view recorded) {
  std::string text;
  for (std::size_t i = 0; i < source.projects().size(); ++i) {
    const std::string& folder = source.folders()[i];
    text += source.projects()[i]->settings().name + " (" + folder + ")";
    text += folder == recorded ? ", named by this recording\n" : "\n";
  }
  if (text.empty()) {
    text =
        "No project. Add the folder of your game, which has project.godot, under Edit > Preferences > Protocols > "
        "Godot > Projects.\n";
  }
  if (!source.faults().empty()) text += "\nNot read:\n";
  for (const std::string& fault : source.faults()) text += fault + "\n";
  return text;
}

}  // namespace godot::analysis
