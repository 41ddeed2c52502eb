// SPDX-License-Identifier: GPL-2.0-or-later
// The state of a game at a packet, as far as the wire has told: a tree of nodes with their scenes, and every property
// with the value that each peer was sent last.
//
// In: frames with messages and their texts, in the order of the capture. Out: a row for each property, value and age,
// or the tree as text. Of what lies behind `until` counts only what it says of that packet: who is sent the same value
// a moment later, and what arrives when.
//
// - A value is what was sent, not what the receiver made of it: states that the receiver drops because they come too
//   late do not count, and neither do copies.
// - Receivers share a row if they were sent the same value within a millisecond.
// - A sender tells its peers a value one after the other: a round. A receiver that has another value than the one sent
//   last is not yet told (its packet comes in the same round), waits for the server to pass it on, or differs. Nothing
//   is said where the capture ends first.
// - A value is on its way if a later frame brings it to the receiver's side, or acknowledges it.
// - What is relayed counts on its last hop if the capture has that, else on its first.
// - A node that was despawned for a peer is gone for it with all below, and comes back when it is spawned again. What
//   was sent to peers who have left counts only where nobody else is left, and of that the last. Who sends a property
//   itself needs nobody's value of it.
//
// It cannot know: what was there before anybody spoke of it; what a packet that the capture lacks has said; what became
// of a property that is not synchronized.
//
// Cost: constant for each message, node and value of it. Memory for each node, for each value that a peer was sent, and
// for each sending again; most_entries of them, most_text bytes of a value, most_levels of a path: what is more is
// counted or cut. Nodes with paths above most_path bytes are left out and counted.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "plugin/analysis/report/question.h"

namespace godot::analysis::state {

inline constexpr std::size_t most_entries = 500'000;
inline constexpr std::size_t most_text = 300;
inline constexpr std::size_t most_path = 1024;
inline constexpr std::size_t most_levels = 64;

/// The whole capture.
inline constexpr std::uint32_t no_end = UINT32_MAX;

class Moment : public report::Question {
 public:
  /// As text for display: nodes below nodes, properties below their nodes.
  [[nodiscard]] virtual std::string tree() const = 0;

  /// From now on, only properties of which a receiver has another value than it was to have.
  virtual void show_differences_only() = 0;
};

[[nodiscard]] std::unique_ptr<Moment> make_moment(std::uint32_t until, std::size_t entries = most_entries);

}  // namespace godot::analysis::state
