// SPDX-License-Identifier: MIT
#include "analysis/rollback/match.h"

#include <algorithm>
#include <utility>

namespace godot::analysis {

void RollbackMatch::add(const RollbackMessage& message) {
  ++lateness_[{message.target, message.source}].messages;
  for (const RollbackInput& input : message.inputs) add_input(message, input);
  add_newest(message);
  add_arrivals(message);
  for (const RollbackHash& hash : message.hashes) add_hash(message, hash);
}

void RollbackMatch::add_input(const RollbackMessage& message, const RollbackInput& input) {
  Lateness& way = lateness_[{message.target, message.source}];
  auto& sent = sent_[{message.source, message.target, message.link}];
  const bool is_first = sent.try_emplace(input.tick, Place{message.frame, message.index}).second;
  ++(is_first ? way.sent : way.again);
  std::vector<PeerInput>& known = ticks_[input.tick].inputs;
  const auto of_peer =
      std::find_if(known.begin(), known.end(), [&](const PeerInput& each) { return each.peer == message.source; });
  if (of_peer != known.end()) {
    of_peer->different = of_peer->different || of_peer->digest != input.digest;
  } else if (known.size() < most_peers) {
    known.push_back({.peer = message.source,
                     .hash = input.hash,
                     .has_hash = input.has_hash,
                     .different = false,
                     .digest = input.digest});
  }
}

/// Follows the sender's own ticks. While it waits, it sends its newest inputs again in each of its frames.
void RollbackMatch::add_newest(const RollbackMessage& message) {
  if (message.inputs.empty()) return;
  Sender& sender = senders_[message.source];
  const std::uint32_t newest = message.inputs.back().tick;
  if (newest > sender.newest || sender.frame == 0) {
    const facts::Time length = message.time - sender.since;
    if (sender.frame != 0 && length >= least_standstill) {
      RollbackStandstill stood = {.peer = message.source,
                                  .tick = sender.newest,
                                  .frame = sender.frame,
                                  .begin = sender.since,
                                  .length = length,
                                  .messages = sender.messages};
      for (const auto& [way, late] : lateness_) {
        if (way.receiver != message.source || late.until == 0 || late.until > sender.newest + 1) continue;
        const std::uint32_t behind = sender.newest + 1 - late.until;
        if (stood.missing != 0 && behind <= stood.behind) continue;
        stood.missing = way.sender;
        stood.behind = behind;
      }
      standstills_.push_back(stood);
    }
    sender = {.newest = newest, .since = message.time, .frame = message.frame, .target = message.target, .messages = 1};
  } else if (message.target == sender.target && newest == sender.newest) {
    ++sender.messages;
  }
}

/// The inputs that the sender says it has, which it did not have before.
void RollbackMatch::add_arrivals(const RollbackMessage& message) {
  Lateness& late = lateness_[{message.source, message.target}];
  const auto sender = senders_.find(message.source);
  const std::uint32_t next = message.next_input;
  if (next <= late.until) return;
  if (sender != senders_.end() && late.until != 0 && next - late.until <= most_step) {
    for (std::uint32_t tick = late.until; tick != next; ++tick) {
      const auto behind = static_cast<std::int32_t>(sender->second.newest - tick);
      ++late.ticks[behind];
      std::vector<Arrival>& arrivals = ticks_[tick].arrivals;
      if (arrivals.size() < most_peers)
        arrivals.push_back({.sender = message.target, .receiver = message.source, .behind = behind});
    }
  }
  late.until = next;
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
    if (tick.hashes.size() > 2 && !is_diverged_ && agreed_ != 0) --agreed_;  // the others have counted it
    if (!is_diverged_)
      divergences_.push_back({.tick = number,
                              .agreed = agreed_,
                              .frame = message.frame,
                              .index = message.index,
                              .inputs = inputs_before(number)});
    is_diverged_ = true;
    ++divergences_.back().ticks;
  }
  if (is_diverged_ && divergences_.back().tick == number) divergences_.back().hashes = tick.hashes;
  if (differs) return;
  if (!is_diverged_) {
    if (tick.hashes.size() == 2) ++agreed_;
    return;
  }
  // Healed when all have the same again.
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
    for (const PeerInput& input : each->second.inputs) found.different += input.different;
    for (const Arrival& arrival : each->second.arrivals) {
      // A rollback simulates the tick of the input, and those until the newest, again.
      const auto behind = static_cast<std::uint32_t>(std::max(arrival.behind, 0));
      if (behind <= rollback_usual_delay || number + behind < tick) continue;
      ++found.predicted;
      found.most_behind = std::max(found.most_behind, behind);
      if (before == ticks_.end()) continue;
      const auto of_peer = [&](const std::vector<PeerInput>& inputs) {
        return std::find_if(inputs.begin(), inputs.end(),
                            [&](const PeerInput& input) { return input.peer == arrival.sender; });
      };
      const auto now = of_peer(each->second.inputs);
      const auto then = of_peer(before->second.inputs);
      if (now == each->second.inputs.end() || then == before->second.inputs.end()) continue;
      const bool is_hidden = now->has_hash && then->has_hash && now->hash == then->hash && now->digest != then->digest;
      found.hidden_change += is_hidden;
    }
  }
  return found;
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
  return found != flow->second.end() ? found->second : Place{};
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

std::span<const RollbackPeerHash> RollbackMatch::hashes(std::uint32_t tick) const {
  const auto found = ticks_.find(tick);
  if (found == ticks_.end()) return {};
  return found->second.hashes;
}

}  // namespace godot::analysis
