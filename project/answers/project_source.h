// SPDX-License-Identifier: MIT
// The user's Godot projects as a source of names: the script of a node, its methods and their arguments, and the
// properties of synchronizers.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/names/source.h"
#include "project/answers/answer_cache.h"
#include "project/answers/answering_projects.h"
#include "project/answers/configurations.h"
#include "project/answers/kept_texts.h"
#include "project/answers/node_methods.h"
#include "project/answers/node_scripts.h"
#include "project/answers/rules.h"
#include "project/answers/spawned_scenes.h"
#include "project/index/project.h"
#include "project/index/replication_lists.h"

namespace godot::analysis {

class ProjectSource final : public names::Source {
 public:
  ProjectSource() noexcept : Source(false) {}
  ProjectSource(const ProjectSource&) = delete;  // its parts refer to one another
  ProjectSource& operator=(const ProjectSource&) = delete;

  /// Reads the files that have changed since the last call. If any had, earlier texts are invalid.
  void refresh(const std::vector<std::string>& folders);

  /// True if a project could be read.
  [[nodiscard]] bool has_project() const noexcept { return projects_.has_project(); }
  [[nodiscard]] std::vector<std::string> names_of_projects() const { return projects_.names(); }
  [[nodiscard]] std::string fault_of_folder() const { return projects_.fault_of_folder(); }

  /// What could not be read, as sentences.
  [[nodiscard]] const std::vector<std::string>& faults() const noexcept { return projects_.faults(); }

  /// The projects themselves, for protocols on top of the multiplayer.
  [[nodiscard]] std::span<const std::unique_ptr<project::Project>> projects() const noexcept {
    return projects_.owned();
  }

  /// Sets the project that answers from now on: its number, or one of MethodLists::Fit's. Questions with a checksum are
  /// answered by any project of the same generation that has it, except with `none`.
  void ask(int project) const noexcept { projects_.ask(project); }

  /// The projects' folders, as the user meant them.
  [[nodiscard]] const std::vector<std::string>& folders() const noexcept { return projects_.folders(); }

  [[nodiscard]] names::Name script(const names::Node& node) const override;
  [[nodiscard]] names::Name method(const names::Node& node, std::uint32_t id) const override;
  [[nodiscard]] names::Signature signature(const names::Node& node, std::string_view method) const override;
  [[nodiscard]] names::Argument argument(const names::Node& node, std::string_view method,
                                         std::uint32_t index) const override;
  [[nodiscard]] names::Declaration declaration(const names::Node& node, std::string_view method) const override;
  [[nodiscard]] names::Declaration set_declaration(const names::Node& node, std::string_view property) const override;
  [[nodiscard]] names::ChannelUse highest_channel() const override;
  [[nodiscard]] names::SyncLimit sync_limit() const override;
  [[nodiscard]] bool authority_never_set(const names::Node& node) const override;
  [[nodiscard]] bool authority_may_be_split(const names::Node& node) const override;
  [[nodiscard]] bool authority_is_given(const names::Node& node) const override;
  [[nodiscard]] bool is_in_scene(const names::Node& node) const override;
  [[nodiscard]] bool is_redots(const names::Node& node) const override;
  [[nodiscard]] names::Name scene(std::string_view spawner, std::uint32_t scene) const override;
  [[nodiscard]] names::SpawnedScene spawned_scene(const names::Node& node) const override;
  [[nodiscard]] names::OtherScenes other_scenes(const names::Node& node, std::uint64_t senders,
                                                std::uint64_t receivers) const override;
  [[nodiscard]] names::Name parent(std::string_view spawner) const override;
  [[nodiscard]] names::Name synchronizer(const names::Synchronizer& synchronizer) const override;
  [[nodiscard]] names::Properties properties(const names::Synchronizer& synchronizer,
                                             names::PropertyList list) const override;
  [[nodiscard]] names::OtherProperties other_properties(const names::Synchronizer& synchronizer,
                                                        names::PropertyList list, std::uint64_t senders,
                                                        std::uint64_t receivers) const override;
  [[nodiscard]] names::HalfPrecision halves(const names::Synchronizer& synchronizer,
                                            names::PropertyList list) const override;
  [[nodiscard]] const char* checksum_unknown(const names::Node& node) const override;

 private:
  /// Number of the project that answers; part of each question.
  [[nodiscard]] std::uint32_t answering() const noexcept { return static_cast<std::uint32_t>(projects_.number()); }

  project::AnsweringProjects projects_;
  mutable project::ReplicationLists lists_;
  mutable project::KeptTexts texts_;
  project::Spawners spawners_{projects_, lists_, texts_};
  project::NodeScripts scripts_{projects_, spawners_};
  project::Methods methods_{projects_, scripts_, texts_};
  project::Rules rules_{projects_, scripts_, methods_};
  mutable project::Configurations configurations_{projects_, spawners_, lists_, texts_};

  /// Answers to the questions that each message repeats.
  struct Answers {
    project::AnswerCache<names::Name> scripts;
    project::AnswerCache<names::Name> methods;
    project::AnswerCache<names::Signature> signatures;
    project::AnswerCache<names::Argument> arguments;
    project::AnswerCache<names::Declaration> declarations;
    project::AnswerCache<names::Name> parents;
    project::AnswerCache<const char*> unknown_checksums;
    project::AnswerCache<bool> authorities;
    project::AnswerCache<bool> splits;
    project::AnswerCache<bool> gifts;
  };
  mutable Answers answers_;
};

}  // namespace godot::analysis
