// SPDX-License-Identifier: MIT
// The order in which a receiver delivers the messages of one direction of a connection to its program. Reliable
// messages are delivered by their numbers, and wait for missing ones; an unreliable one waits for the reliable one that
// it was sent after, and is dropped if it comes too late; unsequenced ones are delivered at once.
//
// In: the messages in capture order, complete, including retransmissions. Out: the same in the order of delivery, with
// the number that each waited for. Not known: when a receiver elsewhere got them; the time of capture counts. Cost:
// constant for each message, logarithmic in the waiting ones, whose number is bounded.
//
// Source: enet_peer_queue_incoming_command, enet_peer_dispatch_incoming_*_commands in ENet 1.3's peer.c.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

namespace godot::analysis::enet {

class Delivery {
 public:
  enum class Kind : std::uint8_t { reliable, unreliable, unsequenced };

  struct Message {
    Kind kind = Kind::reliable;
    std::uint8_t channel = 0;
    std::uint16_t reliable = 0;    ///< its number; of an unreliable one: the reliable one that it was sent after
    std::uint16_t unreliable = 0;  ///< number of an unreliable one, from 1 after each reliable one
    std::uint16_t numbers = 1;     ///< how many numbers a reliable one takes: one for each fragment
    std::uint64_t id = 0;          ///< a number that the caller gives
  };

  struct Delivered {
    std::uint64_t id = 0;
    bool held = false;
    std::uint16_t held_for = 0;  ///< the reliable number that was missing
  };

  /// `from_start`: the capture has the handshake, so that the numbers begin with 1.
  explicit Delivery(bool from_start) noexcept : from_start_(from_start) {}

  /// Adds a message; appends the messages delivered now. Retransmissions deliver nothing.
  void add(const Message& message, std::vector<Delivered>& delivered);

  /// The receiver acknowledges a reliable number that the capture does not have: nothing waits for it.
  void missed(std::uint8_t channel, std::uint16_t reliable, std::vector<Delivered>& delivered);

  /// How many messages wait in all channels.
  [[nodiscard]] std::size_t held() const noexcept;

 private:
  struct Waiting {
    Message message;
    std::uint16_t held_for;
    bool absent;  ///< not in the capture
  };
  struct Channel {
    bool known = false;
    std::uint32_t next = 0;             ///< the reliable number to come, not wrapped
    std::uint16_t last_unreliable = 0;  ///< after the reliable one before
    std::map<std::uint32_t, Waiting> reliable;
    std::map<std::uint64_t, Waiting> unreliable;  ///< by reliable number and own
  };
  static constexpr std::size_t most_waiting = 1024;

  Channel& channel(std::uint8_t number, std::uint16_t reliable, Kind kind);
  static void hold(Channel& channel, std::uint32_t number, const Waiting& waiting, std::vector<Delivered>& delivered);
  static void release(Channel& channel, std::vector<Delivered>& delivered);
  static void release_unreliable(Channel& channel, std::vector<Delivered>& delivered);

  bool from_start_;
  std::map<std::uint8_t, Channel> channels_;
};

}  // namespace godot::analysis::enet
