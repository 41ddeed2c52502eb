// SPDX-License-Identifier: MIT
// The number of a packet in its file, and whether it is read for the first time.
//
// A reader's own number and mark do not tell it where packets are read through a filter: Wireshark (tshark -2 -R
// FILTER, a read filter in File > Open) gives each packet that the filter drops the number of the next one that it
// keeps, marks neither as visited, and its window reads what it keeps twice. What is remembered by number would mix
// these packets.
#pragma once

#include <cstdint>

#include "base/renumbered.h"

namespace godot::analysis {

/// A packet as its reader sees it.
struct ReadPacket {
  std::uint32_t number;
  std::int64_t offset;  ///< in the file: no two packets have the same
  bool is_visited;      ///< it was read before, as were all others
};

/// These functions are called some thirty times for each packet: what is not rare is inline.
class FrameNumbers {
 public:
  /// True if a filter has dropped a packet.
  [[nodiscard]] bool has_dropped() const noexcept { return dropped_ != 0; }

  /// The packet's number among all that were read: without a filter, its own number.
  [[nodiscard]] std::uint32_t of(const ReadPacket& packet) noexcept {
    if (packet.is_visited) return has_dropped() ? among_all(packet.number) : packet.number;
    look_at(packet);
    return packet.number + dropped_;
  }

  /// True the first time that this packet is read.
  [[nodiscard]] bool is_first_time(const ReadPacket& packet) noexcept {
    if (packet.is_visited) return false;
    look_at(packet);
    return !last_.is_again;
  }

  /// To be called at the end of each packet: how often it is read is counted by it.
  void end(const ReadPacket& packet) noexcept {
    if (packet.is_visited) return;
    look_at(packet);
    last_.has_ended = true;
  }

  /// The number among all of the packet that the reader shows with this one; all packets must have been read.
  [[nodiscard]] std::uint32_t among_all(std::uint32_t shown) const noexcept { return renumbered_.among_all(shown); }

  /// The number that the reader shows of the packet with this one among all; 0: a filter has dropped it.
  [[nodiscard]] std::uint32_t shown(std::uint32_t frame) const noexcept {
    return has_dropped() ? renumbered_.among_kept(frame) : frame;
  }

  /// To be called before another capture is read.
  void forget() noexcept {
    last_ = {};
    dropped_ = 0;
    renumbered_.forget();
  }

 private:
  /// The packet that was read last, of those that are not marked as visited.
  struct Last {
    std::uint32_t number = 0;
    std::int64_t offset = -1;
    bool has_ended = false;
    bool is_again = false;
  };

  void look_at(const ReadPacket& packet) noexcept {
    if (packet.number != last_.number || packet.offset != last_.offset || last_.has_ended) begin(packet);
  }
  /// Another packet than the last one, or the same one again.
  void begin(const ReadPacket& packet) noexcept;

  Last last_;
  std::uint32_t dropped_ = 0;  ///< packets, by a filter
  Renumbered renumbered_;
};

}  // namespace godot::analysis
