// SPDX-License-Identifier: GPL-2.0-or-later
// How old a receiver's view of a node was when a state came to it.
//
// Of a full state: the time since the last one was sent that the receiver has had before, for as long it has shown
// that. Changes are sent when something changes, and what they do not tell has not changed: the time since this one was
// sent, its sendings again included.
//
// Nothing is said of the first state, of copies, of those that the receiver drops, and of what a server passes on, as
// its first sending is another packet.
#pragma once

#include <cstdint>
#include <optional>

#include "plugin/analysis/links/link.h"
#include "plugin/analysis/sync/states.h"

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
  // The clocks of two captures that were put together do not agree.
  if (transit.before < 0 || age < 0) return {};
  return Age{.nanoseconds = age, .estimated = transit.estimated};
}

}  // namespace godot::analysis::sync
