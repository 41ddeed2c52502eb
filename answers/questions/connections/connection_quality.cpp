// SPDX-License-Identifier: MIT
#include "answers/questions/connections/connection_quality.h"

#include <algorithm>
#include <cstdio>
#include <string>
#include <tuple>

#include "base/plural.h"

namespace godot::analysis::streams {

report::Cell Side::peer() const {
  if (peer_id == 0) return {};
  if (peer_name != nullptr) return report::Cell::of(peer_name);
  return report::Cell::of(peer_id == facts::server ? "server" : std::to_string(peer_id));
}

HeldArrivals Side::held() const {
  HeldArrivals most;
  for (const auto& [name, each] : series)
    if (each.held().count() > most.count() && schedule_of(each).known) most = each.held();
  return most;
}

Schedule Side::schedule() const {
  const Series* most = nullptr;
  bool of_states = false;
  for (const auto& [name, each] : series) {
    const bool states = name.kind == facts::Kind::sync;
    // The map's order depends on addresses in memory; of equal series, the one that began first is taken.
    const auto rank = [](bool of_synchronizer, const Series& one) {
      return std::tuple(of_synchronizer, one.count(), most_series - one.number());
    };
    if (most != nullptr && rank(states, each) <= rank(of_states, *most)) continue;
    most = &each;
    of_states = states;
  }
  Schedule found = most != nullptr ? schedule_of(*most) : Schedule{};
  found.of_states = of_states;
  return found;
}

bool is_beside(const Side& other) noexcept { return other.rtt.count() != 0 && other.rtt.least() <= 1; }

Loss loss_of(const Side& side, const Side& other) noexcept {
  if (side.passed().is_known()) return {.counted = hundred * side.passed().loss()};
  Loss loss = {.least = hundred * side.lost_at_least()};
  if (is_beside(other)) loss.most = hundred * (side.lost_at_least() + side.doubted());
  if (loss.most == 0) loss.counted = 0;
  return loss;
}

bool is_there_twice(const Side& side) noexcept {
  constexpr double most = 0.4;
  constexpr std::uint64_t enough = 10;
  return side.copies >= enough && Side::part(side.copies, side.carriers) >= most;
}

bool hides_round_trips(const Side& side, const report::Spread& trips) noexcept {
  constexpr double little = 0.1;
  return is_there_twice(side) && side.copied_after.count() != 0 && side.copied_after.mean() > little * trips.mean();
}

std::string copies_text(const Side& side) {
  constexpr std::size_t longest_time = 32;
  if (!is_there_twice(side)) return {};
  char after[longest_time] = "";
  if (side.copied_after.count() != 0) std::snprintf(after, sizeof after, ", %.1f ms apart", side.copied_after.mean());
  const std::uint64_t once = side.carriers - std::min(side.carriers, 2 * side.copies);
  return std::to_string(side.copies) + plural(side.copies, " datagram is", " datagrams are") + " in the capture twice" +
         after + (once != 0 ? ", and " + std::to_string(once) + " once" : "") +
         ": several interfaces, a mirror port, both ends merged" +
         (once != 0 ? " (what is there once was lost in between, or one capture lacks it)" : "") +
         ", or the network doubles them";
}

std::string count_text(std::uint64_t count, std::uint64_t of, const char* what) {
  return std::to_string(count) + " of " + std::to_string(of) + what;
}

std::string lost_text(const Side& side, const Side& other) {
  const Transit& passed = side.passed();
  if (passed.is_known()) {
    return count_text(passed.lost(), passed.datagrams(), " datagrams never arrived, with ") +
           count_text(passed.firsts_lost(), passed.firsts(), " first transmissions of reliable commands");
  }
  const Counts& counts = side.counts;
  const bool beside = is_beside(other);
  std::string text;
  if (counts.lost() != 0 || !beside)
    text = "at least " + count_text(counts.lost(), counts.reliable + counts.lost(), " reliable commands");
  if (counts.doubtful == 0 && !beside) return text;
  if (!text.empty()) text += "; ";
  if (counts.doubtful != 0 && beside) text += "at most ";
  text += count_text(counts.doubtful, counts.first_sent(), " first transmissions");
  text += counts.doubtful == 0 ? " were sent again" : ": sent again without an acknowledgement";
  return text;
}

const char* why_mixed(const Side& side, const Side& other) noexcept {
  if (!side.mixed && !other.mixed) return nullptr;
  return "not known: the client was here before, from the same port, and had not closed that connection: until the "
         "server gives it up, its messages come, too";
}

const char* why_no_loss(const Side& side, const Side& other) {
  if (side.disordered || other.disordered) return "not known: the capture is not in the order of events";
  if (side.incomplete || other.incomplete) return "not known: the capture lacks commands, or some could not be read";
  if (const char* why = why_mixed(side, other); why != nullptr) return why;
  if (side.passed().is_known()) return nullptr;
  if (other.datagrams == 0) return "not known: the capture has nothing of the other end";
  if (side.unanswered) return "not counted: the other end was silent for a second or more";
  const bool unanswered_at_end = side.last - other.last >= long_silence && side.since.unacknowledged() != 0;
  if (unanswered_at_end) return "not counted: the other end does not answer any more";
  if (side.counts.reliable == 0) return "not known: nothing reliable was acknowledged";
  if (side.counts.are_most_not_filled())
    return "not known: most of the missing commands were not sent again in the capture";
  return nullptr;
}

const char* why_no_times(const Side& side, const Side& other) noexcept {
  if (side.disordered || other.disordered)
    return "not known: the capture is not in the order of events (merged from two clocks, or written in another order)";
  if (side.coarse || other.coarse) return "not known: the times of the capture are too coarse";
  return nullptr;
}

}  // namespace godot::analysis::streams
