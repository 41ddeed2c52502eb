// SPDX-License-Identifier: MIT
#include "analysis/game/learning/game_projects.h"

#include "project/index/project_choice.h"

namespace godot::analysis {

const MethodLists::Fit* GameProjects::fit(const MultiplayerLink& link, End end) const {
  if (source.projects().empty()) return nullptr;
  const MethodLists& lists = link.peers.lists[index(end)];
  const Engine engine = link.engine(end);
  const bool is_judged =
      lists.fit.judged == lists.entries.size() && lists.fit.read == times_read_ && lists.fit.engine == engine;
  if (!is_judged) {
    lists.fit = fit_of(lists, source.projects(), engine);
    lists.fit.judged = static_cast<std::uint32_t>(lists.entries.size());
    lists.fit.read = times_read_;
  }
  return &lists.fit;
}

const MethodLists::Fit* GameProjects::wrong_fit(const MultiplayerLink& link) const {
  for (const End end : {End::first, End::second}) {
    const MethodLists::Fit* found = fit(link, end);
    if (found != nullptr && found->project == MethodLists::Fit::none) return found;
  }
  return nullptr;
}

void GameProjects::ask_of(const MultiplayerLink& link, End end) const {
  refresh();
  if (source.projects().empty()) return;
  // An end that has announced nothing is assumed to run the other end's project.
  const MethodLists::Fit* found = fit(link, end);
  if (MethodLists::Fit::is_any(found->project)) found = fit(link, other(end));
  source.ask(found->project);
}

RunBy GameProjects::run_by(const MultiplayerLink& link, const End* end) const {
  refresh();
  const auto projects = source.projects();
  const Engine engine = link.engine(end != nullptr ? *end : End::first);
  std::uint64_t all = 0;
  for (std::size_t i = 0; i < projects.size() && i < RunBy::most; ++i) {
    if (may_run(*projects[i], engine)) all |= std::uint64_t{1} << i;
  }
  if (projects.size() < 2 || end == nullptr) return {source, all, projects.size() > 1};
  const MethodLists::Fit* found = fit(link, *end);
  if (found->project == MethodLists::Fit::none) return RunBy::unknown();
  return {source, found->project >= 0 ? found->all : all, true};
}

}  // namespace godot::analysis
