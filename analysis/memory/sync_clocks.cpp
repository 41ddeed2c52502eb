// SPDX-License-Identifier: MIT
#include "analysis/memory/sync_clocks.h"

namespace godot::analysis {

void SyncClocks::add_message(const Speaker& speaker, std::int32_t target, std::uint16_t time, const PartKey& message,
                             std::uint32_t size) {
  const Sent sent = {time, {message.frame, size}};
  const auto [place, is_new] = messages_.try_emplace({IdKey::of_link(speaker, 0), target}, sent);
  if (is_new) return;
  if (place->time == time) continues_.try_emplace(message, place->message);
  *place = sent;
}

SyncClocks::Earlier SyncClocks::continues(std::uint32_t frame, std::uint32_t message) const {
  const auto found = continues_.find({.frame = frame, .message = message, .part = 0});
  return found != continues_.end() ? found->second : Earlier{};
}

void SyncClocks::add_state(const Speaker& speaker, std::int32_t target, std::uint32_t id, std::uint16_t time,
                           const PartKey& part) {
  // As update_inbound_sync_time() compares: older by more than half of the numbers means newer.
  constexpr std::uint16_t half = 32767;
  const auto [place, is_new] = clocks_.try_emplace({IdKey::of_link(speaker, id), target}, Clock{time, part.frame});
  if (is_new) return;
  Clock& clock = *place;
  if (time <= clock.time && clock.time - time < half) {
    // A node that was spawned again has a new clock.
    const SpawnedSynchronizer* spawned = nodes_.synchronizer_on_link(speaker, id, part.frame);
    if (spawned == nullptr || spawned->frame <= clock.frame) {
      stale_.try_emplace(part, StaleSync{time, clock.time, clock.frame});
      return;
    }
  }
  clock = {time, part.frame};
}

const StaleSync* SyncClocks::stale(const PartKey& part) const {
  const auto found = stale_.find(part);
  return found != stale_.end() ? &found->second : nullptr;
}

}  // namespace godot::analysis
