// SPDX-License-Identifier: GPL-2.0-or-later
// How ENet's connections do, in each direction: how much, how fast, how reliably; and, where the numbers carry it, one
// line that says whether it is the network or the sender.
//
// In: frames with ENet datagrams, in the order of the capture. Out: a row for each connection and direction.
//
// - Round trip: of the commands that this direction sends, from their last sending in the capture to the
//   acknowledgement; `reported`: the same by the sender's own clock, as echoed. Jitter: the mean difference between one
//   round trip and the next.
// - Loss, in percent of the reliable commands that were sent: those in gaps of the numbers, less what was only
//   overtaken (beside the receiver); or those that were sent again although the capture has them and the sending before
//   was never acknowledged, less what lost acknowledgements explain by the loss of the way back (beside the sender).
//   The greater of the two. Unreliable messages tell nothing of it: the sender may have dropped them.
// - What an end sends after the other one's last word tells nothing of the link, and is in none of these. Neither is
//   what it sends again while the other one is silent for a second or more: it may be gone, or not poll. Then there is
//   no verdict, either.
// - Never sent: what is missing of the unreliable commands, less what the network can have lost of them by what it has
//   lost of the reliable ones, and three deviations: a least number. ENet's throttle drops unreliable messages at the
//   sender, with their numbers, while round trips are slow. Not of fewer than 50, and only where the capture was made
//   beside the sender (Envelope::throttled): elsewhere nobody can tell, and there is no verdict either.
// - The tick that sends: between messages of one kind, node and member, of the series that has most of them, if it
// shows
//   a period: most intervals are near the middle one; states of a synchronizer come before calls. An end that merely
//   has little to say has no tick. What comes within 2 ms is one tick. The tick is uneven only if one of twenty states
//   comes late and its sender has said nothing at all before, as when its program stands still.
// - A verdict needs 20 ticks and 10 round trips (of the direction that has the longer ones: beside one end the other's
//   are cut short); without them there is none. "No loss" needs that nothing had to be sent again.
//
// It cannot know: what was lost behind the last command that came; on which side of the capture something was lost.
//
// Cost: constant for each command; memory for each direction, 4 bytes for each round trip, 8 for each message of at
// most 64 series.
#pragma once

#include <memory>

#include "plugin/analysis/report/question.h"

namespace godot::streams {

[[nodiscard]] std::unique_ptr<report::Question> make_streams();

}  // namespace godot::streams
