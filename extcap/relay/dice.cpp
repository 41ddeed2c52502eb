// SPDX-License-Identifier: MIT
#include "extcap/relay/dice.h"

#include <algorithm>
#include <cmath>

namespace godotdump::relay {
namespace {

constexpr Time longest = 60 * second;

std::mt19937_64 generator(std::uint64_t seed, unsigned player, Way way, unsigned purpose) {
  std::seed_seq all{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32), player,
                    static_cast<std::uint32_t>(way), purpose};
  return std::mt19937_64(all);
}

Time bounded(double nanoseconds) {
  return static_cast<Time>(std::clamp(nanoseconds, 0.0, static_cast<double>(longest)));
}

}  // namespace

Dice::Dice(std::uint64_t seed, unsigned player, Way way)
    : shares_(generator(seed, player, way, 0)),
      delays_(generator(seed, player, way, 1)),
      copies_(generator(seed, player, way, 2)) {}

Throw Dice::next() {
  std::uniform_real_distribution<double> share(0, 1);
  Throw thrown;
  thrown.loss = share(shares_);
  thrown.burst_moves = share(shares_);
  thrown.burst_loss = share(shares_);
  thrown.duplicate = share(shares_);
  thrown.reorder = share(shares_);
  return thrown;
}

Time Dice::delay(const Faults::Delay& delay) {
  const auto base = static_cast<double>(delay.base);
  const auto jitter = static_cast<double>(delay.jitter);
  if (delay.jitter == 0) return delay.base;
  switch (delay.shape) {
    case Shape::uniform: return bounded(std::uniform_real_distribution<double>(base - jitter, base + jitter)(delays_));
    case Shape::normal: return bounded(std::normal_distribution<double>(base, jitter)(delays_));
    case Shape::pareto: break;
  }
  // The logarithm of a Pareto distribution is an exponential one.
  constexpr double shape = 3;
  const double excess = std::expm1(std::exponential_distribution<double>(shape)(delays_));
  return bounded(base + jitter * (shape - 1) * excess);
}

Time Dice::copy_delay(const Faults::Delay& delay) {
  const auto most = static_cast<double>(std::max(delay.jitter, millisecond));
  return bounded(std::uniform_real_distribution<double>(0, most)(copies_));
}

}  // namespace godotdump::relay
