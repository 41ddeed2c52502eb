// SPDX-License-Identifier: MIT
// What is said of players who meet by noray, by the frame that it is about: known once the whole capture was read.
#pragma once

#include "analysis/noray/meetings.h"
#include "analysis/problems/by_frame.h"

namespace godot::analysis {

using NorayFindings = problems::Findings<problems::Noray>;
using NorayVerdicts = problems::ByFrame<NorayStatement, problems::Noray>;

}  // namespace godot::analysis
