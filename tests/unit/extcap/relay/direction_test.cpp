// SPDX-License-Identifier: MIT
// What a direction does to datagrams, on a clock of the test. Random numbers have fixed seeds, so a test that passes
// once always passes; the statistical tests would fail for one seed of a thousand.
#include "extcap/relay/direction.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

namespace {

using namespace godotdump::relay;

constexpr int count = 20'000;
constexpr std::uint64_t seed = 7;

std::vector<Verdict> verdicts(const Faults& faults, Time between = second, std::size_t size = 100,
                              std::uint64_t with = seed) {
  Direction direction(with, 1, Way::up);
  std::vector<Verdict> all;
  for (int i = 0; i < count; ++i) all.push_back(direction.decide(faults, size, i * between));
  return all;
}

/// Chi-square of counts against what is expected, to compare with the 99.9 % quantile.
double chi_square(const std::vector<double>& seen, const std::vector<double>& expected) {
  double sum = 0;
  for (std::size_t i = 0; i < seen.size(); ++i) sum += (seen[i] - expected[i]) * (seen[i] - expected[i]) / expected[i];
  return sum;
}
constexpr double quantile_1 = 10.83;
constexpr double quantile_9 = 27.88;
constexpr double quantile_19 = 43.82;

/// The largest distance between the distribution of the numbers and `cdf` (Kolmogorov), times the root of their number:
/// to compare with 1.95 (99.9 %).
double kolmogorov(std::vector<double> numbers, const std::function<double(double)>& cdf) {
  std::sort(numbers.begin(), numbers.end());
  double most = 0;
  const auto all = static_cast<double>(numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const double at = cdf(numbers[i]);
    most = std::max({most, at - static_cast<double>(i) / all, static_cast<double>(i + 1) / all - at});
  }
  return most * std::sqrt(all);
}
constexpr double kolmogorov_quantile = 1.95;

std::vector<double> delays(const Faults& faults) {
  std::vector<double> all;
  Time now = 0;
  for (const Verdict& verdict : verdicts(faults)) {
    all.push_back(static_cast<double>(verdict.due - now) / millisecond);
    now += second;
  }
  return all;
}

TEST(Direction, WithoutFaultsAllGoAtOnce) {
  for (const Verdict& verdict : verdicts({}, 0)) {
    EXPECT_EQ(verdict.outcome, Outcome::passed);
    EXPECT_EQ(verdict.due, 0);
    EXPECT_FALSE(verdict.copy);
  }
}

TEST(Direction, LossIsAShare) {
  for (const double share : {0.001, 0.05, 0.5, 0.999}) {
    Faults faults;
    faults.loss = share;
    double lost = 0;
    for (const Verdict& verdict : verdicts(faults)) lost += verdict.outcome == Outcome::loss ? 1 : 0;
    EXPECT_LT(chi_square({lost, count - lost}, {count * share, count * (1 - share)}), quantile_1) << share;
  }
}

TEST(Direction, AllOrNothing) {
  Faults faults;
  faults.loss = 1;
  for (const Verdict& verdict : verdicts(faults)) EXPECT_EQ(verdict.outcome, Outcome::loss);
  faults.loss = 0;
  faults.duplicate = 1;
  for (const Verdict& verdict : verdicts(faults)) EXPECT_TRUE(verdict.copy);
}

/// Losses are independent: the lengths of runs without one are geometric.
TEST(Direction, LossHasNoMemory) {
  Faults faults;
  faults.loss = 0.2;
  std::vector<double> seen(10);
  std::size_t run = 0;
  double runs = 0;
  for (const Verdict& verdict : verdicts(faults)) {
    if (verdict.outcome != Outcome::loss) {
      ++run;
      continue;
    }
    ++seen[std::min<std::size_t>(run, 9)];
    ++runs;
    run = 0;
  }
  std::vector<double> expected;
  for (int i = 0; i < 9; ++i) expected.push_back(runs * 0.2 * std::pow(0.8, i));
  expected.push_back(runs * std::pow(0.8, 9));
  EXPECT_LT(chi_square(seen, expected), quantile_9);
}

/// Lengths of bursts are geometric with the share that leaves, and their number follows from the share that enters.
TEST(Direction, Bursts) {
  Faults faults;
  faults.burst = {.enter = 0.02, .leave = 0.25, .loss = 1};
  std::vector<double> lengths(10);
  std::size_t run = 0;
  double bursts = 0;
  double lost = 0;
  for (const Verdict& verdict : verdicts(faults)) {
    if (verdict.outcome == Outcome::burst) {
      ++run;
      ++lost;
    } else if (run != 0) {
      ++lengths[std::min<std::size_t>(run - 1, 9)];
      ++bursts;
      run = 0;
    }
  }
  std::vector<double> expected;
  for (int i = 0; i < 9; ++i) expected.push_back(bursts * 0.25 * std::pow(0.75, i));
  expected.push_back(bursts * std::pow(0.75, 9));
  EXPECT_LT(chi_square(lengths, expected), quantile_9);
  // Of those that could have begun one, this share did.
  const double could = count - lost;
  EXPECT_LT(chi_square({bursts, could - bursts}, {could * 0.02, could * 0.98}), quantile_1);
}

TEST(Direction, NotAllIsLostInABurst) {
  Faults faults;
  faults.burst = {.enter = 1, .leave = 1e-12, .loss = 0.3};
  double lost = 0;
  for (const Verdict& verdict : verdicts(faults)) lost += verdict.outcome == Outcome::burst ? 1 : 0;
  EXPECT_LT(chi_square({lost, count - lost}, {count * 0.3, count * 0.7}), quantile_1);
}

TEST(Direction, DuplicatesAndReorderingAreShares) {
  Faults faults;
  faults.duplicate = 0.03;
  faults.reorder.share = 0.07;
  double twice = 0;
  double held_back = 0;
  Time now = 0;
  for (const Verdict& verdict : verdicts(faults)) {
    twice += verdict.copy ? 1 : 0;
    held_back += verdict.held_back != 0 ? 1 : 0;
    if (verdict.copy) {
      EXPECT_GE(*verdict.copy, verdict.due);
    }
    EXPECT_EQ(verdict.due - now, verdict.held_back);
    now += second;
  }
  EXPECT_LT(chi_square({twice, count - twice}, {count * 0.03, count * 0.97}), quantile_1);
  EXPECT_LT(chi_square({held_back, count - held_back}, {count * 0.07, count * 0.93}), quantile_1);
}

TEST(Direction, UniformDelays) {
  Faults faults;
  faults.delay = {.base = 80 * millisecond, .jitter = 20 * millisecond, .shape = Shape::uniform};
  const auto all = delays(faults);
  EXPECT_LT(kolmogorov(all, [](double x) { return std::clamp((x - 60) / 40, 0.0, 1.0); }), kolmogorov_quantile);
  std::vector<double> bins(20);
  for (const double each : all) ++bins[std::min<std::size_t>(static_cast<std::size_t>((each - 60) / 2), 19)];
  EXPECT_LT(chi_square(bins, std::vector<double>(20, count / 20.0)), quantile_19);
}

TEST(Direction, NormalDelays) {
  Faults faults;
  faults.delay = {.base = 200 * millisecond, .jitter = 20 * millisecond, .shape = Shape::normal};
  EXPECT_LT(kolmogorov(delays(faults), [](double x) { return std::erfc((200 - x) / 20 / std::sqrt(2.0)) / 2; }),
            kolmogorov_quantile);
}

TEST(Direction, ParetoDelays) {
  Faults faults;
  faults.delay = {.base = 10 * millisecond, .jitter = 20 * millisecond, .shape = Shape::pareto};
  const auto all = delays(faults);
  EXPECT_LT(kolmogorov(all, [](double x) { return x < 10 ? 0 : 1 - std::pow(1 + (x - 10) / 40, -3.0); }),
            kolmogorov_quantile);
}

/// The test itself sees a distribution that is a little different.
TEST(Direction, TheTestsSeeOtherDistributions) {
  Faults faults;
  faults.delay = {.base = 80 * millisecond, .jitter = 21 * millisecond, .shape = Shape::uniform};
  EXPECT_GT(kolmogorov(delays(faults), [](double x) { return std::clamp((x - 60) / 40, 0.0, 1.0); }),
            kolmogorov_quantile);
  faults = {};
  faults.loss = 0.06;
  double lost = 0;
  for (const Verdict& verdict : verdicts(faults)) lost += verdict.outcome == Outcome::loss ? 1 : 0;
  EXPECT_GT(chi_square({lost, count - lost}, {count * 0.05, count * 0.95}), quantile_1);
}

TEST(Direction, DelaysAreNotNegative) {
  Faults faults;
  faults.delay = {.base = millisecond, .jitter = 20 * millisecond, .shape = Shape::normal};
  for (const double each : delays(faults)) EXPECT_GE(each, 0);
}

TEST(Direction, JitterKeepsTheOrder) {
  Faults faults;
  faults.delay = {.base = 80 * millisecond, .jitter = 70 * millisecond};
  Time last = 0;
  for (const Verdict& verdict : verdicts(faults, millisecond)) {
    EXPECT_GE(verdict.due, last);
    last = verdict.due;
  }
}

TEST(Direction, ThoseHeldBackAreOvertaken) {
  Faults faults;
  faults.reorder = {.share = 0.1, .by = 30 * millisecond};
  const auto all = verdicts(faults, millisecond);
  int overtaken = 0;
  for (std::size_t i = 0; i + 1 < all.size(); ++i)
    overtaken += all[i].held_back != 0 && all[i + 1].due < all[i].due ? 1 : 0;
  EXPECT_GT(overtaken, count / 20);
}

/// 1000 bytes at 1 Mbit/s take 8 ms each: the third waits 16 ms, and the queue has room for so many bytes.
TEST(Direction, Bandwidth) {
  Faults faults;
  faults.bandwidth = 1'000'000;
  faults.queue = 3000;
  Direction direction(seed, 1, Way::up);
  for (int i = 1; i <= 3; ++i) {
    const Verdict verdict = direction.decide(faults, 1000, 0);
    EXPECT_EQ(verdict.due, i * 8 * millisecond);
    EXPECT_EQ(verdict.queued, i * 8 * millisecond);
  }
  EXPECT_EQ(direction.decide(faults, 1000, 0).outcome, Outcome::queue_full);
  EXPECT_EQ(direction.decide(faults, 1000, 8 * millisecond).due, 32 * millisecond) << "one has gone";
  EXPECT_EQ(direction.decide(faults, 1000, second).due, second + 8 * millisecond);
  faults.queue = 0;
  EXPECT_EQ(direction.decide(faults, 1000, 2 * second).outcome, Outcome::passed) << "one at a time always passes";
}

TEST(Direction, TheRateIsThatOfTheBandwidth) {
  Faults faults;
  faults.bandwidth = 8'000'000;
  faults.queue = 20'000;
  std::uint64_t passed = 0;
  Time last = 0;
  for (const Verdict& verdict : verdicts(faults, 50 * microsecond, 500)) {
    if (verdict.outcome != Outcome::passed) continue;
    ++passed;
    last = verdict.due;
  }
  EXPECT_NEAR(static_cast<double>(passed) * 500 * 8 / (static_cast<double>(last) / second), 8e6, 8e4);
}

TEST(Direction, StandingStill) {
  Direction direction(seed, 1, Way::up);
  direction.stand_still(3 * second);
  const Verdict verdict = direction.decide({}, 100, second);
  EXPECT_EQ(verdict.due, 3 * second);
  EXPECT_EQ(verdict.queued, 2 * second);
  EXPECT_EQ(direction.decide({}, 100, 4 * second).due, 4 * second);
}

TEST(Direction, AShorterStandstillDoesNotEndALongerOne) {
  Direction direction(seed, 1, Way::up);
  direction.stand_still(3 * second);
  direction.stand_still(2 * second);
  EXPECT_EQ(direction.decide({}, 100, second).due, 3 * second);
}

/// Copies come up to the jitter later, or up to a millisecond if that is less.
TEST(Direction, CopiesComeALittleLater) {
  for (const Time jitter : {Time{0}, 20 * millisecond}) {
    Faults faults;
    faults.duplicate = 1;
    faults.delay = {.base = 80 * millisecond, .jitter = jitter, .shape = Shape::uniform};
    const double most = static_cast<double>(std::max(jitter, millisecond));
    std::vector<double> all;
    for (const Verdict& verdict : verdicts(faults)) all.push_back(static_cast<double>(*verdict.copy - verdict.due));
    EXPECT_LT(kolmogorov(all, [&](double x) { return std::clamp(x / most, 0.0, 1.0); }), kolmogorov_quantile);
  }
}

/// No delay is longer than a minute, whatever the tail of its distribution.
TEST(Direction, DelaysAreBounded) {
  for (const Shape shape : {Shape::uniform, Shape::normal, Shape::pareto}) {
    Faults faults;
    faults.delay = {.base = 59 * second, .jitter = 30 * second, .shape = shape};
    Dice dice(seed, 1, Way::up);
    Time longest = 0;
    for (int i = 0; i < count; ++i) longest = std::max(longest, dice.delay(faults.delay));
    EXPECT_EQ(longest, 60 * second);
  }
}

/// Both halves of a seed count.
TEST(Direction, SeedsThatDifferInTheirUpperHalf) {
  Faults faults;
  faults.loss = 0.5;
  const auto one = verdicts(faults);
  const auto other = verdicts(faults, second, 100, seed | std::uint64_t{1} << 32);
  int same = 0;
  for (std::size_t i = 0; i < one.size(); ++i) same += one[i].outcome == other[i].outcome ? 1 : 0;
  EXPECT_NEAR(same, count / 2, count / 50);
}

/// One that is held back waits longer by that, and those behind it do not wait for it.
TEST(Direction, HeldBackByItsTime) {
  Faults faults;
  faults.delay.base = 5 * millisecond;
  faults.reorder = {.share = 1, .by = 7 * millisecond};
  Direction direction(seed, 1, Way::up);
  const Verdict held = direction.decide(faults, 100, second);
  EXPECT_EQ(held.held_back, 7 * millisecond);
  EXPECT_EQ(held.due, second + 12 * millisecond);
  faults.reorder.share = 0;
  EXPECT_EQ(direction.decide(faults, 100, second + millisecond).due, second + 6 * millisecond);
}

TEST(Direction, OneSeedOneFate) {
  Faults faults;
  faults.loss = 0.05;
  faults.duplicate = 0.02;
  faults.burst = {.enter = 0.01, .leave = 0.2, .loss = 0.9};
  faults.delay = {.base = 80 * millisecond, .jitter = 20 * millisecond, .shape = Shape::normal};
  const auto one = verdicts(faults);
  const auto again = verdicts(faults, 2 * second);  // at other times
  const auto other = verdicts(faults, second, 100, seed + 1);
  int different = 0;
  for (int i = 0; i < count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    EXPECT_EQ(one[at].outcome, again[at].outcome);
    EXPECT_EQ(one[at].copy.has_value(), again[at].copy.has_value());
    if (one[at].outcome == Outcome::passed) {
      EXPECT_EQ(one[at].due - i * second, again[at].due - i * 2 * second);
    }
    different += one[at].outcome != other[at].outcome ? 1 : 0;
  }
  EXPECT_GT(different, count / 50);
}

/// A change of one fault does not change the answers of the others.
TEST(Direction, FaultsAreIndependent) {
  Faults little;
  little.loss = 0.01;
  Faults more = little;
  more.loss = 0.02;
  more.duplicate = 0.5;
  more.delay = {.base = 80 * millisecond, .jitter = 20 * millisecond, .shape = Shape::pareto};
  const auto one = verdicts(little);
  const auto other = verdicts(more);
  for (int i = 0; i < count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (one[at].outcome == Outcome::loss) {
      EXPECT_EQ(other[at].outcome, Outcome::loss);
    }
  }
}

TEST(Direction, PlayersAndWaysHaveTheirOwn) {
  Faults faults;
  faults.loss = 0.5;
  Direction first(seed, 1, Way::up);
  Direction second_player(seed, 2, Way::up);
  Direction back(seed, 1, Way::down);
  int same_player = 0;
  int same_way = 0;
  for (int i = 0; i < count; ++i) {
    const auto outcome = first.decide(faults, 100, i).outcome;
    same_player += outcome == second_player.decide(faults, 100, i).outcome ? 1 : 0;
    same_way += outcome == back.decide(faults, 100, i).outcome ? 1 : 0;
  }
  EXPECT_NEAR(same_player, count / 2, count / 50);
  EXPECT_NEAR(same_way, count / 2, count / 50);
}

}  // namespace
