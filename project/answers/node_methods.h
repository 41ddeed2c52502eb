// SPDX-License-Identifier: MIT
// The methods of a node's script, and their arguments.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/names/source.h"
#include "project/answers/answering_projects.h"
#include "project/answers/kept_texts.h"
#include "project/answers/node_scripts.h"

namespace godot::analysis::project {

/// A method, as in each script that the node may have: only what they agree on is known.
struct Declarations {
  std::vector<const Method*> methods;
  bool of_elsewhere = false;  ///< the script at the node's place has no such method, and it is no other's
  names::Certainty certainty = names::Certainty::unknown;
};

class Methods {
 public:
  Methods(const AnsweringProjects& projects, const NodeScripts& scripts, KeptTexts& texts) noexcept
      : projects_(projects), scripts_(scripts), texts_(texts) {}

  [[nodiscard]] Declarations declarations(const names::Node& node, std::string_view method) const;

  // The questions of names::Source.
  [[nodiscard]] names::Name script(const names::Node& node) const;
  [[nodiscard]] names::Name method(const names::Node& node, std::uint32_t id) const;
  [[nodiscard]] names::Signature signature(const names::Node& node, std::string_view method) const;
  [[nodiscard]] names::Argument argument(const names::Node& node, std::string_view method, std::uint32_t index) const;
  [[nodiscard]] const char* checksum_unknown(const names::Node& node) const;

 private:
  const AnsweringProjects& projects_;
  const NodeScripts& scripts_;
  KeptTexts& texts_;
};

}  // namespace godot::analysis::project
