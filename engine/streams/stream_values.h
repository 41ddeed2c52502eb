// SPDX-License-Identifier: MIT
// The steps of values on a stream, each behind its length (StreamPeer.put_var, PacketPeerStream): recognise the stream,
// learn, judge.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <unordered_set>

#include "analysis/streams/values/value_stream.h"
#include "base/number_hash.h"
#include "engine/frame/frame.h"
#include "engine/game/game.h"
#include "engine/message/messages.h"
#include "engine/streams/piece.h"

namespace godot::engine {

class StreamedValues {
 public:
  explicit StreamedValues(Game& game) noexcept : game_(game) {}

  /// Reads the front of a direction, which may be recognised by it. Bytes of a stream that is not recognised are not
  /// kept, but for a length alone. `bytes`: those that waited, and the piece. `is_doubtful`: a gap was before them;
  /// until a value was found again.
  ReadOfStream read(Packet& packet, std::uint32_t stream, const StreamPiece& piece, const Buffer& bytes,
                    bool& is_doubtful);

  /// True if a connection is known to carry values.
  [[nodiscard]] bool has(std::uint32_t stream) const {
    const auto found = streams_.find(stream);
    if (found == streams_.end()) return false;
    const variant::Recognition& recognition = found->second.conversation.recognition;
    return recognition.certain() && !recognition.withdrawn();
  }

 private:
  using Conversation = analysis::values::Conversation;
  using Segment = analysis::values::Segment;

  struct Stream {
    Conversation conversation{};
    std::uint8_t refused = 0;  ///< pieces that were no values
    /// Segments of a length alone, whose value comes in the next: by frame and first byte.
    std::unordered_set<std::uint64_t, analysis::NumberHash> lengths_alone;
  };
  /// A piece while it is read.
  class Reading;

  [[nodiscard]] static analysis::values::Circumstances circumstances(const Packet& packet, const Stream& stream);
  [[nodiscard]] bool recognise(const Packet& packet, Stream& stream, const Segment& segment, bool& waits);

  Game& game_;
  std::unordered_map<std::uint32_t, Stream, analysis::NumberHash> streams_;  ///< by the number of the TCP stream
  analysis::values::EarlyStreams early_;
};

}  // namespace godot::engine
