// SPDX-License-Identifier: MIT
#include "answers/report_page/overview.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "answers/tables/cell_text.h"
#include "base/json.h"
#include "base/time.h"

namespace godot::analysis::page {
Overview::ConversationKey Overview::key_of(const facts::Frame& frame) {
  const facts::Envelope& envelope = *frame.envelopes;
  return {envelope.transport, envelope.has_link ? envelope.link : frame.flow};
}

void Overview::count(const ConversationKey& key, const Sum& sum) {
  all_ += sum;
  transports_[key.first] += sum;
  if (Conversation* conversation = find_conversation(key)) conversation->sum += sum;
}

/// A segment in which no message ends has a part of one, or acknowledges some.
void Overview::add_segment(const facts::Frame& frame) {
  if (frame.carrier != facts::Carrier::tcp || frame.quoted) return;
  Stream& stream = *streams_.try_emplace(frame.flow).first;
  if (stream.is_recognised) return count(stream.key, {.packets = 1, .bytes = frame.length});
  stream.waiting += {.packets = 1, .bytes = frame.length};
}

void Overview::add(const facts::Frame& frame) {
  if (!frame.is_recognised()) return add_segment(frame);
  if (!has_begun_) first_ = frame.time;
  has_begun_ = true;
  last_ = frame.time;
  const ConversationKey key = key_of(frame);
  const bool counts = !frame.counts_elsewhere();
  if (counts) {
    Sum sum = {.packets = 1, .bytes = frame.length};
    if (frame.carrier == facts::Carrier::tcp) {
      Stream& stream = *streams_.try_emplace(frame.flow).first;
      if (!stream.is_recognised) {
        sum += stream.waiting;
        stream = {.waiting = {}, .is_recognised = true, .key = key};
      }
    }
    count(key, sum);
  }
  if (Conversation* conversation = find_conversation(key)) {
    if (!counts) conversation->sum += {.packets = 1, .bytes = frame.length};
    learn_engines(frame, *conversation);
  }
  for (const facts::Envelope* envelope = frame.envelopes; envelope != nullptr; envelope = envelope->next)
    learn_names(*envelope);
  if (!counts) return;
  for (const facts::Envelope* envelope = frame.envelopes; envelope != nullptr; envelope = envelope->next) {
    for (const facts::Item* item = envelope->items; item != nullptr; item = item->next) {
      if (is_message(item->kind) && !item->again) add(*item);
    }
  }
}

void Overview::learn_engines(const facts::Frame& frame, Conversation& conversation) {
  for (const facts::Envelope* envelope = frame.envelopes; envelope != nullptr; envelope = envelope->next) {
    const std::size_t side = envelope->has_link ? (envelope->from_client ? 0 : 1) : frame.side;
    for (const facts::Item* item = envelope->items; item != nullptr; item = item->next) {
      const char*& known = conversation.engines[side & 1U];
      if (item->engine == nullptr || item->engine == known) continue;
      // "Godot 4" does not replace "Godot 4.3 or later".
      if (known == nullptr || !std::string_view(known).starts_with(item->engine)) known = item->engine;
    }
  }
}

Overview::Conversation* Overview::find_conversation(const ConversationKey& key) {
  Conversation* found = recent_conversations_.of(key, key.second, [&] {
    if (Conversation** known = known_conversations_.find(key)) return *known;
    return conversations_.size() == most_listed ? &unlisted_ : nullptr;
  });
  return found != &unlisted_ ? found : nullptr;
}

/// Each message has up to three, nearly always known ones.
void Overview::learn_name(const char* name) {
  if (name == nullptr) return;
  const char*& recent = recent_names_[hash_numbers(name) % recent_names_.size()];
  if (recent != name) names_.insert(name);
  recent = name;
}

void Overview::learn_names(const facts::Route& route) {
  for (const char* name : {route.source_name, route.target_name, route.hop_target_name}) learn_name(name);
}

void Overview::learn_names(const facts::Envelope& envelope) {
  if (envelope.peers != nullptr) learn_names(*envelope.peers);
  for (const facts::Item* item = envelope.items; item != nullptr; item = item->next) {
    learn_names(item->route());
    for (const facts::Problem* problem = item->problems; problem != nullptr; problem = problem->next)
      if (problem->route != nullptr) learn_names(*problem->route);
  }
}

void Overview::add(const facts::Item& item) {
  const facts::Route& route = item.route();
  if (Peer* speaker = find_peer(route.session, route.source, route.source_name)) ++speaker->messages;
  if (route.target > 0) find_peer(route.session, route.target, route.target_name);
  // The same peer, unless the message is relayed.
  if (route.hop_target > 0 && (route.hop_target != route.target || route.hop_target_name != route.target_name))
    find_peer(route.session, route.hop_target, route.hop_target_name);
}

Overview::Peer* Overview::find_peer(Session session, std::int32_t id, const char* name) {
  if (id <= 0) return nullptr;
  const PeerKey key = {session, id};
  Peer* peer = recent_peers_.of(key, static_cast<std::size_t>(id), [&] { return list_peer(key); });
  if (peer != nullptr && name != nullptr) peer->name = name;
  return peer;
}

/// Null: there is no room for it.
Overview::Peer* Overview::list_peer(const PeerKey& key) {
  if (Peer** known = known_peers_.find(key)) return *known;
  if (peers_.size() == most_listed) {
    ++peers_left_out_;
    return nullptr;
  }
  return *known_peers_.try_emplace(key, &peers_[key]).first;
}

bool Overview::wants_ends(const facts::Frame& frame) {
  return frame.is_recognised() && conversations_.size() != most_listed && find_conversation(key_of(frame)) == nullptr;
}

void Overview::set_ends(const facts::Frame& frame, std::string source, std::string destination) {
  const facts::Envelope& envelope = *frame.envelopes;
  Conversation& conversation = conversations_[key_of(frame)];
  known_conversations_.try_emplace(key_of(frame), &conversation);
  conversation.is_directed = envelope.transport == facts::Transport::enet && envelope.has_link;
  const std::size_t sender = conversation.is_directed && !envelope.from_client ? 1 : 0;
  conversation.ends[sender] = std::move(source);
  conversation.ends[sender ^ 1U] = std::move(destination);
}

void Overview::learn_names(Mask& mask) const {
  for (const char* name : names_) mask.learn_peer(name);
}

void Overview::append(std::string& out, Mask& mask) const {
  out += R"({"begin":)";
  json::append_number(out, begin_, 0);
  out += R"(,"packets":)" + std::to_string(all_.packets) + R"(,"bytes":)" + std::to_string(all_.bytes);
  out += R"(,"first":)";
  constexpr int microseconds = 6;
  json::append_number(out, static_cast<double>(first_) * nanosecond, microseconds);
  out += R"(,"last":)";
  json::append_number(out, static_cast<double>(last_) * nanosecond, microseconds);
  out += R"(,"transports":[)";
  bool is_first = true;
  const auto separate = [&] {
    if (!is_first) out += ',';
    is_first = false;
  };
  for (const auto& [transport, sum] : transports_) {
    separate();
    out += "[\"" + std::string(facts::name(transport)) + "\"," + std::to_string(sum.packets) + ',' +
           std::to_string(sum.bytes) + ']';
  }
  out += R"(],"peers":[)";
  is_first = true;
  for (const auto& [key, peer] : peers_) {
    separate();
    out += '[' + std::to_string(key.first) + ',' + std::to_string(key.second) + ',';
    json::append_text(out, peer.name == nullptr ? std::string() : mask.peer(peer.name));
    out += ',' + std::to_string(peer.messages) + ']';
  }
  out += R"(],"more_peers":)" + std::to_string(peers_left_out_ == 0 ? 0 : 1) + R"(,"conversations":[)";
  is_first = true;
  for (const auto& [key, conversation] : conversations_) {
    separate();
    out += "[\"" + std::string(facts::name(key.first)) + "\"," + std::to_string(key.second) + ',';
    json::append_text(out, mask.address(conversation.ends[0]));
    out += ',';
    json::append_text(out, mask.address(conversation.ends[1]));
    out += conversation.is_directed ? ",true," : ",false,";
    out += std::to_string(conversation.sum.packets) + ',' + std::to_string(conversation.sum.bytes) + ",[";
    const auto& [one, other] = conversation.engines;
    if (one != nullptr) json::append_text(out, mask.engine(one));
    const bool differ = other != nullptr && (one == nullptr || std::string_view(one) != other);
    if (differ && one != nullptr) out += ',';
    if (differ) json::append_text(out, mask.engine(other));
    out += "]]";
  }
  out += "]}";
}

/// Of those of which one says more than the other, the one that does.
std::vector<std::string> Overview::engines() const {
  std::set<std::string> all;
  for (const auto& [key, conversation] : conversations_)
    for (const char* engine : conversation.engines)
      if (engine != nullptr) all.insert(report::printable(engine));
  std::vector<std::string> most;
  // The order of a set: what begins with a text follows it.
  for (const std::string& each : all) {
    if (!most.empty() && each.starts_with(most.back())) most.pop_back();
    most.push_back(each);
  }
  return most;
}

Sketch Overview::sketch() const {
  Sketch sketch;
  sketch.engines = engines();
  sketch.peers_left_out = peers_left_out_;
  sketch.packets = all_.packets;
  sketch.bytes = all_.bytes;
  sketch.connections = conversations_.size();
  sketch.seconds = static_cast<double>(last_ - first_) * nanosecond;
  for (const auto& [transport, sum] : transports_) sketch.transports.emplace_back(facts::name(transport));
  for (const auto& [key, peer] : peers_) {
    std::string name = peer.name != nullptr          ? report::printable(peer.name)
                       : key.second == facts::server ? std::string("server")
                                                     : std::to_string(key.second);
    if (std::find(sketch.peers.begin(), sketch.peers.end(), name) == sketch.peers.end())
      sketch.peers.push_back(std::move(name));
  }
  return sketch;
}

}  // namespace godot::analysis::page
