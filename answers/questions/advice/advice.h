// SPDX-License-Identifier: MIT
// What a game could save, told by a capture: at most five rows, the largest saving first, none below 3 % of the game's
// bytes. Each row says what would be saved, what that would cost, and how both were computed.
//
// In: states of synchronizers and raw bytes, in capture order; properties' values as numbers or texts. Out: a row for
// each saving of a group of nodes.
//
// - on_change: properties that are sent Always, and whose values mostly are those of the state before
// (advice_states.h).
// - interval: states that come more often than 20 times a second, by the age that a longer interval adds.
// - fewer_bits: numbers with a fraction, as half floats or as whole numbers of 16 bits, by the largest error over the
//   values of the capture (advice_values.h).
// - name_list: texts of which there are few, by their number in a list.
// - one_broadcast: equal bytes that a client sends to all other peers, one after another (advice_broadcasts.h).
// - visibility: states of nodes that are far from the receiver's own node (advice_distance.h).
//
// Each row is computed as if the others were not followed, but for On Change: what it saves is in no other row of the
// same properties. Not judged: what a game does with the values, states of libraries.
//
// Cost: constant for each value and message; memory is bounded, and what was beyond the bounds is said below the table.
#pragma once

#include <memory>

#include "answers/tables/question.h"

namespace godot::analysis::advice {

[[nodiscard]] std::unique_ptr<report::Question> make_advice();

}  // namespace godot::analysis::advice
