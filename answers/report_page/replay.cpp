// SPDX-License-Identifier: MIT
#include "answers/report_page/replay.h"

#include <bit>
#include <cstddef>
#include <optional>

#include "answers/report_page/place.h"
#include "base/time.h"
#include "codec/core/utf8.h"
#include "codec/variant/plain_text.h"

namespace godot::analysis::page {
namespace {

using facts::Item;
using facts::Kind;

}  // namespace

void Replay::add(const facts::Frame& frame) {
  last_ = frame.time;
  for (const facts::Envelope* envelope = frame.envelopes; envelope != nullptr; envelope = envelope->next) {
    for (const Item* item = envelope->items; item != nullptr; item = item->next) {
      if (!item->again && !item->malformed && item->route().session != 0 && is_message(item->kind)) add(*item, frame);
    }
  }
}

void Replay::add(const Item& item, const facts::Frame& frame) {
  const facts::Route& route = item.route();
  if (route.hop_target > 0 && captured_.size() < most_series) captured_[{route.session, route.hop_target}] = true;
  const Peer receiver = route.receiver();
  // On its way to a receiver whose own hop is captured.
  const bool arrives =
      route.hop_target <= 0 || receiver == route.hop_target || captured_.find({route.session, receiver}) == nullptr;
  if (!arrives) return;
  const char* name = receiver == route.target ? route.target_name : route.hop_target_name;
  if (name != nullptr && names_.size() < most_series) {
    const char*& latest = latest_names_[{route.session, receiver}];
    if (latest != name) names_[{route.session, receiver}] = name;
    latest = name;
  }
  if (item.kind == Kind::despawn && item.parts != nullptr && item.parts->node != nullptr)
    lose(item.parts->node, route.session, receiver, frame);
  if (is_full()) return;
  for (const facts::Value* value = item.values; value != nullptr; value = value->next)
    add(*value, item, receiver, frame);
}

bool Replay::has_room(const facts::Frame& frame) {
  if (full_in_ != 0) return false;
  if (bytes_ < most_bytes) return true;
  full_in_ = frame.number;
  full_at_ = frame.time;
  return false;
}

std::uint32_t Replay::text_of(const facts::Value& value) {
  if (value.text != nullptr) return texts_.number_of(value.text);
  const facts::SentNumbers& sent = value.numbers;
  const variant::TextLimits limits;
  std::string room(variant::text_capacity(sent.bytes.size(), limits), '\0');
  return texts_.number_of(
      variant::text_of(Buffer{sent.bytes}, {.dialect = sent.dialect, .precision = sent.precision}, limits, room).text);
}

void Replay::begin_sample(Series& series, const facts::Frame& frame) {
  const std::int64_t time = frame.time / millisecond;
  series.samples.add(
      {json::zigzag(time - series.time), json::zigzag(static_cast<std::int64_t>(frame.number) - series.frame)});
  series.time = time;
  series.frame = frame.number;
  ++series.count;
}

void Replay::add(const facts::Value& value, const Item& item, Peer peer, const facts::Frame& frame) {
  if (value.node == nullptr || value.member == nullptr) return;
  if (!has_room(frame)) return;
  const facts::Route& route = item.route();
  const auto [known, is_new] = known_.try_emplace({route.session, peer, value.node, value.member}, nullptr);
  const std::string_view node = is_new ? value.node : "";
  const bool may_be_place = is_new || (*known != nullptr && (*known)->is_place);
  const std::optional<Place> place = may_be_place ? place_of(value) : std::nullopt;
  if (is_new && series_.size() != most_series && node.size() <= most_path) {
    Key key(route.session, peer, node, value.member);
    constexpr std::size_t of_its_own = 40;
    bytes_ += node.size() + std::get<3>(key).size() + of_its_own;
    *known = &series_.try_emplace(std::move(key)).first->second;
    (*known)->is_place = place.has_value();
  }
  if (*known == nullptr) {
    ++left_out_;
    return;
  }
  Series& series = **known;
  const std::size_t before = series.samples.size();
  begin_sample(series, frame);
  // 0: gone; otherwise a text's number plus one, or 1 and two floats.
  if (series.is_place && place) {
    series.samples.add({1, std::bit_cast<std::uint32_t>(place->x), std::bit_cast<std::uint32_t>(place->y)});
  } else {
    series.samples.add(series.is_place ? 2 : std::uint64_t{2} + text_of(value));
  }
  series.is_gone = false;
  series.is_relayed = series.is_relayed || route.relayed;
  bytes_ += series.samples.size() - before;
}

/// The node is gone for this peer, with all nodes below it.
void Replay::lose(std::string_view node, Session session, Peer peer, const facts::Frame& frame) {
  const std::string below = std::string(node) + '/';
  const auto lose_from = [&](const std::string& begin, auto belongs) {
    for (auto each = series_.lower_bound(Key(session, peer, begin, "")); each != series_.end(); ++each) {
      const auto& [its_session, its_peer, its_node, member] = each->first;
      if (its_session != session || its_peer != peer || !belongs(its_node)) break;
      Series& series = each->second;
      if (series.is_gone || !has_room(frame)) continue;
      const std::size_t before = series.samples.size();
      begin_sample(series, frame);
      series.samples.add(0);
      series.is_gone = true;
      bytes_ += series.samples.size() - before;
    }
  };
  lose_from(std::string(node), [&](const std::string& its_node) { return its_node == node; });
  lose_from(below, [&](const std::string& its_node) { return its_node.compare(0, below.size(), below) == 0; });
}

void Replay::append(std::string& out, Mask& mask) const {
  out += R"({"series":[)";
  bool is_first = true;
  for (const auto& [key, series] : series_) {
    const auto& [session, peer, node, member] = key;
    if (!is_first) out += ',';
    is_first = false;
    out += '[' + std::to_string(session) + ',' + std::to_string(peer) + ',';
    json::append_text(out, mask.path(node));
    out += ',';
    json::append_text(out, mask.path(std::string_view(member).substr(0, utf8_boundary(member, most_path))));
    out += series.is_place ? ",true," : ",false,";
    out += std::to_string(series.count) + ',';
    json::append_base64(out, series.samples.bytes());
    out += series.is_relayed ? ",true]" : ",false]";
  }
  out += R"(],"names":[)";
  is_first = true;
  for (const auto& [peer, name] : names_) {
    if (!is_first) out += ',';
    is_first = false;
    out += '[' + std::to_string(peer.first) + ',' + std::to_string(peer.second) + ',';
    json::append_text(out, mask.peer(name));
    out += ']';
  }
  out += R"(],"texts":[)";
  is_first = true;
  for (const std::string* text : texts_.in_order()) {
    if (!is_first) out += ',';
    is_first = false;
    json::append_text(out, mask.value(*text));
  }
  constexpr int decimals = 6;
  out +=
      R"(],"left_out":)" + std::to_string(left_out_) + R"(,"full_in":)" + std::to_string(full_in_) + R"(,"full_at":)";
  json::append_number(out, static_cast<double>(full_at_) * nanosecond, decimals);
  out += R"(,"end":)";
  json::append_number(out, static_cast<double>(last_) * nanosecond, decimals);
  out += '}';
}

}  // namespace godot::analysis::page
