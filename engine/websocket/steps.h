// SPDX-License-Identifier: MIT
// The steps of a connection over TCP that carries messages of the multiplayer, for every host. Nothing here has a
// destructor.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "analysis/game/learning/link_ends.h"
#include "analysis/game/learning/multiplayer_state.h"
#include "analysis/link/bare_link.h"
#include "analysis/link/last_words.h"

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
  bool is_reset = false;   ///< it has sent a reset
};

/// Behind the messages of a segment; first pass.
inline void end_segment(analysis::BareLink& bare, const SegmentEnd& segment, analysis::MultiplayerState& state) {
  bare.add_segment(segment.end, segment.time, segment.window);
  if (segment.lacks) bare.lack(segment.frame);
  if (segment.is_cut) bare.cut(segment.frame);
  if (!segment.has_ended) return;
  bare.close(segment.end, segment.frame, segment.time, segment.is_reset);
  analysis::has_ended(bare.link, state.memory, segment.frame);
}

/// What a host that does not see WebSocket's own frames knows of a connection from TCP alone.
struct UnseenFrames {
  std::array<std::uint32_t, 2> without_gap;  ///< by end: the number behind its bytes that the capture has without a gap
  analysis::LastWords last_words;

  /// Before end_segment(). `known`: the number behind the bytes of the segment's end, as `without_gap` will have it.
  void end_segment(analysis::BareLink& bare, const SegmentEnd& segment, bool has_message,
                   std::uint32_t known) noexcept {
    // A FIN counts as a byte.
    if (segment.has_ended) last_words.finish(bare);
    else if (has_message) last_words.message(segment.end);
    else last_words.add(segment.end, known - without_gap[segment.end], segment.frame, segment.time);
    without_gap[segment.end] = known;
  }
};

/// The next message of an end, with what its connection knows of it.
inline analysis::Message next_message(analysis::BareLink& bare, std::size_t end, const analysis::Largest::Place& place,
                                      bool first_pass, bool over_tcp) {
  if (first_pass && over_tcp) bare.listen(end, place.frame, place.time, place.size);
  return bare.message(end, place, first_pass);
}

}  // namespace godot::engine
