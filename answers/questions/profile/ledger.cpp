// SPDX-License-Identifier: MIT
#include "answers/questions/profile/ledger.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "analysis/facts/attribution.h"
#include "base/release.h"
#include "base/time.h"

namespace godot::analysis::profile {
namespace {

using facts::Cost;
using facts::Envelope;
using facts::Frame;
using facts::Item;
using facts::Kind;
using facts::Part;
using facts::Stream;

void add_cost(Cost& sum, const Cost& cost) noexcept {
  sum.own += cost.own;
  sum.protocol += cost.protocol;
  sum.share += cost.share;
}

std::uint64_t second_of(const Frame& frame) noexcept {
  return frame.time < 0 ? 0 : static_cast<std::uint64_t>(frame.time / second);
}

Cost cost_of(const Stream::Bytes& bytes) noexcept {
  return {.own = static_cast<std::uint32_t>(bytes.payload), .share = static_cast<std::uint32_t>(bytes.headers)};
}

template <class Visit>
void for_each_item(const Frame& frame, Visit visit) {
  for (const Envelope* envelope = frame.envelopes; envelope != nullptr; envelope = envelope->next) {
    for (Item* item = envelope->items; item != nullptr; item = item->next) visit(*envelope, *item);
  }
}

/// The kind of a stream's bytes outside messages.
Kind kind_of_rest(bool upgrades, bool delivers) noexcept {
  return upgrades && !delivers ? Kind::handshake : Kind::strange;
}

}  // namespace

const Grouping& Ledger::add(const Options& options) {
  Grouping& added = *groupings_.emplace_back(std::make_unique<Grouping>(options));
  (added.by_part() ? by_part_ : by_item_).push_back(&added);
  return added;
}

void Ledger::add(Frame& frame) {
  if (frame.counts_elsewhere()) return;
  const bool is_tcp = frame.carrier == facts::Carrier::tcp;
  Flow& flow = flow_of(std::uint64_t{is_tcp} << 32U | frame.flow);
  if (!flow.begun) flow.first = frame.time;
  flow.begun = true;
  if (!frame.quoted) flow.streams.begin(frame.side, frame.begins && frame.acknowledges);
  flow.last = frame.time;
  if (frame.is_recognised() && !flow.is_ours) adopt(flow, frame);
  if (frame.quoted) add_unrecognised(flow, frame, Kind::quoted, false);
  else if (is_tcp) add_segment(flow, frame);
  else add_datagram(flow, frame);
  if (flow.is_ours) extend_time(flow.first, frame.time);
}

void Ledger::extend_time(facts::Time first, facts::Time last) {
  first_ = has_time_ ? std::min(first_, first) : first;
  last_ = has_time_ ? std::max(last_, last) : last;
  has_time_ = true;
}

// --- Flows ----------------------------------------------------------------------------------------------------------

Ledger::Flow& Ledger::flow_of(std::uint64_t number) {
  return *recent_flows_.of(number, number, [&] { return &flows_[number]; });
}

void Ledger::adopt(Flow& flow, const Frame& frame) {
  flow.is_ours = true;
  flow.upgrades = frame.envelopes->transport == facts::Transport::websocket;
  for (const Early& early : flow.early) {
    Frame then = frame;
    then.time = static_cast<facts::Time>(early.second) * second;
    charge_alone(then, early.kind, early.cost, early.again, early.frames);
  }
  release(flow.early);
}

/// A frame without recognised content: counted if its flow is recognised, otherwise stored.
void Ledger::add_unrecognised(Flow& flow, const Frame& frame, Kind kind, bool again) {
  const std::uint32_t payload = std::min(frame.length, frame.payload);
  add_unrecognised(flow, frame, kind, {.own = payload, .share = frame.length - payload}, again);
}

void Ledger::add_unrecognised(Flow& flow, const Frame& frame, Kind kind, const Cost& cost, bool again) {
  if (flow.is_ours) return charge_alone(frame, kind, cost, again, again ? 0 : 1);
  const std::uint64_t at = second_of(frame);
  auto same = [&](const Early& early) { return early.second == at && early.kind == kind && early.again == again; };
  // The latest of each kind are near the end.
  constexpr std::ptrdiff_t near = 4;
  auto begin = flow.early.size() > near ? flow.early.end() - near : flow.early.begin();
  auto found = std::find_if(begin, flow.early.end(), same);
  if (found == flow.early.end()) {
    flow.early.push_back({.second = at, .kind = kind, .again = again});
    found = flow.early.end() - 1;
  }
  found->frames += again ? 0 : 1;
  add_cost(found->cost, cost);
}

void Ledger::add_datagram(Flow& flow, Frame& frame) {
  if (frame.envelopes != nullptr && !frame.is_recognised()) return add_unrecognised(flow, frame, Kind::strange, false);
  const std::uint32_t unassigned = facts::attribute(frame);
  if (unassigned != 0) return add_unrecognised(flow, frame, Kind::strange, false);
  for_each_item(frame, [&](const Envelope& envelope, Item& item) { charge(frame, envelope, item); });
}

void Ledger::add_segment(Flow& flow, Frame& frame) {
  if (frame.payload == 0) return add_unrecognised(flow, frame, Kind::segment, false);
  Stream& stream = flow.streams.sides[frame.side];
  const std::uint32_t seen = frame.payload <= frame.length ? stream.seen(frame.sequence, frame.payload) : 0;
  if (seen == frame.payload && !frame.is_recognised()) return add_unrecognised(flow, frame, Kind::segment, true);
  if (seen != 0 && seen != frame.payload) add_unrecognised(flow, frame, Kind::segment, {.own = seen}, true);
  stream.add(frame.sequence, frame.payload, frame.length);
  const bool has_control = flow.is_ours && frame.control.any();
  if (!frame.is_recognised() && !has_control) return;
  const bool delivers = stream.delivers();
  std::uint32_t heads =
      frame.control.heads;  // the first message of the segment has them: which one sent several is not told
  for_each_item(frame, [&](const Envelope& envelope, Item& item) {
    if (item.again && item.own + item.protocol == 0) return;  // of the connection: it claims no bytes
    const bool framed = envelope.transport == facts::Transport::websocket;
    const std::uint32_t size = item.own + item.protocol;
    const std::uint32_t header =
        framed ? flow.streams.websocket_header_of(frame.side, size) + std::exchange(heads, 0) : 0;
    item.cost = stream.claim(item.own, item.protocol + header, envelope.sealed);
  });
  if (has_control) charge_control(frame, stream);
  const Stream::Bytes left = stream.leave();
  if (left.payload != 0) charge_alone(frame, kind_of_rest(flow.upgrades, delivers), cost_of(left), false, 1);
  for_each_item(frame, [&](const Envelope& envelope, Item& item) { charge(frame, envelope, item); });
}

/// WebSocket's own frames in the segment added last.
void Ledger::charge_control(const Frame& frame, Stream& stream) {
  const auto charge = [&](Kind kind, std::uint32_t bytes) {
    if (bytes != 0) charge_alone(frame, kind, stream.claim(bytes, 0, false), false, 1);
  };
  charge(Kind::ping, frame.control.pings);
  charge(Kind::handshake, frame.control.closes);
  // The end of a message that was not read: what waits for it is no handshake.
  if (!frame.is_recognised()) charge(Kind::strange, frame.control.heads);
}

// --- Items ----------------------------------------------------------------------------------------------------------

void Ledger::charge_alone(const Frame& frame, Kind kind, const Cost& cost, bool again, std::uint64_t count) {
  const Item item = {.kind = kind, .again = again};
  const Charged charged = {.frame = frame, .envelope = nullptr, .item = item, .second = second_of(frame)};
  enter(charged.second);
  for (const auto& grouping : groupings_) grouping->charge_alone(charged, cost, count);
}

void Ledger::charge(const Frame& frame, const Envelope& envelope, Item& item) {
  enter(second_of(frame));
  for (Grouping* grouping : by_item_) grouping->learn_ends(envelope, item);
  if (item.kind == Kind::fragment) return add_fragment(frame, envelope, item);
  Charged charged = {.frame = frame,
                     .envelope = &envelope,
                     .item = item,
                     .second = second_,
                     .counts = is_news(item),
                     .waits_for_more = item.message != 0};
  if (item.message == 0) return charge_whole(charged, item, item.cost);
  Fragments& fragments = fragments_[item.message];
  const std::uint64_t again = fragments.again;
  Cost whole = item.cost;  // the item is also read by others
  add_cost(whole, fragments.waiting);
  fragments = {.waiting = {}, .again = 0, .is_charged = true};
  charge_whole(charged, item, whole);
  charge_fragment(item, {.share = static_cast<std::uint32_t>(again)}, true, charged.second);
}

void Ledger::charge_whole(const Charged& charged, Item& item, const Cost& whole) {
  for (Grouping* grouping : by_item_) grouping->charge_item(charged, whole);
  if (by_part_.empty()) return;
  const bool is_divided = item.message == 0 && !charged.envelope->streamed;
  if (!is_divided) facts::divide(item, whole);
  const Part* last = nullptr;
  const Part* part = item.parts;
  do {
    charge_part(charged, part, last, subject_of(item.kind, part), part != nullptr ? part->cost : whole);
    last = part;
    if (part != nullptr) part = part->next;
  } while (part != nullptr);
}

void Ledger::charge_part(const Charged& charged, const Part* part, const Part* last, std::uint32_t subject,
                         const Cost& cost) {
  if (charged.waits_for_more) {
    for (Grouping* grouping : by_part_) grouping->charge_part(charged, part, last, subject, cost);
    return;
  }
  if (subject >= sums_.size()) sums_.resize(subject + std::size_t{1});
  auto& [is_listed, sum] = sums_[subject];
  if (!is_listed) {
    is_listed = true;
    charged_.push_back(subject);
    for (Grouping* grouping : by_part_) grouping->know(charged, part, subject);
  }
  const bool continues = last != nullptr && last->synchronizer == part->synchronizer;
  if (charged.counts && !continues) ++sum.count;
  if (charged.counts && continues && subject != last_subject_)
    for (Grouping* grouping : by_part_) grouping->count_unless_same(subject, last_subject_);
  last_subject_ = subject;
  sum.add(cost, charged.item.again);
}

/// What follows is charged within this second.
void Ledger::enter(std::uint64_t second) {
  if (second == second_) return;
  pass_sums();
  second_ = second;
}

void Ledger::pass_sums() {
  for (const std::uint32_t subject : charged_) {
    for (Grouping* grouping : by_part_) grouping->add(subject, sums_[subject].sum, second_);
    sums_[subject] = {};
  }
  charged_.clear();
}

std::uint32_t Ledger::subject_of(Kind kind, const Part* part) {
  const Subject subject =
      part != nullptr ? Subject{part->node, part->member, part->kin, part->scene, kind} : Subject{.kind = kind};
  return *subjects_.try_emplace(subject, static_cast<std::uint32_t>(subjects_.size())).first;
}

/// Whether an item is counted, not only charged: a relayed message counts once, whatever its number of hops.
bool Ledger::is_news(const Item& item) {
  if (item.again) return false;
  return !is_message(item.kind) || hops_.is_news(item.route());
}

void Ledger::add_fragment(const Frame& frame, const Envelope& envelope, const Item& item) {
  Fragments& fragments = fragments_[item.message];
  if (fragments.is_charged) return charge_fragment(item, item.cost, item.again, second_);
  fragments.latest = {.time = frame.time,
                      .flow = frame.flow,
                      .link = envelope.link,
                      .transport = envelope.transport,
                      .carrier = frame.carrier,
                      .side = frame.side,
                      .has_link = envelope.has_link,
                      .from_client = envelope.from_client};
  if (item.again) fragments.again += item.cost.total();
  else add_cost(fragments.waiting, item.cost);
}

void Ledger::charge_fragment(const Item& item, const Cost& cost, bool again, std::uint64_t at) {
  for (const auto& grouping : groupings_) grouping->charge_fragment(item, cost, again, at);
}

// --- The answer -----------------------------------------------------------------------------------------------------

report::Report Ledger::answer(const Grouping& grouping) {
  pass_sums();
  // Waiting bytes stay `Unfinished` unless more arrive. Those of fragments are where the latest one was captured.
  std::vector<Grouping::Rest> rest;
  const auto add = [&](Kind kind, const Frame& frame, const Envelope& envelope, const Cost& cost, std::uint64_t again) {
    if (cost.total() == 0 && again == 0) return;
    rest.push_back({.kind = kind, .frame = frame, .envelope = envelope, .cost = cost, .again = again});
  };
  for (const auto& [id, fragments] : fragments_) {
    const Place& at = fragments.latest;
    const Frame frame = {.time = at.time, .flow = at.flow, .carrier = at.carrier, .side = at.side};
    const Envelope envelope = {
        .transport = at.transport, .link = at.link, .has_link = at.has_link, .from_client = at.from_client};
    add(Kind::unfinished, frame, envelope, fragments.waiting, fragments.again);
  }
  for (const auto& [id, flow] : flows_) {
    if (!flow.is_ours) continue;
    Frame frame = {.time = flow.last, .flow = static_cast<std::uint32_t>(id), .carrier = facts::Carrier::tcp};
    for (const Stream& side : flow.streams.sides) {
      add(kind_of_rest(flow.upgrades, side.delivers()), frame, {}, cost_of(side.waiting()), 0);
      frame.side = 1;
    }
  }
  return grouping.answer(rest, static_cast<double>(last_ - first_) / static_cast<double>(second));
}

}  // namespace godot::analysis::profile
