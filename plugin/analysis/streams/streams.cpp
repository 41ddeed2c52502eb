// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/analysis/streams/streams.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "plugin/analysis/enet/throttle.h"
#include "plugin/analysis/report/spread.h"

namespace godot::streams {
namespace {

using facts::Envelope;
using facts::Item;
using facts::Kind;
using report::Cell;
using report::Column;
using report::Report;
using report::Spread;

constexpr double milliseconds = 1e-6;
constexpr double seconds = 1e-9;

struct Side {
  std::uint64_t datagrams = 0;
  std::uint64_t bytes = 0;
  enet::Tally tally;
  std::uint64_t retransmissions = 0;
  std::uint64_t sent_twice = 0;  ///< retransmissions of what the capture has
  std::uint64_t impatient = 0;   ///< of these, of what was acknowledged all the same
  std::uint64_t doubles = 0;
  std::uint64_t overtaken = 0;
  std::uint64_t window_full = 0;
  facts::Time first = 0;
  facts::Time last = 0;
  facts::Time silence = 0;
  facts::Time last_tick = 0;
  bool ticks = false;
  bool throttled = false;
  Spread tick;      ///< milliseconds
  Spread rtt;       ///< milliseconds
  Spread reported;  ///< milliseconds
  Spread jitter;    ///< milliseconds
  double last_rtt = 0;
  std::vector<float> rtts;  ///< milliseconds

  /// Between the capture and the acknowledgements there is no network: whatever was lost shows as a gap.
  [[nodiscard]] bool is_beside_receiver() const noexcept {
    constexpr double beside = 1;
    return rtt.count() != 0 && rtt.least() < beside;
  }

  /// Of all that was sent, by gaps: what there is beside the receiver.
  [[nodiscard]] double lost() const noexcept {
    return part(tally.reliable_missing, tally.reliable + tally.reliable_missing);
  }

  /// Beside the sender, by what it sends again: because that was lost, or its acknowledgement on the way back.
  [[nodiscard]] double lost(const Side& back) const noexcept {
    if (tally.reliable_missing != 0 || is_beside_receiver()) return lost();
    const std::uint64_t unheard = sent_twice - std::min(sent_twice, impatient);
    const double arrived = (1 - part(unheard, tally.reliable)) / (1 - back.lost());
    return std::max(0.0, 1 - arrived);
  }

  /// Of the unreliable ones, the share that the sender's throttle has dropped, at least; 0 where nobody can tell.
  [[nodiscard]] double never_sent() const noexcept { return throttled && tally.says_enough() ? tally.unsent() : 0; }

  [[nodiscard]] static double part(std::uint64_t of, std::uint64_t all) noexcept {
    return all == 0 ? 0 : static_cast<double>(of) / static_cast<double>(all);
  }
  [[nodiscard]] double rtt_95() const {
    if (rtts.empty()) return 0;
    std::vector<float> sorted = rtts;
    constexpr double percentile = 0.95;
    const auto place = static_cast<std::ptrdiff_t>(percentile * static_cast<double>(sorted.size() - 1));
    std::nth_element(sorted.begin(), sorted.begin() + place, sorted.end());
    return sorted[static_cast<std::size_t>(place)];
  }
};

constexpr double hundred = 100;  // percent

/// What the numbers say; empty where they say nothing. `trips`: the connection's round trips.
std::string verdict_of(const Side& side, double loss, const Spread& trips) {
  constexpr std::uint64_t enough_ticks = 20;
  constexpr std::uint64_t enough_trips = 10;
  constexpr double much_loss = 2;  // percent
  constexpr double no_loss = 0.2;  // percent
  constexpr double steady = 0.5;   // deviation of its mean
  constexpr std::size_t longest = 160;
  if (side.tick.count() < enough_ticks || trips.count() < enough_trips) return {};
  const bool steady_rtt = trips.deviation() <= steady * trips.mean();
  char text[longest] = "";
  if (loss >= much_loss) {
    std::snprintf(text, sizeof text, "loss %.1f %%, RTT %s (%.0f ms \u00B1 %.0f): the network", loss,
                  steady_rtt ? "steady" : "varies", trips.mean(), trips.deviation());
  } else if (loss > no_loss) {
    return {};
  } else if (hundred * side.tally.absent() >= much_loss) {
    // What is missing of the unreliable messages alone may have been lost, or never sent.
    if (hundred * side.never_sent() < much_loss) return {};
    std::snprintf(text, sizeof text,
                  "no loss, but %.1f %% of the unreliable messages were never sent: the sender's throttle",
                  hundred * side.tally.absent());
  } else if (side.window_full != 0) {
    std::snprintf(text, sizeof text, "no loss, window full %llu times: more reliable data than may be on its way",
                  static_cast<unsigned long long>(side.window_full));
  } else if (side.tick.deviation() > steady * side.tick.mean()) {
    // A network that delays unevenly shows in the round trips.
    if (trips.deviation() > side.tick.deviation() / 2) return {};
    std::snprintf(text, sizeof text, "no loss, sends every %.0f ms \u00B1 %.0f: the sender's tick", side.tick.mean(),
                  side.tick.deviation());
  } else {
    std::snprintf(text, sizeof text, "no loss, sends every %.0f ms \u00B1 %.0f: steady", side.tick.mean(),
                  side.tick.deviation());
  }
  return text;
}

using Type = Column::Type;
const std::vector<Column>& columns() {
  static const std::vector<Column> rows = {
      {"stream", "Stream", Type::count, 0},
      {"from", "From", Type::text, 0},
      {"datagrams", "Datagrams", Type::count, 0},
      {"bytes", "Bytes", Type::count, 0},
      {"per_second", "Bytes/s", Type::number, 1},
      {"rtt_least", "RTT least", Type::number, 1},
      {"rtt_mean", "Mean", Type::number, 1},
      {"rtt_95", "95 %", Type::number, 1},
      {"rtt_most", "Most", Type::number, 1},
      {"rtt_reported", "Reported", Type::number, 1},
      {"jitter", "Jitter", Type::number, 1},
      {"loss", "Loss %", Type::number, 1},
      {"unreliable_missing", "Unreliable missing %", Type::number, 1},
      {"never_sent", "Never sent at least %", Type::number, 1},
      {"retransmissions", "Sent again", Type::count, 0},
      {"doubles", "Doubles", Type::count, 0},
      {"overtaken", "Overtaken", Type::count, 0},
      {"window_full", "Window full", Type::count, 0},
      {"silence", "Silence s", Type::number, 3},
      {"tick", "Tick ms", Type::number, 1},
      {"tick_deviation", "Deviation", Type::number, 1},
      {"verdict", "Verdict", Type::text, 0},
  };
  return rows;
}

class Streams final : public report::Question {
 public:
  void hear(facts::Frame& frame) override {
    for (const Envelope* envelope = frame.envelopes; envelope != nullptr; envelope = envelope->next) {
      if (envelope->transport != facts::Transport::enet || !envelope->has_link) continue;
      auto& sides = streams_[envelope->link];
      hear_datagram(sides[from_server(*envelope)], frame, *envelope, envelope == frame.envelopes);
      hear_items(sides[from_server(*envelope)], sides[from_server(*envelope) ^ 1U], *envelope);
    }
  }

  [[nodiscard]] Report answer() const override {
    Report report = {.title = "ENet streams", .columns = columns()};
    for (const auto& [link, sides] : streams_) {
      for (const unsigned side : {0U, 1U}) {
        if (sides[side].datagrams != 0) append(report, link, side, sides);
      }
    }
    return report;
  }

 private:
  [[nodiscard]] static unsigned from_server(const Envelope& envelope) noexcept { return envelope.from_client ? 0 : 1; }

  static void hear_datagram(Side& side, const facts::Frame& frame, const Envelope& envelope, bool pays) {
    if (side.datagrams == 0) side.first = side.last = frame.time;
    ++side.datagrams;
    side.bytes += pays ? frame.length : 0;
    side.silence = std::max(side.silence, frame.time - side.last);
    side.last = frame.time;
    side.overtaken += envelope.overtaken ? 1 : 0;
    side.window_full += envelope.window_full ? 1 : 0;
    side.throttled = envelope.throttled;
    bool has_news = false;
    for (const Item* item = envelope.items; item != nullptr; item = item->next) {
      has_news = has_news || (!item->again && (is_message(item->kind) || item->kind == Kind::fragment));
    }
    if (!has_news) return;
    constexpr facts::Time one_tick = 2'000'000;
    if (side.ticks && frame.time - side.last_tick < one_tick) return;
    if (side.ticks) side.tick.add(static_cast<double>(frame.time - side.last_tick) * milliseconds);
    side.ticks = true;
    side.last_tick = frame.time;
  }

  static void hear_items(Side& side, Side& other, const Envelope& envelope) {
    for (const Item* item = envelope.items; item != nullptr; item = item->next) {
      const facts::Fate& fate = item->fate;
      if (item->kind == Kind::acknowledgement) {
        hear_trip(other, fate);
        continue;
      }
      // What fragments make is no command.
      if (item->kind == Kind::strange || (item->message != 0 && item->kind != Kind::fragment)) continue;
      side.doubles += fate.duplicate ? 1 : 0;
      if (fate.duplicate) continue;
      if (!is_reliable(*item)) {
        side.tally.unreliable += item->again ? 0 : 1;
        side.tally.unreliable_missing += fate.unsent_before;
        continue;
      }
      ++side.tally.reliable;
      side.tally.reliable_missing += fate.lost_before;
      side.retransmissions += fate.retransmission ? 1 : 0;
      // Only overtaken: the network has not lost it.
      if (fate.out_of_order && side.tally.reliable_missing != 0) --side.tally.reliable_missing;
      side.sent_twice += fate.retransmission && item->again ? 1 : 0;
      side.impatient += fate.sent_again_in != 0 && fate.acked_in != 0 ? 1 : 0;
    }
  }

  /// It asks for an acknowledgement.
  [[nodiscard]] static bool is_reliable(const Item& item) noexcept {
    const bool carries = is_message(item.kind) || item.kind == Kind::fragment;
    return carries ? item.mode == facts::Mode::reliable : item.kind != Kind::strange;
  }

  static void hear_trip(Side& side, const facts::Fate& fate) {
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
    const double loss = hundred * side.lost(sides[from ^ 1U]);
    // Beside one end, only what that end has sent shows the whole way and back.
    const Spread& trips = sides[0].rtt.mean() > sides[1].rtt.mean() ? sides[0].rtt : sides[1].rtt;
    report::Row& cells = report.rows.emplace_back();
    const double lasted = static_cast<double>(side.last - side.first) * seconds;
    const auto figure = [](const Spread& spread, double value) {
      return spread.count() != 0 ? Cell::of(value) : Cell{};
    };
    cells.push_back(Cell::of(std::uint64_t{link}));
    cells.push_back(Cell::of(from == 0 ? "client" : "server"));
    cells.push_back(Cell::of(side.datagrams));
    cells.push_back(Cell::of(side.bytes));
    cells.push_back(lasted > 0 ? Cell::of(static_cast<double>(side.bytes) / lasted) : Cell{});
    for (const double value : {side.rtt.least(), side.rtt.mean(), side.rtt_95(), side.rtt.most()})
      cells.push_back(figure(side.rtt, value));
    cells.push_back(figure(side.reported, side.reported.mean()));
    cells.push_back(figure(side.jitter, side.jitter.mean()));
    cells.push_back(Cell::of(loss));
    const bool enough = side.tally.says_enough();
    cells.push_back(enough ? Cell::of(hundred * side.tally.absent()) : Cell{});
    cells.push_back(enough && side.throttled ? Cell::of(hundred * side.never_sent()) : Cell{});
    for (const std::uint64_t value : {side.retransmissions, side.doubles, side.overtaken, side.window_full})
      cells.push_back(Cell::of(value));
    cells.push_back(Cell::of(static_cast<double>(side.silence) * seconds));
    cells.push_back(figure(side.tick, side.tick.mean()));
    cells.push_back(figure(side.tick, side.tick.deviation()));
    cells.push_back(Cell::of(verdict_of(side, loss, trips)));
  }

  std::map<std::uint32_t, std::array<Side, 2>> streams_;  // from the client, from the server
};

}  // namespace

std::unique_ptr<report::Question> make_streams() { return std::make_unique<Streams>(); }

}  // namespace godot::streams
