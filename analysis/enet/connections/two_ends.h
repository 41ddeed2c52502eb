// SPDX-License-Identifier: MIT
// Two ends that exchange datagrams: whether that is ENet, and what the capture shows of it. Learned on the first pass,
// and then applied to all datagrams, including earlier ones.
#pragma once

#include <array>
#include <cstdint>

#include "analysis/enet/connections/connections.h"
#include "analysis/enet/connections/datagram_record.h"
#include "codec/enet/recognise.h"

namespace godot::analysis::enet {

/// Limit of datagrams stored before recognition.
inline constexpr std::uint32_t most_tried = 8;

struct Pair {
  Recognition recognition;
  Checksum checksum = Checksum::automatic;      ///< automatic until a checksum has matched
  bool is_crc = false;                          ///< a checksum matched: it is ENet's own
  Compression compression = Compression::none;  ///< the last one found
  Make make = Make::stock;                      ///< as the last handshake showed
  std::uint32_t tried = 0;                      ///< datagrams stored before recognition
  std::uint32_t unread_in = 0;      ///< the first datagram that could not be read, or soon after it; 0: none
  bool skipped = false;             ///< more than those were sent before recognition
  std::array<Endpoint*, 2> ends{};  ///< sender in each direction; null until recognised
  Connections* streams = nullptr;   ///< never null in a pair that was begun

  /// The known properties of its datagrams.
  [[nodiscard]] ObservedSettings settings() const noexcept {
    return {.checksum = checksum, .compression = compression, .make = make};
  }

  /// True if another datagram is stored before recognition; counts it.
  [[nodiscard]] bool takes_another() noexcept {
    skipped = tried == most_tried;
    if (!skipped) ++tried;
    return !skipped;
  }

  /// A datagram of this frame, or an earlier one, is not understood.
  void could_not_read(std::uint32_t frame) noexcept {
    if (unread_in == 0) unread_in = frame;
  }

  /// Learns the properties from a datagram. `stream`: its connection; null: it belongs to none.
  void observe(const Stream* stream, const Reading& reading);

  /// It is ENet: numbers its connections, and counts for these two ends, the sender in direction 0 first.
  void settle(Endpoint& first, Endpoint& second);

  /// Names the server of a connection, and its end; nothing happens in a pair that is not settled.
  void name_server(Stream& stream) const;

  /// True for a datagram of one of its connections, malformed or not. Programs send other data through the same socket,
  /// too.
  [[nodiscard]] bool has(const Buffer& datagram, Direction direction) const;
};

/// The settings of a pair or, where it is not known or leaves them open, of an end of it that has another pair; both
/// may be null.
[[nodiscard]] inline ObservedSettings settings_of(const Pair* pair, const Endpoint* end) noexcept {
  ObservedSettings settings = pair != nullptr ? pair->settings() : ObservedSettings{};
  const bool is_open = settings.compression == Compression::none && (pair == nullptr || !pair->recognition.certain());
  if (is_open && end != nullptr) settings.compression = end->compression;
  return settings;
}

/// What a datagram's checksum would have to be, if it is ENet's own.
struct ChecksumVerdict {
  bool is_known = false;  ///< false: its commands are not, or the connection's id
  bool is_good = false;
  std::uint32_t expected = 0;
};
/// `stream`: its connection; null: unknown.
[[nodiscard]] ChecksumVerdict verify_checksum(const Reading& reading, const Stream* stream);

/// Whether datagrams of unknown flows that may be compressed are worth decompressing: the first ones of a flow, then
/// fewer and fewer, with a limit for all flows.
class DecompressionAttempts {
 public:
  /// `of_flow`: how many there were of its flow, which this counts; 255 is the largest number.
  [[nodiscard]] bool next(std::uint8_t& of_flow) noexcept;

 private:
  std::uint32_t candidates_ = 0;
  std::uint32_t attempts_ = 0;
};

}  // namespace godot::analysis::enet
