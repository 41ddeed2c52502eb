// SPDX-License-Identifier: MIT
// The user's projects, and which of them answer.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/names/method_lists.h"
#include "project/index/project.h"

namespace godot::analysis::project {

class AnsweringProjects {
 public:
  /// Reads the files that have changed since the last call. True if any had, or if the folders are others.
  bool refresh(const std::vector<std::string>& folders);

  /// As the user meant them.
  [[nodiscard]] const std::vector<std::string>& folders() const noexcept { return folders_; }

  /// True if one could be read.
  [[nodiscard]] bool has_project() const noexcept;
  /// What the projects that could be read call themselves.
  [[nodiscard]] std::vector<std::string> names() const;
  /// Why one of the folders is no project that can be read, with the folder; empty: all are.
  [[nodiscard]] std::string fault_of_folder() const;

  /// What could not be read, as sentences.
  [[nodiscard]] const std::vector<std::string>& faults() const noexcept { return faults_; }

  [[nodiscard]] std::span<const std::unique_ptr<Project>> owned() const noexcept { return projects_; }

  /// Sets who answers: the number of a project, or one of MethodLists::Fit's.
  void ask(int project) const noexcept { number_ = project; }
  [[nodiscard]] int number() const noexcept { return number_; }

  using Projects = std::span<Project* const>;
  [[nodiscard]] Projects all() const noexcept { return all_; }

  /// The projects that answer.
  [[nodiscard]] Projects answering() const noexcept;

  /// The projects that answer questions with a checksum: all of the same generation, as several may have the same
  /// script.
  [[nodiscard]] Projects with_checksums() const noexcept;

 private:
  [[nodiscard]] Projects of(Engine engine) const noexcept;
  void sort_by_engine();
  void collect_faults();

  std::vector<std::string> folders_;
  std::vector<std::unique_ptr<Project>> projects_;
  std::vector<Project*> all_;  ///< the same projects as plain pointers
  std::vector<Project*> of_godot_3_;
  std::vector<Project*> of_godot_4_;
  std::vector<std::string> faults_;
  mutable int number_ = MethodLists::Fit::any;
};

}  // namespace godot::analysis::project
