// SPDX-License-Identifier: MIT
#include "analysis/libraries/rollback/match.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/clamped.h"
#include "base/time.h"

namespace godot::analysis {

void RollbackMatch::add(const RollbackMessage& message) {
  if (message.what != RollbackMessage::What::inputs) {
    if (message.round_trip >= 0) lateness_[{message.target, message.source}].round_trips.push_back(message.round_trip);
    return;
  }
  ++lateness_[{message.target, message.source}].messages;
  for (const RollbackInput& input : message.inputs) add_input(message, input);
  add_newest(message);
  add_arrivals(message);
  for (const RollbackHash& hash : message.hashes) add_hash(message, hash);
}

namespace {

template <class Inputs>
auto input_of(Inputs& inputs, RollbackPeer peer) {
  return std::find_if(inputs.begin(), inputs.end(), [&](const RollbackPeerInput& each) { return each.peer == peer; });
}

}  // namespace

void RollbackMatch::add_input(const RollbackMessage& message, const RollbackInput& input) {
  Lateness& way = lateness_[{message.target, message.source}];
  auto& sent = sent_[{message.source, message.target, message.link}];
  const bool is_first = sent.try_emplace(input.tick, Sent{{message.frame, message.index}, message.time}).second;
  ++(is_first ? way.sent : way.again);
  std::vector<RollbackPeerInput>& known = ticks_[input.tick].inputs;
  const auto of_peer = input_of(known, message.source);
  if (of_peer != known.end()) {
    if (of_peer->digest == input.digest) return;
    of_peer->different = true;
    if (of_peer->other_frame == 0) of_peer->other_frame = message.frame;
  } else if (known.size() < most_peers) {
    const auto kept = input.bytes.first(std::min(input.bytes.size(), rollback_kept_bytes));
    known.push_back({.peer = message.source,
                     .hash = input.hash,
                     .has_hash = input.has_hash,
                     .by_node = input.by_node,
                     .digest = input.digest,
                     .frame = message.frame,
                     .size = static_cast<std::uint32_t>(input.bytes.size()),
                     .bytes = {kept.begin(), kept.end()}});
  }
}

/// Follows the sender's own ticks. While it waits, it sends its newest inputs again in each of its frames.
void RollbackMatch::add_newest(const RollbackMessage& message) {
  if (message.inputs.empty()) return;
  Sender& sender = senders_[message.source];
  if (sender.frame == 0 && players_.size() < most_peers) players_.push_back(message.source);
  const std::uint32_t newest = message.inputs.back().tick;
  sender.quiet = std::max(sender.quiet, message.time - sender.last);
  sender.last = message.time;
  if (newest > sender.newest || sender.frame == 0) {
    if (sender.frame != 0 && message.time - sender.since >= least_standstill) add_standstill(message, sender);
    sender.newest = newest;
    sender.since = message.time;
    sender.frame = message.frame;
    sender.target = message.target;
    sender.link = message.link;
    sender.messages = 1;
    sender.quiet = 0;
    sender.behind = 0;
    sender.missing = 0;
    sender.progress.emplace_back(message.time, newest);
    add_end(message, newest, sender);
  } else if (message.target == sender.target && message.link == sender.link && newest == sender.newest) {
    ++sender.messages;
  }
  if (newest != sender.newest || message.next_input > newest) return;
  const std::uint32_t behind = newest + 1 - message.next_input;
  if (sender.missing != 0 && behind <= sender.behind) return;
  sender.missing = message.target;
  sender.behind = behind;
}

/// How fast the sender goes on after a standstill.
void RollbackMatch::add_end(const RollbackMessage& message, std::uint32_t newest, const Sender& sender) {
  if (sender.standstill >= standstills_.size()) return;
  constexpr facts::Time soon = 100 * millisecond;
  constexpr facts::Time at_once = 30 * millisecond;
  RollbackStandstill& stood = standstills_[sender.standstill];
  const facts::Time since = message.time - (stood.begin + stood.length);
  if (since <= soon) stood.caught_up = newest - stood.tick;
  if (since <= at_once) ++stood.at_once;
}

void RollbackMatch::add_standstill(const RollbackMessage& message, Sender& sender) {
  RollbackStandstill stood = {.peer = message.source,
                              .tick = sender.newest,
                              .next = message.inputs.back().tick,
                              .frame = sender.frame,
                              .end_frame = message.frame,
                              .end_index = message.index,
                              .begin = sender.since,
                              .length = message.time - sender.since,
                              .quiet = sender.quiet,
                              .messages = sender.messages,
                              .missing = sender.missing,
                              .behind = sender.behind};
  const auto& [first_time, first_tick] = sender.progress.front();
  constexpr facts::Time least_known = second / 2;  // a rate needs at least this time
  if (sender.since - first_time >= least_known)
    stood.played =
        saturated<std::uint32_t>(static_cast<double>(sender.newest - first_tick) * static_cast<double>(stood.length) /
                                 static_cast<double>(sender.since - first_time));
  for (const RollbackPeer player : players_) {
    if (player == message.source || stood.other_count == RollbackStandstill::most_others) continue;
    const Sender& other = senders_[player];
    const auto before = std::upper_bound(other.progress.begin(), other.progress.end(), stood.begin,
                                         [](facts::Time time, const auto& each) { return time < each.first; });
    const std::uint32_t then = before != other.progress.begin() ? std::prev(before)->second : other.newest;
    stood.others[stood.other_count++] = {.peer = player, .ticks = other.newest - then};
  }
  sender.standstill = standstills_.size();
  standstills_.push_back(stood);
}

/// The inputs that the sender says it has, which it did not have before.
void RollbackMatch::add_arrivals(const RollbackMessage& message) {
  Lateness& late = lateness_[{message.source, message.target}];
  late.newest_word = message.time;
  const auto sender = senders_.find(message.source);
  const std::uint32_t next = message.next_input;
  if (next <= late.until) return;
  if (sender != senders_.end() && late.until != 0 && next - late.until <= most_step) {
    Lateness::Second& now = late.seconds[message.time / second];
    for (std::uint32_t tick = late.until; tick != next; ++tick) {
      const auto behind = static_cast<std::int32_t>(sender->second.newest - tick);
      ++late.ticks[behind];
      now.most = now.inputs == 0 ? behind : std::max(now.most, behind);
      ++now.inputs;
      now.predicted += behind > static_cast<std::int32_t>(rollback_usual_delay);
      now.sum += behind;
      std::vector<RollbackArrival>& arrivals = ticks_[tick].arrivals;
      if (arrivals.size() < most_peers)
        arrivals.push_back(
            {.sender = message.target, .receiver = message.source, .behind = behind, .frame = message.frame});
    }
    add_miss(message, late, next);
  }
  late.until = next;
}

/// The first of the inputs that came is not what the library had predicted: it simulates that tick, and those since
/// then, again. Several peers' inputs of one moment make one rollback.
void RollbackMatch::add_miss(const RollbackMessage& message, Lateness& late, std::uint32_t next) {
  const auto inputs_at = [&](std::uint32_t tick) -> const RollbackPeerInput* {
    const auto found = ticks_.find(tick);
    if (found == ticks_.end()) return nullptr;
    const auto of_peer = input_of(found->second.inputs, message.target);
    return of_peer != found->second.inputs.end() ? &*of_peer : nullptr;
  };
  const RollbackPeerInput* predicted = inputs_at(late.until - 1);
  if (predicted == nullptr) return;
  Sender& receiver = senders_[message.source];
  for (std::uint32_t tick = late.until; tick != next; ++tick) {
    const auto behind = static_cast<std::int32_t>(receiver.newest - tick);
    if (behind <= static_cast<std::int32_t>(rollback_usual_delay)) return;
    const RollbackPeerInput* real = inputs_at(tick);
    if (real == nullptr || real->hash == predicted->hash) continue;
    ++late.missed;
    const auto depth = static_cast<std::uint32_t>(behind) - rollback_usual_delay;
    if (receiver.again_at != receiver.newest) receiver.again_depth = 0;
    receiver.again_at = receiver.newest;
    if (depth > receiver.again_depth) late.simulated_again += depth - receiver.again_depth;
    receiver.again_depth = std::max(receiver.again_depth, depth);
    return;
  }
}

std::map<RollbackMatch::Way, std::uint32_t> RollbackMatch::unconfirmed() const {
  std::map<Way, std::uint32_t> counts;
  for (const auto& [flow, ticks] : sent_) {
    const Way way = {.receiver = flow.target, .sender = flow.source};
    const auto late = lateness_.find(way);
    if (late == lateness_.end() || late->second.until == 0) continue;
    std::uint32_t& count = counts[way];
    for (const auto& [tick, sent] : ticks)
      count += tick >= late->second.until && late->second.newest_word - sent.time > second;
  }
  return counts;
}

void RollbackMatch::add_hash(const RollbackMessage& message, const RollbackHash& hash) {
  Tick& tick = ticks_[hash.tick];
  const bool is_known = std::any_of(tick.hashes.begin(), tick.hashes.end(),
                                    [&](const RollbackPeerHash& each) { return each.peer == message.source; });
  if (is_known || tick.hashes.size() >= most_peers) return;
  tick.hashes.push_back({.peer = message.source, .hash = hash.hash, .frame = message.frame, .index = message.index});
  if (std::find(peers_.begin(), peers_.end(), message.source) == peers_.end() && peers_.size() < most_peers)
    peers_.push_back(message.source);
  if (tick.hashes.size() > 1) compare(message, hash.tick, tick);
}

void RollbackMatch::compare(const RollbackMessage& message, std::uint32_t number, Tick& tick) {
  if (tick.hashes.size() == 2) ++compared_;
  const std::uint32_t first = tick.hashes.front().hash;
  const bool differs = std::any_of(tick.hashes.begin(), tick.hashes.end(),
                                   [&](const RollbackPeerHash& each) { return each.hash != first; });
  if (differs && !tick.differs) {
    tick.differs = true;
    if (tick.hashes.size() > 2 && !is_diverged_ && agreed_ != 0)
      --agreed_;  // this tick was counted when the hashes before were equal
    if (!is_diverged_)
      divergences_.push_back({.tick = number,
                              .agreed = agreed_,
                              .frame = message.frame,
                              .index = message.index,
                              .inputs = inputs_before(number)});
    is_diverged_ = true;
    ++divergences_.back().ticks;
  }
  if (is_diverged_ && divergences_.back().tick == number) {
    divergences_.back().hashes = tick.hashes;
    divergences_.back().inputs.without_rollback = differ_without_rollback(number);
  }
  if (differs) return;
  if (!is_diverged_) {
    if (tick.hashes.size() == 2) ++agreed_;
    return;
  }
  // The divergence ends with the first tick for which all peers have the same hash again.
  if (number < divergences_.back().tick || tick.hashes.size() < peers_.size()) return;
  divergences_.back().healed = number;
  is_diverged_ = false;
  agreed_ = 1;
}

RollbackInputsBefore RollbackMatch::inputs_before(std::uint32_t tick) const {
  RollbackInputsBefore found;
  const std::uint32_t first = tick > looked_at ? tick - looked_at + 1 : 1;
  for (std::uint32_t number = first; number <= tick; ++number) {
    const auto each = ticks_.find(number);
    if (each == ticks_.end()) continue;
    ++found.ticks;
    const auto before = number > first ? ticks_.find(number - 1) : ticks_.end();
    for (const RollbackPeerInput& input : each->second.inputs) {
      found.different += input.different;
      found.packed += !input.by_node;
    }
    for (const RollbackArrival& arrival : each->second.arrivals) {
      // A rollback simulates the tick of the input, and those until the newest, again.
      const auto behind = static_cast<std::uint32_t>(std::max(arrival.behind, 0));
      if (behind <= rollback_usual_delay || number + behind < tick) continue;
      ++found.predicted;
      found.most_behind = std::max(found.most_behind, behind);
      if (before == ticks_.end()) continue;
      const auto now = input_of(each->second.inputs, arrival.sender);
      const auto then = input_of(before->second.inputs, arrival.sender);
      if (now == each->second.inputs.end() || then == before->second.inputs.end()) continue;
      const bool is_hidden = now->has_hash && then->has_hash && now->hash == then->hash && now->digest != then->digest;
      found.hidden_change += is_hidden;
    }
  }
  return found;
}

/// Whether two peers have other hashes for this tick though the inputs of both came in time.
bool RollbackMatch::differ_without_rollback(std::uint32_t tick) const {
  const std::span<const RollbackPeerHash> all = hashes(tick);
  std::vector<RollbackPeerHash> in_time;
  for (const RollbackPeerHash& each : all.first(std::min(all.size(), most_peers))) {
    bool is_known = false;
    bool is_late = false;
    for (std::uint32_t number = tick > looked_at ? tick - looked_at + 1 : 1; number <= tick; ++number) {
      for (const RollbackArrival& arrival : arrivals(number)) {
        if (arrival.receiver != each.peer) continue;
        is_known = true;
        const auto behind = static_cast<std::uint32_t>(std::max(arrival.behind, 0));
        is_late = is_late || (behind > rollback_usual_delay && number + behind >= tick);
      }
    }
    if (is_known && !is_late) in_time.push_back(each);
  }
  return std::any_of(in_time.begin(), in_time.end(),
                     [&](const RollbackPeerHash& each) { return each.hash != in_time.front().hash; });
}

std::vector<RollbackMatch::Stretch> RollbackMatch::stretches() const {
  std::vector<std::pair<std::uint32_t, Stretch::State>> ticks;
  for (const auto& [number, tick] : ticks_) {
    if (tick.hashes.empty()) continue;
    const bool is_compared = tick.hashes.size() > 1;
    const Stretch::State state = !is_compared   ? Stretch::State::unknown
                                 : tick.differs ? Stretch::State::differs
                                                : Stretch::State::equal;
    ticks.emplace_back(number, state);
  }
  std::sort(ticks.begin(), ticks.end());
  std::vector<Stretch> found;
  const auto add = [&found](std::uint32_t first, std::uint32_t last, Stretch::State state) {
    if (!found.empty() && found.back().state == state) found.back().last = last;
    else found.push_back({.first = first, .last = last, .state = state});
  };
  for (const auto& [number, state] : ticks) {
    if (!found.empty() && number - found.back().last > 1)
      add(found.back().last + 1, number - 1, Stretch::State::unknown);
    add(number, number, state);
  }
  return found;
}

RollbackMatch::Place RollbackMatch::first_sent(const RollbackMessage& message, std::uint32_t tick) const {
  const auto flow = sent_.find({message.source, message.target, message.link});
  if (flow == sent_.end()) return {};
  const auto found = flow->second.find(tick);
  return found != flow->second.end() ? found->second.place : Place{};
}

const RollbackDivergence* RollbackMatch::shown_by(const RollbackMessage& message) const {
  const auto place = std::make_pair(message.frame, message.index);
  const auto found = std::lower_bound(divergences_.begin(), divergences_.end(), place,
                                      [](const RollbackDivergence& each, const auto& wanted) {
                                        return std::make_pair(each.frame, each.index) < wanted;
                                      });
  const bool is_it = found != divergences_.end() && std::make_pair(found->frame, found->index) == place;
  return is_it ? &*found : nullptr;
}

const RollbackStandstill* RollbackMatch::ended_by(const RollbackMessage& message) const {
  const auto place = std::make_pair(message.frame, message.index);
  const auto found = std::lower_bound(standstills_.begin(), standstills_.end(), place,
                                      [](const RollbackStandstill& each, const auto& wanted) {
                                        return std::make_pair(each.end_frame, each.end_index) < wanted;
                                      });
  const bool is_it = found != standstills_.end() && std::make_pair(found->end_frame, found->end_index) == place;
  return is_it ? &*found : nullptr;
}

std::span<const RollbackPeerInput> RollbackMatch::inputs(std::uint32_t tick) const {
  const auto found = ticks_.find(tick);
  if (found == ticks_.end()) return {};
  return found->second.inputs;
}

std::span<const RollbackArrival> RollbackMatch::arrivals(std::uint32_t tick) const {
  const auto found = ticks_.find(tick);
  if (found == ticks_.end()) return {};
  return found->second.arrivals;
}

const RollbackArrival* RollbackMatch::arrival(const RollbackMessage& message, std::uint32_t tick) const {
  for (const RollbackArrival& each : arrivals(tick)) {
    if (each.sender == message.source && each.receiver == message.target) return &each;
  }
  return nullptr;
}

std::span<const RollbackPeerHash> RollbackMatch::hashes(std::uint32_t tick) const {
  const auto found = ticks_.find(tick);
  if (found == ticks_.end()) return {};
  return found->second.hashes;
}

}  // namespace godot::analysis
