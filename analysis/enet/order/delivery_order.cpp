// SPDX-License-Identifier: MIT
#include "analysis/enet/order/delivery_order.h"

#include <cstdio>
#include <utility>

namespace godot::analysis::enet {

std::string line_of(const FollowedDelivery& delivery, double seconds) {
  char time[32];
  std::snprintf(time, sizeof time, "%.6f", seconds);
  const std::string frame = std::to_string(delivery.message.frame);
  std::string line = time;
  line.append("  ").append(frame).append("  ").append(delivery.message.content);
  if (delivery.held) {
    line.append("  [held for ").append(std::to_string(delivery.held_for));
    line.append(", came in frame ").append(frame).append("]");
  }
  return line += "\n";
}

const Follower::Delivered& Follower::add(bool from_client, Delivery::Message message,
                                         std::optional<FollowedMessage> content) {
  Delivery& direction = directions_[from_client ? 1 : 0];
  message.id = next_id_++;
  now_.clear();
  const std::size_t waiting = direction.held();
  direction.add(message, now_);
  const bool is_delivered = !now_.empty() && now_.front().id == message.id;
  if (content && (is_delivered || direction.held() > waiting)) kept_.emplace(message.id, std::move(*content));
  return take(now_);
}

const Follower::Delivered& Follower::missed(bool from_client, std::uint8_t channel, std::uint16_t reliable) {
  now_.clear();
  directions_[from_client ? 1 : 0].missed(channel, reliable, now_);
  return take(now_);
}

const Follower::Delivered& Follower::take(const std::vector<Delivery::Delivered>& delivered) {
  delivered_.clear();
  for (const Delivery::Delivered& one : delivered) {
    const auto found = kept_.find(one.id);
    if (found == kept_.end()) continue;  // its bytes are not shown
    delivered_.push_back({.message = std::move(found->second), .held = one.held, .held_for = one.held_for});
    kept_.erase(found);
  }
  return delivered_;
}

Follower& Followers::of(const void* listener, bool from_start, std::uint32_t frame) {
  Kept& kept = all_[listener];
  if (kept.follower == nullptr || frame < kept.last_frame) kept.follower = std::make_unique<Follower>(from_start);
  kept.last_frame = frame;
  return *kept.follower;
}

}  // namespace godot::analysis::enet
