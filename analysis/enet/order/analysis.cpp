// SPDX-License-Identifier: MIT
#include "analysis/enet/order/analysis.h"

#include <type_traits>

#include "analysis/enet/order/missing.h"
#include "analysis/enet/order/sent_commands.h"
#include "base/enet_sequence.h"
#include "base/time.h"

namespace godot::analysis::enet {
namespace {

/// Twice as many as ENet puts into a datagram (ENET_PROTOCOL_MAXIMUM_PACKET_COMMANDS).
constexpr std::uint8_t most_commands = 64;

}  // namespace

static_assert(std::is_trivially_destructible_v<Analysis>);

Datagram& Analysis::begin(const Arrival& arrival, Datagram& place) {
  direction_ = arrival.direction & 1U;
  datagram_ = &place;
  last_ = nullptr;
  commands_ = 0;
  longest_ = 0;
  carried_ = 0;

  Side& side = sender();
  datagram_->captured = arrival.captured;
  datagram_->frame = arrival.frame;
  datagram_->has_sent_time = arrival.has_sent_time;
  datagram_->sent_time = arrival.sent_time;
  datagram_->compressed = arrival.compressed;
  datagram_->set_in_flight(side.in_flight);
  datagram_->window = side.window;
  if (!timed_) began_at_ = arrival.captured;
  // Processors that receive side by side may write their frames a few microseconds out of order.
  else if (latest_ - arrival.captured > millisecond && disordered_in_ == 0) disordered_in_ = arrival.frame;
  if (timed_ && arrival.captured - latest_ >= second) {
    resumed_at_ = arrival.captured;
    misses_ = {};
  }
  latest_ = arrival.captured;
  timed_ = true;
  keep_pace(side, arrival);
  if (arrival.has_sent_time) {
    date_after_pause(side, arrival);
    follow_lag(side, arrival);
    side.clock.see(arrival.captured, arrival.sent_time);
    if (side.timed && later(side.sent_time, arrival.sent_time) && arrival.captured - side.timed_at < half_turn) {
      datagram_->overtaken = true;
    } else {
      side.sent_time = arrival.sent_time;
      side.timed_at = arrival.captured;
      side.timed = true;
    }
  }
  constexpr Nanoseconds short_pause = second / 4;
  if (arrival.captured - side.captured > short_pause) side.resumed_at = arrival.captured;
  side.captured = arrival.captured;
  side.last = arrival.frame;
  side.has_sent = true;
  if (Sending*& suspect = receiver().suspect; suspect != nullptr) {
    suspect->set(Event::timeout, false);
    suspect = nullptr;
  }
  return *datagram_;
}

void Analysis::add(const Command& command) {
  if (commands_ == most_commands) return;
  if (verify_ != nullptr && direction_ != client_ && command.type != CommandType::verify_connect) {
    verify_->set(Event::never_spoke, false);
    verify_ = nullptr;
  }
  if (connect_ != nullptr && direction_ == client_) confirm_connect(command);
  constexpr Nanoseconds late = second / 2;
  const bool is_reaction = command.type == CommandType::acknowledge || command.type == CommandType::disconnect;
  if (left_in_ != 0 && direction_ == left_by_ && !is_reaction && datagram_->captured - left_at_ > late) back_ = true;
  if (!begun_) begin_with(command.type);
  if (command.has_payload()) count_message();
  begun_ = true;
  switch (command.type) {
    case CommandType::acknowledge: acknowledge(command); break;
    case CommandType::connect: connect(command); break;
    case CommandType::verify_connect: verify_connect(command); break;
    case CommandType::disconnect: disconnect(command); break;
    case CommandType::bandwidth_limit: limit_bandwidth(command); break;
    case CommandType::ping:
    case CommandType::throttle_configure: send(command); break;
    case CommandType::send_reliable:
    case CommandType::send_fragment: send_message(command); break;
    case CommandType::send_unreliable:
    case CommandType::send_unreliable_fragment: send_unreliable(command); break;
    case CommandType::send_unsequenced: send_unsequenced(command); break;
    case CommandType::none: break;
  }
  ++commands_;
}

Analysis::Nearness Analysis::near(std::uint8_t direction, std::uint8_t channel, std::uint16_t sequence) const noexcept {
  constexpr int most = 64;  // reliable commands that an end may have sent meanwhile, or sends again
  const Channel* found = sides_[direction].channels.find(channel_key(channel));
  if (found == nullptr || (!found->reliable.begun() && !found->unreliable.begun())) return Nearness::unknown;
  const int way = distance(static_cast<std::uint16_t>(found->reference()), sequence);
  return way >= -most && way <= most ? Nearness::near : Nearness::far;
}

bool Analysis::is_later(std::uint8_t direction, std::uint16_t sent_time, Nanoseconds captured) const noexcept {
  constexpr int most = 2000;  // milliseconds by which delays may differ
  const Side& side = sides_[direction];
  if (!side.timed || captured < side.timed_at) return false;
  const auto passed = static_cast<std::uint16_t>((captured - side.timed_at) / millisecond);
  const int differs = distance(static_cast<std::uint16_t>(side.sent_time + passed), sent_time);
  return differs >= -most && differs <= most;
}

void Analysis::begin_with(CommandType type) noexcept {
  whole_ = type == CommandType::connect || type == CommandType::verify_connect;
  // The capture began between the two, or has cut Connect.
  lacks_connect_[1 - direction_] = type == CommandType::verify_connect;
}

Analysis::Channel& Analysis::channel(Side& side, std::uint8_t number) {
  Channel* channel = side.channels.find(channel_key(number));
  if (channel == nullptr) {
    channel = arena_.make<Channel>();
    side.channels.set(channel_key(number), channel, arena_);
    const bool began_before = number == connection_channel && lacks_connect_[&side == &sides_[1] ? 1 : 0];
    if (whole_ && !began_before) {
      channel->reliable.begin_after({0, series_begin});
      channel->unreliable.begin_after({series_begin, series_begin});
      channel->base = series_begin;
      channel->open = series_begin + 1;
    }
  }
  return *channel;
}

Witness Analysis::witness() const noexcept {
  return {datagram_->frame, datagram_->sent_time, datagram_->has_sent_time};
}

void Analysis::append(Finding& finding) noexcept {
  finding.command = commands_ & 0x7fU;
  if (last_ == nullptr) datagram_->first = &finding;
  else last_->next = &finding;
  last_ = &finding;
}

/// Stores a completed finding if it has results. Null: it was not stored.
Finding* Analysis::keep(const Finding& finding, bool anyway) {
  if (!anyway && finding.events == 0 && finding.gap_shown_in() == 0) return nullptr;
  auto* kept = arena_.make<Finding>();
  *kept = finding;
  append(*kept);
  return kept;
}

Sequel& Analysis::sequel_of(Finding& finding) {
  if (!finding.has_sequel) finding.set_sequel(*arena_.make<Sequel>());
  return *finding.sequel();
}

/// Corrects the finding of a gap whose missing commands have arrived.
void Analysis::fill_gap(const Gap& gap) noexcept {
  Finding* shown = gap.shown.finding;
  if (shown == nullptr || shown->never_came() == 0) return;
  --shown->sequel()->never_came;
  if (shown->has(Event::maybe_throttled)) --sender().tally.unreliable_missing;
}

/// Counts an unreliable message. `kept`: its finding, or null.
void Analysis::count_unreliable(const Finding* kept) noexcept {
  Side& side = sender();
  if (kept == nullptr || !kept->has(Event::repeated)) ++side.tally.unreliable;
  if (kept == nullptr || !kept->has(Event::maybe_throttled)) return;
  side.tally.unreliable_missing += kept->missing_count();
  if (side.first_unsent == nullptr) side.first_unsent = kept;
}

void Analysis::lose(Finding& finding, const MissingText& text, bool maybe_throttled) {
  count_missing(text.count(), maybe_throttled);
  finding.set(Event::lost_command);
  finding.set(Event::maybe_throttled, maybe_throttled);
  suspect_hole();
  Sequel& sequel = sequel_of(finding);
  sequel.missing = text.keep(arena_);
  sequel.missing_count = sequel.never_came = text.count();
}

void Analysis::repeat(Finding& finding, std::uint32_t earlier) noexcept {
  finding.set(Event::duplicate);
  finding.set(Event::repeated);
  finding.other = earlier;
  datagram_->overtaken = false;
}

}  // namespace godot::analysis::enet
