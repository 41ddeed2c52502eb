// SPDX-License-Identifier: MIT
// The quality of ENet's connections in each direction: bytes, round trips, losses; and, if the numbers are clear, a
// verdict in one line: whether the network or the sender causes lag.
//
// In: frames with ENet datagrams, in the order of the capture. Out: a row for each connection and direction.
//
// - Round trip: from the last transmission of a command in the capture to its acknowledgement; counted for the
//   direction of the command; `reported`: the same by the sender's own clock, as echoed. Jitter: the mean difference
//   between one round trip and the next.
// - Loss, in percent of the reliable commands sent, is the greater of two estimates. Beside the receiver: commands
//   missing in the sequence numbers, without those that were only overtaken. Beside the sender: retransmissions of
//   commands that the capture has and whose previous transmission was never acknowledged, without those that lost
//   acknowledgements explain (loss of the way back). Unreliable messages don't count: the sender may drop them.
// - Commands that an end sends after the other end's last datagram are not counted here. If it sends some of them again
//   for a second or more, that is the verdict: no answer. Neither are those counted that it sends while the other end
//   is silent for a second or more, as that end may be gone or not poll; if some of these were lost or sent again,
//   there is no verdict.
// - Never sent: the missing unreliable commands, less those that the network can have lost by its loss of reliable
//   commands, less three deviations: a lower bound. ENet's throttle drops unreliable messages at the sender, with their
//   numbers, while round trips are slow. Needs 50 commands, and a capture made beside the sender
//   (Envelope::throttled): in other captures it can't be known, and there is no verdict either. On one machine without
//   any sign of a relay (Envelope::local) the throttle dropped all that is missing.
// - The sender's tick: the interval between messages of one kind, node and member, of the longest such series (states
//   of synchronizers before calls), if it shows a period: most intervals are near the median. An end that sends seldom
//   has no tick. Messages within 2 ms belong to one tick. The tick is uneven only if one of twenty states comes late,
//   its sender has sent nothing at all before (but acknowledgements in the same frame) and misses no unreliable
//   message, as if its program stood still; and if fewer states came than the tick sends: a network that holds them
//   back hands them on later.
// - A verdict needs 20 datagrams and 10 round trips (of the direction with the longer ones: a capture beside one end
//   shortens those of the other end). "No reliable command lost" requires that nothing had to be sent again; unreliable
//   ones may have been lost behind the capture.
//
// - Twice: if four of ten datagrams with commands (a half, where each is there twice) repeat a transmission that the
//   capture has, it is more likely that it has them twice than that the network doubles them. If the copies come later
//   than a tenth of a round trip, they may be those of the other end (two captures merged), and no round trip is known:
//   the first copies of a command and of its acknowledgement are half a round trip apart.
// - In a capture that is not in the order of events, or whose times are too coarse, there are no round trips, and the
//   verdict says so.
//
// It cannot know: losses after the last command that came; on which side of the capture something was lost.
//
// Cost: constant for each command; memory for each direction, 4 bytes for each round trip, 8 for each message of at
// most 64 series.
#pragma once

#include <memory>

#include "answers/tables/question.h"

namespace godot::analysis::streams {

[[nodiscard]] std::unique_ptr<report::Question> make_streams();

}  // namespace godot::analysis::streams
