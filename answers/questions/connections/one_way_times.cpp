// SPDX-License-Identifier: MIT
#include "answers/questions/connections/one_way_times.h"

#include "base/duration.h"
#include "base/time.h"

namespace godot::analysis::streams {

Arrival arrival_of(const facts::Envelope& envelope) noexcept {
  for (const facts::Item* item = envelope.items; item != nullptr; item = item->next) {
    if (item->fate().lost) return Arrival::lost;
    if (item->fate().arrives_in != 0) return Arrival::arrived;
  }
  return Arrival::unknown;
}

std::uint32_t arrives_in(const facts::Envelope& envelope) noexcept {
  for (const facts::Item* item = envelope.items; item != nullptr; item = item->next)
    if (item->fate().arrives_in != 0) return item->fate().arrives_in;
  return 0;
}

void Transit::sent(Arrival arrival) noexcept {
  if (arrival == Arrival::unknown) ended_ = ended_ || is_known();
  if (ended_ || arrival == Arrival::unknown) return;
  ++datagrams_;
  lost_ += arrival == Arrival::lost ? 1 : 0;
}

void Transit::carried_first(Arrival arrival) noexcept {
  if (ended_ || arrival == Arrival::unknown) return;
  ++firsts_;
  firsts_lost_ += arrival == Arrival::lost ? 1 : 0;
}

void Transit::arrived(facts::Time now, facts::Time after) noexcept {
  constexpr facts::Time apart = 100 * millisecond;
  constexpr double long_wait = 250;  // milliseconds above the shortest time from which on it is a standstill
  times_.add(in_milliseconds(after));
  if (in_milliseconds(after) - times_.least() < long_wait) return;
  if (standstills_ == 0 || now - held_at_ > apart) ++standstills_;
  held_at_ = now;
}

double Transit::longest_standstill() const noexcept {
  constexpr double seconds = 1e-3;
  return standstills_ == 0 ? 0 : (times_.most() - times_.least()) * seconds;
}

}  // namespace godot::analysis::streams
