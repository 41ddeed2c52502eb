// SPDX-License-Identifier: MIT
#include "analysis/enet/order/command_findings.h"

#include <algorithm>
#include <type_traits>

#include "analysis/enet/order/missing.h"
#include "base/clamped.h"
#include "base/enet_sequence.h"
#include "base/time.h"

namespace godot::analysis::enet {
namespace {

/// Twice as many as ENet puts into a datagram (ENET_PROTOCOL_MAXIMUM_PACKET_COMMANDS).
constexpr std::uint8_t most_commands = 64;

/// A datagram that comes so soon after a pause is evidence about the pause.
constexpr Nanoseconds right_after = second / 20;
constexpr Nanoseconds soon_after = second;

/// Sent times that are further apart than half a turn cannot be compared.
constexpr Nanoseconds half_turn = 32 * second;
constexpr std::uint8_t suspicious_attempts = 5;
constexpr Nanoseconds suspicious_time = second;

/// Commands that may wait for one; ENet's window allows fewer on their way.
constexpr unsigned most_held = 512;

// As ENET_PROTOCOL_MINIMUM_WINDOW_SIZE, ENET_PROTOCOL_MAXIMUM_WINDOW_SIZE and ENET_PEER_WINDOW_SIZE_SCALE of ENet.
constexpr std::uint32_t min_window = 4096;
constexpr std::uint32_t max_window = 65536;
constexpr std::uint32_t window_scale = 65536;

/// Bytes that may be in flight, from the bandwidths of both ends; 0 = no limit (peer.windowSize in protocol.c).
constexpr std::uint32_t window_of(std::uint32_t outgoing, std::uint32_t incoming) {
  if (outgoing == 0 && incoming == 0) return max_window;
  const std::uint32_t limit =
      outgoing == 0 || incoming == 0 ? std::max(outgoing, incoming) : std::min(outgoing, incoming);
  return std::clamp(limit / window_scale * min_window, min_window, max_window);
}

}  // namespace

/// A transmission of a command that the capture has more than once.
struct Analysis::Repetition {
  const Datagram* datagram = nullptr;
  const Datagram* last = nullptr;  ///< the last one with a transmission of this command, in capture order
  Sending* previous = nullptr;     ///< an earlier transmission of the same command
  Nanoseconds first_at = 0;        ///< when the first of them was captured
};

/// A command with a sequence number: one that requests an acknowledgement, or an immediate Disconnect.
struct Analysis::Sending : Finding {
  // There are many, so their size counts: the first members use the padding of the base.
  std::uint8_t attempts = 1;
  bool settled : 1 = false;      ///< acknowledged, in this or an earlier transmission
  bool is_repeated : 1 = false;  ///< the command was sent more than once
  union Place {
    const Datagram* datagram = nullptr;
    Repetition* repetition;  ///< of one that is repeated
  } place;
  std::uint32_t number = 0;  ///< low bits of the extended number
  std::uint16_t length = 0;

  /// Makes it one of several transmissions; once.
  Repetition& repeat(const Arena& arena) {
    auto& made = *arena.make<Repetition>();
    made.datagram = &datagram();
    place.repetition = &made;
    is_repeated = true;
    return made;
  }

  [[nodiscard]] const Datagram& datagram() const noexcept {
    return is_repeated ? *place.repetition->datagram : *place.datagram;
  }
  [[nodiscard]] Sending* previous() const noexcept { return is_repeated ? place.repetition->previous : nullptr; }
  [[nodiscard]] const Datagram& last() const noexcept { return is_repeated ? *place.repetition->last : datagram(); }
  [[nodiscard]] Nanoseconds first_at() const noexcept {
    return is_repeated ? place.repetition->first_at : datagram().captured;
  }

  [[nodiscard]] bool sent_at(std::uint16_t time) const noexcept {
    return datagram().has_sent_time && datagram().sent_time == time;
  }

  /// The first transmission of this command in the capture.
  [[nodiscard]] Sending& earliest() noexcept {
    Sending* sending = this;
    for (int left = most_sendings; sending->previous() != nullptr && left > 0; --left) sending = sending->previous();
    return *sending;
  }

  /// This or an earlier transmission with that sent time, or null.
  [[nodiscard]] Sending* find(std::uint16_t sent_time) noexcept {
    Sending* sending = this;
    for (int left = most_sendings; sending != nullptr && left > 0; --left, sending = sending->previous())
      if (sending->sent_at(sent_time)) return sending;
    return nullptr;
  }
};

/// Unreliable messages that arrived before the reliable one that they were sent after.
struct Analysis::Waiting {
  struct Message {
    std::uint64_t reliable = 0;
    Finding* finding = nullptr;
    Nanoseconds since = 0;
  };
  std::array<Message, 16> messages;  ///< further ones are ignored
  std::uint8_t count = 0;
};

struct Analysis::Channel {
  Order reliable;
  Order unreliable;
  Table<Sending> sendings;     ///< the last one of each reliable number
  Waiting* waiting = nullptr;  ///< made when a message must wait
  std::uint64_t base = 0;      ///< the first reliable number that was seen
  std::uint64_t open = 0;      ///< ... and the first one that is not acknowledged
  std::uint64_t checked = 0;   ///< ... and those before this one are known to be acknowledged, sent again or absent

  /// The extended number near the expected ones.
  [[nodiscard]] std::uint64_t reference() const noexcept {
    if (!reliable.begun() && !unreliable.begun()) return series_begin;
    return std::max(reliable.last().sequence, unreliable.last().reliable);
  }

  [[nodiscard]] Sending* find(std::uint16_t sequence) const noexcept {
    Sending* sending = sendings.find(sequence);
    const auto number = static_cast<std::uint32_t>(extend(reference(), sequence));
    return sending != nullptr && sending->number == number ? sending : nullptr;
  }
};

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
  datagram_->reliable_in_flight = side.in_flight;
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

/// Decides by the sender's clock whether a datagram that came just after a pause was sent after the pause or during it.
void Analysis::date_after_pause(Side& side, const Arrival& arrival) noexcept {
  constexpr Nanoseconds inexact = 3 * second / 10;
  Pause* pause = side.pause;
  if (pause == nullptr || !side.timed || arrival.captured - pause->until > right_after) return;
  const auto elapsed = static_cast<std::int16_t>(arrival.sent_time - side.sent_time);
  const bool in_pause = elapsed * millisecond + inexact < arrival.captured - side.timed_at;
  pause->of_link = pause->of_link || in_pause;
  pause->fresh = pause->fresh || !in_pause;
}

/// A clock that stood still stays behind. What was only under way so long comes as soon as before after a while.
void Analysis::follow_lag(const Side& side, const Arrival& arrival) noexcept {
  constexpr Nanoseconds after = second / 2;
  constexpr Nanoseconds inexact = 3 * second / 10;
  Pause* pause = side.pause;
  if (pause == nullptr || pause->timed_at == 0) return;
  const Nanoseconds passed = arrival.captured - pause->timed_at;
  if (passed >= half_turn) return;
  const auto elapsed = static_cast<std::int16_t>(arrival.sent_time - pause->sent_time);
  const Nanoseconds lag = passed - elapsed * millisecond;
  if (pause->lagged_at == 0) {
    pause->lagged_at = arrival.captured;
    pause->lag = lag;
  }
  if (arrival.captured - pause->lagged_at < after) return;
  const Nanoseconds difference = lag - pause->lag;
  const bool is_kept = difference < inexact && difference > -inexact;
  pause->kept_lag = pause->kept_lag || is_kept;
  pause->lost_lag = pause->lost_lag || !is_kept;
}

/// How often an end sends, and where it pauses.
void Analysis::keep_pace(Side& side, const Arrival& arrival) {
  constexpr Nanoseconds long_pause = second;
  constexpr Nanoseconds often = second / 10;
  constexpr std::uint32_t enough = 20;
  constexpr Nanoseconds weight = 8;
  const Nanoseconds interval = arrival.captured - side.captured;
  Side& other = receiver();
  const Nanoseconds quiet = std::max(other.quiet, arrival.captured - std::max(other.captured, side.captured));
  side.quiet = std::max(side.quiet, arrival.captured - std::max(other.captured, side.captured));
  other.quiet = 0;
  if (side.datagrams++ == 0) return;
  if (side.pause != nullptr && arrival.captured - side.pause->until <= right_after && is_client()) ++side.pause->burst;
  if (interval < long_pause) {
    side.pace += (interval - side.pace) / weight;
    return;
  }
  side.silences = {.longest = std::max(side.silences.longest, interval), .ended_at = arrival.captured};
  constexpr std::uint32_t most_pauses = 256;  // a hostile capture has one before each datagram
  if (side.datagrams <= enough || side.pace > often || left_in_ != 0 || pause_count_ == most_pauses) return;
  ++pause_count_;
  auto* pause = arena_.make<Pause>();
  *pause = {.last = side.last,
            .since = side.captured,
            .until = arrival.captured,
            .every = side.pace,
            .direction = direction_,
            .first = arrival.frame,
            .burst = 1,
            .heard_in = other.last,
            .quiet = quiet,
            .heard_at = other.captured,
            .sent_time = side.sent_time,
            .timed_at = side.timed ? side.timed_at : 0};
  constexpr Nanoseconds most = Nanoseconds{1} << 30;  // times of a hostile capture are a century apart
  const Nanoseconds steps = std::min(interval / std::max<Nanoseconds>(side.pace, 1), most);
  pause->expected = static_cast<std::uint32_t>(std::min(steps * side.messages / side.datagrams, most));
  side.pause = pause;
  put_beside(*pause, other.pause);
}

/// Joins the pauses of both ends, if they were at the same time.
void Analysis::put_beside(Pause& pause, Pause* other) noexcept {
  if (other == nullptr || other->until <= pause.since || pause.until <= other->since) return;
  pause.beside = other;
  other->beside = &pause;
}

/// A message of any kind, which is counted for what its sender did in its last pause.
void Analysis::count_message() noexcept {
  Side& side = sender();
  ++side.messages;
  if (side.pause != nullptr && datagram_->captured - side.pause->until <= right_after) ++side.pause->messages;
}

/// An acknowledgement of a command that was sent in its sender's last pause: which of the transmissions arrived.
void Analysis::compare_with_pause(Sending& named, bool news) noexcept {
  constexpr Nanoseconds margin = second / 2;
  constexpr Nanoseconds quick = 4;
  Pause* pause = sender().pause;
  if (pause == nullptr) return;
  const Nanoseconds sent = named.datagram().captured;
  if (sent > pause->until && datagram_->captured - sent < pause->lag / quick) pause->is_prompt = true;
  const auto is_within = [&](const Sending& each) {
    const Nanoseconds time = each.datagram().captured;
    return time - pause->since > margin && pause->until - time > margin;
  };
  if (is_within(named)) ++pause->reached;
  if (!news) return;
  Sending* each = named.previous();
  for (int left = most_sendings; each != nullptr && left > 0; --left, each = each->previous())
    if (each->acked_in == 0 && is_within(*each)) ++pause->unreached;
}

const Pause* Analysis::pause_before(const Finding& finding) noexcept {
  const Pause* pause = finding.sequel != nullptr ? finding.sequel->pause : nullptr;
  return pause != nullptr && pause->answer == &finding ? pause : nullptr;
}

const Pause* Analysis::unanswered_pause(std::uint8_t direction, const Finding& finding) const noexcept {
  const Pause* pause = sides_[direction].pause;
  const Side& other = sides_[1 - direction];
  if (pause == nullptr || pause->resumed != &finding || !other.has_sent) return nullptr;
  return other.captured <= pause->until ? pause : nullptr;
}

/// True if the capture began before the receiver's peer sent this command, which is acknowledged now.
bool Analysis::should_have(const Channel* channel, std::uint16_t sequence) const noexcept {
  if (may_be_copies()) return false;
  if (channel == nullptr || !(channel->reliable.begun() || channel->unreliable.begun())) return whole_;
  return extend(channel->reference(), sequence) > channel->base && channel->base != 0;
}

const Pause* Analysis::pause_shown_by(const Finding& finding) noexcept {
  const Pause* pause = finding.sequel != nullptr ? finding.sequel->pause : nullptr;
  return pause != nullptr && pause->shown == &finding ? pause : nullptr;
}

Nanoseconds Analysis::first_sent(const Finding& finding) noexcept {
  return static_cast<const Sending&>(finding).first_at();
}

/// True if the capture's first commands may be retransmissions of earlier ones.
bool Analysis::may_be_copies() const noexcept {
  constexpr Nanoseconds sent_again_within = 2 * second;
  return !whole_ && datagram_->captured - began_at_ < sent_again_within;
}

const Finding* Findings::next() noexcept {
  static constexpr Finding nothing;
  if (!known_) return nullptr;
  const unsigned command = command_++;
  if (next_ == nullptr || next_->command != command) return &nothing;
  const Finding* found = next_;
  next_ = found->next;
  return found;
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

bool Analysis::waits(std::uint8_t direction, std::uint8_t channel, std::uint16_t sequence) const noexcept {
  const Channel* found = sides_[direction].channels.find(channel_key(channel));
  return found != nullptr && found->reliable.begun() &&
         !found->reliable.complete_until(extend(found->reference(), sequence));
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
  finding.command = commands_;
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
  if (finding.sequel == nullptr) finding.sequel = arena_.make<Sequel>();
  return *finding.sequel;
}

/// Corrects the finding of a gap whose missing commands have arrived.
void Analysis::fill_gap(const Gap& gap) noexcept {
  Finding* shown = gap.shown.finding;
  if (shown == nullptr || shown->never_came() == 0) return;
  --shown->sequel->never_came;
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
  if (Pause* pause = sender().pause; pause != nullptr) {
    const Nanoseconds later = datagram_->captured - pause->until;
    pause->missing_soon += later < soon_after ? text.count() : 0;
    pause->missing += later < right_after ? text.count() : 0;
    // Messages dropped by the throttle are no evidence about the link.
    pause->of_link = pause->of_link || (!maybe_throttled && later < right_after);
  }
  finding.set(Event::lost_command);
  finding.set(Event::maybe_throttled, maybe_throttled);
  suspect_hole();
  Sequel& sequel = sequel_of(finding);
  sequel.missing = text.keep(arena_);
  sequel.missing_count = sequel.never_came = text.count();
}

/// Nothing came for a second or more, and now commands of both ends are missing. Beside either of them, the capture
/// would have had what that one sent.
void Analysis::suspect_hole() noexcept {
  constexpr Nanoseconds soon = 3 * second / 10;
  if (lacks_in_ != 0 || resumed_at_ == 0 || datagram_->captured - resumed_at_ > soon) return;
  misses_[direction_] = true;
  if (misses_[0] && misses_[1]) lacks_in_ = datagram_->frame;
}

void Analysis::repeat(Finding& finding, std::uint32_t earlier) noexcept {
  finding.set(Event::duplicate);
  finding.set(Event::repeated);
  finding.other = earlier;
  datagram_->overtaken = false;
}

// --- Commands with a reliable number of their own -------------------------------------------------------------------

Analysis::Sending& Analysis::send(const Command& command) {
  Channel& channel = this->channel(sender(), command.channel);
  const std::uint64_t number = extend(channel.reference(), command.reliable_sequence);
  Sending* before = channel.find(command.reliable_sequence);
  if (before == nullptr && sender().foretold_count != 0) check_foretold(command);
  const Order::Seen seen = channel.reliable.see({0, number}, witness(), arena_);

#if defined(__GNUC__) && defined(__LP64__)
  static_assert(sizeof(Sending) == 56, "there are as many as reliable commands");
#endif
  auto& sending = *arena_.make<Sending>();
  append(sending);
  sending.place.datagram = datagram_;
  sending.number = static_cast<std::uint32_t>(number);
  sending.length = static_cast<std::uint16_t>(command.payload_length);
  sending.type = command.type;
  if (before != nullptr) {
    send_again(channel, command.reliable_sequence, sending, *before);
    return sending;
  }
  if (Pause* pause = sender().pause; pause != nullptr && pause->resumed == nullptr) pause->resumed = &sending;
  ++sender().tally.reliable;
  channel.sendings.set(command.reliable_sequence, &sending, arena_);
  if (seen.arrival == Order::Arrival::first) channel.base = channel.open = number;
  if (seen.arrival == Order::Arrival::ahead && !may_be_copies()) {
    MissingText text;
    text.add_numbers(seen.gap.after.sequence + 1, number);
    lose(sending, text, false);
    sender().tally.reliable_missing += text.count();
    sender().reliable_absent += text.count();
    ++sender().tally.disturbed;
    channel.reliable.shown_by(&sending);
  }
  if (seen.arrival == Order::Arrival::late) {
    fill_gap(seen.gap);
    if (seen.gap.shown.finding != nullptr && sender().reliable_absent != 0) --sender().reliable_absent;
    // A number that was never reported as missing may have come before the capture, and been retransmitted.
    if (seen.gap.shown.finding != nullptr) hold_behind(channel, command.reliable_sequence, *datagram_, false);
    const Witness& shown = seen.gap.shown;
    ++sender().tally.disturbed;
    const bool again = shown.has_sent_time && datagram_->has_sent_time && later(datagram_->sent_time, shown.sent_time);
    sending.set(again ? Event::retransmission : Event::out_of_order);
    // Numbers before the beginning of a late capture were never reported as missing.
    if (seen.gap.after != Position{}) sequel_of(sending).gap_shown_in = shown.frame;
    // The command was overtaken: the network did not lose it.
    if (!again && shown.finding != nullptr && sender().tally.reliable_missing != 0) --sender().tally.reliable_missing;
  }
  release_waiting(channel, command.reliable_sequence);
  if (left_in_ == 0) expect_acknowledgements(channel, number);
  if (left_in_ == 0 && sender().reliable_absent != 0) expect_missing(channel);
  return sending;
}

/// ENet waits no longer for an acknowledgement before it sends a command again: the round trip and four times its
/// variation, or half a second before they are measured (enet_protocol_check_timeouts in protocol.c).
Nanoseconds Analysis::patience() const noexcept {
  constexpr Nanoseconds at_least = second;
  constexpr Nanoseconds first_wait = second / 2;
  constexpr int trips = 6;
  constexpr Nanoseconds longest = 3600 * second;  // times of the capture may be anything
  const Nanoseconds trip = std::min(longest, std::max(sides_[0].longest_trip, sides_[1].longest_trip));
  return std::max(at_least, first_wait + trips * trip);
}

/// Reliable numbers that stay missing although their sender goes on: it would have sent them again, and again, until
/// they arrive. So they did arrive, and the capture lacks them. One that is beside the capture (it answers within a
/// millisecond) has no network before it that can lose its first repetition. Only the last number of a gap is judged,
/// which was sent just before the command that shows it: ENet repeats earlier ones later and later.
void Analysis::expect_missing(const Channel& channel) noexcept {
  constexpr int repetitions = 4;
  if (lacks_in_ != 0) return;
  const Gap* gap = channel.reliable.first_gap();
  if (gap == nullptr || gap->shown.finding == nullptr) return;
  const auto& shown = static_cast<const Sending&>(*gap->shown.finding);
  if (static_cast<std::uint32_t>(gap->before.sequence) != shown.number) return;
  const bool is_beside = sender().tally.answered_within <= millisecond;
  const Nanoseconds enough = is_beside ? patience() : repetitions * patience();
  if (datagram_->captured - shown.datagram().captured >= enough) lacks_in_ = datagram_->frame;
}

/// This transmission is acknowledged, and the capture does not have it: perhaps it comes later.
void Analysis::foretell(const Command& command, std::uint16_t sequence, std::uint16_t sent_time) noexcept {
  Side& side = receiver();
  if (disordered_in_ != 0 || side.foretold_count == side.foretold.size()) return;
  side.foretold[side.foretold_count++] = {command.channel, sequence, sent_time};
}

void Analysis::check_foretold(const Command& command) noexcept {
  constexpr std::uint8_t enough = 2;  // one may be a copy by the network, of a datagram that the capture lacks
  Side& side = sender();
  if (!datagram_->has_sent_time) return;
  for (std::uint8_t i = 0; i != side.foretold_count; ++i) {
    const Foretold& each = side.foretold[i];
    const bool is_it = each.channel == command.channel && each.sequence == command.reliable_sequence &&
                       each.sent_time == datagram_->sent_time;
    if (!is_it) continue;
    side.foretold[i] = side.foretold[--side.foretold_count];
    if (++foretold_ == enough && disordered_in_ == 0) disordered_in_ = datagram_->frame;
    return;
  }
}

/// Finds a command whose acknowledgement the capture lacks: its sender goes on sending, and has not sent it again for
/// longer than ENet waits for an acknowledgement. While ENet repeats an earlier command, it does not look at later ones
/// (peer->nextTimeout).
void Analysis::expect_acknowledgements(Channel& channel, std::uint64_t number) noexcept {
  const Side& side = sender();
  if (!side.was_answered || lacks_in_ != 0) return;
  if (channel.checked == 0) channel.checked = number;
  const Nanoseconds patience = this->patience();
  // A command of a few bytes may leave out half of all numbers: the next commands go on where this one stops.
  constexpr unsigned most_absent = 128;
  channel.checked = std::max<std::uint64_t>(channel.checked, number - one_round / 2);
  for (unsigned absent = 0; channel.checked < number; ++channel.checked) {
    const Sending* sending = channel.find(static_cast<std::uint16_t>(channel.checked));
    if (sending == nullptr && ++absent == most_absent) return;
    const bool is_open = sending != nullptr && !sending->settled && sending->attempts == 1 &&
                         sending->type != CommandType::connect && sending->type != CommandType::verify_connect;
    if (!is_open) continue;
    if (datagram_->captured - std::max({sending->first_at(), side.resumed_at, side.repeats_until}) < patience) return;
    lacks_in_ = datagram_->frame;
    return;
  }
}

void Analysis::send_again(Channel& channel, std::uint16_t sequence, Sending& sending, Sending& before) {
  Sending* same = datagram_->has_sent_time ? before.find(datagram_->sent_time) : &before;
  if (same != nullptr) {
    repeat(sending, same->datagram().frame);
    sending.delay = datagram_->captured - same->datagram().captured;
    ++sender().tally.disturbed;
    return;
  }
  ++sender().tally.reliable;
  sending.set(Event::repeated);
  Repetition& repetition = sending.repeat(arena_);
  repetition.last = datagram_;
  repetition.previous = &before;
  repetition.first_at = before.first_at();
  sending.settled = before.settled;
  sending.attempts = static_cast<std::uint8_t>(std::min(before.attempts + 1, 255));
  if (!later(datagram_->sent_time, before.datagram().sent_time)) {
    sending.set(Event::out_of_order);
    repetition.previous = before.previous();
    if (!before.is_repeated) before.repeat(arena_).first_at = before.datagram().captured;
    before.place.repetition->previous = &sending;
    before.place.repetition->last = datagram_;
    before.attempts = sending.attempts;
    return;
  }
  sending.set(Event::retransmission);
  sending.set(Event::has_rto);
  sending.other = before.datagram().frame;
  sending.delay = datagram_->captured - before.datagram().captured;
  if (!before.settled) ++sender().tally.sent_again;
  sequel_of(before).sent_again_in = datagram_->frame;
  channel.sendings.set(sequence, &sending, arena_);

  wait_for_answer(sending);
  Side& side = sender();
  if (!sending.settled)
    side.repeats_until = std::max(side.repeats_until, after(datagram_->captured, 2 * sending.delay));
  const bool silent =
      receiver().has_sent ? receiver().captured < sending.first_at() : sending.type == CommandType::connect;
  if (silent && sending.attempts >= suspicious_attempts &&
      datagram_->captured - sending.first_at() >= suspicious_time) {
    if (side.suspect != nullptr) side.suspect->set(Event::timeout, false);
    side.suspect = &sending;
    sending.set(Event::timeout);
  }
}

/// Marks the first transmission of a retransmitted command as unacknowledged, until it is.
void Analysis::wait_for_answer(Sending& sending) {
  if (sending.settled) return;
  if (verify_ != nullptr && direction_ == client_) verify_->set(Event::never_spoke);
  Sending& first = sending.earliest();
  Sequel& sequel = sequel_of(first);
  sequel.tried = datagram_->captured - sending.first_at();
  sequel.last_at = datagram_->captured;
  sequel.sendings = sending.attempts;
  first.set(Event::never_acknowledged);
}

/// The command `sequence` arrived in the datagram `filled`. Commands with later numbers that arrived before had to
/// wait. `perhaps`: unless only an acknowledgement of it was lost.
void Analysis::hold_behind(const Channel& channel, std::uint16_t sequence, const Datagram& filled, bool perhaps) {
  for (unsigned i = 1; i <= most_held; ++i) {
    Sending* sending = channel.find(static_cast<std::uint16_t>(sequence + i));
    if (sending == nullptr || sending->length == 0) return;
    Sending& came = sending->earliest();
    // Only acknowledgements show what the sender's capture lacks: without one, it may have been lost as well.
    if (perhaps && came.acked_in == 0) continue;
    const Nanoseconds held = filled.captured - came.datagram().captured;
    if (held <= 0) return;
    Sequel& sequel = sequel_of(came);
    if (sequel.held >= held) continue;
    sequel.held = held;
    sequel.held_until = filled.frame;
    sequel.held_for = sequence;
    sequel.perhaps = perhaps;
  }
}

void Analysis::send_message(const Command& command) {
  const Sending& sending = send(command);
  messages_ = true;
  Side& side = sender();
  const bool is_first = sending.attempts == 1 && !sending.has(Event::duplicate);
  const std::uint32_t limit = side.window == 0 ? UINT32_MAX : std::max(side.window, mtu_);
  if (is_first) {
    side.in_flight += sending.length;
    carried_ += sending.length;
    // The sender would not have sent it: the capture lacks acknowledgements.
    if (side.in_flight > limit) side.in_flight = carried_;
  }
  longest_ = std::max(longest_, sending.length);
  datagram_->has_reliable = true;
  datagram_->reliable_in_flight = side.in_flight;
  datagram_->window_full = side.in_flight + longest_ > limit && !sending.has(Event::duplicate);
}

void Analysis::disconnect(const Command& command) {
  Sending& sending = send(command);
  // The other end may answer with a Disconnect.
  const bool is_first = left_in_ == 0;
  if (is_first) {
    left_in_ = datagram_->frame;
    left_by_ = direction_;
    left_at_ = datagram_->captured;
    heard_before_left_ = receiver().has_sent ? receiver().captured : datagram_->captured;
    mark_unread();
  }
  // An immediate close requests no acknowledgement: disconnect_peer() sends it, and so does the end of an
  // authentication.
  const bool asks = command.acknowledge && disconnect_data(command) == 0;
  if (is_first && asks && whole_ && !messages_ && receiver().has_sent) {
    sending.set(Event::left_in_silence);
    if (connect_ != nullptr) sequel_of(sending).tried = datagram_->captured - connect_->first_at();
  }
  // Both ends drop unsent and unacknowledged commands (enet_peer_reset_queues).
  for (Side& side : sides_) side.in_flight = 0;
  datagram_->reliable_in_flight = 0;
}

/// Marks the messages that the sender of this Disconnect sent just before it, until they are acknowledged.
void Analysis::mark_unread() {
  constexpr unsigned channels = 255;
  constexpr unsigned most_behind = 32;
  constexpr Nanoseconds just_before = second / 2;
  if (!receiver().has_sent) return;
  for (unsigned number = 0; number != channels; ++number) {
    const Channel* channel = sender().channels.find(channel_key(static_cast<std::uint8_t>(number)));
    if (channel == nullptr || !channel->reliable.begun()) continue;
    for (unsigned i = 0; i != most_behind; ++i) {
      Sending* sending = channel->find(static_cast<std::uint16_t>(channel->reliable.last().sequence - i));
      if (sending == nullptr) break;
      if (sending->settled || sending->length == 0 || sending->attempts != 1) continue;
      if (datagram_->captured - sending->datagram().captured > just_before) break;
      sequel_of(*sending).left_in = datagram_->frame;
    }
  }
}

// --- Acknowledgements -----------------------------------------------------------------------------------------------

void Analysis::acknowledge(const Command& command) {
  Finding finding;
  const Acknowledgement body = acknowledgement(command);
  Side& side = receiver();
  if (side.clock.known()) {
    finding.ack_rtt_reported = side.clock.since(body.sent_time, datagram_->captured);
    finding.set(Event::has_ack_rtt_reported);
  }
  Channel* channel = side.channels.find(channel_key(command.channel));
  Sending* latest = channel == nullptr ? nullptr : channel->find(body.reliable_sequence);
  const bool news = latest != nullptr && !latest->settled;
  if (latest != nullptr) settle(side, *latest);
  Sending* named = latest == nullptr ? nullptr : latest->find(body.sent_time);
  if (named == nullptr) {
    finding.set(Event::ack_unseen);
    if (news) release(*channel);
    ++side.tally.unseen;
    if (should_have(channel, body.reliable_sequence)) {
      if (latest == nullptr) {
        side.acked_unseen = true;
        foretell(command, body.reliable_sequence, body.sent_time);
      }
      if (lacks_in_ == 0) lacks_in_ = datagram_->frame;
    }
  } else {
    finding.other = named->datagram().frame;
    finding.type = named->type;
    if (named->datagram().compressed) side.compressed_read = true;
    if (named->type == CommandType::disconnect && left_acked_in_ == 0) left_acked_in_ = datagram_->frame;
    if (named->acked_in != 0) {
      finding.set(Event::duplicate_ack);
    } else {
      // Receivers acknowledge each transmission: earlier ones were lost, or their acknowledgements were.
      if (news && named->previous() != nullptr) {
        hold_behind(*channel, body.reliable_sequence, named->datagram(), true);
        ++side.tally.disturbed;
      }
      named->acked_in = datagram_->frame;
      if (news) release(*channel);
      // It had arrived, and its sender was impatient.
      if (named != latest && side.tally.sent_again != 0) --side.tally.sent_again;
      finding.delay = datagram_->captured - latest->last().captured;
      // A negative time occurs in merged captures; it is no measurement.
      if (latest->attempts == 1 && finding.delay >= 0) {
        std::int64_t& least = sender().tally.answered_within;
        least = std::min(least, finding.delay);
        side.longest_trip = std::max(side.longest_trip, finding.delay);
      }
      finding.set(Event::has_ack_rtt);
    }
  }
  Finding* kept = keep(finding);
  if (named != nullptr) compare_with_pause(*named, news);
  Pause* pause = sender().pause;
  if (pause != nullptr && pause->answer == nullptr && kept != nullptr) {
    pause->answer = kept;
    sequel_of(*kept).pause = pause;
  }
  constexpr Nanoseconds soon_after = second / 10;
  constexpr Nanoseconds long_wait = second / 2;
  if (pause == nullptr || named == nullptr || datagram_->captured - pause->until > soon_after) return;
  const Nanoseconds sent = named->datagram().captured;
  if (sent <= pause->since || pause->until - sent < long_wait) return;
  if (pause->shown == nullptr && kept != nullptr) {
    pause->shown = kept;
    sequel_of(*kept).pause = pause;
  }
  ++pause->waited;
}

void Analysis::settle(Side& side, Sending& latest) noexcept {
  if (latest.settled) return;
  latest.settled = side.was_answered = true;
  if (latest.sequel != nullptr) latest.sequel->left_in = 0;
  if (latest.previous() != nullptr) latest.earliest().set(Event::never_acknowledged, false);
  side.in_flight -= std::min<std::uint32_t>(side.in_flight, latest.length);
}

/// Commands that were acknowledged, and those before them, too, now.
void Analysis::release(Channel& channel) noexcept {
  for (;; ++channel.open) {
    Sending* sending = channel.sendings.find(static_cast<std::uint16_t>(channel.open));
    if (sending == nullptr || sending->number != static_cast<std::uint32_t>(channel.open) || !sending->settled) return;
    if (sending->acked_in != datagram_->frame) sequel_of(*sending).released_at = datagram_->captured;
  }
}

Nanoseconds Analysis::readable_since(std::uint8_t direction, std::uint8_t number,
                                     std::uint16_t sequence) const noexcept {
  const Channel* channel = sides_[direction].channels.find(channel_key(number));
  const Sending* sending = channel != nullptr ? channel->find(sequence) : nullptr;
  if (sending == nullptr || !sending->settled || sending->number >= static_cast<std::uint32_t>(channel->open)) return 0;
  const Nanoseconds released = sending->sequel != nullptr ? sending->sequel->released_at : 0;
  return std::max(released, sending->datagram().captured);
}

// --- Messages that may get lost -------------------------------------------------------------------------------------

void Analysis::send_unreliable(const Command& command) {
  messages_ = true;
  Channel& channel = this->channel(sender(), command.channel);
  Finding finding;
  Position position{extend(channel.reference(), command.reliable_sequence), series_begin + command.sequence};
  // Numbers of unreliable messages begin with 1 after each reliable command, also in a capture that begins late.
  if (!channel.unreliable.begun() && channel.reliable.begun() && position.reliable > channel.base && !may_be_copies())
    channel.unreliable.begin_after({position.reliable, series_begin});
  const Position& last = channel.unreliable.last();
  if (last.reliable == position.reliable) position.sequence = extend(last.sequence, command.sequence);
  if (command.is_fragment()) {
    const Fragment part = fragment(command);
    position.fragment = part.number;
    position.fragments = part.count;
  }
  const Order::Seen seen = channel.unreliable.see(position, witness(), arena_);
  if (seen.arrival == Order::Arrival::ahead) {
    const MissingText text = missing_messages(seen.gap);
    if (!text.empty()) lose(finding, text, text.has_numbers());
  }
  if (seen.arrival == Order::Arrival::late) {
    finding.set(Event::out_of_order);
    if (seen.gap.before.reliable == position.reliable) sequel_of(finding).gap_shown_in = seen.gap.shown.frame;
    fill_gap(seen.gap);
  }
  if (seen.arrival == Order::Arrival::repeated) repeat(finding, 0);
  const bool is_whole = position.fragments == 1 && seen.arrival != Order::Arrival::repeated;
  const bool is_late = seen.arrival == Order::Arrival::late && is_delivered(channel);
  const bool in_series = channel.reliable.begun();
  if (is_whole && (is_late || (in_series && channel.reliable.complete_until(position.reliable + 1))))
    finding.set(Event::dropped);
  const bool waits = is_whole && in_series && !may_be_copies() && !channel.reliable.complete_until(position.reliable);
  Finding* kept = keep(finding, waits);
  count_unreliable(kept);
  if (waits) let_wait(channel, position.reliable, *kept);
  if (seen.arrival == Order::Arrival::ahead) channel.unreliable.shown_by(kept);
}

void Analysis::let_wait(Channel& channel, std::uint64_t reliable, Finding& finding) {
  if (channel.waiting == nullptr) channel.waiting = arena_.make<Waiting>();
  Waiting& waiting = *channel.waiting;
  if (waiting.count == waiting.messages.size()) return;
  waiting.messages[waiting.count++] = {.reliable = reliable, .finding = &finding, .since = datagram_->captured};
}

/// A reliable number has arrived. All consecutive reliable ones are delivered first; unreliable ones sent between them
/// are then too late.
void Analysis::release_waiting(Channel& channel, std::uint16_t sequence) {
  if (channel.waiting == nullptr) return;
  Waiting& waiting = *channel.waiting;
  std::uint8_t left = 0;
  for (std::uint8_t i = 0; i != waiting.count; ++i) {
    const Waiting::Message& message = waiting.messages[i];
    if (!channel.reliable.complete_until(message.reliable)) {
      waiting.messages[left++] = message;
    } else if (channel.reliable.complete_until(message.reliable + 1)) {
      message.finding->set(Event::dropped);
    } else {
      Sequel& sequel = sequel_of(*message.finding);
      sequel.held = datagram_->captured - message.since;
      sequel.held_until = datagram_->frame;
      sequel.held_for = sequence;
    }
  }
  waiting.count = left;
}

/// True if the receiver has delivered the latest unreliable message: it is complete, and waits for no reliable one.
bool Analysis::is_delivered(const Channel& channel) noexcept {
  const Position& last = channel.unreliable.last();
  if (!channel.unreliable.is_last_whole()) return false;
  if (!channel.reliable.begun() || last.reliable <= channel.base) return true;
  return channel.reliable.complete_until(last.reliable);
}

/// Whether the receiver takes an unsequenced message with this number, the first with it. It takes numbers of a window
/// of 1024 that begins at a multiple of that, and of the next 31 windows, with which the window moves there. Source:
/// enet_protocol_handle_send_unsequenced (libenet 1.3.17, Godot 4.6.3).
bool Analysis::takes_group(Side& side, std::uint16_t group) noexcept {
  constexpr unsigned window = 1024;        // ENET_PEER_UNSEQUENCED_WINDOW_SIZE of ENet, in numbers
  constexpr unsigned taken = 32 * window;  // ENET_PEER_FREE_UNSEQUENCED_WINDOWS of ENet is 32
  const bool is_first = !side.groups.begun();
  if (!is_first && static_cast<std::uint16_t>(group - side.first_group) >= taken) return false;
  side.first_group = static_cast<std::uint16_t>(group - group % window);
  return true;
}

void Analysis::send_unsequenced(const Command& command) {
  messages_ = true;
  Finding finding;
  Order& groups = sender().groups;
  if (!groups.begun() && whole_) groups.begin_after({0, series_begin});
  const std::uint64_t reference = groups.begun() ? groups.last().sequence : series_begin;
  const Position position{0, extend(reference, command.sequence)};
  const bool is_taken = takes_group(sender(), command.sequence);
  const Order::Seen seen = groups.see(position, witness(), arena_);
  if (seen.arrival == Order::Arrival::ahead) {
    MissingText text;
    text.add_numbers(seen.gap.after.sequence + 1, position.sequence);
    lose(finding, text, true);
  }
  if (seen.arrival == Order::Arrival::late) {
    finding.set(Event::out_of_order);
    if (seen.gap.after != Position{}) sequel_of(finding).gap_shown_in = seen.gap.shown.frame;
    fill_gap(seen.gap);
  }
  if (seen.arrival == Order::Arrival::repeated) repeat(finding, 0);
  else if (!is_taken) finding.set(Event::dropped);
  Finding* kept = keep(finding);
  count_unreliable(kept);
  if (seen.arrival == Order::Arrival::ahead) groups.shown_by(kept);
}

// --- The connection and its window ----------------------------------------------------------------------------------

void Analysis::connect(const Command& command) {
  Sending& sending = send(command);
  if (sending.has(Event::duplicate)) return;
  connect_ = &sending;
  client_ = direction_;
  const Connection body = connection(command);
  connect_window_ = body.window_size;
  learn(body.incoming_bandwidth, body.outgoing_bandwidth);
}

/// A client sends messages, pings and acknowledgements only after its Connect was answered: the answer has arrived,
/// even if the capture lacks it.
void Analysis::confirm_connect(const Command& command) noexcept {
  const bool is_connected =
      command.has_payload() || command.type == CommandType::ping || command.type == CommandType::acknowledge;
  if (is_connected) settle(sender(), *connect_);
}

void Analysis::verify_connect(const Command& command) {
  Sending& sending = send(command);
  if (!sending.has(Event::repeated)) verify_ = connect_ != nullptr && client_ != direction_ ? &sending : nullptr;
  const Connection body = connection(command);
  mtu_ = body.mtu;
  learn(body.incoming_bandwidth, body.outgoing_bandwidth);
  if (connect_ != nullptr && client_ == direction_) return;
  const std::uint32_t offered = std::clamp(body.window_size, min_window, max_window);
  receiver().window =
      connect_ == nullptr ? offered : std::min(offered, std::clamp(connect_window_, min_window, max_window));
  if (receiver().bandwidth_known) sender().window = window_of(body.outgoing_bandwidth, receiver().incoming_bandwidth);
  // Verify connect counts as the acknowledgement of Connect.
  if (connect_ == nullptr || connect_->acked_in != 0 || sending.has(Event::repeated)) return;
  connect_->acked_in = datagram_->frame;
  connect_->earliest().set(Event::never_acknowledged, false);
  connect_->settled = true;
  sending.other = connect_->datagram().frame;
  sending.delay = datagram_->captured - connect_->datagram().captured;
  sending.set(Event::has_ack_rtt);
  if (connect_->attempts == 1 && sending.delay < second) return;
  Sequel& sequel = sequel_of(sending);
  sequel.asked = datagram_->captured - connect_->first_at();
  sequel.lost_perhaps = may_be_sent_again(*connect_);
}

/// True if the Verify connect that arrives now may be a retransmitted answer: to one of the Connects, after the times
/// that ENet waits before an end has measured a round trip.
bool Analysis::may_be_sent_again(const Sending& connect) const noexcept {
  constexpr Nanoseconds earlier = second / 50;
  constexpr Nanoseconds later = second / 7;
  constexpr std::array<Nanoseconds, 5> waits = {0, second / 2, 3 * second / 2, 7 * second / 2, 15 * second / 2};
  const Sending* copy = &connect;
  for (int left = most_sendings; copy != nullptr && left > 0; --left, copy = copy->previous()) {
    const Nanoseconds since = datagram_->captured - copy->datagram().captured;
    for (const Nanoseconds wait : waits)
      if (since > wait - earlier && since < wait + later) return true;
  }
  return false;
}

void Analysis::limit_bandwidth(const Command& command) {
  send(command);
  const Bandwidth body = bandwidth(command);
  learn(body.incoming, body.outgoing);
  if (receiver().bandwidth_known) receiver().window = window_of(receiver().outgoing_bandwidth, body.incoming);
}

void Analysis::learn(std::uint32_t incoming, std::uint32_t outgoing) noexcept {
  sender().incoming_bandwidth = incoming;
  sender().outgoing_bandwidth = outgoing;
  sender().bandwidth_known = true;
}

}  // namespace godot::analysis::enet
