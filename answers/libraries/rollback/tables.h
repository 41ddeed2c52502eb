// SPDX-License-Identifier: MIT
// What games with godot-rollback-netcode exchanged, as tables.
//
// ways: a row for each sender and receiver of a match: inputs, repetitions, how many ticks behind they were (match.h),
// and the round trips of pings. lateness: the same by seconds, for the report's curve. standstills: times in which a
// peer's ticks stood still. diverged: ticks whose state hashes differ, with what the inputs before say. inputs: these
// inputs, a row for each tick and peer. ticks: a row for each stretch of ticks that fared alike, for the report's
// ribbon.
//
// A message that a server relays counts once.
#pragma once

#include <cstdint>
#include <memory>

#include "answers/tables/question.h"

namespace godot::analysis {

enum class RollbackTable : std::uint8_t { ways, standstills, diverged, ticks, lateness, inputs };

/// `contents`: inputs are shown, not only compared.
[[nodiscard]] std::unique_ptr<report::Question> make_rollback_table(RollbackTable table, bool contents = true,
                                                                    report::Shared* shared = nullptr);

}  // namespace godot::analysis
