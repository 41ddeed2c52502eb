// SPDX-License-Identifier: MIT
// The questions of the command line, as tshark's -z has them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "analyse/command_line/arguments.h"
#include "answers/options/options.h"

namespace godot::analyse {

/// A question with its request, and which frames the request reads.
using AskedQuestion = std::pair<analysis::ParsedOption, analysis::Extent>;

/// Appends the question of each word of the command line. Returns what is wrong with one of them; empty: nothing.
[[nodiscard]] std::string ask(const Arguments& arguments, std::vector<AskedQuestion>& asked);

}  // namespace godot::analyse
