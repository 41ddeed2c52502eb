// SPDX-License-Identifier: MIT
// Why a connection over TCP ended, or was not made: verdicts on what the capture shows of its end. Rows are in
// analysis/problems/tcp.def.
#pragma once

#include "analysis/facts/frame_facts.h"
#include "analysis/problems/findings.h"
#include "analysis/problems/tcp.h"
#include "analysis/tcp_ends/ending.h"

namespace godot::analysis::tcp_ends {

using EndingFindings = problems::Findings<problems::Tcp>;

void judge(const Ending& ending, EndingFindings& found);

/// Adds the fact of a frame in which a connection ends. Not a message: its bytes count as those of its segment.
facts::Item& add_fact_of_ending(facts::Collection& facts, const Ending& ending);

}  // namespace godot::analysis::tcp_ends
