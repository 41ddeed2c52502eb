// SPDX-License-Identifier: MIT
#include "analyse/output/own_requests.h"

#include "engine/engine.h"

namespace godot::analyse {

analysis::report::Report Table::answer() const {
  analysis::report::Report report = question_->answer();
  engine::Game& game = engine::Game::current();
  report.not_judged = not_judged_.list({.has_project = !game.project_names().empty(),
                                        .project_fault = game.project_fault(),
                                        .read_twice = "Save the capture to a file, and read that.",
                                        .set_project = "Add the folder of the game's project: --project FOLDER."});
  return report;
}

}  // namespace godot::analyse
