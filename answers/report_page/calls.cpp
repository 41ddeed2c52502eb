// SPDX-License-Identifier: MIT
#include "answers/report_page/calls.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "codec/core/utf8.h"

namespace godot::analysis::page {
namespace {

constexpr std::size_t most_text = 300;

std::string peer_text(std::int32_t id, bool is_known, const char* name) {
  if (!is_known) return "?";
  if (name != nullptr) return id < 0 ? "all but " + std::string(name) : name;
  if (id == 0) return "all";
  if (id == facts::server) return "server";
  if (id > 0) return std::to_string(id);
  if (id == -facts::server) return "all but server";
  return "all but " + std::to_string(-static_cast<std::int64_t>(id));
}

void append_name(std::string& out, const char* text, Mask& mask) {
  if (text == nullptr) {
    out += "null";
    return;
  }
  const std::string_view all = text;
  std::string shown = mask.path(all.substr(0, utf8_boundary(all, most_text)));
  if (all.size() > most_text) shown += "\u2026";
  json::append_text(out, shown);
}

/// A message that passes a relay is in two sessions, one on each side. Engines draw ids from 31 bits, so a large one is
/// the same peer's in both.
std::uint32_t game_of(const facts::Route& route) {
  constexpr std::int32_t least_drawn = 1 << 16;
  return route.source >= least_drawn ? 0 : route.session;
}

}  // namespace

void Calls::add(const facts::Frame& frame) {
  if (frame.counts_elsewhere()) return;
  for (const facts::Envelope* envelope = frame.envelopes; envelope != nullptr; envelope = envelope->next) {
    for (const facts::Item* item = envelope->items; item != nullptr; item = item->next) {
      if (!is_message(item->kind) || item->again) continue;
      const facts::Route& route = item->route();
      const bool is_news = hops_[game_of(route)].is_news(route);
      const bool is_call = item->kind == facts::Kind::remote_call || item->kind == facts::Kind::remote_set;
      if (is_call && is_news) add(*item);
    }
  }
}

/// Null: there are too many.
Calls::Pair* Calls::find_pair(const facts::Route& route) {
  const Known key = {route.session,      route.source,      route.target,
                     route.target_known, route.source_name, route.target_name};
  if (Pair** known = known_.find(key)) return *known;
  const std::tuple texts(route.session, peer_text(route.source, route.source != 0, route.source_name),
                         peer_text(route.target, route.target_known, route.target_name));
  auto pair = pairs_.find(texts);
  if (pair == pairs_.end()) {
    if (pairs_.size() == most_pairs) return nullptr;
    pair = pairs_.try_emplace(texts).first;
  }
  known_.try_emplace(key, &pair->second);
  return &pair->second;
}

void Calls::add(const facts::Item& item) {
  Pair* pair = find_pair(item.route());
  if (pair == nullptr) {
    ++left_out_;
    return;
  }
  std::uint64_t bytes = 0;
  for (const facts::Part* part = item.parts; part != nullptr; part = part->next) bytes += part->own;
  const auto add = [bytes](Sum& sum) {
    ++sum.count;
    sum.bytes += bytes;
  };
  add(pair->sum);
  if (item.parts == nullptr) return;
  const Member member(item.parts->node, item.parts->member);
  const std::size_t number = hash_numbers(pair, member.first, member.second);
  Sum* sum = recent_.of({pair, member}, number, [&] { return find_member(*pair, member); });
  if (sum != nullptr) add(*sum);
  else ++left_out_;
}

/// Null: there are too many.
Calls::Sum* Calls::find_member(Pair& pair, const Member& member) {
  const auto known = pair.members.find(member);
  if (known != pair.members.end()) return &known->second;
  if (rows_ == most_rows) return nullptr;
  ++rows_;
  Sum& sum = pair.members[member];
  sum.rank = pair.members.size();
  return &sum;
}

void Calls::append(std::string& out, Mask& mask) const {
  out += R"({"pairs":[)";
  bool is_first = true;
  for (const auto& [key, pair] : pairs_) {
    if (!is_first) out += ',';
    is_first = false;
    const auto& [session, from, to] = key;
    out += '[' + std::to_string(session) + ',';
    json::append_text(out, mask.peer(from));
    out += ',';
    json::append_text(out, mask.peer(to));
    out += ',' + std::to_string(pair.sum.count) + ',' + std::to_string(pair.sum.bytes) + ",[";
    std::vector<const std::pair<const Member, Sum>*> sorted;
    for (const auto& member : pair.members) sorted.push_back(&member);
    // The map's own order is that of addresses, which differs from run to run.
    std::sort(sorted.begin(), sorted.end(), [](const auto* one, const auto* other) {
      const Sum& a = one->second;
      const Sum& b = other->second;
      return a.count != b.count ? a.count > b.count : a.rank < b.rank;
    });
    for (const auto* member : sorted) {
      if (member != sorted.front()) out += ',';
      out += '[';
      append_name(out, member->first.first, mask);
      out += ',';
      append_name(out, member->first.second, mask);
      out += ',' + std::to_string(member->second.count) + ',' + std::to_string(member->second.bytes) + ']';
    }
    out += "]]";
  }
  out += R"(],"left_out":)" + std::to_string(left_out_) + '}';
}

}  // namespace godot::analysis::page
