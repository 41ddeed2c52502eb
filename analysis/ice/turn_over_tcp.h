// SPDX-License-Identifier: MIT
// TURN over TCP (RFC 8656, 3.1), as players use it where no UDP gets out: which connections carry it, and its messages,
// which the meetings get as those of datagrams.
//
// A connection is TURN's if a segment of it begins with a message of STUN, or holds a frame of a channel that carries
// one. Of a connection to a port of TURN the beginning counts, too: no message follows if it is not made. What TLS
// encrypts is not read.
//
// In: the segments of both directions, in the order of the capture. Memory: for each connection the bytes of a message
// that is not complete, and what waits for a segment that comes late (analysis/tcp_ends/tcp_order.h); at most `most` of
// them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "analysis/ice/meetings.h"
#include "analysis/tcp_ends/tcp_order.h"

namespace godot::analysis {

class IceStreams {
 public:
  static constexpr std::size_t most = IceMeetings::most_entries;

  /// A segment of TCP.
  struct Segment {
    stun::End source = {};
    stun::End destination = {};
    std::uint32_t sequence = 0;
    std::uint32_t acknowledged = 0;
    bool opens = false;                          ///< the flag SYN: it opens its direction
    bool acknowledges = false;                   ///< the flag ACK: `acknowledged` is valid
    bool ends = false;                           ///< the flag FIN: its direction ends here
    bool resets = false;                         ///< the flag RST: the connection ends here
    std::span<const std::uint8_t> payload = {};  ///< as far as it was captured
    std::uint32_t reported = 0;                  ///< its bytes on the wire
    IceMeetings::Seen at = {};
  };
  void add(const Segment& segment, IceMeetings& meetings);

  /// False: add() does nothing with it, as long as no connection is known.
  [[nodiscard]] bool concerns(const Segment& segment) const noexcept {
    return !streams_.empty() || begins(segment) || has_message(segment);
  }

 private:
  /// What one end has sent.
  struct Half {
    tcp_ends::Order order;
    std::vector<std::uint8_t> waiting;  ///< the beginning of a message
    std::uint64_t skips = 0;            ///< bytes until the next one begins
    bool is_lost = false;               ///< where the next one begins is not known
    std::uint32_t acknowledged = 0;     ///< the number up to which it has got what the other end sent
    bool has_acknowledged = false;
    bool has_read = false;  ///< a message was read, or where the first one begins was not seen
  };
  struct Stream {
    stun::End client = {};
    std::array<Half, 2> halves;  ///< of the client, of the server
    bool knows_client = false;
  };
  using Key = std::pair<stun::End, stun::End>;

  [[nodiscard]] static bool begins(const Segment& segment) noexcept;
  [[nodiscard]] static bool has_message(const Segment& segment) noexcept;
  [[nodiscard]] Stream* stream_of(const Segment& segment);
  static void take(Half& half, const Segment& segment, std::span<const std::uint8_t> bytes, IceMeetings& meetings);
  static void lose(Half& half, const Segment& segment, std::uint64_t count, IceMeetings& meetings);

  std::map<Key, Stream> streams_;
};

}  // namespace godot::analysis
