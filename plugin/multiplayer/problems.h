// SPDX-License-Identifier: GPL-2.0-or-later
// Why something does not arrive: one way to say it. Each problem is an expert item on the packet itself, with words
// that name the remedy, a value of `godot.problem`, and a fact for the table of problems.
#pragma once

#include "plugin/multiplayer/annotations.h"

namespace godot::plugin {

enum class Problems : std::uint8_t {
#define GODOT_PROBLEM(id, ...) id,
#include "plugin/multiplayer/problems.def"
#undef GODOT_PROBLEM
};

/// A problem as a value of `godot.problem`, and as a fact.
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

/// Reports a problem of the message, and of its node and member. `remedy` says what it is and what to do, in packet
/// scope. `node`: the one that has it; null: the message's.
void report_problem(const Annotations& notes, Problems problem, const char* remedy, const char* node = nullptr);

/// A word or two for the packet list: "refused" for not_allowed. Null for null.
[[nodiscard]] const char* word_of(const char* kind);

/// The same of what has its expert item already.
void tell_problem(const Annotations& notes, Problems problem, const char* node = nullptr);

}  // namespace godot::plugin
