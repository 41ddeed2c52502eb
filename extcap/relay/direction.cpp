// SPDX-License-Identifier: MIT
#include "extcap/relay/direction.h"

#include <algorithm>

namespace godotdump::relay {
namespace {

constexpr double bits = 8;

double nanoseconds_of(std::size_t bytes, std::uint64_t bandwidth) {
  return static_cast<double>(bytes) * bits * static_cast<double>(second) / static_cast<double>(bandwidth);
}

}  // namespace

bool Direction::is_in_burst(const Faults::Burst& burst, double moves) {
  in_burst_ = burst.enter > 0 && (in_burst_ ? moves >= burst.leave : moves < burst.enter);
  return in_burst_;
}

Verdict Direction::decide(const Faults& faults, std::size_t size, Time now) {
  // All numbers are taken for each datagram, also for one that is lost.
  const Throw thrown = dice_.next();
  const Time delay = dice_.delay(faults.delay);
  const bool in_burst = is_in_burst(faults.burst, thrown.burst_moves);
  Verdict verdict;
  if (in_burst && thrown.burst_loss < faults.burst.loss) {
    verdict.outcome = Outcome::burst;
    return verdict;
  }
  if (thrown.loss < faults.loss) {
    verdict.outcome = Outcome::loss;
    return verdict;
  }
  Time ready = std::max(now, still_until_);
  if (faults.bandwidth != 0) {
    const Time begin = std::max(ready, busy_until_);
    const double waiting = static_cast<double>(begin - ready) / nanoseconds_of(1, faults.bandwidth);
    if (waiting + static_cast<double>(size) > static_cast<double>(std::max(faults.queue, size))) {
      verdict.outcome = Outcome::queue_full;
      return verdict;
    }
    busy_until_ = begin + static_cast<Time>(nanoseconds_of(size, faults.bandwidth));
    ready = busy_until_;
  }
  verdict.queued = ready - now;
  verdict.due = ready + delay;
  if (thrown.reorder < faults.reorder.share) {
    verdict.held_back = faults.reorder.by;
    verdict.due += faults.reorder.by;
  } else {
    verdict.due = std::max(verdict.due, last_due_);
    last_due_ = verdict.due;
  }
  if (thrown.duplicate < faults.duplicate) verdict.copy = verdict.due + dice_.copy_delay(faults.delay);
  return verdict;
}

}  // namespace godotdump::relay
