// SPDX-License-Identifier: MIT
// The random part of a link: for one player and one direction, what happens to each datagram. The same seed gives the
// same throws, whatever the faults are: each datagram takes one number for each question.
#pragma once

#include <random>

#include "extcap/relay/faults.h"

namespace godotdump::relay {

/// Numbers in [0, 1): the question is answered with yes if the number is below the share.
struct Throw {
  double loss = 0;
  double burst_moves = 0;
  double burst_loss = 0;
  double duplicate = 0;
  double reorder = 0;
};

class Dice {
 public:
  Dice(std::uint64_t seed, unsigned player, Way way);

  [[nodiscard]] Throw next();
  /// The delay of a datagram, to be asked once for each.
  [[nodiscard]] Time delay(const Faults::Delay& delay);
  /// How much later its copy comes, to be asked for copies only.
  [[nodiscard]] Time copy_delay(const Faults::Delay& delay);

 private:
  // One generator each, so that a question that needs more numbers does not change the answers to the others.
  std::mt19937_64 shares_;
  std::mt19937_64 delays_;
  std::mt19937_64 copies_;
};

}  // namespace godotdump::relay
