// SPDX-License-Identifier: MIT
#include "analysis/game/memory/sync_clocks.h"

namespace godot::analysis {

void SyncClocks::add_message(const Speaker& speaker, std::int32_t target, std::uint16_t time, const PartKey& message,
                             std::uint32_t size) {
  const Sent sent = {time, {message.frame, size}};
  const auto [place, is_new] = messages_.try_emplace({IdKey::of_link(speaker, 0), target}, sent);
  if (is_new) return;
  if (place->time == time) continues_.try_emplace(message, place->message);
  *place = sent;
}

void SyncClocks::add_state(const Speaker& speaker, std::int32_t target, std::uint32_t id, std::uint16_t time,
                           const PartKey& part, Clocks::Place& last) {
  // As update_inbound_sync_time() compares: older by more than half of the numbers means newer.
  constexpr std::uint16_t half = 32767;
  Clock& clock = clocks_.at({IdKey::of_link(speaker, id), target}, last);
  if (clock.frame != 0 && time <= clock.time && clock.time - time < half) {
    // A node that was spawned again has a new clock.
    const SpawnedSynchronizer* spawned = nodes_.synchronizer_on_link(speaker, id, part.frame);
    if (spawned == nullptr || spawned->frame <= clock.frame) {
      stale_.try_emplace(part, StaleSync{time, clock.time, clock.frame});
      return;
    }
  }
  clock = {time, part.frame};
}

}  // namespace godot::analysis
