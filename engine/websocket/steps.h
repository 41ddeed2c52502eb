// SPDX-License-Identifier: MIT
// The steps of a connection over TCP that carries messages of the multiplayer, for every host. Nothing here has a
// destructor.
#pragma once

#include <cstddef>
#include <cstdint>

#include "analysis/game/learning/link_ends.h"
#include "analysis/game/learning/multiplayer_state.h"
#include "analysis/link/bare_link.h"

namespace godot::engine {

/// A connection of which the capture may have nothing until a segment of an end comes.
inline void begin_over_tcp(analysis::BareLink& bare, const analysis::Link& link) {
  bare.link = link;
  bare.expect_segments();
}

/// The frame of a segment, of which end it is, and what it says of its connection.
struct SegmentEnd {
  std::size_t end = 0;
  std::uint32_t frame = 0;
  std::int64_t time = 0;
  std::uint32_t window = 0;  ///< that its sender offers; 0: unknown
  bool lacks = false;        ///< it shows that the capture lacks bytes, or it could not be read
  bool is_cut = false;
  bool has_ended = false;  ///< one end has sent FIN or a reset, here or earlier
};

/// Behind the messages of a segment; first pass.
inline void end_segment(analysis::BareLink& bare, const SegmentEnd& segment, analysis::MultiplayerState& state) {
  bare.add_segment(segment.end, segment.time, segment.window);
  if (segment.lacks) bare.lack(segment.frame);
  if (segment.is_cut) bare.cut(segment.frame);
  if (!segment.has_ended) return;
  bare.close(segment.end, segment.frame, segment.time);
  analysis::has_ended(bare.link, state.memory, segment.frame);
}

/// The next message of an end, with what its connection knows of it.
inline analysis::Message next_message(analysis::BareLink& bare, std::size_t end, const analysis::Largest::Place& place,
                                      bool first_pass, bool over_tcp) {
  if (first_pass && over_tcp) bare.listen(end, place.frame, place.time, place.size);
  return bare.message(end, place, first_pass);
}

}  // namespace godot::engine
