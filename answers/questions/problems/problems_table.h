// SPDX-License-Identifier: MIT
// The table of problems: one row for each cause, node, member and sender, the most severe and then the most
// frequent first. Receivers have a row each, unless all have the same number: then they received the same messages.
//
// In: the problems of the facts' items, which the dissectors found. Out: their number, and the first frame. A refused
// call, or one that differs from its declaration, counts once if the server relays it, on its sender's link. Games that
// mirror themselves into one capture record the same call at its sender, at the server and at its receivers: it counts
// once, by the game that has most of them. Cost: a row for each different problem.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "answers/tables/question.h"
#include "answers/tables/report.h"

namespace godot::analysis::problems {

/// Gets each problem when it is found, a row of columns_of_found(): those that the table counts, in their order. One
/// that only a later frame explains away (a relayed call whose sender's link appears behind it) has been told.
using OnFound = std::function<void(const report::Row& row)>;
[[nodiscard]] const std::vector<report::Column>& columns_of_found();

/// The table. A row's remedy is that of its first packet; masked, that of its cause, which names nobody.
[[nodiscard]] std::unique_ptr<report::Question> make_problems(bool masked = false, OnFound on_found = {});

/// Its answer for people: a paragraph for each row, grouped by cause and remedy.
[[nodiscard]] std::string as_list(const report::Report& problems);

}  // namespace godot::analysis::problems
