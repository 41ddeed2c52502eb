// SPDX-License-Identifier: MIT
// What games with godot-rollback-netcode exchanged, as tables.
//
// ways: a row for each sender and receiver of a match: inputs, repetitions, and how many ticks behind they were
// (match.h). standstills: times in which a peer's ticks stood still. diverged: ticks whose state hashes differ, with
// what the inputs before say. ticks: a row for each stretch of ticks that fared alike, for the report's ribbon.
//
// A message that a server relays counts once.
#pragma once

#include <memory>

#include "analysis/report/question.h"

namespace godot::analysis {

enum class RollbackTable : std::uint8_t { ways, standstills, diverged, ticks };

[[nodiscard]] std::unique_ptr<report::Question> make_rollback_table(RollbackTable table);

}  // namespace godot::analysis
