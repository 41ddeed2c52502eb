// SPDX-License-Identifier: MIT
// How old a receiver's view of a node was when a state arrived.
//
// Of a full state: the time since the receiver's previous state was sent, because it has shown that one since. Changes
// are sent when a property changes, so properties without a change are current: the time since this change was first
// sent, including retransmissions.
//
// No age: the first state, copies, states that the receiver drops, and relayed states, which were first sent in another
// packet.
#pragma once

#include <cstdint>
#include <optional>

#include "analysis/game/memory/states.h"
#include "analysis/link/link.h"

namespace godot::analysis::sync {

struct Age {
  std::int64_t nanoseconds = 0;
  bool estimated = false;
};

/// `time`: of the capture. `stale`: the receiver drops it.
[[nodiscard]] inline std::optional<Age> age_of(const SeriesKey& series, const Step& step, const Message& message,
                                               std::int64_t time, bool stale) {
  const Transit& transit = message.transit;
  if (!transit.known || stale || message.repeated || series.relayed != 0) return {};
  std::int64_t age = transit.before + transit.after;
  if (!series.delta) {
    if (step.previous_in == 0) return {};
    if (transit.estimated) {
      age += step.interval;
    } else {
      if (step.sent_before == 0) return {};
      age = time + transit.after - step.sent_before;
    }
  }
  // The clocks of two merged captures disagree.
  if (transit.before < 0 || age < 0) return {};
  return Age{.nanoseconds = age, .estimated = transit.estimated};
}

}  // namespace godot::analysis::sync
