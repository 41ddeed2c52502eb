// SPDX-License-Identifier: GPL-2.0-or-later
// What a relay that makes the network worse on purpose (godotdump) did to a datagram: it says so in the packet's
// comment.
#pragma once

#include "analysis/relay/relayed.h"
#include "plugin/core/epan/capture_object.h"
#include "plugin/core/epan/frames.h"
#include "plugin/core/epan/longjmp.h"
#include "plugin/core/epan/time.h"

namespace godot::plugin {

using analysis::Relayed;
LEFT_BY_LONGJMP(Relayed);

/// False: the frame is not of such a relay, or has not been dissected yet.
inline bool relayed(const packet_info* pinfo, Relayed& found) {
  constexpr unsigned most_comments = 4;  // the relay writes one; people may add theirs
  auto& frames = of_capture<analysis::RelayedFrames>();
  // Kept, because Wireshark frees comments before taps are called.
  if (frames.find(frame_number(pinfo), found)) return true;
  if (!is_first_pass(pinfo)) return false;  // it was asked for at the end of the frame, when this was first dissected
  relay::Fate fate;
  for (unsigned i = 0; i < most_comments; ++i) {
    const char* comment = bridge::comment(pinfo, i);
    if (comment == nullptr) return false;
    if (!relay::read_fate(comment, fate)) continue;
    frames.add(frame_number(pinfo), fate, absolute_time(pinfo));
    return frames.find(frame_number(pinfo), found);
  }
  return false;
}

}  // namespace godot::plugin
