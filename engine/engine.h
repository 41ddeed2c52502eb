// SPDX-License-Identifier: MIT
// The engine: every answer from the frames of a capture. It knows the order of the steps, and nothing else: bytes are
// read by the codec, meaning and judgement are the analysis', tables and reports the answers'.
//
//   Engine engine(settings, decompressors);
//   for (bool first : {true, false}) {
//     engine.begin_pass(first);
//     for (...) engine.datagram(frame, source, destination, bytes);
//   }
//
// Two passes over the same frames: the first learns, the second answers. One alone learns and answers at once, for live
// use: what is learned late does not reach earlier frames (Pass::only).
//
// Memory: what the analysis keeps of a capture (131 bytes for a datagram of ENet), and one frame. Time: constant for
// each frame and message.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "answers/options/request.h"
#include "codec/enet/datagram_reading.h"
#include "codec/enet/icmp.h"
#include "engine/frame/frame.h"
#include "engine/game/game.h"
#include "engine/message/messages.h"
#include "engine/streams/piece.h"
#include "engine/tree/tree.h"
#include "engine/websocket/websocket_messages.h"

namespace godot::engine {

enum class Pass : std::uint8_t { learn, answer, only, show };

/// Who gets the frames of the pass that answers. It outlives the pass.
struct Listener {
  analysis::Request& request;
  analysis::Extent extent;
};

class Engine {
 public:
  Engine(const Settings& settings, const godot::enet::Decompressors& decompressors);
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  /// Adds who listens to the passes that answer. Call it before the first pass.
  void listen(const Listener& listener);
  /// Adds who prints the lines of messages.
  void list(Lines& lines) noexcept;

  void begin_pass(Pass pass);

  /// A pass `show`, behind the others, adds the items of this frame to the tree, and answers nothing. Frames behind it
  /// may be left out; of those before it, all but segments of TCP.
  void show(std::uint32_t frame, Tree& tree) noexcept;

  /// The frames of a pass, in the order of the capture; in each pass the same. `frame.number` begins with 1.
  /// A datagram of UDP. `reported`: its length on the wire, if the capture has less. `error`: the ICMP error that
  /// quotes it.
  struct Datagram {
    Address source;
    Address destination;
    std::span<const std::uint8_t> captured;
    std::uint32_t reported = 0;
    std::uint32_t said = 0;  ///< its length as UDP's header says it: an ICMP error quotes less; 0: `reported`
    const godot::enet::IcmpError* error = nullptr;
    bool is_quoted = false;
    bool is_sealed = false;  ///< the datagram's content is encrypted by DTLS
  };
  void datagram(const Frame& frame, const Datagram& datagram);

  /// A segment of TCP, and what it completes, in their order: messages of WebSocket, or bytes of other connections.
  struct Segment {
    Address source;
    Address destination;
    TcpSegment tcp;
    std::uint32_t sequence = 0;  ///< as on the wire
    std::uint32_t payload = 0;   ///< bytes of the segment's payload
    std::uint32_t acknowledged = 0;
    bool begins = false;  ///< it opens the connection
    bool acknowledges = false;
    bool ends = false;
    bool resets = false;
    bool is_sealed = false;                       ///< the connection's content is encrypted by TLS
    bool is_quoted = false;                       ///< in an ICMP error: it is counted, and not read
    std::span<const std::uint8_t> captured = {};  ///< the payload as far as it was captured
    std::span<const std::vector<std::uint8_t>> messages = {};
    std::span<const StreamPiece> pieces = {};
  };
  void segment(const Frame& frame, const Segment& segment);

  /// A record of the mirror, or an exported message: an exported PDU of `godot.mirror`.
  void record(const Frame& frame, std::span<const std::uint8_t> captured, std::uint32_t reported);

  [[nodiscard]] Game& game() noexcept;

  /// What players did to meet by noray, a line each in the order of the frames; empty: there is no noray.
  [[nodiscard]] std::vector<std::string> meetings() const;

  /// What players did to meet by WebRTC, likewise; empty: nobody uses ICE.
  [[nodiscard]] std::vector<std::string> webrtc() const;

  /// Bytes of connections of TCP that the engine does not know, of the pass so far; without encrypted ones.
  [[nodiscard]] std::uint64_t not_read() const noexcept;

  /// The same of connections of which the capture lacks parts.
  [[nodiscard]] std::uint64_t incomplete() const noexcept;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace godot::engine
