// SPDX-License-Identifier: MIT
#include "answers/questions/connections/enet_streams.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "answers/questions/connections/connection_quality.h"
#include "answers/questions/connections/lag_verdict.h"
#include "answers/questions/connections/one_way_times.h"
#include "answers/questions/connections/send_schedule.h"
#include "answers/tables/spread.h"
#include "base/recent.h"
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

constexpr facts::Time one_frame = 10 * millisecond;  // what a program sends in a frame comes within this time

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
    return *recent_.of(link, link, [&] { return &streams_[link]; });
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
    side.mixed = envelope.mixed;
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
    const bool incomplete = side.incomplete || sides[from ^ 1U].incomplete || side.mixed;
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

  std::map<std::uint32_t, Sides> streams_;
  Recent<std::uint32_t, Sides> recent_;
  std::unordered_map<std::uint32_t, Expected> expected_;  // by frame; those under way
};

}  // namespace

std::unique_ptr<report::Question> make_streams() { return std::make_unique<Streams>(); }

}  // namespace godot::analysis::streams
