// SPDX-License-Identifier: GPL-2.0-or-later
// What does not arrive, and why: one row for each cause, node, member and pair of peers, the most frequent first.
//
// In: the problems of the facts' items, which the dissectors found. Out: how often, and in which frame first. A call
// that is not allowed, or declared otherwise, and that the server passes on counts once, where its speaker sends it.
// Games that mirror themselves into one capture have recorded the same call at its speaker, at the server and at its
// receivers: it counts once, by the game that has most of them. Costs: a row for each different problem.
#pragma once

#include <memory>

#include "plugin/analysis/report/question.h"

namespace godot::analysis::problems {

[[nodiscard]] std::unique_ptr<report::Question> make_problems();

}  // namespace godot::analysis::problems
