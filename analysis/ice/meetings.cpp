// SPDX-License-Identifier: MIT
#include "analysis/ice/meetings.h"

#include <functional>
#include <string_view>

#include "base/time.h"

namespace godot::analysis {
namespace {

using dtls::Content;
using stun::Class;

/// Enough for the head of a record of DTLS, and what it says of its content.
bool has_head(std::span<const std::uint8_t> bytes) noexcept { return bytes.size() >= 15; }

/// No server relays to itself: players offer such addresses to programs on their own machine.
bool is_loopback(const stun::End& end) noexcept {
  constexpr std::uint8_t v4 = 127;
  if (end.family == 4) return end.host[0] == v4;
  return end.family == 6 && end.host.back() == 1 &&
         std::all_of(end.host.begin(), end.host.end() - 1, [](std::uint8_t byte) { return byte == 0; });
}

stun::End host_of(const stun::End& end) noexcept { return {.host = end.host, .family = end.family, .port = 0}; }

std::size_t hash_of(const void* bytes, std::size_t size) noexcept {
  return std::hash<std::string_view>{}({static_cast<const char*>(bytes), size});
}
std::size_t hash_of(const stun::End& end) noexcept {
  return hash_of(end.host.data(), end.host.size()) * 31 + end.port * 2U + (end.family == 6 ? 1U : 0U);
}

}  // namespace

std::size_t IceMeetings::RouteHash::operator()(const Route& route) const noexcept {
  return (hash_of(route.near) * 31 + hash_of(route.far)) * 31 + hash_of(route.peer);
}
std::size_t IceMeetings::TransactionHash::operator()(const stun::Transaction& transaction) const noexcept {
  return hash_of(transaction.data(), transaction.size());
}

IceMeetings::Route IceMeetings::direct(const stun::End& one, const stun::End& other) noexcept {
  return {.near = std::min(one, other), .far = std::max(one, other), .peer = {}};
}

void IceMeetings::hears(const stun::End& end) {
  if (first_ == 0 || heard_.size() == most_entries) return;
  heard_.insert(host_of(end));
}

bool IceMeetings::has_heard(const stun::End& end) const { return heard_.contains(host_of(end)); }

IceMeetings::Request* IceMeetings::request_of(const stun::Transaction& transaction) {
  for (auto* requests : {&requests_, &earlier_requests_})
    if (const auto found = requests->find(transaction); found != requests->end()) return &found->second;
  return nullptr;
}

void IceMeetings::remember(const stun::Transaction& transaction, const Request& request) {
  if (requests_.size() == most_transactions) {
    earlier_requests_ = std::move(requests_);
    requests_.clear();
  }
  requests_[transaction] = request;
}

/// An answer without a request, which may come later: the clocks of two captures differ.
void IceMeetings::remember_early(const stun::Transaction& transaction) {
  if (early_answers_.size() == most_transactions) early_answers_.clear();
  early_answers_.insert(transaction);
}

/// `near` is the client.
IceMeetings::Server* IceMeetings::server_of(const Route& key, bool adds) {
  if (const auto found = by_client_.find(key); found != by_client_.end()) return &servers_[found->second];
  if (!adds || servers_.size() == most_entries) return nullptr;
  by_client_.emplace(key, servers_.size());
  servers_.push_back({.client = key.near, .server = key.far, .is_stream = key.is_stream});
  return &servers_.back();
}

/// Of a connection over TCP whose beginning was seen.
IceMeetings::Server* IceMeetings::server_of(const StreamEnd& end, bool& from_client) {
  for (const bool sends : {true, false}) {
    from_client = sends;
    const Route key = {.near = sends ? end.source : end.destination,
                       .far = sends ? end.destination : end.source,
                       .peer = {},
                       .is_stream = true};
    if (Server* server = server_of(key, false); server != nullptr) return server;
  }
  return nullptr;
}

void IceMeetings::stream_opens(const StreamEnd& end) {
  reach(end.at.time);
  Server* server = server_of({.near = end.source, .far = end.destination, .peer = {}, .is_stream = true}, true);
  if (server == nullptr) return;
  if (server->opens++ == 0) server->first = end.at;
  server->last = end.at;
  server->is_turn = true;
}

void IceMeetings::stream_opened(const StreamEnd& end) {
  bool from_client = false;
  Server* server = server_of(end, from_client);
  if (server != nullptr && !from_client && server->opened.frame == 0) server->opened = end.at;
}

void IceMeetings::stream_ends(const StreamEnd& end) {
  bool from_client = false;
  Server* server = server_of(end, from_client);
  if (server != nullptr && !from_client && server->ended.frame == 0) server->ended = end.at;
}

void IceMeetings::stream_is_sealed(const StreamEnd& end) {
  bool from_client = false;
  Server* server = server_of(end, from_client);
  if (server != nullptr && from_client && server->sealed.frame == 0) server->sealed = end.at;
}

void IceMeetings::stream_is_other(const StreamEnd& end) {
  bool from_client = false;
  Server* server = server_of(end, from_client);
  if (server != nullptr && !from_client && server->other.frame == 0) server->other = end.at;
}

void IceMeetings::datagram(const Datagram& datagram) {
  reach(datagram.at.time);
  if (datagram.returned != Returned::no) return comes_back(datagram);
  stun::Message read;
  if (stun::read(datagram.bytes, datagram.reported, read)) return message(datagram, read);
  if (!datagram.is_stream) asks_name(datagram);
  if (channel(datagram) || datagram.is_stream || flows_.empty()) return;
  const Route route = direct(datagram.source, datagram.destination);
  carried({route, datagram.source == route.near, datagram.bytes, datagram.reported, datagram.at});
}

/// The quoted datagram went from `source` to `destination`, and did not get there.
void IceMeetings::comes_back(const Datagram& datagram) {
  hears(datagram.source);
  const Route route = direct(datagram.source, datagram.destination);
  if (const auto found = flows_.find(route); found != flows_.end()) {
    const bool from_near = datagram.source == route.near;
    const Flow& flow = found->second;
    Side& side = sessions_[flow.session].sides[from_near ? flow.near_side : other_than(flow.near_side)];
    side.unheard_returned = datagram.returned;
    side.returned = datagram.at;
    if (const std::size_t number = flow.pairs[from_near ? 0 : 1]; number != 0) {
      pairs_[number - 1].returned = datagram.returned;
      pairs_[number - 1].returned_at = datagram.at;
    }
  } else if (Server* server = server_of({.near = datagram.source, .far = datagram.destination, .peer = {}}, false);
             server != nullptr) {
    server->returned = datagram.returned;
    server->returned_at = datagram.at;
  }
}

void IceMeetings::message(const Datagram& datagram, const stun::Message& message) {
  if (first_ == 0) first_ = datagram.at.time;
  const bool is_carrier = message.kind == Class::indication && message.has_data && message.peer.family != 0;
  lacks_bytes_ |= message.kind == Class::indication && !message.is_whole;
  if (is_carrier && (message.method == stun::send || message.method == stun::data)) {
    const bool is_sent = message.method == stun::send;
    const stun::End& client = is_sent ? datagram.source : datagram.destination;
    const stun::End& server = is_sent ? datagram.destination : datagram.source;
    return carried(
        {{client, server, message.peer, datagram.is_stream}, is_sent, message.data, message.data_size, datagram.at});
  }
  if (message.kind == Class::success || message.kind == Class::error) {
    Request* request = request_of(message.transaction);
    if (request != nullptr && !request->is_check) return server_answers(datagram, message, *request);
    if (request == nullptr) {
      // Requests from before the capture are answered, or sent again, in less than a second.
      lacks_requests_ |= datagram.at.time - first_ > second;
      remember_early(message.transaction);
    }
  }
  stun::Fragments fragments;
  if (message.kind == Class::request && !stun::read(message.username, fragments)) {
    if (message.username.empty() && !message.is_whole) lacks_bytes_ = true;
    else asks_server(datagram, message);
    return;
  }
  const Route route = direct(datagram.source, datagram.destination);
  carried({route, datagram.source == route.near, datagram.bytes, datagram.reported, datagram.at});
}

// --- Servers --------------------------------------------------------------------------------------------------------

void IceMeetings::asks_server(const Datagram& datagram, const stun::Message& message) {
  const Route key = {.near = datagram.source, .far = datagram.destination, .peer = {}, .is_stream = datagram.is_stream};
  Server* server = server_of(key, true);
  if (server == nullptr) return;
  server->is_turn |= message.method == stun::allocate;
  server->is_ice |= message.software.starts_with("libjuice");
  if (server->sent++ == 0 && server->opens == 0) server->first = datagram.at;
  server->last = datagram.at;
  if (server->answered.frame == 0 && early_answers_.count(message.transaction) != 0) server->answered = datagram.at;
  remember(message.transaction, {.number = static_cast<std::size_t>(server - servers_.data()),
                                 .method = message.method,
                                 .has_credentials = !message.username.empty(),
                                 .channel = message.channel,
                                 .peer = message.peer});
  // The channel is used at once, before its answer.
  if (message.method != stun::channel_bind || message.peer.family == 0) return;
  auto& channels = server->channels;
  const auto known =
      std::find_if(channels.begin(), channels.end(), [&](const auto& each) { return each.first == message.channel; });
  if (known != channels.end()) known->second = message.peer;
  else if (channels.size() != most_channels) channels.emplace_back(message.channel, message.peer);
}

void IceMeetings::server_answers(const Datagram& datagram, const stun::Message& message, Request& request) {
  Server& server = servers_[request.number];
  if (server.answered.frame == 0) server.answered = datagram.at;
  if (message.mapped.family != 0) server.mapped = message.mapped;
  if (message.kind == Class::success) {
    if (request.method != stun::allocate) return;
    server.relayed = message.relayed;
    if (server.allocated.frame == 0) server.allocated = datagram.at;
    return;
  }
  // The first request has no credentials, and is refused so that the client learns realm and nonce; nonces expire.
  if (message.error == 438 || (message.error == 401 && !request.has_credentials)) return;
  if (request.method == stun::allocate) {
    server.refused = datagram.at;
    server.error = message.error;
  } else if (request.method == stun::create_permission && server.denied.frame == 0 && !is_loopback(request.peer)) {
    server.denied = datagram.at;
    server.denied_peer = request.peer;
    server.denied_error = message.error;
  }
}

bool IceMeetings::channel(const Datagram& datagram) {
  stun::ChannelData frame;
  if (!stun::read(datagram.bytes, datagram.reported, frame)) return false;
  for (const bool is_sent : {true, false}) {
    const stun::End& client = is_sent ? datagram.source : datagram.destination;
    const stun::End& far = is_sent ? datagram.destination : datagram.source;
    const Server* server = server_of({.near = client, .far = far, .peer = {}, .is_stream = datagram.is_stream}, false);
    if (server == nullptr) continue;
    for (const auto& [number, peer] : server->channels) {
      if (number != frame.channel) continue;
      lacks_bytes_ |= frame.data.size() < frame.data_size && !has_head(frame.data);
      carried({{client, far, peer, datagram.is_stream}, is_sent, frame.data, frame.data_size, datagram.at});
      return true;
    }
  }
  // A channel whose beginning the capture lacks.
  stun::Message message;
  lacks_bytes_ |=
      stun::read(frame.data, frame.data_size, message) || dtls::first_record(frame.data, frame.data_size).size != 0;
  return false;
}

void IceMeetings::asks_name(const Datagram& datagram) {
  const auto is_dns = [](const stun::End& end) { return end.port == stun::mdns_port || end.port == stun::dns_port; };
  stun::LocalName read;
  if ((!is_dns(datagram.source) && !is_dns(datagram.destination)) || !stun::read(datagram.bytes, read)) return;
  const auto [found, is_new] = by_name_.try_emplace(std::string(read.name), names_.size());
  if (is_new) {
    if (names_.size() == most_entries) {
      by_name_.erase(found);
      return;
    }
    names_.push_back({.name = std::string(read.name)});
  }
  Name& name = names_[found->second];
  if (read.is_answer) {
    if (name.answered.frame == 0) name.answered = datagram.at;
  } else if (name.asked++ == 0) {
    name.first = datagram.at;
    name.who = datagram.source;
  }
}

// --- Agents ---------------------------------------------------------------------------------------------------------

void IceMeetings::heard(Session& session, std::uint8_t side, const Seen& at) {
  session.sides[side].last = at;
  ++session.sides[side].unheard;
  Side& other = session.sides[other_than(side)];
  other.unheard = other.unheard_checks = other.unheard_data = 0;
  other.unheard_returned = Returned::no;
}

std::size_t IceMeetings::session_of(const stun::Fragments& fragments, std::uint8_t& sender) {
  const bool is_first = fragments.sender < fragments.receiver;
  const std::string_view one = is_first ? fragments.sender : fragments.receiver;
  const std::string_view other = is_first ? fragments.receiver : fragments.sender;
  sender = is_first ? 0 : 1;
  std::string both(one);
  both += ':';
  both += other;
  const auto [found, is_new] = by_fragments_.try_emplace(both, sessions_.size());
  if (!is_new) return found->second;
  if (sessions_.size() == most_entries) {
    by_fragments_.erase(found);
    return most_entries;
  }
  sessions_.emplace_back();
  sessions_.back().sides[0].fragment = one;
  sessions_.back().sides[1].fragment = other;
  return found->second;
}

/// 1 + the number of the pair; 0: there are too many.
std::size_t IceMeetings::pair_of(std::size_t session, std::uint8_t side, const Carried& carried) {
  auto found = flows_.find(carried.route);
  if (found == flows_.end()) {
    if (flows_.size() == most_entries) return 0;
    found = flows_.emplace(carried.route, Flow{.session = session}).first;
  }
  Flow& flow = found->second;
  if (flow.session != session) flow = {.session = session};
  flow.near_side = carried.from_near ? side : other_than(side);
  std::size_t& number = flow.pairs[carried.from_near ? 0 : 1];
  if (number != 0) return number;
  if (pairs_.size() == most_entries) return 0;
  pairs_.push_back(
      {.session = session, .side = side, .route = carried.route, .from_near = carried.from_near, .first = carried.at});
  number = pairs_.size();
  sessions_[session].pairs.push_back(number - 1);
  return number;
}

void IceMeetings::check(const Carried& carried, const stun::Message& message, const stun::Fragments& fragments) {
  std::uint8_t side = 0;
  const std::size_t number = session_of(fragments, side);
  if (number == most_entries) return;
  const std::size_t pair = pair_of(number, side, carried);
  if (pair == 0) return;
  Session& session = sessions_[number];
  Side& sender = session.sides[side];
  heard(session, side, carried.at);
  Request* known = request_of(message.transaction);
  // The same request on another route: behind a NAT or a relay that the capture sees from both sides.
  if (known != nullptr && (!known->is_check || known->number != pair - 1)) return;
  ++sender.unheard_checks;
  if (sender.checks++ == 0) {
    sender.first_check = carried.at;
    const Route& route = carried.route;
    sender.end = carried.from_near ? route.near : route.is_relayed() ? route.peer : route.far;
  }
  sender.last_check = carried.at;
  ++pairs_[pair - 1].checks;
  if (known == nullptr)
    remember(message.transaction, {.is_check = true, .number = pair - 1, .nominates = message.use_candidate});
  else if (known->is_answered) ++sender.again;
}

void IceMeetings::check_answered(const Carried& carried, const stun::Message& message, Request& request) {
  Pair& pair = pairs_[request.number];
  Session& session = sessions_[pair.session];
  Side& sender = session.sides[pair.side];
  heard(session, other_than(pair.side), carried.at);
  if (message.kind == Class::error) {
    pair.error = sender.error = message.error;
    sender.refused = carried.at;
    return;
  }
  if (request.is_answered) return;
  request.is_answered = true;
  if (sender.answered++ == 0) sender.first_answered = carried.at;
  if (pair.answered.frame == 0) pair.answered = carried.at;
  pair.is_nominated |= request.nominates;
  if (request.nominates && sender.nominated.frame == 0) sender.nominated = carried.at;
  if (session.has_used) return;
  session.has_used = true;
  session.used = pair.route;
}

void IceMeetings::content(const Carried& carried, Session& session, std::uint8_t side) {
  Side& sender = session.sides[side];
  std::span<const std::uint8_t> rest = carried.bytes;
  std::size_t reported = carried.reported;
  dtls::Record record = dtls::first_record(rest, reported);
  bool counted = false;  // datagrams are counted, not their records
  bool has_data = false;
  if (record.size == 0) {
    ++sender.other;
    lacks_bytes_ |= rest.size() < reported && !has_head(rest);
  }
  for (; record.size != 0; record = dtls::first_record(rest, reported)) {
    if (record.is_encrypted && record.content != Content::alert && record.content != Content::handshake) {
      const bool is_hidden = record.content == Content::unknown;
      session.hides_alerts |= is_hidden;
      if (is_hidden && !counted) ++sender.hidden;
      counted |= is_hidden;
      if (sender.encrypted.frame == 0 && (!is_hidden || sender.hidden > most_hidden_of_handshake))
        sender.encrypted = carried.at;
      session.used = carried.route;
      session.has_used = true;
      has_data = true;
    } else if (record.content == Content::alert) {
      const bool is_close = record.is_encrypted || dtls::matter_of(record.alert) == dtls::Matter::closes;
      if (is_close) {
        if (sender.closes.frame == 0) sender.closes = carried.at;
      } else if (record.has_content && record.is_fatal && session.alert.frame == 0) {
        session.alert = carried.at;
        session.alert_side = side;
        session.alert_code = record.alert;
      }
    } else if (record.content == Content::handshake && record.has_content) {
      sender.largest = std::max(sender.largest, carried.reported);
      if (record.handshake != dtls::client_hello) {
        if (sender.handshake.frame == 0) sender.handshake = carried.at;
      } else if (sender.hellos++ == 0) {
        sender.first_hello = carried.at;
      }
    }
    reported -= record.size;
    rest = rest.subspan(std::min(record.size, rest.size()));
  }
  if (has_data) ++sender.unheard_data;
}

void IceMeetings::carried(const Carried& carried) {
  stun::Message message;
  if (stun::read(carried.bytes, carried.reported, message)) {
    stun::Fragments fragments;
    if (message.kind == Class::request) {
      if (message.method == stun::binding && stun::read(message.username, fragments))
        check(carried, message, fragments);
      else if (message.username.empty() && !message.is_whole) lacks_bytes_ = true;
      return;
    }
    Request* request = message.kind == Class::indication ? nullptr : request_of(message.transaction);
    if (request != nullptr) {
      if (request->is_check) check_answered(carried, message, *request);
      return;
    }
  }
  const auto found = flows_.find(carried.route);
  if (found == flows_.end()) return;
  const std::uint8_t near_side = found->second.near_side;
  const std::uint8_t side = carried.from_near ? near_side : other_than(near_side);
  Session& session = sessions_[found->second.session];
  heard(session, side, carried.at);
  if (message.method == 0) content(carried, session, side);
}

}  // namespace godot::analysis
