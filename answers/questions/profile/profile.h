// SPDX-License-Identifier: MIT
// The network profile: every byte of every frame of the recognised flows, by its cause.
//
// In: the frames of all UDP and TCP flows, in capture order. A flow is recognised when a frame of it has facts; its
// earlier frames (SYN, an upgrade, datagrams before recognition) are added then. Out: a row for each (kind, node,
// member), or for each kind, node, pair of peers, channel, scene, second; most bytes first. ENet's own commands are
// assigned to the peers at the ends of their connection, if these are known. The sum over all rows is exactly the sum
// of the frames' lengths.
//
// Nodes of one scene are grouped if a spawn or a project shows the scene, and so are nodes that differ only in a
// number. From its spawn on, a spawned node, and the nodes below it, belong to its group.
//
// A message in fragments, or in several TCP segments, is charged as a whole: its pieces wait until it is known, and
// count in the second in which it is complete (of one that never is: of its latest fragment); a fragment that is
// retransmitted later is charged to its message's rows. Retransmissions and duplicates are in a column of their own. A
// call counts once, however often its bytes are sent: not when it is retransmitted, nor on a server's second hop if the
// first one was seen.
//
// Not known: the message of fragments if the capture lacks some (`Unfinished`); which message TCP's acknowledgements
// are for; of a relayed message whose first hop is not in the capture, that its copies for several receivers are one
// call; IP's first fragments, which have no port.
//
// Cost: constant for each item, logarithmic in the nodes for each new name; memory for each row, each fragmented
// message, each flow, and, for flows that are not recognised (yet), for each second.
#pragma once

#include <memory>

#include "answers/tables/question.h"
#include "answers/tables/shared_work.h"

namespace godot::analysis::profile {

enum class By : std::uint8_t { name, kind, node, peers, channel, scene, second };

struct Options {
  By by = By::name;
  bool nodes_apart = false;  ///< Shot1 and Shot2, Red and Blue have rows of their own
};

/// Profiles of `shared` assign the bytes once; null: it is alone.
[[nodiscard]] std::unique_ptr<report::Question> make_profile(const Options& options, report::Shared* shared = nullptr);

}  // namespace godot::analysis::profile
