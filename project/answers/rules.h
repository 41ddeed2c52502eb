// SPDX-License-Identifier: MIT
// Who may call a method or set a property: annotations, keywords of Godot 3, rpc_config().
#pragma once

#include <string_view>

#include "base/names/source.h"
#include "project/answers/answering_projects.h"
#include "project/answers/node_methods.h"
#include "project/answers/node_scripts.h"

namespace godot::analysis::project {

class Rules {
 public:
  Rules(const AnsweringProjects& projects, const NodeScripts& scripts, const Methods& methods) noexcept
      : projects_(projects), scripts_(scripts), methods_(methods) {}

  // The questions of names::Source.
  [[nodiscard]] names::Declaration declaration(const names::Node& node, std::string_view method) const;
  [[nodiscard]] names::Declaration set_declaration(const names::Node& node, std::string_view property) const;
  [[nodiscard]] bool authority_never_set(const names::Node& node) const;
  [[nodiscard]] bool authority_may_be_split(const names::Node& node) const;
  [[nodiscard]] bool authority_is_given(const names::Node& node) const;

 private:
  [[nodiscard]] names::Declaration configured(const NodeScript& script, std::string_view method) const;
  [[nodiscard]] bool may_be_configured_otherwise(const NodeScript& script, std::string_view method) const;
  [[nodiscard]] bool is_at_its_place(const names::Node& node, const NodeScript& script) const;
  template <class Visit>
  [[nodiscard]] bool all_scripts_of_godot_3(const names::Node& node, bool& certain, Visit visit) const;
  [[nodiscard]] names::Declaration without_keyword(const names::Node& node, std::string_view method) const;

  const AnsweringProjects& projects_;
  const NodeScripts& scripts_;
  const Methods& methods_;
};

}  // namespace godot::analysis::project
