// SPDX-License-Identifier: MIT
#include "answers/trace/trace.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <type_traits>
#include <utility>

#include "analysis/facts/attribution.h"
#include "base/json.h"
#include "base/release.h"
#include "codec/core/utf8.h"

namespace godot::analysis::trace {
namespace {

using facts::Envelope;
using facts::Frame;
using facts::Item;
using facts::Kind;

constexpr int no_channel = -1;
constexpr int side_channel = -2;  // items other than messages, and retransmissions

const char* end_name(LaneKind kind, std::uint8_t way) {
  if (has_roles(kind)) return way == 0 ? "client" : "server";
  return way == 0 ? "first" : "second";
}

/// Text with numbers: appended one after the other, since a sum of strings allocates for each.
template <class... Parts>
void append(std::string& out, const Parts&... parts) {
  const auto each = [&](const auto& part) {
    if constexpr (std::is_integral_v<std::decay_t<decltype(part)>>) {
      char digits[20];
      out.append(digits, std::to_chars(std::begin(digits), std::end(digits), part).ptr);
    } else {
      out += part;
    }
  };
  (each(parts), ...);
}

/// `key`, and microseconds to the nanosecond.
void append_time(std::string& out, const char* key, facts::Time time) {
  constexpr std::uint64_t thousand = 1'000;
  const std::uint64_t size = time < 0 ? 0 - static_cast<std::uint64_t>(time) : static_cast<std::uint64_t>(time);
  append(out, key, time < 0 ? "-" : "", size / thousand, ".");
  // The leading 1 keeps the zeros after the point.
  const std::size_t at = out.size();
  append(out, thousand + size % thousand);
  out.erase(at, 1);
}

constexpr std::size_t usual_event = 256;  // bytes that an event usually takes

std::string shortened(std::string_view text) {
  if (text.size() <= Trace::most_text) return std::string(text);
  return std::string(text.substr(0, utf8_boundary(text, Trace::most_text))) + "\u2026";
}

void append_pair(std::string& out, const char* key, std::uint64_t number) { append(out, ",\"", key, "\":", number); }

void append_pair(std::string& out, const char* key, std::string_view text) {
  append(out, ",\"", key, "\":");
  json::append_text(out, text);
}

}  // namespace

// --- Events ---------------------------------------------------------------------------------------------------------

void Trace::begin_event(std::string& out) {
  out += begun_ ? ",\n" : "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n";
  begun_ = true;
}

/// An event without its process: {"pid":N is added in front once it is known.
void Trace::emit(Lane& lane, std::string event, std::string& out) {
  if (lane.process == 0) {
    lane.held.push_back(std::move(event));
    if (lane.held.size() == most_held) settle(lane, 0, out);
    return;
  }
  begin_event(out);
  append(out, "{\"pid\":", lane.process, event, "}");
}

/// Assigns the lane to this process; 0: a separate one.
void Trace::settle(Lane& lane, Number process, std::string& out) {
  if (process == 0) {
    process = ++next_process_;
    begin_event(out);
    out += "{\"pid\":" + std::to_string(process) + R"(,"ph":"M","name":"process_name","args":{"name":)";
    json::append_text(out, std::string(name_of(lane.key.kind)) + " " + std::to_string(lane.key.number) + " " +
                               end_name(lane.key.kind, lane.key.way));
    out += "}}";
  }
  lane.process = process;
  for (std::string& event : lane.held) emit(lane, std::move(event), out);
  release(lane.held);
}

void Trace::learn_process(Lane& lane, std::uint32_t session, std::int32_t peer, const char* name, std::string& out) {
  if (lane.process != 0 || peer <= 0) return;
  const auto [found, is_new] = peers_.try_emplace({session, peer}, next_process_ + 1);
  if (is_new) {
    ++next_process_;
    begin_event(out);
    out += "{\"pid\":" + std::to_string(found->second) + R"(,"ph":"M","name":"process_name","args":{"name":)";
    std::string text = peer == facts::server ? "server" : std::to_string(peer);
    if (name != nullptr) text = name;
    json::append_text(out, shortened(text));
    out += "}}";
  }
  settle(lane, found->second, out);
}

Trace::Number Trace::lane_of(const Frame& frame, const Envelope* envelope) {
  const LaneKey key = lane_key(frame, envelope);
  const auto [found, is_new] = lane_numbers_.try_emplace(key, static_cast<Number>(lanes_.size()));
  if (is_new) {
    Lane& lane = lanes_.emplace_back();
    lane.key = key;
    lane.name = std::string(name_of(key.kind)) + " " + std::to_string(key.number) +
                (has_roles(key.kind) ? " to the " : " to its ") + end_name(key.kind, key.way ^ 1U) +
                (has_roles(key.kind) ? "" : " end");
  }
  return found->second;
}

/// A thread in which a slice may begin: its last slice has ended, or began at the same time and is not open.
std::optional<std::size_t> Trace::thread_for(Lane& lane, int channel, Time begin, std::string& out) {
  std::vector<Thread>& threads = lane.channels[channel];
  for (std::size_t i = 0; i != threads.size(); ++i)
    if (!threads[i].is_open && (threads[i].end <= begin || threads[i].begin == begin)) return i;
  if (threads.size() == most_threads) return std::nullopt;
  threads.push_back({.id = ++next_thread_});
  std::string name = lane.name;
  if (channel >= 0) name += ", channel " + std::to_string(channel);
  if (channel == side_channel) name += ", protocol";
  if (threads.size() != 1) name += " (" + std::to_string(threads.size()) + ")";
  std::string event = ",\"tid\":" + std::to_string(next_thread_) + R"(,"ph":"M","name":"thread_name","args":{"name":)";
  json::append_text(event, name);
  emit(lane, event + '}', out);
  return threads.size() - 1;
}

// --- Slices ---------------------------------------------------------------------------------------------------------

Trace::Slice Trace::begin_slice(const Frame& frame, const Item& item, Number lane, std::string& out) {
  Slice slice;
  slice.lane = lane;
  slice.channel = item.on_channel ? item.channel : no_channel;
  slice.begin = frame.time;
  slice.frame = frame.number;
  slice.kind = item.kind;
  slice.mode = item.mode;
  if (const auto index = thread_for(lanes_[lane], slice.channel, frame.time, out)) {
    slice.has_thread = true;
    slice.thread = *index;
    Thread& thread = lanes_[lane].channels[slice.channel][slice.thread];
    thread.begin = frame.time;
    thread.is_open = true;
  }
  return slice;
}

void Trace::end_slice(Slice& slice, Time end, const char* remark, std::string& out) {
  Lane& lane = lanes_[slice.lane];
  end = std::max(end, slice.begin);
  Number id = 0;
  if (slice.has_thread) {
    Thread& thread = lane.channels[slice.channel][slice.thread];
    thread.is_open = false;
    thread.end = std::max(thread.end, end);
    id = thread.id;
  }
  std::string event;
  event.reserve(usual_event);
  append(event, ",\"tid\":", id);
  // Without a thread for it, it becomes an event without a duration.
  append_time(event, slice.has_thread ? R"(,"ph":"X","ts":)" : R"(,"ph":"i","s":"p","ts":)", slice.begin);
  if (slice.has_thread) append_time(event, ",\"dur\":", end - slice.begin);
  event += R"(,"cat":"message","name":)";
  json::append_text(event, slice.name.empty() ? facts::name(slice.kind) : std::string_view(slice.name));
  append(event, R"(,"args":{"frame":)", slice.frame);
  append_pair(event, "kind", facts::name(slice.kind));
  append_pair(event, "bytes", slice.bytes);
  append_pair(event, "mode", facts::name(slice.mode));
  if (remark != nullptr) append_pair(event, "remark", remark);
  event += '}';
  emit(lane, std::move(event), out);
}

/// Adds an event without a duration.
void Trace::point(const Frame& frame, const Item& item, Number lane, std::uint64_t bytes, const char* remark,
                  std::string& out) {
  Lane& own = lanes_[lane];
  Number id = 0;
  if (const auto index = thread_for(own, side_channel, frame.time, out)) {
    Thread& thread = own.channels[side_channel][*index];
    thread.begin = frame.time;
    thread.end = frame.time;
    id = thread.id;
  }
  std::string event;
  event.reserve(usual_event);
  append(event, ",\"tid\":", id);
  append_time(event, R"(,"ph":"X","ts":)", frame.time);
  event += R"(,"dur":0.000,"cat":"protocol","name":)";
  json::append_text(event, facts::name(item.kind));
  append(event, R"(,"args":{"frame":)", frame.number);
  append_pair(event, "bytes", bytes);
  if (remark != nullptr) append_pair(event, "remark", remark);
  event += '}';
  emit(own, std::move(event), out);
}

/// A flow to the acknowledgement of a command in a later frame.
void Trace::flow_from(const Slice& slice, std::uint32_t acked_in, std::uint16_t sequence, std::uint8_t channel,
                      std::string& out) {
  if (!slice.has_thread) return;
  Lane& lane = lanes_[slice.lane];
  const Number id = ++next_flow_;
  awaited_[acked_in].push_back({.id = id, .lane = slice.lane, .sequence = sequence, .channel = channel});
  std::string event;
  event.reserve(usual_event);
  append(event, ",\"tid\":", lane.channels[slice.channel][slice.thread].id);
  append_time(event, R"(,"ph":"s","ts":)", slice.begin);
  append(event, R"(,"cat":"acknowledged","name":"acknowledged","id":)", id);
  emit(lane, std::move(event), out);
}

/// The acknowledgement of a message: the end of its flow.
void Trace::flow_to(const Frame& frame, const Item& item, Number lane, std::string& out) {
  const auto here = awaited_.find(frame.number);
  if (here == awaited_.end()) return;
  Lane& own = lanes_[lane];
  for (Awaited& awaited : here->second) {
    const LaneKey& from = lanes_[awaited.lane].key;
    const bool fits = awaited.id != 0 && awaited.sequence == item.sequence() && awaited.channel == item.channel &&
                      from.kind == own.key.kind && from.number == own.key.number && from.way != own.key.way;
    if (!fits) continue;
    const std::vector<Thread>& threads = own.channels[side_channel];
    std::string event;
    event.reserve(usual_event);
    append(event, ",\"tid\":", threads.empty() ? Number{0} : threads.front().id);
    append_time(event, R"(,"ph":"f","bp":"e","ts":)", frame.time);
    append(event, R"(,"cat":"acknowledged","name":"acknowledged","id":)", awaited.id);
    emit(own, std::move(event), out);
    awaited.id = 0;
    return;
  }
}

// --- Frames ---------------------------------------------------------------------------------------------------------

void Trace::add(const Frame& frame, std::string& out) {
  last_ = std::max(last_, frame.time);
  unrecognised_.add(frame, [&](const Frame& each, Kind kind) {
    point(each, {.kind = kind}, lane_of(each, nullptr), each.length, nullptr, out);
  });
  if (!frame.is_recognised()) return;
  const Number lane = lane_of(frame, frame.envelopes);
  std::uint64_t weights = 0;
  for (const Envelope* envelope = frame.envelopes; envelope != nullptr; envelope = envelope->next) {
    for (const Item* item = envelope->items; item != nullptr; item = item->next) {
      weights += item->cost.total();
      const facts::Route& route = item->route();
      const char* name = route.hop_source == route.source ? route.source_name : nullptr;
      learn_process(lanes_[lane], route.session, route.hop_source, name, out);
      const auto back = lane_numbers_.find({.number = lanes_[lane].key.number,
                                            .kind = lanes_[lane].key.kind,
                                            .way = static_cast<std::uint8_t>(lanes_[lane].key.way ^ 1U)});
      if (back != lane_numbers_.end())
        learn_process(lanes_[back->second], route.session, route.hop_target, route.hop_target_name, out);
    }
  }
  const std::uint32_t length = frame.counted_length();
  facts::Division shares(length, weights);
  bool is_paid = weights != 0;
  for (const Envelope* envelope = frame.envelopes; envelope != nullptr; envelope = envelope->next) {
    for (const Item* item = envelope->items; item != nullptr; item = item->next) {
      std::uint64_t bytes = 0;
      if (weights != 0) bytes = shares.next(item->cost.total());
      else if (!is_paid) bytes = length;
      is_paid = true;
      add_item(frame, *envelope, *item, lane, bytes, out);
    }
    add_counters(frame, *envelope, lane, out);
  }
  if (!is_paid) point(frame, {.kind = Kind::strange}, lane, frame.length, nullptr, out);
  awaited_.erase(frame.number);
}

void Trace::add_item(const Frame& frame, const Envelope&, const Item& item, Number lane, std::uint64_t bytes,
                     std::string& out) {
  const CommandKey key = {.lane = lane, .sequence = item.sequence(), .channel = item.channel};
  // A later transmission ends the slice of the first one, unless that is retransmitted, too.
  if (item.again) {
    point(frame, item, lane, bytes, "again", out);
    if (item.fate().acked_in == 0 && item.fate().sent_again_in != 0) return;
    const auto waits = waiting_.find(key);
    if (waits == waiting_.end() || !item.fate().retransmission) return;
    end_slice(waits->second, frame.time, "sent again", out);
    waiting_.erase(waits);
    return;
  }
  if (item.kind == Kind::fragment) {
    point(frame, item, lane, bytes, nullptr, out);
    const auto [found, is_new] = fragments_.try_emplace(item.message);
    Pieces& pieces = found->second;
    if (is_new) pieces.slice = begin_slice(frame, item, lane, out);
    if (item.fate().acked_in == 0) pieces.all_acked = false;
    if (item.fate().acked_in < pieces.acked_in) return;
    pieces.acked_in = item.fate().acked_in;
    pieces.sequence = item.sequence();
    return;
  }
  if (!is_message(item.kind)) {
    point(frame, item, lane, bytes, nullptr, out);
    if (item.kind == Kind::acknowledgement) flow_to(frame, item, lane, out);
    return;
  }
  Slice slice;
  const auto fragments = item.message != 0 ? fragments_.find(item.message) : fragments_.end();
  if (fragments != fragments_.end()) {
    const Pieces& pieces = fragments->second;
    slice = pieces.slice;
    slice.kind = item.kind;
    slice.mode = item.mode;
    if (pieces.all_acked && pieces.acked_in > frame.number)
      flow_from(slice, pieces.acked_in, pieces.sequence, item.channel, out);
    fragments_.erase(fragments);
  } else {
    slice = begin_slice(frame, item, lane, out);
    if (item.fate().acked_in != 0) flow_from(slice, item.fate().acked_in, item.sequence(), item.channel, out);
  }
  slice.bytes = bytes;
  if (item.texts != nullptr && item.texts->text != nullptr) slice.name = shortened(item.texts->text);
  if (item.fate().sent_again_in != 0 && item.fate().acked_in == 0) {
    const auto [place, is_new] = waiting_.try_emplace(key);
    if (!is_new) end_slice(place->second, frame.time, "unanswered", out);
    place->second = std::move(slice);
    return;
  }
  end_slice(slice, frame.time + item.fate().held, item.fate().held > 0 ? "held back" : nullptr, out);
}

void Trace::add_counters(const Frame& frame, const Envelope& envelope, Number lane, std::string& out) {
  if (envelope.transport != facts::Transport::enet || !envelope.has_link) return;
  Lane& own = lanes_[lane];
  const auto counter = [&](Lane& of, const char* name, const char* key, const std::string& value) {
    std::string event;
    event.reserve(usual_event);
    append_time(event, R"(,"ph":"C","ts":)", frame.time);
    event += ",\"name\":";
    json::append_text(event, of.name + ": " + name);
    append(event, R"(,"args":{")", key, "\":", value, "}");
    emit(of, std::move(event), out);
  };
  if (own.in_flight != envelope.in_flight) counter(own, "in flight", "bytes", std::to_string(envelope.in_flight));
  if (own.window != envelope.window && envelope.window != 0)
    counter(own, "window", "bytes", std::to_string(envelope.window));
  own.in_flight = envelope.in_flight;
  own.window = envelope.window;
  const auto back = lane_numbers_.find(
      {.number = own.key.number, .kind = own.key.kind, .way = static_cast<std::uint8_t>(own.key.way ^ 1U)});
  if (back == lane_numbers_.end()) return;
  for (const Item* item = envelope.items; item != nullptr; item = item->next) {
    if (item->kind != Kind::acknowledgement || item->fate().rtt < 0) continue;
    constexpr double millisecond = 1e-6;
    std::string value;
    json::append_number(value, static_cast<double>(item->fate().rtt) * millisecond, 3);
    counter(lanes_[back->second], "round trip", "ms", value);
  }
}

void Trace::finish(std::string& out) {
  for (auto& [key, slice] : waiting_) end_slice(slice, last_, "never answered", out);
  for (auto& [message, pieces] : fragments_) end_slice(pieces.slice, last_, "never whole", out);
  waiting_.clear();
  fragments_.clear();
  for (Lane& lane : lanes_) {
    if (lane.process == 0) settle(lane, 0, out);
  }
  if (!begun_) out += R"({"displayTimeUnit":"ms","traceEvents":[)";
  out += "\n]}\n";
}

}  // namespace godot::analysis::trace
