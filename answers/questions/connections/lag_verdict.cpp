// SPDX-License-Identifier: MIT
#include "answers/questions/connections/lag_verdict.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <vector>

#include "answers/questions/connections/held_arrivals.h"
#include "answers/questions/connections/one_way_times.h"
#include "base/duration.h"
#include "base/plural.h"
#include "base/time.h"

namespace godot::analysis::streams {

namespace {

using report::Spread;

/// The verdict about an end that sends reliable commands again and again after the other end's last datagram; empty if
/// it does not. A capture without the other end shows nothing about it.
std::string verdict_without_answer(const Side& side, const Side& other) {
  constexpr std::size_t longest = 128;
  const facts::Time silence = side.last - other.last;
  if (other.datagrams == 0 || silence < long_silence || side.since.unacknowledged() == 0) return {};
  char text[longest] = "";
  std::snprintf(text, sizeof text,
                "no answer for the last %.1f s: commands were sent again %llu %s and never acknowledged",
                in_seconds(silence), static_cast<unsigned long long>(side.since.unacknowledged()),
                plural(side.since.unacknowledged(), "time", "times"));
  return text;
}

/// The same as a symptom of the network.
std::string loss_symptom(const Side& side) {
  const Transit& passed = side.passed();
  if (passed.is_known()) return count_text(passed.lost(), passed.datagrams(), " datagrams never arrived");
  const Counts& counts = side.counts;
  std::string text;
  if (counts.lost() != 0)
    text = "at least " + count_text(counts.lost(), counts.reliable + counts.lost(), " reliable commands were lost");
  if (counts.doubtful == 0) return text;
  if (!text.empty()) text += ", ";
  text += count_text(counts.doubtful, counts.first_sent(), " first transmissions ");
  text += counts.doubtful == 1 ? "was sent again: it or its acknowledgement was lost"
                               : "were sent again: they or their acknowledgements were lost";
  return text;
}

/// What is said of a loss that is no cause of anything.
std::string few_lost_text(const Side& side, const Side& other) {
  const Transit& passed = side.passed();
  if (passed.is_known() && passed.lost() != 0) return loss_symptom(side);
  if (passed.is_known()) return "no datagram lost";
  if (side.counts.lost() != 0) return loss_symptom(side);
  return is_beside(other) ? "no reliable command lost" : "no command missing";
}

/// Where the link held datagrams back and then passed them on at once; empty if nowhere.
std::string standstill_text(const Side& side, const Side& other) {
  constexpr std::size_t longest = 128;
  char text[longest] = "";
  const Transit& passed = side.passed();
  const auto times = [](std::uint32_t count) {
    return count == 1 ? std::string("once") : std::to_string(count) + " times";
  };
  if (passed.is_known()) {
    if (passed.standstills() == 0) return {};
    std::snprintf(text, sizeof text, "held up on the way for up to %.2f s, %s: the network",
                  passed.longest_standstill(), times(passed.standstills()).c_str());
  } else if (const HeldArrivals held = side.held(); held.count() != 0 && !is_beside(other) && !is_there_twice(side)) {
    std::snprintf(text, sizeof text, "nothing came for up to %.2f s, then all at once, %s: the network",
                  in_seconds(held.longest()), times(held.count()).c_str());
  }
  return text;
}

/// Round trips that vary no more than the frames of two games make them, and do not change in the course of the
/// capture.
bool are_steady(const std::vector<float>& trips) {
  constexpr float usual = 30;    // milliseconds: a frame or two until the other end polls
  constexpr float longest = 50;  // ... with one that took longer
  constexpr float change = 10;
  constexpr std::size_t parts = 4;
  if (trips.size() < parts) return false;
  const auto [least, most] = std::minmax_element(trips.begin(), trips.end());
  constexpr double nearly_all = 0.95;
  if (quantile(trips, nearly_all) - *least > usual || *most - *least > longest) return false;
  std::array<float, parts> middles = {};
  for (std::size_t i = 0; i != parts; ++i) {
    const auto begin = trips.begin() + static_cast<std::ptrdiff_t>(trips.size() * i / parts);
    const auto end = trips.begin() + static_cast<std::ptrdiff_t>(trips.size() * (i + 1) / parts);
    middles[i] = quantile({begin, end}, 1.0 / 2);
  }
  const auto [low, high] = std::minmax_element(middles.begin(), middles.end());
  return *high - *low <= change;
}

/// Nothing that the link did to this direction shows.
bool is_link_steady(const Side& side, const Side& other) {
  constexpr double little = 15;  // differences of transit times below it are usual, in milliseconds
  const Transit& passed = side.passed();
  if (passed.is_known() && (passed.lost() != 0 || passed.times().most() - passed.times().least() > little))
    return false;
  if (side.overtaken != 0 || (side.doubles != 0 && !is_there_twice(side)) || side.counts.doubtful != 0 ||
      side.counts.lost() != 0)
    return false;
  const bool of_this = side.rtt.mean() >= other.rtt.mean();
  return are_steady(of_this ? side.rtts : other.rtts);
}

/// What the sender's throttle dropped, at least: what it dropped last, and of unsequenced messages, leaves no gap.
std::string throttled_text(const Side& side, const Side& other) {
  constexpr std::size_t longest = 128;
  char text[longest] = "";
  const auto missing = static_cast<unsigned long long>(side.tally.unreliable_missing);
  if (side.local) {
    std::snprintf(text, sizeof text, "at least %llu unreliable message%s never sent", missing,
                  missing == 1 ? " was" : "s were");
  } else {
    std::snprintf(text, sizeof text, "at least %.1f %% of the unreliable messages were never sent (%llu missing)",
                  hundred * side.never_sent(other), missing);
  }
  return text;
}

/// Unreliable messages that are missing, and nothing shows why.
std::string absent_text(const Side& side) {
  constexpr std::size_t longest = 160;
  if (!side.tally.has_enough_samples()) return {};
  char text[longest] = "";
  std::snprintf(text, sizeof text, "%.1f %% of the unreliable messages are missing: lost, never sent, or not captured",
                hundred * side.tally.absent());
  return text;
}

/// The sender's tick, if it is uneven because its program stood still; otherwise empty.
std::string uneven_tick_text(const Schedule& schedule) {
  constexpr std::size_t longest = 160;
  // Calls may pause because there is nothing to send. A network that delays unevenly hands on all states.
  if (!schedule.known || !schedule.of_states || !schedule.is_uneven() || !schedule.lacks_states) return {};
  char text[longest] = "";
  std::snprintf(text, sizeof text,
                "sends every %.0f ms \u00B1 %.0f, one of twenty after %.0f or more: the sender's tick",
                schedule.tick.mean(), schedule.tick.deviation(), schedule.longest);
  return text;
}

/// What ends the verdict on a sender that is steady, and no other verdict.
constexpr std::string_view steady_end = ": steady";

constexpr double much_loss = 2;  // percent of commands from which on loss is named

/// The causes that lie in the network or in the throttle; empty if there are none.
std::string link_verdict(const Side& side, const Side& other, double loss, const Spread& trips) {
  constexpr std::size_t longest = 64;
  std::string both;
  const auto add = [&both](const std::string& more) {
    if (more.empty()) return;
    if (!both.empty()) both += "; ";
    both += more;
  };
  if (loss >= much_loss) {
    char text[longest] = "";
    std::snprintf(text, sizeof text, ", RTT %.0f ms \u00B1 %.0f: the network", trips.mean(), trips.deviation());
    add(loss_symptom(side) + text);
  }
  add(standstill_text(side, other));
  if (!both.empty() && hundred * side.never_sent(other) >= much_loss)
    add(throttled_text(side, other) + ": the sender's throttle");
  return both;
}

}  // namespace

std::string verdict_of(const Side& side, const Side& other, const Schedule& schedule, const report::Spread& trips) {
  constexpr std::uint64_t enough_ticks = 20;
  constexpr std::uint64_t enough_trips = 10;
  constexpr double no_loss = 0.2;      // percent of commands below which there is no loss
  constexpr double steady = 0.33;      // deviation divided by mean
  constexpr double few_missing = 0.5;  // percent of commands below which few are missing
  constexpr std::size_t longest = 160;
  if (const char* why = why_no_times(side, other); why != nullptr) return why;
  if (side.incomplete || other.incomplete) return {};
  if (const char* why = why_mixed(side, other); why != nullptr) return why;
  if (std::string none = verdict_without_answer(side, other); !none.empty()) return none;
  if (side.datagrams < enough_ticks) return {};
  if (trips.count() < enough_trips || side.unanswered || side.counts.are_most_not_filled() ||
      other.counts.are_most_not_filled())
    return standstill_text(side, other);
  // Lost commands, or those whose acknowledgements were lost, are the network's either way.
  const bool known = side.passed().is_known();
  const double loss = hundred * (known ? side.passed().loss() : std::max(side.lost_at_least(), side.doubted()));
  if (std::string network = link_verdict(side, other, loss, trips); !network.empty()) return network;
  if (!known && (loss > no_loss || side.counts.doubtful != 0)) return {};
  const std::string few_lost = few_lost_text(side, other);
  const bool is_throttled = hundred * side.never_sent(other) >= much_loss;
  if (hundred * side.tally.absent() >= much_loss) {
    if (!is_throttled) return absent_text(side);
    std::string both = few_lost + ", but " + throttled_text(side, other) + ": the sender's throttle";
    if (const std::string tick = uneven_tick_text(schedule); !tick.empty()) both += "; " + tick;
    return both;
  }
  char text[longest] = "";
  if (side.window_full != 0) {
    std::snprintf(text, sizeof text, "window full %llu %s: more reliable data than may be on its way",
                  static_cast<unsigned long long>(side.window_full), plural(side.window_full, "time", "times"));
    return few_lost + ", " + text;
  }
  if (!schedule.known) return {};
  if (schedule.is_uneven()) {
    const std::string tick = uneven_tick_text(schedule);
    return tick.empty() ? tick : few_lost + ", " + tick;
  }
  if (schedule.tick.deviation() > steady * schedule.tick.mean() || hundred * side.tally.absent() >= few_missing ||
      side.silence >= long_silence || other.silence >= long_silence || !is_link_steady(side, other))
    return {};
  std::snprintf(text, sizeof text, "sends every %.0f ms \u00B1 %.0f", schedule.tick.mean(), schedule.tick.deviation());
  return few_lost + ", " + text + std::string(steady_end);
}

bool is_steady(std::string_view verdict) noexcept { return verdict.ends_with(steady_end); }

}  // namespace godot::analysis::streams
