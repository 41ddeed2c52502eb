// SPDX-License-Identifier: MIT
#include "analysis/game/memory/sync_clocks.h"

namespace godot::analysis {

namespace {

constexpr std::int64_t times = 65536;
// Ten seconds at 60 rounds a second: a capture that lacks more may lack states of any synchronizer.
constexpr std::int64_t most_unseen = 600;

}  // namespace

void SyncClocks::add_message(const Speaker& speaker, std::int32_t target, std::uint16_t time, const PartKey& message,
                             std::uint32_t size) {
  last_ = {.time = time, .message = {message.frame, size}};
  const auto [place, is_new] = messages_.try_emplace({IdKey::of_link(speaker, 0), target}, last_);
  if (is_new) return;
  if (place->time == time) continues_.try_emplace(message, place->message);
  // A message that was overtaken takes steps back.
  const auto steps = static_cast<std::int16_t>(static_cast<std::uint16_t>(time - place->time));
  last_.round = place->round + steps;
  last_.gap_until = steps > most_unseen || steps < -most_unseen ? message.frame : place->gap_until;
  *place = last_;
}

/// The run that begins with this stale state; 0: none, as the time is not known to have begun again at 0.
std::uint32_t SyncClocks::run_from(const Clock& clock, std::uint16_t time, std::uint32_t frame) {
  const std::int64_t rounds = last_.round - clock.round;
  const std::int64_t left = clock.time - time;
  const bool is_counted = last_.message.frame == frame && last_.gap_until <= clock.frame;
  if (!is_counted || rounds <= 0 || rounds + left != times) return 0;
  runs_.push_back({.first = frame,
                   .rounds = static_cast<std::uint32_t>(rounds),
                   .rounds_left = static_cast<std::uint32_t>(left) + 1});
  return static_cast<std::uint32_t>(runs_.size());
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
      if (clock.run == 0) clock.run = run_from(clock, time, part.frame);
      const bool is_new = stale_.try_emplace(part, StaleSync{time, clock.time, clock.frame, clock.run}).second;
      if (clock.run != 0 && is_new) ++runs_[clock.run - 1].count;
      return;
    }
  }
  if (clock.run != 0) runs_[clock.run - 1].taken_in = part.frame;
  clock = {.time = time, .frame = part.frame, .round = last_.round};
}

}  // namespace godot::analysis
