// SPDX-License-Identifier: MIT
// The user's Godot projects as a source of names: the script of a node, its methods and their arguments, and the
// properties of synchronizers.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "analysis/names/method_lists.h"
#include "analysis/names/names.h"
#include "analysis/project/answer_cache.h"
#include "analysis/project/project.h"
#include "analysis/project/property_lists.h"
#include "analysis/project/property_types.h"

namespace godot::analysis {

class ProjectSource final : public names::Source {
 public:
  ProjectSource() noexcept : Source(false) {}

  /// Reads the files that have changed since the last call. If any had, earlier texts are invalid.
  void refresh(const std::vector<std::string>& folders);

  /// What could not be read, as sentences.
  [[nodiscard]] const std::vector<std::string>& faults() const noexcept { return faults_; }

  /// The projects themselves, for protocols on top of the multiplayer.
  [[nodiscard]] std::span<const std::unique_ptr<project::Project>> projects() const noexcept { return projects_; }

  /// Sets the project that answers from now on: its number, or one of MethodLists::Fit's. Questions with a checksum are
  /// answered by any project of the same generation that has it, except with `none`.
  void ask(int project) const noexcept { asked_project_ = project; }

  /// The projects' folders, as the user wrote them.
  [[nodiscard]] const std::vector<std::string>& folders() const noexcept { return folders_; }

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
  [[nodiscard]] bool is_redots(const names::Node& node) const override;
  [[nodiscard]] names::Name scene(std::string_view spawner, std::uint32_t scene) const override;
  [[nodiscard]] names::SpawnedScene spawned_scene(const names::Node& node) const override;
  [[nodiscard]] names::OtherScenes other_scenes(const names::Node& node, std::uint64_t senders,
                                                std::uint64_t receivers) const override;
  [[nodiscard]] names::Name parent(std::string_view spawner) const override;
  [[nodiscard]] names::Name synchronizer(const names::Synchronizer& synchronizer) const override;
  [[nodiscard]] names::Properties properties(const names::Synchronizer& synchronizer,
                                             names::PropertyList list) const override;
  [[nodiscard]] names::HalfPrecision halves(const names::Synchronizer& synchronizer,
                                            names::PropertyList list) const override;
  [[nodiscard]] const char* checksum_unknown(const names::Node& node) const override;

 private:
  /// A script of one of the projects.
  struct Script {
    project::Project* project = nullptr;
    int number = -1;
    names::Certainty certainty = names::Certainty::unknown;
    bool is_there = false;  ///< a scene or an autoload has it exactly at the node's path

    [[nodiscard]] explicit operator bool() const noexcept { return number >= 0; }
    [[nodiscard]] const project::ScriptInfo& info() const {
      return project->scripts()[static_cast<std::size_t>(number)];
    }
  };

  /// A method, as in each script that the node may have: only what they agree on is known.
  struct Declarations {
    std::vector<const project::Method*> methods;
    bool of_elsewhere = false;  ///< the script at the node's place has no such method, and it is no other's
    names::Certainty certainty = names::Certainty::unknown;
  };

  /// A synchronizer's configuration, and the scene that it is in.
  struct Configuration {
    const project::ReplicationConfig* config = nullptr;
    const std::string* scene = nullptr;
    const char* node = nullptr;  ///< the synchronizer of a spawned node, below its root; null: it was not spawned
    names::Certainty certainty = names::Certainty::unknown;
  };

  /// A spawner of a scene.
  struct Spawner {
    project::Project* project = nullptr;
    int scene = -1;
    const project::NodeInfo* node = nullptr;
    bool is_certain = false;  ///< the path leads to it, not only its last names
  };

  [[nodiscard]] names::Name find_script_name(const names::Node& node) const;
  [[nodiscard]] names::Name find_method(const names::Node& node, std::uint32_t id) const;
  [[nodiscard]] names::Signature find_signature(const names::Node& node, std::string_view method) const;
  [[nodiscard]] names::Argument find_argument(const names::Node& node, std::string_view method,
                                              std::uint32_t index) const;
  [[nodiscard]] names::Declaration find_declaration(const names::Node& node, std::string_view method) const;
  [[nodiscard]] names::Name find_parent(std::string_view spawner) const;
  [[nodiscard]] const char* find_checksum_unknown(const names::Node& node) const;
  [[nodiscard]] bool find_authority_never_set(const names::Node& node) const;
  [[nodiscard]] Script find_script(const names::Node& node) const;
  [[nodiscard]] Script script_by_place(const names::Node& node) const;
  [[nodiscard]] bool may_be_configured_otherwise(const Script& script, std::string_view method) const;
  [[nodiscard]] bool is_at_its_place(const names::Node& node, const Script& script) const;
  [[nodiscard]] bool is_disputed(const names::Node& node, std::uint32_t id, const project::Method& method) const;
  [[nodiscard]] names::Declaration configured_declaration(const Script& script, std::string_view method) const;
  template <class Visit>
  [[nodiscard]] bool all_scripts_of_godot_3(const names::Node& node, bool& certain, Visit visit) const;
  [[nodiscard]] names::Declaration without_keyword(const names::Node& node, std::string_view method) const;
  [[nodiscard]] bool may_be_configured(const names::Node& node, const Script& placed) const;
  [[nodiscard]] bool is_listed(const names::Node& node, const Script& placed) const;
  [[nodiscard]] const project::Nearest* nearest(const names::Node& node, const Script& placed,
                                                project::Project*& project) const;
  [[nodiscard]] Declarations declarations(const names::Node& node, std::string_view method) const;
  [[nodiscard]] Script script_by_spawn(const names::Node& node) const;
  [[nodiscard]] std::vector<int> rivals(const names::Node& node, const Script& script) const;
  [[nodiscard]] Spawner find_spawner(std::string_view path) const;
  [[nodiscard]] Spawner find_spawner(std::string_view path, std::uint32_t scene) const;
  [[nodiscard]] static Spawner spawner_of(project::Project& project, std::string_view path);
  [[nodiscard]] static std::string scene_of(const Spawner& spawner, std::uint32_t scene);
  [[nodiscard]] Configuration configuration(const names::Synchronizer& synchronizer, names::PropertyList list) const;
  [[nodiscard]] Configuration by_path(const names::Synchronizer& synchronizer, names::PropertyList list) const;
  [[nodiscard]] Configuration of_function(const names::Synchronizer& synchronizer, names::PropertyList list) const;
  [[nodiscard]] Configuration by_values(const names::Synchronizer& synchronizer, names::PropertyList list) const;
  [[nodiscard]] Configuration guess(const names::Synchronizer& synchronizer, names::PropertyList list) const;
  [[nodiscard]] Configuration find_configuration(const names::Synchronizer& synchronizer,
                                                 names::PropertyList list) const;
  const char* keep(std::string text) const;

  /// Part of each question: answers differ by project.
  [[nodiscard]] std::uint32_t asked_number() const noexcept { return static_cast<std::uint32_t>(asked_project_); }

  using Projects = std::span<project::Project* const>;
  [[nodiscard]] Projects asked() const noexcept;
  [[nodiscard]] Projects of(Engine engine) const noexcept;
  void sort_by_engine();
  [[nodiscard]] Projects with_checksums() const noexcept;

  std::vector<std::string> folders_;
  mutable int asked_project_ = MethodLists::Fit::any;
  std::vector<std::unique_ptr<project::Project>> projects_;
  std::vector<project::Project*> all_;  ///< the same
  std::vector<project::Project*> of_godot_3_;
  std::vector<project::Project*> of_godot_4_;
  std::vector<std::string> faults_;
  /// A synchronizer's configuration, and the possible types of its properties' values.
  struct Candidate {
    const project::ReplicationConfig* config = nullptr;
    const std::string* scene = nullptr;  ///< null: several
    std::vector<project::ValueTypes> types;
  };
  [[nodiscard]] const std::vector<Candidate>& candidates() const;
  mutable project::PropertyLists lists_;
  mutable std::unordered_map<int, std::vector<Candidate>> candidates_;  ///< by project

  /// Guesses by the types of values: made for each message of a capture that begins late.
  static constexpr std::size_t most_guesses = 4096;
  mutable std::unordered_map<std::string, Configuration> guesses_;

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
    project::AnswerCache<Configuration> configurations;
  };
  mutable Answers answers_;

  // Texts that are composed on demand.
  mutable std::unordered_map<std::string, std::unique_ptr<std::string>> kept_;
};

}  // namespace godot::analysis
