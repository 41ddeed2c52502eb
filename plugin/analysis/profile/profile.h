// SPDX-License-Identifier: GPL-2.0-or-later
// The network profile: every byte of every frame of our flows, by who has caused it.
//
// In: the frames of all UDP and TCP flows, in the order of the capture. A flow is ours when a frame of it has said
// something; what it had before (SYN, an upgrade, datagrams before it was recognised) is added then.
// Out: a row for each (kind, node, member), or for each kind, node, pair of peers, channel, scene, second; most bytes
// first. What ENet says for itself is of the peers at the ends of its connection, where these are known. The
// sum over all rows is the sum of the frames' lengths, to the byte.
//
// Nodes of one scene come together, where a spawn or a project tells, and so do nodes that differ in a number only. All
// that is said of a spawned node, and of those below it, is of its group from its spawn on.
//
// A message in fragments, or in several TCP segments, is paid for as a whole: its pieces wait until it is known, and
// count in the second in which it was whole; a fragment that comes again later finds its message's rows.
// What a row has cost again (retransmissions and doubles) is in a column of its own. Calls count once, whatever the
// number of times their bytes are on the wire: not when they come again, nor on a server's second hop where the first
// one has been seen.
//
// It cannot know: whose a message is whose fragments the capture does not have all of (`Unfinished`); which message
// TCP's acknowledgements are for; of a relayed message whose first hop is not in the capture, that its copies for
// several receivers are one call; IP's first fragments, which have no port.
//
// Cost: constant for each item, logarithmic in the nodes for each new name; memory for each row, each fragmented
// message, each flow, and, of flows that are not ours (yet), for each second.
#pragma once

#include <memory>

#include "plugin/analysis/report/question.h"

namespace godot::analysis::profile {

enum class By : std::uint8_t { name, kind, node, peers, channel, scene, second };

struct Options {
  By by = By::name;
  bool nodes_apart = false;  ///< Shot1 and Shot2, Red and Blue have rows of their own
};

[[nodiscard]] std::unique_ptr<report::Question> make_profile(const Options& options);

}  // namespace godot::analysis::profile
