// SPDX-License-Identifier: MIT
// Frames without messages: those of a flow that is recognised later are kept until then.
//
// Memory: one entry for each frame of flows that are not recognised (yet).
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "analysis/facts/facts.h"
#include "base/release.h"

namespace godot::analysis {

class UnrecognisedFrames {
 public:
  /// Call it for each frame of a capture. `draw(frame, kind)` gets the frames without messages of each recognised flow:
  /// the kept ones at its first frame with a message.
  template <class Draw>
  void add(const facts::Frame& frame, Draw draw) {
    Flow& flow = flows_[std::uint64_t{frame.carrier == facts::Carrier::tcp} << 32U | frame.flow];
    if (frame.is_recognised()) {
      if (!flow.is_recognised) draw_kept(flow, frame, draw);
    } else if (flow.is_recognised) {
      draw(frame, kind_of(frame));
    } else {
      flow.kept.push_back({.time = frame.time,
                           .number = frame.number,
                           .length = frame.length,
                           .kind = kind_of(frame),
                           .side = frame.side});
    }
  }

 private:
  struct Kept {
    facts::Time time;
    std::uint32_t number;
    std::uint32_t length;
    facts::Kind kind;
    std::uint8_t side;
  };
  struct Flow {
    bool is_recognised = false;
    std::vector<Kept> kept;
  };

  static facts::Kind kind_of(const facts::Frame& frame) noexcept {
    if (frame.quoted) return facts::Kind::quoted;
    if (frame.carrier != facts::Carrier::tcp) return facts::Kind::strange;
    if (frame.payload == 0) return facts::Kind::segment;
    return frame.control.closes != 0  ? facts::Kind::handshake
           : frame.control.pings != 0 ? facts::Kind::ping
                                      : facts::Kind::unfinished;
  }

  /// `frame`: the first one with a message.
  template <class Draw>
  static void draw_kept(Flow& flow, const facts::Frame& frame, Draw draw) {
    flow.is_recognised = true;
    for (const Kept& kept : flow.kept) {
      facts::Frame then = frame;
      then.envelopes = nullptr;
      then.time = kept.time;
      then.number = kept.number;
      then.length = kept.length;
      then.side = kept.side;
      draw(then, kept.kind);
    }
    release(flow.kept);
  }

  std::unordered_map<std::uint64_t, Flow> flows_;
};

}  // namespace godot::analysis
