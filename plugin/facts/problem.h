// SPDX-License-Identifier: GPL-2.0-or-later
// A problem of a message or of what carries it: a value of `godot.problem`, and a fact for the table of problems.
#pragma once

#include "plugin/analysis/facts/facts.h"
#include "plugin/core/bridge.h"

namespace godot::plugin {

struct ToldProblem {
  packet_info* pinfo;
  proto_tree* tree;  ///< null: no items
  tvbuff_t* tvb;
  int start;
  facts::Item* told;  ///< what has it; null: nobody asks for facts
  const char* kind;   ///< both texts live for ever
  const char* cause;
  const char* node = nullptr;  ///< null: what the item is about
  const char* member = nullptr;
};
void tell_problem(const ToldProblem& problem);

/// A filter or a column asks for problems.
[[nodiscard]] bool problems_wanted(proto_tree* tree) noexcept;

/// Registers the field. The protocols are there already.
void register_problem();

}  // namespace godot::plugin
