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
//   overtaken (beside the receiver); where there are none and the capture is not beside the receiver, those that were
//   sent again although the capture has them and the first sending was never acknowledged, less what lost
//   acknowledgements explain by the loss of the way back. Unreliable messages tell nothing of it: the sender may have
//   dropped them.
// - Never sent: what is missing of the unreliable commands, less what the network can have lost of them by what it has
//   lost of the reliable ones, and three deviations: a least number. ENet's throttle drops unreliable messages at the
//   sender, with their numbers, while round trips are slow. Not of fewer than 50, and only where the capture was made
//   beside the sender (Envelope::throttled): elsewhere nobody can tell, and there is no verdict either.
// - The tick that sends: between datagrams with messages; those within 2 ms are one tick.
// - A verdict needs 20 ticks and 10 round trips (of the direction that has the longer ones: beside one end the other's
//   are cut short); without them there is none.
//
// It cannot know: what was lost behind the last command that came; on which side of the capture something was lost.
//
// Cost: constant for each command; memory for each direction, and 4 bytes for each round trip.
#pragma once

#include <memory>

#include "plugin/analysis/report/question.h"

namespace godot::streams {

[[nodiscard]] std::unique_ptr<report::Question> make_streams();

}  // namespace godot::streams
