// SPDX-License-Identifier: MIT
// What is wrong in a match of godot-rollback-netcode. Each check takes plain values and adds its findings; rows in
// problems.def name the checks, and the part of a message that each one judges.
#pragma once

#include "analysis/libraries/rollback/match.h"
#include "analysis/libraries/rollback/problems.h"
#include "analysis/libraries/rollback/rollback_names.h"
#include "analysis/problems/findings.h"

namespace godot::analysis {

struct RollbackSubject {
  const RollbackMessage& message;
  const RollbackMatch* match;  ///< null: the message was not learned
  const RollbackNames& names;
};

/// Bytes that are not those of the library's message.
struct RollbackUnread {};

using RollbackFindings = problems::Findings<problems::Rollback>;
template <class Part>
using RollbackCheck = void(const RollbackSubject& subject, const Part& judged, RollbackFindings& found);

#define GODOT_PROBLEMS Rollback
#define GODOT_PROBLEMS_ROWS "analysis/libraries/rollback/problems.def"
#define GODOT_CHECK RollbackCheck
#define GODOT_CHECKS RollbackChecks
#include "analysis/problems/checks.inc"

/// Judges a message that is no copy: states that differ, if it is the first to show it, and a standstill that it ends.
void judge(const RollbackSubject& subject, RollbackFindings& found);
/// Judges one whose bytes do not read.
void judge(const RollbackSubject& subject, const RollbackUnread& unread, RollbackFindings& found);

}  // namespace godot::analysis
