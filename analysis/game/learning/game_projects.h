// SPDX-License-Identifier: MIT
// The user's projects, and which of them each end of a connection runs: each end may have its own (an old and a new
// version of one game). The lists of remote methods that an end announces identify its project.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/game/learning/multiplayer_state.h"
#include "analysis/game/routes/route.h"
#include "base/names/method_lists.h"
#include "project/answers/project_source.h"

namespace godot::analysis {

/// The projects that an end of a connection may run: those that match its lists or, if it has announced none, all.
class RunBy {
 public:
  RunBy() = default;
  RunBy(const ProjectSource& source, std::uint64_t projects, bool several) noexcept
      : source_(&source), projects_(projects), several_(several) {}
  /// For an end whose project is unknown: nothing is judged.
  [[nodiscard]] static RunBy unknown() noexcept {
    RunBy none;
    none.several_ = true;
    return none;
  }

  /// True if several projects are set, so that the receiver's must be selected.
  [[nodiscard]] bool several() const noexcept { return several_; }
  /// Calls `judge()` for each of them, with lookups in that project, until it returns false. Callers must select an
  /// end's project again afterwards. Returns true if it never returned false.
  template <class Judge>
  bool all(Judge judge) const {
    for (int project = 0; project != most; ++project) {
      if ((projects_ >> project & 1) == 0) continue;
      source_->ask(project);
      if (!judge()) return false;
    }
    return true;
  }

  static constexpr int most = 64;

 private:
  const ProjectSource* source_ = nullptr;
  std::uint64_t projects_ = 0;
  bool several_ = false;
};

class GameProjects {
 public:
  /// `refresh`: called before lookups; reads the projects again if they have changed. Null: nothing does.
  explicit GameProjects(void (*refresh)() = nullptr) noexcept : refresh_(refresh) {}

  void read(const std::vector<std::string>& folders) {
    source.refresh(folders);
    ++times_read_;
  }
  /// Pointers into the projects of an earlier reading are invalid.
  [[nodiscard]] std::uint32_t times_read() const noexcept { return times_read_; }

  /// How the projects match the lists of methods that the end has announced; null: there are no projects.
  [[nodiscard]] const MethodLists::Fit* fit(const MultiplayerLink& link, End end) const;

  /// How they match if none of them is an end's; null: each end may run one of them, or there are no projects.
  [[nodiscard]] const MethodLists::Fit* wrong_fit(const MultiplayerLink& link) const;

  /// Selects the project of this end of the connection for later lookups: numbers of methods are the sender's, and the
  /// receiver decides whether it accepts a call.
  void ask_of(const MultiplayerLink& link, End end) const;

  /// `end` null: a peer behind the server.
  [[nodiscard]] RunBy run_by(const MultiplayerLink& link, const End* end) const;

  ProjectSource source;

 private:
  void refresh() const {
    if (refresh_ != nullptr) refresh_();
  }

  void (*refresh_)();
  std::uint32_t times_read_ = 0;
};

}  // namespace godot::analysis
