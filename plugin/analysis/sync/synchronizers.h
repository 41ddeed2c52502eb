// SPDX-License-Identifier: GPL-2.0-or-later
// How well synchronizers do: how often each one's state comes to each receiver, what is missing, what came in vain.
//
// In: Sync messages and netfox's snapshots, in the order of the capture. Out: a row for each (speaker, receiver,
// synchronizer), most bytes first; or one for each of its properties.
//
// - Intervals are between full states, by the capture's clock: what the receiver sees beside the receiver, what the
//   sender does beside the sender. Deviation is the standard deviation.
// - Missed ticks: numbers of the sender's counter for this receiver that no Sync has brought between two states of the
//   synchronizer. The counter goes on whenever anything is sent to the receiver.
// - Stale states are older than one that has come; doubles have its number. The receiver drops both.
// - A property has changed when its value differs from the one in the state before, as the capture has it; delta
//   messages count apart from full states. (Values are compared by 64-bit digests.)
// - Age: median, 95 % and 99 % of how old the receiver's view was when a state came to it (age.h), and the greatest;
//   known on the second pass. One estimated age makes its row an estimate.
// - Of netfox, intervals are between states of newer ticks, in milliseconds and in ticks: after a rollback the ticks
//   since then are sent again, and the receiver takes them. Behind: ticks that the receiver's newest snapshot is ahead
//   of a state. Missed ticks: of inputs, those that no packet has brought, redundancy included.
//
// It cannot know: a state that was never sent because nothing had changed from one that was lost with its packet; the
// receiver of a message to everyone, which the wire does not name beyond the link.
//
// Cost: constant for each property; memory for each row, with at most 11 KiB for its ages.
#pragma once

#include <memory>

#include "plugin/analysis/report/question.h"

namespace godot::analysis::sync {

enum class By : std::uint8_t { synchronizer, property };

[[nodiscard]] std::unique_ptr<report::Question> make_synchronizers(By by);

}  // namespace godot::analysis::sync
