// SPDX-License-Identifier: MIT
// Connections that are captured on both sides of a relay or router: which two are a pair, and where a datagram of one
// is on the other side. See sides.h.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>

#include "analysis/enet/connections/connections.h"
#include "analysis/enet/sides/sides.h"
#include "base/number_hash.h"

namespace godot::analysis::enet {

/// A datagram of a connection.
struct PassingDatagram {
  const Datagram& datagram;
  Direction direction;
  bool has_peer_id;                     ///< its header has one: not a Connect
  std::span<const std::uint8_t> bytes;  ///< as much of it as was captured
  std::size_t length;                   ///< bytes that it had when it was sent
};

class Pairs {
 public:
  explicit Pairs(const Arena& arena) noexcept : arena_(arena) {}

  /// Looks for the other side of a stream that begins with this datagram's Connect, and updates streams that have one.
  /// First pass only. `ports`: the stream's.
  void track(Stream& stream, const Connections& ports, const PassingDatagram& datagram);

  /// The datagram on the other side. `is_complete`: the first pass over the capture is over.
  [[nodiscard]] OtherSide other_side(const Stream& stream, Direction direction, const Datagram& datagram,
                                     bool is_complete) const;

 private:
  /// The latest stream with a connect id.
  struct Known {
    const Connections* ports = nullptr;
    Stream* stream = nullptr;
  };
  void introduce(Stream& stream, const Connections& ports);

  Arena arena_;
  std::unordered_map<std::uint32_t, Known, NumberHash> by_connect_id_;
  std::unordered_map<const Datagram*, const Passage*> passages_;
};

/// True if this side is the receiver's and the sender's side is captured, too: problems are then reported there, for
/// the message itself.
[[nodiscard]] bool is_reported_on_other_side(const Stream& stream, Direction direction);

}  // namespace godot::analysis::enet
