// SPDX-License-Identifier: MIT
// The configuration of a synchronizer, and with it the properties of its lists: by its path, its spawn, or the types of
// the values that it sends.
#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/names/source.h"
#include "base/text_hash.h"
#include "project/answers/answer_cache.h"
#include "project/answers/answering_projects.h"
#include "project/answers/kept_texts.h"
#include "project/answers/spawned_scenes.h"
#include "project/index/property_types.h"
#include "project/index/replication_lists.h"

namespace godot::analysis::project {

/// A synchronizer's configuration, and the scene that it is in.
struct Configuration {
  const ReplicationConfig* config = nullptr;
  const std::string* scene = nullptr;
  const char* node = nullptr;  ///< the synchronizer of a spawned node, below its root; null: it was not spawned
  names::Certainty certainty = names::Certainty::unknown;
  bool is_disputed = false;  ///< another scene fits as well
};

class Configurations {
 public:
  Configurations(const AnsweringProjects& projects, const Spawners& spawners, ReplicationLists& lists,
                 KeptTexts& texts) noexcept
      : projects_(projects), spawners_(spawners), lists_(lists), texts_(texts) {}

  // The questions of names::Source.
  [[nodiscard]] names::Name synchronizer(const names::Synchronizer& synchronizer);
  [[nodiscard]] names::Properties properties(const names::Synchronizer& synchronizer, names::PropertyList list);
  [[nodiscard]] names::HalfPrecision halves(const names::Synchronizer& synchronizer, names::PropertyList list);

  /// Forgets all answers, because files have changed.
  void forget();

 private:
  /// A synchronizer's configuration, and the possible types of its properties' values.
  struct Candidate {
    const ReplicationConfig* config = nullptr;
    const std::string* scene = nullptr;  ///< the scene's path; null: several scenes have it
    std::vector<ValueTypes> types;
  };

  [[nodiscard]] Configuration find(const names::Synchronizer& synchronizer, names::PropertyList list);
  [[nodiscard]] Configuration by_path(const names::Synchronizer& synchronizer, names::PropertyList list) const;
  [[nodiscard]] Configuration weakest(const names::Synchronizer& synchronizer, names::PropertyList list,
                                      Project& project, const std::vector<PathMatch>& places) const;
  [[nodiscard]] Configuration by_spawn(const names::Synchronizer& synchronizer, names::PropertyList list) const;
  [[nodiscard]] Configuration of_function(const names::Synchronizer& synchronizer, names::PropertyList list) const;
  [[nodiscard]] Configuration by_values(const names::Synchronizer& synchronizer, names::PropertyList list);
  [[nodiscard]] Configuration guess(const names::Synchronizer& synchronizer, names::PropertyList list);
  [[nodiscard]] const std::vector<Candidate>& candidates();

  const AnsweringProjects& projects_;
  const Spawners& spawners_;
  ReplicationLists& lists_;
  KeptTexts& texts_;
  AnswerCache<Configuration> found_;
  std::unordered_map<int, std::vector<Candidate>> candidates_;  ///< by the number of the project that is asked

  /// Guesses by the types of values: made for each message of a capture that begins late.
  static constexpr std::size_t most_guesses = 4096;
  std::unordered_map<std::string, Configuration, TextHash> guesses_;
};

}  // namespace godot::analysis::project
