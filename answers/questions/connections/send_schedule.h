// SPDX-License-Identifier: MIT
// How regularly an end sends: the intervals between its messages of one kind, node and member, and the period that they
// show, its tick.
//
// The tick is that of the longest such series (states of synchronizers before calls), if most intervals are near the
// median. An end that sends seldom has no tick. Messages within 2 ms belong to one tick. The tick is uneven only if one
// of twenty states comes late, its sender has sent nothing at all before (but acknowledgements in the same frame) and
// misses no unreliable message, as if its program stood still; and if fewer states came than the tick sends: a network
// that holds them back hands them on later.
//
// Memory: 8 bytes for each message of at most 64 series.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "analysis/facts/facts.h"
#include "answers/questions/connections/held_arrivals.h"
#include "answers/tables/spread.h"
#include "base/number_hash.h"
#include "base/time.h"

namespace godot::analysis::streams {

inline constexpr double milliseconds = 1e-6;

/// What the messages of a series have in common. Of parts: kind, node, member, number; else the command's name twice,
/// and the channel.
struct SeriesKey {
  facts::Kind kind;
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

inline constexpr std::size_t most_series = 64;  // different messages of one sender at most

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
[[nodiscard]] float quantile(std::vector<float> values, double share);

/// How regularly an end sends its periodic messages.
struct Schedule {
  report::Spread tick;  ///< the time between two sends, in milliseconds
  double middle = 0;    ///< of the intervals, in milliseconds
  double longest = 0;   ///< 95 % of the silences before a message are shorter, in milliseconds
  bool known = false;
  bool of_states = false;  ///< states of a synchronizer, which are sent even without changes
  /// Fewer states were sent than such a tick sends in this time. A network that holds states back delivers them later,
  /// so none is missing then.
  bool lacks_states = false;

  [[nodiscard]] bool is_uneven() const noexcept { return longest > 2 * middle; }
};

/// Finds the period: most intervals must be near the median.
[[nodiscard]] Schedule schedule_of(const Series& series);

}  // namespace godot::analysis::streams
