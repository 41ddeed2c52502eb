// SPDX-License-Identifier: MIT
#include "answers/questions/streams.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "analysis/facts/throttle.h"
#include "answers/questions/held_arrivals.h"
#include "answers/questions/transit.h"
#include "answers/tables/spread.h"
#include "base/number_hash.h"
#include "base/plural.h"
#include "base/repeating_table.h"
#include "base/time.h"

namespace godot::analysis::streams {
namespace {

using facts::Envelope;
using facts::Item;
using facts::Kind;
using report::Cell;
using report::Column;
using report::Report;
using report::Spread;

constexpr double milliseconds = 1e-6;

/// What the messages of a series have in common. Of parts: kind, node, member, number; else the command's name twice,
/// and the channel.
struct SeriesKey {
  Kind kind;
  const char* node;
  const char* member;
  std::uint32_t number;
  [[nodiscard]] bool operator==(const SeriesKey&) const noexcept = default;

  struct Hash {
    std::size_t operator()(const SeriesKey& key) const noexcept {
      return hash_numbers(static_cast<std::uint8_t>(key.kind), key.node, key.member, key.number);
    }
  };
};

constexpr std::size_t most_series = 64;  // different messages of one sender at most
constexpr facts::Time long_silence = second;
constexpr facts::Time one_frame = 10 * millisecond;  // what a program sends in a frame comes within this time

/// The send times of messages of one kind, node and member.
class Series {
 public:
  /// `number`: index among the series of its sender, in the order in which they begin.
  explicit Series(std::size_t number) noexcept : number_(number) {}

  /// A datagram has one or more of them; what a program sends at once shares datagrams.
  void arrive(const facts::Frame& frame, facts::Time other_last) noexcept {
    if (frame.number == arrived_in_ && messages_ != 0) return;
    arrived_in_ = frame.number;
    held_.add(frame.time, other_last);
  }
  [[nodiscard]] const HeldArrivals& held() const noexcept { return held_; }

  /// `silence`: how long its sender had sent nothing at all.
  void add(facts::Time time, facts::Time silence) {
    constexpr facts::Time one_tick = 2 * millisecond;
    ++messages_;
    if (begun_ && time - last_ < one_tick) return;
    if (begun_) {
      intervals_.push_back(static_cast<float>(static_cast<double>(time - last_) * milliseconds));
      silences_.push_back(static_cast<float>(static_cast<double>(std::min(time - last_, silence)) * milliseconds));
    }
    begun_ = true;
    last_ = time;
  }
  [[nodiscard]] std::size_t count() const noexcept { return intervals_.size(); }
  [[nodiscard]] std::size_t number() const noexcept { return number_; }
  /// All messages, also those of one tick.
  [[nodiscard]] std::size_t messages() const noexcept { return messages_; }
  [[nodiscard]] const std::vector<float>& intervals() const noexcept { return intervals_; }
  /// For each interval, the time at its end in which the sender sent nothing at all.
  [[nodiscard]] const std::vector<float>& silences() const noexcept { return silences_; }

 private:
  std::vector<float> intervals_;  ///< milliseconds between two messages
  std::vector<float> silences_;   ///< milliseconds without anything, by interval
  HeldArrivals held_;
  facts::Time last_ = 0;
  std::size_t number_ = 0;
  std::size_t messages_ = 0;
  std::uint32_t arrived_in_ = 0;
  bool begun_ = false;
};

/// The value below which this share of the values lies.
float quantile(std::vector<float> values, double share) {
  if (values.empty()) return 0;
  const auto place = static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), values.begin() + place, values.end());
  return values[static_cast<std::size_t>(place)];
}

/// How regularly an end sends its periodic messages.
struct Schedule {
  Spread tick;         ///< the time between two sends, in milliseconds
  double middle = 0;   ///< of the intervals, in milliseconds
  double longest = 0;  ///< 95 % of the silences before a message are shorter, in milliseconds
  bool known = false;
  bool of_states = false;  ///< states of a synchronizer, which are sent even without changes
  /// Fewer states were sent than such a tick sends in this time. A network that holds states back delivers them later,
  /// so none is missing then.
  bool lacks_states = false;

  [[nodiscard]] bool is_uneven() const noexcept { return longest > 2 * middle; }
};

/// Finds the period: most intervals must be near the median.
Schedule schedule_of(const Series& series) {
  constexpr std::size_t enough = 20;
  constexpr double near = 0.6;
  constexpr double most = 0.6;
  constexpr double nearly_all = 0.95;
  Schedule found;
  if (series.count() < enough) return found;
  found.middle = quantile(series.intervals(), 1.0 / 2);
  found.longest = quantile(series.silences(), nearly_all);
  const auto is_near = [&](float interval) { return std::abs(interval - found.middle) <= near * found.middle; };
  const auto count = std::count_if(series.intervals().begin(), series.intervals().end(), is_near);
  found.known = static_cast<double>(count) >= most * static_cast<double>(series.count());
  for (const float interval : series.intervals()) found.tick.add(interval);
  constexpr double most_of_them = 0.85;
  found.lacks_states = static_cast<double>(series.messages() - 1) * found.middle <
                       most_of_them * found.tick.mean() * static_cast<double>(series.count());
  return found;
}

/// Counters for the commands of one direction.
struct Counts {
  std::uint64_t reliable = 0;
  std::uint64_t reliable_missing = 0;
  std::uint64_t overtaken = 0;   ///< those of reliable_missing that came later
  std::uint64_t filled = 0;      ///< retransmissions of commands that the capture did not have
  std::uint64_t sent_twice = 0;  ///< retransmissions of commands that the capture has
  std::uint64_t impatient = 0;   ///< transmissions that were acknowledged, and sent again nevertheless
  std::uint64_t doubtful = 0;    ///< first transmissions that were sent again, and never acknowledged themselves

  void add(const Counts& other) noexcept {
    reliable += other.reliable;
    reliable_missing += other.reliable_missing;
    overtaken += other.overtaken;
    filled += other.filled;
    sent_twice += other.sent_twice;
    impatient += other.impatient;
    doubtful += other.doubtful;
  }
  [[nodiscard]] std::uint64_t lost() const noexcept { return reliable_missing - std::min(reliable_missing, overtaken); }
  /// Most of the missing commands were not sent again in the capture. A lost one is sent again: the capture lacks them,
  /// or ends before that.
  [[nodiscard]] bool are_most_not_filled() const noexcept { return 2 * filled < lost(); }
  [[nodiscard]] std::uint64_t first_sent() const noexcept { return reliable - std::min(reliable, sent_twice); }
  /// Retransmissions of commands whose previous transmission was never acknowledged.
  [[nodiscard]] std::uint64_t unacknowledged() const noexcept { return sent_twice - std::min(sent_twice, impatient); }
};

struct Side {
  std::uint64_t datagrams = 0;
  std::uint64_t bytes = 0;
  facts::Tally tally;  ///< the counts of all that it has sent
  Counts counts;       ///< of what was sent before the other end's last datagram
  Counts since;        ///< of what was sent after its latest one
  std::uint64_t retransmissions = 0;
  std::uint64_t doubles = 0;
  std::uint64_t overtaken = 0;  ///< commands that arrived behind later ones
  std::uint64_t window_full = 0;
  facts::Time first = 0;
  facts::Time last = 0;
  facts::Time silence = 0;
  facts::Time frame_began = 0;   ///< the latest frame of its program
  facts::Time before_frame = 0;  ///< how long it had sent nothing before that
  bool throttled = false;
  bool mesh = false;           ///< neither end is a server
  bool elsewhere = false;      ///< a relay's other side has this row
  bool incomplete = false;     ///< the capture lacks some of its commands, or of the other side's
  bool local = false;          ///< nothing but its throttle can have dropped what is missing
  bool disordered = false;     ///< its datagrams are not in the order of events
  bool coarse = false;         ///< their times are too coarse
  std::uint64_t carriers = 0;  ///< datagrams with commands that are no acknowledgements
  std::uint64_t copies = 0;    ///< those of them that repeat a transmission
  Spread copied_after;         ///< milliseconds between a transmission and its copy
  bool unanswered = false;     ///< it has sent something again while the other end was silent for long
  std::deque<std::pair<SeriesKey, Series>> series;                   ///< in the order in which they begin
  RepeatingTable<SeriesKey, Series*, SeriesKey::Hash> known_series;  ///< the same, for who asks with each message
  Spread rtt;                                                        ///< measured round trips, in milliseconds
  Spread reported;  ///< round trips that the end has reported, in milliseconds
  Spread jitter;    ///< changes of the round trip, in milliseconds
  double last_rtt = 0;
  std::vector<float> rtts;          ///< all measured round trips, in milliseconds
  Transit transit;                  ///< what the other side of the capture has of it
  const Side* sent_by = nullptr;    ///< the same datagrams at their sender's side; null: this is it, or the only one
  std::int32_t peer_id = 0;         ///< of a game; 0: not known
  const char* peer_name = nullptr;  ///< the latest; null: only the id is known

  [[nodiscard]] Cell peer() const {
    if (peer_id == 0) return {};
    if (peer_name != nullptr) return Cell::of(peer_name);
    return Cell::of(peer_id == facts::server ? "server" : std::to_string(peer_id));
  }

  /// What the receiver's side of the capture has of it: known in the rows of both sides.
  [[nodiscard]] const Transit& passed() const noexcept { return sent_by != nullptr ? sent_by->transit : transit; }

  /// The share of reliable commands that were certainly lost, by gaps in the numbers, before they came to the capture.
  [[nodiscard]] double lost_at_least() const noexcept { return part(counts.lost(), counts.reliable + counts.lost()); }

  /// The share of first transmissions that were lost, or whose acknowledgements were.
  [[nodiscard]] double doubted() const noexcept { return part(counts.doubtful, counts.first_sent()); }

  /// The other end sends something, this long after this side's last datagram.
  void answered(facts::Time after) noexcept {
    if (after < long_silence) {
      counts.add(since);
    } else if (since.unacknowledged() + since.lost() != 0) {
      unanswered = true;
    }
    since = {};
  }

  /// Where messages that are sent periodically were held back: those that show it most often.
  [[nodiscard]] HeldArrivals held() const {
    HeldArrivals most;
    for (const auto& [name, each] : series)
      if (each.held().count() > most.count() && schedule_of(each).known) most = each.held();
    return most;
  }

  /// The schedule of the longest series of states; without states, of other messages.
  [[nodiscard]] Schedule schedule() const {
    const Series* most = nullptr;
    bool of_states = false;
    for (const auto& [name, each] : series) {
      const bool states = name.kind == Kind::sync;
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

  /// A lower bound of the share of unreliable commands that the sender's throttle dropped; 0: not known.
  [[nodiscard]] double never_sent(const Side& back) const noexcept {
    if (local) return tally.absent();
    return throttled && tally.has_enough_samples() ? with_losses().unsent(back.with_losses()) : 0;
  }

  [[nodiscard]] facts::Tally with_losses() const noexcept {
    facts::Tally all = tally;
    all.sent_again = counts.unacknowledged();
    return all;
  }

  [[nodiscard]] static double part(std::uint64_t of, std::uint64_t all) noexcept {
    return all == 0 ? 0 : static_cast<double>(of) / static_cast<double>(all);
  }
  [[nodiscard]] double rtt_95() const {
    constexpr double percentile = 0.95;
    return quantile(rtts, percentile);
  }
};

constexpr double hundred = 100;  // the number of percent of a whole

/// True if the capture was made beside this end, which answers at once: what it sends is lost behind the capture, if at
/// all.
bool is_beside(const Side& other) noexcept { return other.rtt.count() != 0 && other.rtt.least() <= 1; }

/// What is known about the loss of a direction, in percent. Negative: not known.
struct Loss {
  double counted = -1;
  double least = -1;
  double most = -1;
};

/// A capture of one side counts nothing: what is lost before it leaves a gap only if something overtakes the
/// repetition, and what is lost behind it looks like a lost acknowledgement. If nothing was, it is known.
Loss loss_of(const Side& side, const Side& other) noexcept {
  if (side.passed().is_known()) return {.counted = hundred * side.passed().loss()};
  Loss loss = {.least = hundred * side.lost_at_least()};
  if (is_beside(other)) loss.most = hundred * (side.lost_at_least() + side.doubted());
  if (loss.most == 0) loss.counted = 0;
  return loss;
}

/// Of the datagrams that could show it, about a half are copies: the capture has each of them twice.
bool is_there_twice(const Side& side) noexcept {
  constexpr double most = 0.4;
  constexpr std::uint64_t enough = 10;
  return side.copies >= enough && Side::part(side.copies, side.carriers) >= most;
}

/// Copies that come so late that they may be the other end's: then the time from a command to its acknowledgement is
/// half a round trip.
bool hides_round_trips(const Side& side, const Spread& trips) noexcept {
  constexpr double little = 0.1;
  return is_there_twice(side) && side.copied_after.count() != 0 && side.copied_after.mean() > little * trips.mean();
}

/// What is said of a connection whose packets the capture has twice; empty if it does not.
std::string copies_text(const Side& side) {
  constexpr std::size_t longest = 192;
  constexpr std::size_t longest_time = 32;
  if (!is_there_twice(side)) return {};
  char after[longest_time] = "";
  if (side.copied_after.count() != 0) std::snprintf(after, sizeof after, ", %.1f ms apart", side.copied_after.mean());
  char text[longest] = "";
  std::snprintf(text, sizeof text,
                "%llu %s in the capture twice%s: several interfaces, a mirror port, both ends merged, or the "
                "network doubles them",
                static_cast<unsigned long long>(side.copies), plural(side.copies, "datagram is", "datagrams are"),
                after);
  return text;
}

/// Why nothing can be said about times; null: it can.
const char* why_no_times(const Side& side, const Side& other) noexcept {
  if (side.disordered || other.disordered)
    return "not known: the capture is not in the order of events (merged from two clocks, or written in another order)";
  if (side.coarse || other.coarse) return "not known: the times of the capture are too coarse";
  return nullptr;
}

/// Loss as a share has no precision below so many commands: then only the counts are shown.
constexpr std::uint64_t enough_for_share = 64;

/// The verdict about an end that sends reliable commands again and again after the other end's last datagram; empty if
/// it does not. A capture without the other end shows nothing about it.
std::string verdict_without_answer(const Side& side, const Side& other) {
  constexpr std::size_t longest = 128;
  const facts::Time silence = side.last - other.last;
  if (other.datagrams == 0 || silence < long_silence || side.since.unacknowledged() == 0) return {};
  char text[longest] = "";
  std::snprintf(text, sizeof text,
                "no answer for the last %.1f s: commands were sent again %llu %s and never acknowledged",
                static_cast<double>(silence) * nanosecond, static_cast<unsigned long long>(side.since.unacknowledged()),
                plural(side.since.unacknowledged(), "time", "times"));
  return text;
}

std::string count_text(std::uint64_t count, std::uint64_t of, const char* what) {
  return std::to_string(count) + " of " + std::to_string(of) + what;
}

/// What was lost, in counts: a share of few commands has no precision. Of one side, bounds.
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
                  static_cast<double>(held.longest()) * nanosecond, times(held.count()).c_str());
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

/// Why nothing is said about losses; null: something is.
const char* why_no_loss(const Side& side, const Side& other) {
  if (side.disordered || other.disordered) return "not known: the capture is not in the order of events";
  if (side.incomplete || other.incomplete) return "not known: the capture lacks commands, or some could not be read";
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

/// The verdict; empty if the numbers are not clear. `trips`: the connection's round trips.
std::string verdict_of(const Side& side, const Side& other, const Schedule& schedule, const Spread& trips) {
  constexpr std::uint64_t enough_ticks = 20;
  constexpr std::uint64_t enough_trips = 10;
  constexpr double no_loss = 0.2;      // percent of commands below which there is no loss
  constexpr double steady = 0.33;      // deviation divided by mean
  constexpr double few_missing = 0.5;  // percent of commands below which few are missing
  constexpr std::size_t longest = 160;
  if (const char* why = why_no_times(side, other); why != nullptr) return why;
  if (side.incomplete || other.incomplete) return {};
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
    // Missing unreliable messages may have been lost, or never sent.
    if (!is_throttled) return {};
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
  std::snprintf(text, sizeof text, "sends every %.0f ms \u00B1 %.0f: steady", schedule.tick.mean(),
                schedule.tick.deviation());
  return few_lost + ", " + text;
}

using Type = Column::Type;
const std::vector<Column>& columns() {
  static const std::vector<Column> rows = {
      {"stream", "Stream", Type::count, 0},
      {"from", "From", Type::text, 0},
      {"peer", "Peer", Type::text, 0},
      {"to", "To", Type::text, 0},
      {"verdict", "Verdict", Type::text, 0},
      {"datagrams", "Datagrams", Type::count, 0},
      {"bytes", "Bytes", Type::count, 0},
      {"per_second", "Bytes/s", Type::number, 0},
      {"rtt_least", "RTT least", Type::number, 1},
      {"rtt_mean", "Mean", Type::number, 1},
      {"rtt_95", "95 %", Type::number, 1},
      {"rtt_most", "Most", Type::number, 1},
      {"rtt_reported", "Reported", Type::number, 1},
      {"jitter", "Jitter", Type::number, 1},
      {"answers", "Answered after", Type::number, 1},
      {"loss", "Loss %", Type::number, 1},
      {"loss_least", "At least %", Type::number, 1},
      {"loss_most", "At most %", Type::number, 1},
      {"lost", "Lost", Type::text, 0},
      {"unreliable_missing", "Unreliable missing %", Type::number, 1},
      {"never_sent", "Never sent at least %", Type::number, 1},
      {"retransmissions", "Sent again", Type::count, 0},
      {"doubles", "Duplicates", Type::count, 0},
      {"overtaken", "Out of order", Type::count, 0},
      {"window_full", "Window full", Type::count, 0},
      {"silence", "Silence s", Type::number, 3},
      {"tick", "Tick ms", Type::number, 1},
      {"tick_deviation", "Deviation", Type::number, 1},
      {"filter", "Filter", Type::text, 0},
  };
  return rows;
}

class Streams final : public report::Question {
 public:
  // Round trips at a sender need the acknowledgements that go on to it.
  Streams() { take_both_sides(); }

  void add(facts::Frame& frame) override {
    arrive(frame);
    for (const Envelope* envelope = frame.envelopes; envelope != nullptr; envelope = envelope->next) {
      if (envelope->transport != facts::Transport::enet || !envelope->has_link) continue;
      Sides& sides = sides_of(envelope->link);
      Side& side = sides[from_server(*envelope)];
      Side& other = sides[from_server(*envelope) ^ 1U];
      if (side.datagrams != 0) other.answered(frame.time - side.last);
      // A capture that begins in a pause of this end has nothing of it from before.
      else if (envelope->began_late && other.datagrams != 0) other.answered(frame.time - other.first);
      follow(side, frame, *envelope);
      add_datagram(side, frame, *envelope, envelope == frame.envelopes, other.last);
      add_items(side, other, *envelope);
    }
  }

  [[nodiscard]] bool reads_ages() const noexcept override { return false; }

  [[nodiscard]] Report answer() const override {
    Report report = {.title = "ENet streams", .columns = columns()};
    for (const auto& [link, sides] : streams_) {
      for (const unsigned side : {0U, 1U}) {
        if (sides[side].datagrams != 0 && !sides[side].elsewhere) append(report, link, side, sides);
      }
    }
    return report;
  }

 private:
  using Sides = std::array<Side, 2>;  // from the client, from the server

  /// Most of the time those of the last datagrams: a game has few connections.
  [[nodiscard]] Sides& sides_of(std::uint32_t link) {
    Recent& recent = recent_[link % recent_.size()];
    if (recent.sides == nullptr || recent.link != link) recent = {.link = link, .sides = &streams_[link]};
    return *recent.sides;
  }

  [[nodiscard]] static unsigned from_server(const Envelope& envelope) noexcept { return envelope.from_client ? 0 : 1; }

  /// A datagram at its sender's side, which is expected at the other one.
  struct Expected {
    Side* side = nullptr;
    facts::Time sent = 0;
  };

  void follow(Side& side, const facts::Frame& frame, const Envelope& envelope) {
    side.transit.sent(arrival_of(envelope));
    const std::uint32_t in = arrives_in(envelope);
    if (in > frame.number) expected_.try_emplace(in, Expected{.side = &side, .sent = frame.time});
  }

  void arrive(const facts::Frame& frame) {
    if (expected_.empty()) return;
    const auto found = expected_.find(frame.number);
    if (found == expected_.end()) return;
    const Expected datagram = found->second;
    expected_.erase(found);
    datagram.side->transit.arrived(frame.time, frame.time - datagram.sent);
    const Envelope* envelope = frame.envelopes;
    if (envelope == nullptr || !envelope->has_link) return;
    Side& here = sides_of(envelope->link)[from_server(*envelope)];
    if (&here != datagram.side) here.sent_by = datagram.side;
  }

  /// Unreliable messages before these are missing.
  [[nodiscard]] static bool has_gap(const Envelope& envelope) noexcept {
    for (const Item* item = envelope.items; item != nullptr; item = item->next)
      if (item->fate().unsent_before != 0) return true;
    return false;
  }

  static void count_copies(Side& side, const Envelope& envelope) noexcept {
    bool carries = false;
    bool is_copy = false;
    for (const Item* item = envelope.items; item != nullptr; item = item->next) {
      if (item->kind == Kind::acknowledgement || item->kind == Kind::strange) continue;
      carries = true;
      is_copy = is_copy || item->fate().duplicate;
    }
    side.carriers += carries ? 1 : 0;
    side.copies += is_copy ? 1 : 0;
  }

  static void add_datagram(Side& side, const facts::Frame& frame, const Envelope& envelope, bool pays,
                           facts::Time other_last) {
    if (side.datagrams == 0) side.first = side.last = frame.time;
    ++side.datagrams;
    side.bytes += pays ? frame.length : 0;
    const facts::Time silence = frame.time - side.last;
    side.silence = std::max(side.silence, silence);
    side.last = frame.time;
    // A program sends acknowledgements first in its frame: a standstill shows before them.
    if (side.datagrams == 1 || frame.time - side.frame_began > one_frame) {
      side.frame_began = frame.time;
      side.before_frame = silence;
    }
    side.window_full += envelope.window_full ? 1 : 0;
    side.throttled = envelope.throttled;
    side.incomplete = side.incomplete || envelope.incomplete;
    side.disordered = side.disordered || envelope.disordered;
    side.coarse = side.coarse || envelope.coarse;
    count_copies(side, envelope);
    side.local = envelope.local;
    side.mesh = envelope.mesh;
    // Before a gap, the end may have sent messages that its throttle dropped: then it was not silent.
    const facts::Time still = has_gap(envelope) ? 0 : side.before_frame;
    side.elsewhere = side.elsewhere || frame.relayed == facts::Relayed::went;
    for (const Item* item = envelope.items; item != nullptr; item = item->next) {
      if (item->again || (item->sync != nullptr && item->sync->delta) || !is_message(item->kind)) continue;
      const facts::Part* part = item->parts;
      const char* command = item->command != nullptr ? item->command->name : nullptr;
      const SeriesKey name = part != nullptr ? SeriesKey{item->kind, part->node, part->member, part->net_id}
                                             : SeriesKey{item->kind, command, command, std::uint32_t{item->channel}};
      Series** known = side.known_series.find(name);
      if (known == nullptr) {
        if (side.series.size() >= most_series) continue;
        Series& begun = side.series.emplace_back(name, Series(side.series.size())).second;
        known = side.known_series.try_emplace(name, &begun).first;
      }
      (*known)->arrive(frame, other_last);
      (*known)->add(frame.time, still);
    }
  }

  static void add_items(Side& side, Side& other, const Envelope& envelope) {
    for (const Item* item = envelope.items; item != nullptr; item = item->next) {
      const facts::Fate& fate = item->fate();
      const facts::Route& route = item->route();
      if (!route.relayed && route.source > 0) {
        side.peer_id = route.source;
        side.peer_name = route.source_name;
      }
      if (item->kind == Kind::acknowledgement) {
        add_round_trip(other, fate);
        continue;
      }
      // A reassembled message is not a command; its fragments are.
      if (item->kind == Kind::strange || (item->message != 0 && item->kind != Kind::fragment)) continue;
      side.doubles += fate.duplicate ? 1 : 0;
      if (fate.copied_after >= 0) side.copied_after.add(static_cast<double>(fate.copied_after) * milliseconds);
      if (fate.duplicate) continue;
      side.overtaken += fate.out_of_order ? 1 : 0;
      if (!is_reliable(*item)) {
        side.tally.unreliable += item->again ? 0 : 1;
        side.tally.unreliable_missing += fate.unsent_before;
        continue;
      }
      side.retransmissions += fate.retransmission ? 1 : 0;
      if (!fate.retransmission && !item->again) side.transit.carried_first(arrival_of(envelope));
      // A repeated connection request shows nothing about the link: the server may be busy, full, or absent.
      if (item->kind == Kind::handshake) continue;
      ++side.since.reliable;
      side.since.reliable_missing += fate.lost_before;
      // A datagram that was overtaken is not lost.
      side.since.overtaken += fate.out_of_order ? 1 : 0;
      if (fate.retransmission) ++(item->again ? side.since.sent_twice : side.since.filled);
      side.since.impatient += fate.sent_again_in != 0 && fate.acked_in != 0 ? 1 : 0;
      const bool is_first = !fate.retransmission && !item->again;
      side.since.doubtful += is_first && fate.sent_again_in != 0 && fate.acked_in == 0 ? 1 : 0;
      // The throttle's share counts all commands, including those after the other end's last datagram.
      ++side.tally.reliable;
      side.tally.reliable_missing += fate.lost_before;
      if (fate.out_of_order && side.tally.reliable_missing != 0) --side.tally.reliable_missing;
    }
  }

  /// True if the command requests an acknowledgement.
  [[nodiscard]] static bool is_reliable(const Item& item) noexcept {
    const bool carries = is_message(item.kind) || item.kind == Kind::fragment;
    return carries ? item.mode == facts::Mode::reliable : item.kind != Kind::strange;
  }

  static void add_round_trip(Side& side, const facts::Fate& fate) {
    if (fate.rtt_reported >= 0) side.reported.add(fate.rtt_reported);
    if (fate.rtt < 0) return;
    const double trip = static_cast<double>(fate.rtt) * milliseconds;
    if (side.rtt.count() != 0) side.jitter.add(std::abs(trip - side.last_rtt));
    side.last_rtt = trip;
    side.rtt.add(trip);
    side.rtts.push_back(static_cast<float>(trip));
  }

  static void append(Report& report, std::uint32_t link, unsigned from, const std::array<Side, 2>& sides) {
    const Side& side = sides[from];
    const Loss loss = loss_of(side, sides[from ^ 1U]);
    const Schedule schedule = side.schedule();
    // A capture beside one end has whole round trips only of the commands that this end sent.
    const unsigned whole = sides[0].rtt.mean() > sides[1].rtt.mean() ? 0 : 1;
    const Spread& measured = sides[whole].rtt;
    const bool untimed = why_no_times(sides[0], sides[1]) != nullptr || hides_round_trips(sides[0], measured) ||
                         hides_round_trips(sides[1], measured);
    static constexpr Spread none;
    const Spread& trips = untimed ? none : measured;
    // ... of the others, it has the time until this end answers, which is no round trip.
    const bool has_times = side.rtt.count() != 0 && !untimed;
    const bool has_trips = has_times && (from == whole || sides[whole].rtt.count() == 0);
    report::Row cells;
    const double lasted = static_cast<double>(side.last - side.first) * nanosecond;
    const auto figure = [](bool known, double value) { return known ? Cell::of(value) : Cell{}; };
    cells.push_back(Cell::of(std::uint64_t{link}));
    if (side.mesh) cells.push_back(Cell::of(from == 0 ? "requester" : "acceptor"));
    else cells.push_back(Cell::of(from == 0 ? "client" : "server"));
    cells.push_back(side.peer());
    cells.push_back(sides[from ^ 1U].peer());
    std::string verdict = verdict_of(side, sides[from ^ 1U], schedule, trips);
    if (const std::string twice = copies_text(side); !twice.empty()) {
      if (!verdict.empty()) verdict += "; ";
      verdict += twice;
    }
    cells.push_back(Cell::of(verdict));
    cells.push_back(Cell::of(side.datagrams));
    cells.push_back(Cell::of(side.bytes));
    cells.push_back(lasted > 0 ? Cell::of(static_cast<double>(side.bytes) / lasted) : Cell{});
    for (const double value : {side.rtt.least(), side.rtt.mean(), side.rtt_95(), side.rtt.most()})
      cells.push_back(figure(has_trips, value));
    cells.push_back(figure(side.reported.count() != 0 && !untimed, side.reported.mean()));
    cells.push_back(figure(has_trips && side.jitter.count() != 0, side.jitter.mean()));
    cells.push_back(figure(has_times && !has_trips, side.rtt.mean()));
    const bool incomplete = side.incomplete || sides[from ^ 1U].incomplete;
    // What was sent to an end that was silent for long is not counted: there is no share to show.
    const char* why_not = why_no_loss(side, sides[from ^ 1U]);
    const std::uint64_t counted =
        side.passed().is_known() ? side.passed().datagrams() : side.counts.first_sent() + side.counts.lost();
    const bool has_share = why_not == nullptr && counted >= enough_for_share;
    for (const double share : {loss.counted, loss.least, loss.most})
      cells.push_back(figure(has_share && share >= 0, share));
    cells.push_back(Cell::of(why_not != nullptr ? why_not : lost_text(side, sides[from ^ 1U])));
    const bool enough = side.tally.has_enough_samples() && !incomplete;
    cells.push_back(enough ? Cell::of(hundred * side.tally.absent()) : Cell{});
    cells.push_back((enough && side.throttled) || (side.local && !incomplete)
                        ? Cell::of(hundred * side.never_sent(sides[from ^ 1U]))
                        : Cell{});
    for (const std::uint64_t value : {side.retransmissions, side.doubles, side.overtaken, side.window_full})
      cells.push_back(Cell::of(value));
    cells.push_back(Cell::of(static_cast<double>(side.silence) * nanosecond));
    cells.push_back(schedule.known ? Cell::of(schedule.tick.mean()) : Cell{});
    cells.push_back(schedule.known ? Cell::of(schedule.tick.deviation()) : Cell{});
    cells.push_back(Cell::of("enet.stream == " + std::to_string(link)));
    report.rows.push_back(cells);
  }

  struct Recent {
    std::uint32_t link = 0;
    Sides* sides = nullptr;
  };

  std::map<std::uint32_t, Sides> streams_;
  std::array<Recent, 64> recent_ = {};                    // connections by the last digits of their numbers
  std::unordered_map<std::uint32_t, Expected> expected_;  // by frame; those under way
};

}  // namespace

std::unique_ptr<report::Question> make_streams() { return std::make_unique<Streams>(); }

}  // namespace godot::analysis::streams
