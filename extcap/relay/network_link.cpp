// SPDX-License-Identifier: MIT
#include "extcap/relay/network_link.h"

#include <algorithm>

namespace godotdump::relay {
namespace {

std::uint64_t microseconds(Time time) { return static_cast<std::uint64_t>(time / microsecond); }

}  // namespace

Link::Flow& Link::flow(unsigned player, Way way) {
  auto& place = flows_[player][static_cast<std::size_t>(way)];
  if (place == nullptr) place = std::make_unique<Flow>(seed_, player, way);
  return *place;
}

bool Link::has_room(const Flow& of, std::size_t size) const {
  return waiting_ + size + overhead <= most_waiting && of.waiting + size + overhead <= most_waiting_of_flow;
}

void Link::keep(Flow& of, Departure departure, Time due) {
  const std::size_t size = departure.bytes.size() + overhead;
  of.waiting += size;
  waiting_ += size;
  heap_.push_back({.due = due, .order = order_++, .generation = of.generation, .departure = std::move(departure)});
  std::push_heap(heap_.begin(), heap_.end(), Later());
}

Link::Arrival Link::arrive(unsigned player, Way way, std::span<const std::uint8_t> bytes, std::size_t headers,
                           Time now) {
  Flow& of = flow(player, way);
  Arrival arrival;
  Fate& fate = arrival.fate;
  fate.player = player;
  fate.to_server = way == Way::up;
  fate.number = ++of.count;
  const Verdict verdict = of.direction.decide(faults_now_.of(player, way), bytes.size() + headers, now);
  fate.outcome = verdict.outcome;
  if (fate.outcome != Outcome::passed) return arrival;
  // Zero where it is less than a clock shows.
  arrival.goes_at_once = verdict.due <= now;
  if (!arrival.goes_at_once && !has_room(of, bytes.size())) {
    fate.outcome = Outcome::no_room;
    return arrival;
  }
  fate.delay = microseconds(std::max<Time>(verdict.due - now, 0));
  fate.queued = microseconds(verdict.queued);
  fate.held_back = microseconds(verdict.held_back);
  Departure departure{.player = player, .way = way, .number = fate.number};
  if (!arrival.goes_at_once) {
    departure.bytes.assign(bytes.begin(), bytes.end());
    keep(of, departure, verdict.due);
  }
  if (verdict.copy && has_room(of, bytes.size())) {
    departure.copy = 2;
    departure.bytes.assign(bytes.begin(), bytes.end());
    fate.twice = std::max<std::uint64_t>(microseconds(*verdict.copy - now), 1);
    keep(of, std::move(departure), *verdict.copy);
  }
  return arrival;
}

Link::Passing Link::pass_stream(unsigned player, Way way, std::size_t bytes, std::size_t headers, Time now) {
  Flow& of = flow(player, way);
  Faults faults = faults_now_.of(player, way);
  faults.loss = 0;
  faults.duplicate = 0;
  faults.burst = {};
  faults.reorder = {};
  faults.queue = SIZE_MAX;
  const Verdict verdict = of.direction.decide(faults, bytes + headers, now);
  Passing passing;
  passing.due = verdict.due;
  passing.fate.player = player;
  passing.fate.to_server = way == Way::up;
  passing.fate.number = ++of.count;
  passing.fate.delay = microseconds(std::max<Time>(verdict.due - now, 0));
  passing.fate.queued = microseconds(verdict.queued);
  return passing;
}

Fate Link::refuse(unsigned player, Way way, Outcome why) {
  Fate fate;
  fate.player = player;
  fate.to_server = way == Way::up;
  fate.number = ++flow(player, way).count;
  fate.outcome = why;
  return fate;
}

void Link::stand_still(const Change& change, Time now) {
  for (unsigned player = 1; player <= most_players; ++player) {
    for (const Way way : {Way::up, Way::down}) {
      if (!change.concerns(player, way)) continue;
      // Also players who come while it lasts.
      flow(player, way).direction.stand_still(now + change.freeze);
    }
  }
}

std::optional<Departure> Link::depart(Time now) {
  while (!heap_.empty() && heap_.front().due <= now) {
    std::pop_heap(heap_.begin(), heap_.end(), Later());
    Entry entry = std::move(heap_.back());
    heap_.pop_back();
    const std::size_t size = entry.departure.bytes.size() + overhead;
    Flow& of = flow(entry.departure.player, entry.departure.way);
    waiting_ -= size;
    of.waiting -= size;
    if (entry.generation == of.generation) return std::move(entry.departure);
  }
  return std::nullopt;
}

Time Link::next() const { return std::min(faults_now_.next(), heap_.empty() ? never : heap_.front().due); }

void Link::forget(unsigned player) {
  for (const Way way : {Way::up, Way::down}) ++flow(player, way).generation;
}

}  // namespace godotdump::relay
