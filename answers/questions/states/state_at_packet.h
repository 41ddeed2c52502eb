// SPDX-License-Identifier: MIT
// The state of a game at a packet, as shown on the wire: a tree of nodes with their scenes, and every property with the
// value last sent to each peer.
//
// In: frames with messages and their texts, in capture order. Out: a row for each property, value and age, or the tree
// as text. Packets after `until` count only for what they show about that packet: which peers are sent the same value a
// little later, and what arrives when.
//
// - A value is what was sent, not what the receiver made of it: states that the receiver drops because they are late do
//   not count, nor do copies.
// - Receivers share a row if they were sent the same value within a millisecond.
// - A sender sends a value to one peer after another: a round. A receiver that has another value than the last one sent
//   has not been sent it yet (its packet comes in the same round), waits for the server to relay it, or differs. If the
//   capture ends first, it is undecided.
// - A value is on its way if a later frame brings it to the receiver's side, or acknowledges it.
// - A relayed value counts on its last hop if the capture has it, otherwise on its first.
// - A node that was despawned for a peer is removed for it with all nodes below, and returns when it is spawned again.
//   Values sent to peers that have left count only if no other peer is left, and then only the last one. The sender of
//   a property needs no value from others.
//
// Not known: the state before the first message about it; the content of packets that the capture lacks; changes of
// properties that are not synchronized.
//
// Cost: constant for each message, node and value of it. Memory for each node, for each value that was sent to a peer,
// and for each retransmission; most_entries of them, most_text bytes of a value, most_levels of a path: anything beyond
// is counted or cut. Nodes with paths above most_path bytes are left out and counted.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "answers/tables/question.h"

namespace godot::analysis::state {

inline constexpr std::size_t most_entries = 500'000;
inline constexpr std::size_t most_text = 300;
inline constexpr std::size_t most_path = 1024;
inline constexpr std::size_t most_levels = 64;

/// As the end of a time: the whole capture is taken.
inline constexpr std::uint32_t no_end = UINT32_MAX;

/// What is asked for.
struct Scope {
  std::uint32_t until = no_end;        ///< the packet whose state it is
  bool differences_only = false;       ///< only properties for which a receiver has another value than it should have
  std::size_t entries = most_entries;  ///< nodes, values and retransmissions that are kept at most
};

/// An interface, because what answers it, nodes and what was sent of them, concerns the source file alone.
class GameState : public report::Question {
 public:
  /// As text for display: nodes below nodes, properties below their nodes.
  [[nodiscard]] virtual std::string tree() const = 0;
  /// Why the tree may lack something, beside what the capture leaves open; empty: it does not.
  [[nodiscard]] virtual std::vector<report::NotJudged> not_judged() const = 0;
};

[[nodiscard]] std::unique_ptr<GameState> make_game_state(const Scope& scope);

}  // namespace godot::analysis::state
