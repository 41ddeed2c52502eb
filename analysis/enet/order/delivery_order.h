// SPDX-License-Identifier: MIT
// What Follow shows of a connection: its messages in the order in which their receivers get them.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "analysis/enet/delivery/delivery.h"
#include "base/number_hash.h"

namespace godot::analysis::enet {

/// A message of which all fragments have come.
struct FollowedMessage {
  std::string content;
  std::uint32_t frame = 0;  ///< the frame that has completed it
  std::int64_t when = 0;    ///< when that frame was captured, in nanoseconds
};

/// A message that its receiver gets now.
struct FollowedDelivery {
  FollowedMessage message;
  bool held = false;
  std::uint16_t held_for = 0;  ///< the reliable number that was missing
};

/// The line of a delivery at this time (in seconds): the time, the message's frame, its text, and what it waited for.
[[nodiscard]] std::string line_of(const FollowedDelivery& delivery, double seconds);

/// One listener, which follows a connection.
class Follower {
 public:
  using Delivered = std::vector<FollowedDelivery>;

  /// `from_start`: the capture has the connection's handshake.
  explicit Follower(bool from_start) : directions_{Delivery(from_start), Delivery(from_start)} {}

  /// Adds a message. Returns what is delivered now. Without content it is not shown, but others may wait for it. The
  /// result is valid until the next call.
  const Delivered& add(bool from_client, Delivery::Message message, std::optional<FollowedMessage> content);

  /// The receiver acknowledges a reliable number that the capture does not have.
  const Delivered& missed(bool from_client, std::uint8_t channel, std::uint16_t reliable);

 private:
  const Delivered& take(const std::vector<Delivery::Delivered>& delivered);

  std::array<Delivery, 2> directions_;  ///< from the server, from the client
  std::unordered_map<std::uint64_t, FollowedMessage, NumberHash> kept_;
  std::uint64_t next_id_ = 0;
  std::vector<Delivery::Delivered> now_;
  Delivered delivered_;
};

/// The followers of all listeners.
class Followers {
 public:
  /// Frames come in order; a smaller number means that the listener starts again.
  Follower& of(const void* listener, bool from_start, std::uint32_t frame);

  void forget(const void* listener) { all_.erase(listener); }
  void clear() { all_.clear(); }

 private:
  struct Kept {
    std::unique_ptr<Follower> follower;
    std::uint32_t last_frame = 0;
  };
  std::unordered_map<const void*, Kept> all_;
};

}  // namespace godot::analysis::enet
