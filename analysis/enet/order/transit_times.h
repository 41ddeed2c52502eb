// SPDX-License-Identifier: MIT
// The times at which a message was sent and received.
//
// If the capture has both sides of the connection, the sender's side has the first transmission and the receiver's side
// the arrival: these are exact, and only the packet on the receiver's side gets them. Otherwise they are estimated,
// wherever the capture was made: from the sender to the capture point, a command takes half of the time in which the
// sender acknowledges what passes there, and from there to the receiver half of the receiver's time.
#pragma once

#include <cstdint>

#include "analysis/enet/order/analysis.h"
#include "analysis/enet/order/smoothed_round_trips.h"
#include "analysis/link/link.h"

namespace godot::analysis::enet {

/// The later transmissions of commands, by frame.
class Transmissions {
 public:
  /// The datagram of this connection in a frame; null: there is none.
  [[nodiscard]] virtual const Datagram* in(std::uint32_t frame) const = 0;

 protected:
  ~Transmissions() = default;  // never owned through this interface
};

/// A command of a datagram: its analysis, and whether it is sent again until it is acknowledged.
struct Passing {
  const Datagram& datagram;
  const Finding& finding;
  CommandType type = CommandType::none;

  [[nodiscard]] bool is_reliable() const noexcept;
};

/// From the round trips of the datagram's direction, and of the other one.
[[nodiscard]] Transit estimated_transit(const Passing& command, const SmoothedRoundTrips& to_receiver,
                                        const SmoothedRoundTrips& to_sender, const Transmissions& later);

/// The capture has the sender's side, too: there the command's datagram was captured at `sent`. `sending`: the
/// command's analysis there, needed if it is reliable; null: unknown.
[[nodiscard]] Transit exact_transit(const Passing& command, Nanoseconds sent, const Finding* sending);

/// The analysis of the `index`th command of a datagram; null: none, or it is of another type.
[[nodiscard]] const Finding* finding_of(const Datagram* datagram, std::uint16_t index, CommandType type);

}  // namespace godot::analysis::enet
