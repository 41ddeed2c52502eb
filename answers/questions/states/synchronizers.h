// SPDX-License-Identifier: MIT
// The quality of synchronisation: how often each synchronizer's state reaches each receiver, and which are missing or
// useless.
//
// In: Sync messages and snapshots of libraries, in capture order. Out: a row for each (speaker, receiver,
// synchronizer), most bytes first; or one for each of its properties.
//
// - Intervals are between full states, by the capture's clock: at the receiver, those of arrival; at the sender, those
//   of sending. Deviation is the standard deviation.
// - Missed ticks, at least: numbers of the sender's counter for this receiver, which increases with each tick, that no
//   Sync had between two states of the synchronizer, and at which one was due by its own interval. No more than its
//   transport has lost meanwhile, where that is known: ENet shows it, and TCP loses nothing. A node that was another
//   peer's for a time, or hidden, has missed nothing then.
// - Stale states are older than one that has arrived; doubles have its number. The receiver drops both.
// - A property has changed if its value differs from the one in the previous captured state; delta messages count
//   separately from full states. (Values are compared by 64-bit digests.)
// - Age: median, 95 % and 99 % of how old the receiver's view was when a state arrived (age.h), and the maximum; known
//   on the second pass. One estimated age makes its row an estimate.
// - Of snapshots, intervals are between states of newer ticks, in milliseconds and in ticks: after a correction the
//   ticks since then are sent again, and the receiver uses them. Behind: by how many ticks the receiver's newest
//   snapshot is ahead of a state. Missed ticks: ticks of inputs that are in no packet, including repetitions. Again:
//   states of ticks that were sent to the same peer before; corrected: of these, those with other values than the last
//   time. Full states and differences are not compared with each other.
//
// Not known: whether a state was not sent because nothing had changed, or was lost with its packet; the receivers of a
// message to everyone, beyond the link.
//
// Cost: constant for each property; memory for each row, with at most 11 KiB for its ages.
#pragma once

#include <memory>

#include "answers/tables/question.h"

namespace godot::analysis::sync {

enum class By : std::uint8_t { synchronizer, property };

/// Both tables of `shared` collect the states once; null: it is alone.
[[nodiscard]] std::unique_ptr<report::Question> make_synchronizers(By by, report::Shared* shared = nullptr);

}  // namespace godot::analysis::sync
