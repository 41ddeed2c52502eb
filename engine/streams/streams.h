// SPDX-License-Identifier: MIT
// The steps of a connection of TCP that is no WebSocket: which of its directions' bytes are the remote debugger's, the
// remote file system's or values', and what waits for the bytes that follow. The order of the questions is Wireshark's:
// the port's own protocol, then what the bytes prove.
//
// Memory: the bytes of units that are not complete, at most as many as the capture has.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "base/number_hash.h"
#include "engine/streams/debugger.h"
#include "engine/streams/file_units.h"
#include "engine/streams/stream_values.h"

namespace godot::engine {

class Streams {
 public:
  explicit Streams(Game& game) noexcept : debugger(game), values_(game) {}

  Debugger debugger;  ///< it speaks over WebSocket, too

  /// All directions begin anew; what was learned of the connections stays.
  void begin_pass() noexcept;

  void take(Packet& packet, std::uint32_t stream, const StreamPiece& piece);

  /// True if a connection is known to carry values.
  [[nodiscard]] bool has_values(std::uint32_t stream) const { return values_.has(stream); }

  /// Bytes of this pass that were none of Godot's, as far as they came.
  struct NotRead {
    std::uint64_t whole = 0;
    std::uint64_t incomplete = 0;  ///< of connections of which the capture lacks parts: nothing says whose they are
  };
  [[nodiscard]] const NotRead& not_read() const noexcept { return not_read_; }

 private:
  enum class Kind : std::uint8_t { unknown, debugger, files };

  struct Side {
    std::vector<std::uint8_t> left;  ///< bytes that wait for the rest of their unit
    std::size_t needs = 0;           ///< of them and more, until they are looked at again
    bool is_behind_gap = false;
  };
  struct Stream {
    Kind kind = Kind::unknown;
    bool has_refused = false;  ///< the debugger's port has bytes of another protocol
    bool has_begun = false;
    bool is_incomplete = false;  ///< the capture lacks parts of it
    std::array<Side, 2> sides;
  };

  [[nodiscard]] ReadOfStream read(Packet& packet, std::uint32_t number, Stream& stream, const StreamPiece& piece,
                                  const Buffer& bytes);
  [[nodiscard]] ReadOfStream recognise(Packet& packet, std::uint32_t number, Stream& stream, const StreamPiece& piece,
                                       const Buffer& bytes);

  StreamedValues values_;
  Files files_;
  std::unordered_map<std::uint32_t, Stream, analysis::NumberHash> streams_;  ///< of this pass, by number
  NotRead not_read_;
};

}  // namespace godot::engine
