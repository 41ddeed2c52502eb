// SPDX-License-Identifier: MIT
#include "answers/report_page/timeline.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <numeric>

#include "analysis/facts/attribution.h"
#include "base/time.h"
#include "codec/core/utf8.h"

namespace godot::analysis::page {
namespace {

using facts::Envelope;
using facts::Frame;
using facts::Item;
using facts::Kind;
using facts::Part;

constexpr std::array mark_names{"spawn", "despawn", "join", "leave", "problem"};  // in the order of MarkKind
constexpr double milliseconds = 1e-6;

// Flags of a bar.
constexpr unsigned flag_again = 1;    // all of it was sent before
constexpr unsigned flag_lost = 2;     // a message before it is missing
constexpr unsigned flag_held = 4;     // its receiver held back some of it
constexpr unsigned flag_problem = 8;  // one of the table of problems
constexpr unsigned flag_more = 16;    // it carries more messages than the bar has
constexpr unsigned flag_counted_elsewhere = 32;

/// A message may be of several nodes: one for each synchronizer.
const Part* next_of_message(const Item& item, const Part* part) {
  if (part == nullptr) return item.parts;
  const Part* next = part->next;
  while (next != nullptr && item.kind == Kind::sync && next->synchronizer == part->synchronizer) next = next->next;
  return item.kind == Kind::sync ? next : nullptr;
}

}  // namespace

// --- The content of a frame -----------------------------------------------------------------------------------------

void Timeline::add(const Frame& frame) {
  unrecognised_.add(frame, [this](const Frame& each, Kind kind) { draw_alone(each, kind); });
  if (frame.is_recognised()) draw(frame);
}

void Timeline::draw_alone(const Frame& frame, Kind kind) {
  const Number lane = lane_of(frame, nullptr);
  const Number entry = entry_of({.kind = kind}, nullptr);
  const bool is_drawn = begin_bar(frame, lane, 0, 1, 0);
  count(bin_of(frame.time), lane, kind, frame.length, is_drawn);
  if (is_drawn) bars_.add({entry, 0});
}

void Timeline::draw(const Frame& frame) {
  const Number lane = lane_of(frame, frame.envelopes);
  const std::size_t bin = bin_of(frame.time);
  std::uint64_t weights = 0;
  std::size_t messages = 0;
  std::size_t main = 0;
  std::uint32_t most = 0;
  bool has_news = false;
  unsigned flags = 0;
  for (const Envelope* envelope = frame.envelopes; envelope != nullptr; envelope = envelope->next) {
    for (const Item* item = envelope->items; item != nullptr; item = item->next) {
      weights += item->cost.total();
      if (item->cost.total() > most && messages < most_in_bar) {
        most = item->cost.total();
        main = messages;
      }
      for (const Part* part = next_of_message(*item, nullptr); part != nullptr; part = next_of_message(*item, part))
        ++messages;
      messages += item->parts == nullptr ? 1 : 0;
      has_news = has_news || !item->again;
      const facts::Fate& fate = item->fate();
      if (fate.lost_before != 0 || fate.unsent_before != 0) flags |= flag_lost;
      if (fate.held > 0) flags |= flag_held;
      if (item->problems != nullptr) flags |= flag_problem;
      mark(frame, *item, lane);
      if (lane != none) learn_ends(lanes_[lane], *item);
    }
    if (lane != none) add_link(frame, *envelope, lane);
  }
  if (messages != 0 && !has_news) flags |= flag_again;
  const std::uint32_t length = frame.counted_length();
  facts::Division shares(length, weights);
  if (messages > most_in_bar) flags |= flag_more;
  if (frame.counts_elsewhere()) flags |= flag_counted_elsewhere;
  const bool is_drawn = begin_bar(frame, lane, flags, std::min(messages, most_in_bar), main);
  if (weights == 0) count(bin, lane, messages == 0 ? Kind::strange : frame.envelopes->items->kind, length, is_drawn);
  std::size_t drawn = 0;
  for (const Envelope* envelope = frame.envelopes; envelope != nullptr; envelope = envelope->next) {
    for (const Item* item = envelope->items; item != nullptr; item = item->next) {
      if (weights != 0) count(bin, lane, item->kind, shares.next(item->cost.total()), is_drawn);
      if (!is_drawn) continue;
      const Part* part = next_of_message(*item, nullptr);
      do {
        if (drawn++ == most_in_bar) break;
        bars_.add({entry_of(*item, part), text_of(*item)});
        if (part != nullptr) part = next_of_message(*item, part);
      } while (part != nullptr);
      if (drawn > most_in_bar) drawn = most_in_bar;
    }
  }
}

bool Timeline::begin_bar(const Frame& frame, Number lane, unsigned flags, std::size_t messages, std::size_t main) {
  if (lane == none) return false;
  if (bars_left_out_ != 0 || bars_.size() > most_bar_bytes) {
    if (bars_left_out_++ == 0) {
      left_out_from_ = frame.time;
      left_out_frame_ = frame.number;
    }
    const std::size_t bin = bin_of(frame.time);
    std::vector<Coarse>& coarse = lanes_[lane].coarse;
    if (coarse.size() <= bin) coarse.resize(bin + 1);
    ++coarse[bin].packets;
    coarse[bin].flags |= flags;
    return false;
  }
  ++bar_count_;
  const std::int64_t time = frame.time / microsecond;
  // Differences may be negative: captures are not always in order.
  bars_.add({json::zigzag(time - last_time_), json::zigzag(static_cast<std::int64_t>(frame.number) - last_frame_), lane,
             frame.length, flags, main, messages});
  last_time_ = time;
  last_frame_ = frame.number;
  return true;
}

// --- Names ----------------------------------------------------------------------------------------------------------

Timeline::Number Timeline::lane_of(const Frame& frame, const Envelope* envelope) {
  const LaneKey key = lane_key(frame, envelope);
  if (const Number* known = lane_numbers_.find(key)) return *known;
  if (lanes_.size() == most_lanes) {
    ++lanes_left_out_;
    return none;
  }
  const auto number = static_cast<Number>(lanes_.size());
  lane_numbers_.try_emplace(key, number);
  Lane& lane = lanes_.emplace_back();
  lane.key = key;
  return number;
}

Timeline::Number Timeline::back_of(Lane& lane) const {
  if (lane.back != none) return lane.back;
  LaneKey key = lane.key;
  key.way ^= 1U;
  const Number* known = lane_numbers_.find(key);
  return known != nullptr ? lane.back = *known : none;
}

void Timeline::learn_ends(Lane& lane, const Item& item) {
  const auto learn = [](std::int32_t id, const char* name, std::int32_t& known, const char*& known_name) {
    if (id <= 0) return;
    known = id;
    if (name != nullptr) known_name = name;
  };
  const facts::Route& route = item.route();
  if (route.hop_source == route.source) learn(route.hop_source, route.source_name, lane.source, lane.source_name);
  else learn(route.hop_source, nullptr, lane.source, lane.source_name);
  learn(route.hop_target, route.hop_target_name, lane.target, lane.target_name);
}

Timeline::Number Timeline::entry_of(const Item& item, const Part* part) {
  Entry entry = {.kind = item.kind, .node = nullptr, .member = nullptr};
  if (part != nullptr && is_message(item.kind)) {
    entry.node = part->node;
    entry.member = item.kind == Kind::sync ? nullptr : part->member;
  }
  if (const Number* known = entry_numbers_.find(entry)) return *known;
  const auto size = [](const char* text) { return text != nullptr ? std::strlen(text) : 0; };
  const std::size_t bytes = size(entry.node) + size(entry.member);
  if (entry.node != nullptr && entry_bytes_ + bytes > most_entry_bytes) return entry_of({.kind = item.kind}, nullptr);
  constexpr std::size_t of_its_own = 8;
  entry_bytes_ += bytes + of_its_own;
  entries_.push_back(entry);
  const auto number = static_cast<Number>(entries_.size() - 1);
  entry_numbers_.try_emplace(entry, number);
  return number;
}

/// The number of the message's text; 0: none.
Timeline::Number Timeline::text_of(const Item& item) {
  if (item.texts == nullptr || item.texts->text == nullptr || item.kind == Kind::sync || !is_message(item.kind))
    return 0;
  const std::string_view text = item.texts->text;
  const bool is_prose = item.kind == Kind::debugger;
  if (text.empty() || (masked_ && is_prose)) return 0;
  const Number number = texts_.number_of(text);
  if (number == 0) ++texts_left_out_;
  return number;
}

// --- Bytes over time ------------------------------------------------------------------------------------------------

std::size_t Timeline::bin_of(facts::Time time) {
  const facts::Time since = std::max<facts::Time>(time, 0);
  while (static_cast<std::size_t>(since / bin_width_) >= most_bins) widen();
  const auto bin = static_cast<std::size_t>(since / bin_width_);
  bin_count_ = std::max(bin_count_, bin + 1);
  return bin;
}

/// Doubles the width of the bins, and halves their number.
void Timeline::widen() {
  const auto halve = [](auto& bins, auto add) {
    for (std::size_t bin = 0; bin < bins.size(); bin += 2) {
      auto both = bins[bin];
      if (bin + 1 < bins.size()) add(both, bins[bin + 1]);
      bins[bin / 2] = both;
    }
    bins.resize((bins.size() + 1) / 2);
  };
  const auto add_bytes = [](std::uint64_t& one, std::uint64_t other) { one += other; };
  for (auto& bins : kind_bytes_) halve(bins, add_bytes);
  for (Lane& lane : lanes_) {
    halve(lane.bytes, add_bytes);
    halve(lane.trips, [](Trips& one, const Trips& other) {
      one.count += other.count;
      one.changes += other.changes;
      one.sum += other.sum;
      one.most = std::max(one.most, other.most);
      one.jitter += other.jitter;
      one.in_flight = std::max(one.in_flight, other.in_flight);
      one.has_flight = one.has_flight || other.has_flight;
    });
  }
  for (Lane& lane : lanes_) halve(lane.coarse, [](Coarse& one, const Coarse& other) { one.add(other); });
  bin_width_ *= 2;
  bin_count_ = (bin_count_ + 1) / 2;
}

void Timeline::Coarse::add(const Coarse& other) noexcept {
  packets += other.packets;
  flags |= other.flags;
  for (std::size_t kind = 0; kind != bytes.size(); ++kind) bytes[kind] += other.bytes[kind];
}

void Timeline::count(std::size_t bin, Number lane, Kind kind, std::uint64_t bytes, bool has_bar) {
  const auto add = [&](std::vector<std::uint64_t>& bins) {
    if (bins.size() <= bin) bins.resize(bin + 1);
    bins[bin] += bytes;
  };
  add(kind_bytes_[static_cast<unsigned>(kind)]);
  if (lane == none) return;
  add(lanes_[lane].bytes);
  if (!has_bar) lanes_[lane].coarse[bin].bytes[static_cast<unsigned>(kind)] += bytes;
}

void Timeline::add_link(const Frame& frame, const Envelope& envelope, Number lane) {
  if (envelope.transport != facts::Transport::enet || !envelope.has_link) return;
  const std::size_t bin = bin_of(frame.time);
  const auto at = [bin](Lane& of) -> Trips& {
    if (of.trips.size() <= bin) of.trips.resize(bin + 1);
    return of.trips[bin];
  };
  Trips& own = at(lanes_[lane]);
  own.in_flight = std::max(own.in_flight, envelope.in_flight);
  own.has_flight = true;
  // The acknowledgements of this lane end the round trips of the other end's commands.
  const Number back = back_of(lanes_[lane]);
  if (back == none) return;
  Lane& other_lane = lanes_[back];
  for (const Item* item = envelope.items; item != nullptr; item = item->next) {
    if (item->kind != Kind::acknowledgement || item->fate().rtt < 0) continue;
    const double trip = static_cast<double>(item->fate().rtt) * milliseconds;
    Trips& trips = at(other_lane);
    ++trips.count;
    trips.sum += trip;
    trips.most = std::max(trips.most, trip);
    if (other_lane.last_trip >= 0) {
      ++trips.changes;
      trips.jitter += std::abs(trip - other_lane.last_trip);
    }
    other_lane.last_trip = trip;
  }
}

// --- Marks ----------------------------------------------------------------------------------------------------------

void Timeline::mark(const Frame& frame, const Item& item, Number lane) {
  for (const facts::Problem* problem = item.problems; problem != nullptr; problem = problem->next)
    add_mark(frame, lane, MarkKind::problem, problem->cause != nullptr ? problem->cause : problem->kind);
  if (item.again) return;
  const char* node = item.parts != nullptr ? item.parts->node : nullptr;
  if (item.kind == Kind::spawn || item.kind == Kind::despawn)
    add_mark(frame, lane, item.kind == Kind::spawn ? MarkKind::spawn : MarkKind::despawn, node != nullptr ? node : "");
  else if (item.route().left != 0) add_mark(frame, lane, MarkKind::leave, std::to_string(item.route().left));
  else if (item.kind == Kind::handshake && item.command != nullptr &&
           std::strcmp(item.command->name, "Verify connect") == 0)
    add_mark(frame, lane, MarkKind::join, "");
}

void Timeline::add_mark(const Frame& frame, Number lane, MarkKind kind, std::string text) {
  std::vector<Mark>& marks = marks_[static_cast<std::size_t>(kind)];
  if (mark_width_ != 0 && !marks.empty() && marks.back().time / mark_width_ == frame.time / mark_width_) return;
  if (text.size() > most_text) text.resize(utf8_boundary(text, most_text));
  marks.push_back({.time = frame.time, .frame = frame.number, .lane = lane, .text = std::move(text)});
  if (++mark_count_ > most_marks) merge_marks();
}

/// Keeps the first mark of each kind and interval. Half of the room is free afterwards, so that this happens seldom.
void Timeline::merge_marks() {
  constexpr facts::Time least = millisecond;
  const auto is_earlier = [](const Mark& one, const Mark& other) { return one.time < other.time; };
  for (std::vector<Mark>& marks : marks_) std::stable_sort(marks.begin(), marks.end(), is_earlier);
  while (mark_count_ > most_marks / 2) {
    mark_width_ = std::max(2 * mark_width_, least);
    mark_count_ = 0;
    for (std::vector<Mark>& marks : marks_) {
      const auto is_same = [this](const Mark& one, const Mark& other) {
        return one.time / mark_width_ == other.time / mark_width_;
      };
      marks.erase(std::unique(marks.begin(), marks.end(), is_same), marks.end());
      mark_count_ += marks.size();
    }
  }
}

// --- JSON -----------------------------------------------------------------------------------------------------------

namespace {

/// Appends `begin`, what `append` writes of each item, with commas between, and the end of the list.
template <class Items, class Append>
void append_list(std::string& out, const char* begin, const Items& items, Append append) {
  out += begin;
  bool is_first = true;
  for (const auto& item : items) {
    if (!is_first) out += ',';
    is_first = false;
    append(item);
  }
  out += ']';
}

void append_seconds(std::string& out, facts::Time time) {
  constexpr int decimals = 6;
  json::append_number(out, static_cast<double>(time) * nanosecond, decimals);
}

void append_column(std::string& out, const std::vector<std::uint64_t>& numbers) {
  json::Numbers column;
  for (const std::uint64_t number : numbers) column.add(number);
  json::append_base64(out, column.bytes());
}

void append_optional(std::string& out, const char* text, Mask& mask) {
  if (text == nullptr) out += "null";
  else json::append_text(out, mask.path(text));
}

}  // namespace

/// For each lane its coarse bars, and how many bins one of them covers: 1, 2, 4, ..., so that all of them fit. A bar
/// has its distance to the previous one in intervals, packets, bytes, flags, and the kind with most of its bytes.
std::pair<std::size_t, std::vector<json::Numbers>> Timeline::coarse_columns() const {
  for (std::size_t step = 1;; step *= 2) {
    std::vector<json::Numbers> columns(lanes_.size());
    std::size_t size = 0;
    for (std::size_t lane = 0; lane != lanes_.size(); ++lane) {
      const std::vector<Coarse>& bins = lanes_[lane].coarse;
      json::Numbers& column = columns[lane];
      std::size_t last = 0;
      for (std::size_t begin = 0; begin < bins.size(); begin += step) {
        Coarse bar;
        for (std::size_t bin = begin; bin != std::min(begin + step, bins.size()); ++bin) bar.add(bins[bin]);
        if (bar.packets == 0) continue;
        column.add(begin / step - last);
        last = begin / step;
        column.add(bar.packets);
        column.add(std::accumulate(bar.bytes.begin(), bar.bytes.end(), std::uint64_t{0}));
        column.add(bar.flags);
        column.add(
            static_cast<std::uint64_t>(std::max_element(bar.bytes.begin(), bar.bytes.end()) - bar.bytes.begin()));
      }
      size += column.size();
    }
    if (size <= most_coarse_bytes || step >= most_bins) return {step, std::move(columns)};
  }
}

void Timeline::append_lanes(std::string& out, Mask& mask) const {
  append_list(out, R"({"lanes":[)", lanes_, [&](const Lane& lane) {
    out += "[\"" + std::string(name_of(lane.key.kind)) + "\"," + std::to_string(lane.key.number) + ',' +
           std::to_string(lane.key.way) + ',' + std::to_string(lane.source) + ',';
    json::append_text(out, mask.peer(lane.source_name));
    out += ',' + std::to_string(lane.target) + ',';
    json::append_text(out, mask.peer(lane.target_name));
    out += ']';
  });
  out += R"(,"lanes_left_out":)" + std::to_string(lanes_left_out_ == 0 ? 0 : 1);
}

void Timeline::append_bars(std::string& out, Mask& mask) const {
  append_list(out, R"(,"entries":[)", entries_, [&](const Entry& entry) {
    out += '[' + std::to_string(static_cast<unsigned>(entry.kind)) + ',';
    append_optional(out, entry.node, mask);
    out += ',';
    append_optional(out, entry.member, mask);
    out += ']';
  });
  append_list(out, R"(,"texts":[)", texts_.in_order(),
              [&](const std::string* text) { json::append_text(out, mask.call(*text)); });
  out += R"(,"texts_left_out":)" + std::to_string(texts_left_out_);
  out += R"(,"bars":)";
  json::append_base64(out, bars_.bytes());
  out += R"(,"count":)" + std::to_string(bar_count_) + R"(,"left_out":)" + std::to_string(bars_left_out_);
  out += R"(,"left_out_frame":)" + std::to_string(left_out_frame_) + R"(,"left_out_from":)";
  append_seconds(out, left_out_from_);
  const auto [coarse_step, coarse] = coarse_columns();
  out += R"(,"coarse_step":)" + std::to_string(coarse_step);
  append_list(out, R"(,"coarse":[)", coarse,
              [&](const json::Numbers& column) { json::append_base64(out, column.bytes()); });
}

void Timeline::append_bins(std::string& out) const {
  out += R"(,"width":)";
  append_seconds(out, bin_width_);
  out += R"(,"bins":)" + std::to_string(bin_count_);
  append_list(out, R"(,"kind_bytes":[)", kind_bytes_, [&](const auto& bins) { append_column(out, bins); });
  append_list(out, R"(,"lane_bytes":[)", lanes_, [&](const Lane& lane) { append_column(out, lane.bytes); });
  append_list(out, R"(,"trips":[)", lanes_, [&](const Lane& lane) { append_trips(out, lane); });
}

void Timeline::append_trips(std::string& out, const Lane& lane) {
  constexpr int tenths = 3;
  const auto append_mean = [&](double sum, std::uint32_t count) {
    if (count != 0) json::append_number(out, sum / count, tenths);
    else out += "null";
  };
  out += '[';
  bool is_first = true;
  for (std::size_t bin = 0; bin != lane.trips.size(); ++bin) {
    const Trips& trips = lane.trips[bin];
    if (trips.count == 0 && !trips.has_flight) continue;
    if (!is_first) out += ',';
    is_first = false;
    out += '[';
    json::append_count(out, bin);
    out += ',';
    append_mean(trips.sum, trips.count);
    out += ',';
    append_mean(trips.jitter, trips.changes);
    out += ',';
    if (trips.has_flight) json::append_count(out, trips.in_flight);
    else out += "null";
    out += ']';
  }
  out += ']';
}

void Timeline::append_marks(std::string& out, Mask& mask) const {
  std::vector<std::pair<const Mark*, const char*>> marks;
  for (std::size_t kind = 0; kind != marks_.size(); ++kind)
    for (const Mark& mark : marks_[kind]) marks.emplace_back(&mark, mark_names[kind]);
  std::stable_sort(marks.begin(), marks.end(),
                   [](const auto& one, const auto& other) { return one.first->time < other.first->time; });
  append_list(out, R"(,"marks":[)", marks, [&](const std::pair<const Mark*, const char*>& each) {
    const auto& [mark, name] = each;
    out += '[';
    append_seconds(out, mark->time);
    out += ",\"" + std::string(name) + "\"," + std::to_string(mark->frame) + ',' +
           (mark->lane == none ? "-1" : std::to_string(mark->lane)) + ',';
    const bool is_own = std::string_view(name) == mark_names[static_cast<std::size_t>(MarkKind::problem)];
    json::append_text(out, is_own ? mark->text : mask.path(mark->text));
    out += ']';
  });
  out += R"(,"mark_width":)";
  append_seconds(out, mark_width_);
}

void Timeline::append(std::string& out, Mask& mask) const {
  std::array<Kind, facts::kind_count> kinds;
  for (unsigned kind = 0; kind != facts::kind_count; ++kind) kinds[kind] = static_cast<Kind>(kind);
  append_lanes(out, mask);
  append_list(out, R"(,"kinds":[)", kinds, [&](Kind kind) { json::append_text(out, facts::name(kind)); });
  append_list(out, R"(,"kind_colours":[)", kinds, [&](Kind kind) { json::append_text(out, facts::colour(kind)); });
  out += R"(,"kind_of_states":)";
  json::append_text(out, facts::name(Kind::sync));
  append_bars(out, mask);
  append_bins(out);
  append_marks(out, mask);
  out += '}';
}

}  // namespace godot::analysis::page
