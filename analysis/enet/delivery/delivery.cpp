// SPDX-License-Identifier: MIT
#include "analysis/enet/delivery/delivery.h"

#include "base/enet_sequence.h"

namespace godot::analysis::enet {
namespace {

/// The number near `next` with these low 16 bits.
std::uint32_t unwrap(std::uint16_t number, std::uint32_t next) {
  return next + static_cast<std::uint32_t>(distance(static_cast<std::uint16_t>(next), number));
}

std::uint64_t place(std::uint32_t reliable, std::uint16_t unreliable) {
  return std::uint64_t{reliable} << 16 | unreliable;
}

}  // namespace

Delivery::Channel& Delivery::channel(std::uint8_t number, std::uint16_t reliable, Kind kind) {
  Channel& channel = channels_[number];
  if (!channel.known) {
    // Begins one round above zero, so that numbers before the first stay positive.
    const std::uint32_t first = kind == Kind::reliable ? reliable : reliable + 1U;
    channel.next = one_round + (from_start_ ? 1 : first);
    channel.known = true;
  }
  return channel;
}

void Delivery::add(const Message& message, std::vector<Delivered>& delivered) {
  if (message.kind == Kind::unsequenced) {
    delivered.push_back({.id = message.id});
    return;
  }
  Channel& channel = this->channel(message.channel, message.reliable, message.kind);
  const std::uint32_t number = unwrap(message.reliable, channel.next);
  const auto missing = static_cast<std::uint16_t>(channel.next);
  if (message.kind == Kind::reliable) {
    if (number < channel.next) return;
    if (number > channel.next) {
      hold(channel, number, {message, missing, false}, delivered);
      return;
    }
    delivered.push_back({.id = message.id});
    channel.next += message.numbers;
    channel.last_unreliable = 0;
    release(channel, delivered);
    return;
  }
  if (number + 1 < channel.next) return;  // it was delivered before this one
  if (number + 1 > channel.next) {
    if (channel.unreliable.size() < most_waiting)
      channel.unreliable.try_emplace(place(number, message.unreliable), Waiting{message, missing, false});
    return;
  }
  if (message.unreliable <= channel.last_unreliable) return;
  channel.last_unreliable = message.unreliable;
  delivered.push_back({.id = message.id});
}

void Delivery::missed(std::uint8_t channel_number, std::uint16_t reliable, std::vector<Delivered>& delivered) {
  Channel& channel = this->channel(channel_number, reliable, Kind::reliable);
  const std::uint32_t number = unwrap(reliable, channel.next);
  if (number < channel.next) return;
  Message absent;
  absent.channel = channel_number;
  absent.reliable = reliable;
  hold(channel, number, {absent, 0, true}, delivered);
  release(channel, delivered);
}

/// If too many wait, the message that they wait for is not in the capture.
void Delivery::hold(Channel& channel, std::uint32_t number, const Waiting& waiting, std::vector<Delivered>& delivered) {
  channel.reliable.try_emplace(number, waiting);
  if (channel.reliable.size() <= most_waiting) return;
  channel.next = channel.reliable.begin()->first;
  release(channel, delivered);
}

void Delivery::release(Channel& channel, std::vector<Delivered>& delivered) {
  while (!channel.reliable.empty()) {
    const auto first = channel.reliable.begin();
    if (first->first > channel.next) break;
    const Waiting& waiting = first->second;
    if (first->first == channel.next) {
      channel.next += waiting.message.numbers;
      channel.last_unreliable = 0;
      if (!waiting.absent) delivered.push_back({.id = waiting.message.id, .held = true, .held_for = waiting.held_for});
    }
    channel.reliable.erase(first);
  }
  release_unreliable(channel, delivered);
}

/// All consecutive reliable ones are delivered first; unreliable ones sent between them are then too late.
void Delivery::release_unreliable(Channel& channel, std::vector<Delivered>& delivered) {
  while (!channel.unreliable.empty()) {
    const auto first = channel.unreliable.begin();
    const auto after = static_cast<std::uint32_t>(first->first >> 16);
    if (after + 1 > channel.next) return;
    const Waiting& waiting = first->second;
    if (after + 1 == channel.next) {
      channel.last_unreliable = waiting.message.unreliable;
      delivered.push_back({.id = waiting.message.id, .held = true, .held_for = waiting.held_for});
    }
    channel.unreliable.erase(first);
  }
}

std::size_t Delivery::held() const noexcept {
  std::size_t count = 0;
  for (const auto& [number, channel] : channels_) count += channel.reliable.size() + channel.unreliable.size();
  return count;
}

}  // namespace godot::analysis::enet
