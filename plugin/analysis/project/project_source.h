// SPDX-License-Identifier: GPL-2.0-or-later
// Names from the user's Godot projects: which script a node has, what its methods, their arguments and the properties
// of synchronizers are called.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "plugin/analysis/multiplayer/method_lists.h"
#include "plugin/analysis/multiplayer/names.h"
#include "plugin/analysis/project/project.h"
#include "plugin/analysis/project/property_lists.h"
#include "plugin/analysis/project/property_types.h"

namespace godot::plugin {

class ProjectSource final : public names::Source {
 public:
  /// Reads what has changed since the last time. Texts from before are void if anything had.
  void refresh(const std::vector<std::string>& folders);

  /// What could not be read, one sentence each.
  [[nodiscard]] const std::vector<std::string>& faults() const noexcept { return faults_; }

  /// The projects themselves, for questions of protocols on top of the multiplayer.
  [[nodiscard]] std::span<const std::unique_ptr<project::Project>> projects() const noexcept { return projects_; }

  /// From now on this project answers: its number, MethodLists::Fit::any or none. What a checksum proves, any of them
  /// answers, unless it is none.
  void ask(int project) const noexcept { asked_project_ = project; }

  /// Where they lie, as the user has it.
  [[nodiscard]] const std::vector<std::string>& folders() const noexcept { return folders_; }

  [[nodiscard]] names::Name script(const names::Node& node) const override;
  [[nodiscard]] names::Name method(const names::Node& node, std::uint32_t id) const override;
  [[nodiscard]] names::Signature signature(const names::Node& node, std::string_view method) const override;
  [[nodiscard]] names::Argument argument(const names::Node& node, std::string_view method,
                                         std::uint32_t index) const override;
  [[nodiscard]] names::Declaration declaration(const names::Node& node, std::string_view method) const override;
  [[nodiscard]] names::ChannelUse highest_channel() const override;
  [[nodiscard]] bool authority_never_set(const names::Node& node) const override;
  [[nodiscard]] bool is_redots(const names::Node& node) const override;
  [[nodiscard]] names::Name scene(std::string_view spawner, std::uint32_t scene) const override;
  [[nodiscard]] names::Name parent(std::string_view spawner) const override;
  [[nodiscard]] names::Name synchronizer(const names::Synchronizer& synchronizer) const override;
  [[nodiscard]] int property_count(const names::Synchronizer& synchronizer, names::PropertyList list) const override;
  [[nodiscard]] names::HalfPrecision halves(const names::Synchronizer& synchronizer,
                                            names::PropertyList list) const override;
  [[nodiscard]] names::Name property(const names::Synchronizer& synchronizer, names::PropertyList list,
                                     std::uint32_t index) const override;
  [[nodiscard]] const char* checksum_unknown(const names::Node& node) const override;

 private:
  /// A script of one of the projects.
  struct Script {
    project::Project* project = nullptr;
    int number = -1;
    names::Certainty certainty = names::Certainty::unknown;
    bool is_there = false;  ///< a scene or an autoload has it at the node's very path

    [[nodiscard]] explicit operator bool() const noexcept { return number >= 0; }
    [[nodiscard]] const project::ScriptInfo& info() const {
      return project->scripts()[static_cast<std::size_t>(number)];
    }
  };

  /// A method as each script has it that may be the node's: where they disagree, what they agree on is known.
  struct Declarations {
    std::vector<const project::Method*> methods;
    bool of_elsewhere = false;  ///< the script at the node's place has no such method, and it is no other's
    names::Certainty certainty = names::Certainty::unknown;
  };

  /// A synchronizer's configuration, and the scene that it is in.
  struct Configuration {
    const project::ReplicationConfig* config = nullptr;
    const std::string* scene = nullptr;
    const char* node = nullptr;  ///< the synchronizer of a spawned node, below its root; null: by path
    names::Certainty certainty = names::Certainty::unknown;
  };

  /// A spawner of a scene.
  struct Spawner {
    project::Project* project = nullptr;
    int scene = -1;
    const project::NodeInfo* node = nullptr;
  };

  [[nodiscard]] Script find_script(const names::Node& node) const;
  [[nodiscard]] Script script_by_place(const names::Node& node) const;
  [[nodiscard]] bool is_disputed(const names::Node& node, std::uint32_t id, const project::Method& method) const;
  [[nodiscard]] names::Declaration configured_declaration(const Script& script, std::string_view method) const;
  [[nodiscard]] names::Declaration without_keyword(const names::Node& node, std::string_view method) const;
  [[nodiscard]] bool may_be_configured(const names::Node& node, const Script& placed) const;
  [[nodiscard]] bool is_listed(const names::Node& node, const Script& placed) const;
  [[nodiscard]] const project::Nearest* nearest(const names::Node& node, const Script& placed,
                                                project::Project*& project) const;
  [[nodiscard]] Declarations declarations(const names::Node& node, std::string_view method) const;
  [[nodiscard]] Script script_by_spawn(const names::Node& node) const;
  [[nodiscard]] std::vector<int> rivals(const names::Node& node, const Script& script) const;
  [[nodiscard]] Spawner find_spawner(std::string_view path) const;
  [[nodiscard]] Configuration configuration(const names::Synchronizer& synchronizer, names::PropertyList list) const;
  [[nodiscard]] Configuration by_path(const names::Synchronizer& synchronizer, names::PropertyList list) const;
  [[nodiscard]] Configuration of_function(const names::Synchronizer& synchronizer, names::PropertyList list) const;
  [[nodiscard]] Configuration by_values(const names::Synchronizer& synchronizer, names::PropertyList list) const;
  [[nodiscard]] Configuration guess(const names::Synchronizer& synchronizer, names::PropertyList list) const;
  [[nodiscard]] Configuration find_configuration(const names::Synchronizer& synchronizer,
                                                 names::PropertyList list) const;
  const char* keep(std::string text) const;

  using Projects = std::span<const std::unique_ptr<project::Project>>;
  [[nodiscard]] Projects asked() const noexcept;
  [[nodiscard]] Projects with_checksums() const noexcept;

  std::vector<std::string> folders_;
  mutable int asked_project_ = MethodLists::Fit::any;
  std::vector<std::unique_ptr<project::Project>> projects_;
  std::vector<std::string> faults_;
  /// A question about a synchronizer that was asked before: each of its values asks it again, and those of a message
  /// are asked about for their values, their number and their precision.
  struct LastQuestion {
    std::string path;
    std::string spawner;
    names::Synchronizer about;  ///< its texts are not looked at
    names::PropertyList list = names::PropertyList::spawn;
    Configuration answer;
    int project = MethodLists::Fit::any;
    bool valid = false;
  };
  static constexpr std::size_t last_questions = 16;
  mutable std::array<LastQuestion, last_questions> last_;  ///< by place_of()

  /// A synchronizer's configuration, and what its properties' values can be.
  struct Candidate {
    const project::ReplicationConfig* config = nullptr;
    const std::string* scene = nullptr;  ///< null: several
    std::vector<project::ValueTypes> types;
  };
  [[nodiscard]] const std::vector<Candidate>& candidates() const;
  mutable project::PropertyLists lists_;
  mutable std::unordered_map<int, std::vector<Candidate>> candidates_;  ///< by the project that was asked

  /// What was guessed by values, by their types: asked for each message of a capture that was begun late.
  static constexpr std::size_t most_guesses = 4096;
  mutable std::unordered_map<std::string, Configuration> guesses_;

  // Texts that are put together when they are asked for.
  mutable std::unordered_map<std::string, std::unique_ptr<std::string>> kept_;
  mutable std::unordered_map<std::string, const char*> sentences_;
};

}  // namespace godot::plugin
