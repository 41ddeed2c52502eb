// SPDX-License-Identifier: MIT
#include "analysis/enet/connections/connections.h"

#include <algorithm>
#include <optional>

namespace godot::analysis::enet {
namespace {

/// Limit of a pair's connections to search; no ENet host opens more at once.
constexpr unsigned most_candidates = 64;

constexpr std::uint32_t route_key(Direction direction, std::uint16_t peer_id, std::uint8_t session_id) noexcept {
  constexpr unsigned bits_of_any_peer_id = 16;
  return (std::uint32_t{direction} << session_id_bits | session_id) << bits_of_any_peer_id | peer_id;
}

bool same_question(const Connection& one, const Connection& other) noexcept {
  return one.connect_id == other.connect_id && one.outgoing_peer_id == other.outgoing_peer_id &&
         one.incoming_session_id == other.incoming_session_id && one.outgoing_session_id == other.outgoing_session_id &&
         one.data == other.data && one.channel_count == other.channel_count;
}

bool is_copy(const Stream& stream, const Header& header) noexcept {
  if (!stream.client_has_sent) return true;
  const auto& times = stream.connect_times;
  const auto* const end = times.begin() + std::min<std::uint32_t>(stream.connects, times.size());
  return std::find(times.begin(), end, header.sent_time) != end;
}

/// How many copies of the request came before the one with this sent time; if it is not known, before the last one.
std::uint32_t requests_before(const Stream& stream, std::uint16_t sent_time) noexcept {
  const auto kept = static_cast<std::uint32_t>(stream.connect_times.size());
  for (std::uint32_t i = stream.connects - std::min(stream.connects, kept); i != stream.connects; ++i)
    if (stream.connect_times[i % kept] == sent_time) return i;
  return stream.connects - 1;
}

/// `order`: the stream. Without an analysis nothing is known to be read.
std::int64_t readable_since(const void* order, bool from_client, const Turn& turn) {
  const auto& stream = *static_cast<const Stream*>(order);
  if (stream.analysis == nullptr) return 0;
  const Direction direction = from_client ? stream.client : opposite(stream.client);
  return stream.analysis->readable_since(direction, turn.channel, turn.number);
}

}  // namespace

Stream* Connections::find_route(Direction direction, const Header& header) {
  const std::uint32_t key = route_key(direction, header.peer_id, header.session_id);
  Recent& recent = recent_[direction];
  if (recent.stream == nullptr || recent.key != key) {
    const auto found = routes_.find(key);
    recent = {.key = key, .stream = found != routes_.end() ? found->second : nullptr};
  }
  return recent.stream;
}

/// Removes the route of this connection.
void Connections::remove_route(const Stream& stream, Direction direction) {
  const Route& route = stream.routes[direction];
  const auto found = routes_.find(route_key(direction, route.peer_id, route.session_id));
  if (found == routes_.end() || found->second != &stream) return;
  routes_.erase(found);
  recent_[direction] = {};
}

void Connections::set_route(Stream& stream, Direction direction, std::uint16_t peer_id, std::uint8_t session_id) {
  stream.routes[direction] = {.known = true, .peer_id = peer_id, .session_id = session_id};
  routes_[route_key(direction, peer_id, session_id)] = &stream;
  recent_[direction] = {};
}

/// The latest of the connections that `fits`.
template <class Fits>
Stream* Connections::find(Fits fits) const {
  Stream* stream = latest_;
  for (unsigned i = 0; i != most_candidates && stream != nullptr; ++i, stream = stream->earlier) {
    if (fits(*stream)) return stream;
  }
  return nullptr;
}

Stream& Connections::begin(std::uint32_t frame, Direction client) {
  Stream& stream = all_.streams_.emplace_back();
  all_.by_place_.push_back(&stream);
  stream.place = static_cast<std::uint32_t>(all_.by_place_.size());
  stream.earlier = latest_;
  stream.client = client;
  stream.link.transport = analysis::Transport::enet;
  stream.link.order = &stream;
  stream.link.readable_since = readable_since;
  stream.link.first_frame = frame;
  latest_ = &stream;
  if (is_settled_) settle();
  return stream;
}

Stream& Connections::handle_connect(const PairDatagram& datagram, const Connection& body) {
  const Direction direction = datagram.direction;
  Stream* known = find([&](const Stream& stream) {
    return stream.client == direction && stream.connect_frame != 0 && same_question(stream.connect, body);
  });
  if (known == nullptr || !is_copy(*known, datagram.header)) {
    // A client's number identifies one connection at a time.
    (void)find([&](const Stream& stream) {
      const Route& from_client = stream.routes[direction];
      const Route& to_client = stream.routes[opposite(direction)];
      if (stream.client == direction && from_client.known && to_client.peer_id == body.outgoing_peer_id)
        remove_route(stream, direction);
      return false;
    });
    known = &begin(datagram.frame, direction);
    known->connect_frame = datagram.frame;
    known->connect = body;
    known->routes[opposite(direction)].peer_id = body.outgoing_peer_id;
    known->link.has_handshake = true;
    known->link.channel_count = body.channel_count;
    known->link.connect_data = body.data;
    known->link.connect_id = body.connect_id;
  }
  known->connect_times[known->connects++ % known->connect_times.size()] = datagram.header.sent_time;
  return *known;
}

Stream& Connections::handle_verify(const PairDatagram& datagram, const Connection& body) {
  const Direction direction = datagram.direction;
  const Direction client = opposite(direction);
  const Header& header = datagram.header;
  Stream* stream = find([&](const Stream& candidate) {
    return candidate.client == client && candidate.has_connect_id() && candidate.connect_id() == body.connect_id &&
           candidate.routes[direction].peer_id == header.peer_id &&
           (candidate.verify_frame == 0 || candidate.verify.outgoing_peer_id == body.outgoing_peer_id);
  });
  if (stream == nullptr) {
    stream = find_route(direction, header);
    if (stream != nullptr && stream->has_connect_id()) stream = nullptr;
    // A guess made without a handshake keeps its number.
    if (stream != nullptr) stream->client = client;
  }
  if (stream == nullptr) stream = &begin(datagram.frame, client);
  if (stream->verify_frame != 0) return *stream;
  stream->verify_frame = datagram.frame;
  stream->verify = body;
  if (!stream->link.has_handshake) {
    stream->link.has_handshake = true;
    stream->link.channel_count = body.channel_count;
  }
  set_route(*stream, direction, header.peer_id, header.session_id);
  const std::uint16_t peer_ids = header.make == Make::more_peers ? UINT16_MAX : peer_id_mask;
  set_route(*stream, client, body.outgoing_peer_id & peer_ids, body.outgoing_session_id & session_id_mask);
  return *stream;
}

Stream& Connections::handle_others(const PairDatagram& datagram, const LikelierServer& guess) {
  const Direction direction = datagram.direction;
  const Header& header = datagram.header;
  Stream* stream = find_route(direction, header);
  if (stream == nullptr) {
    // The first datagram of this direction, of a connection whose handshake is partly or wholly missing.
    stream = find([&](const Stream& candidate) {
      if (candidate.routes[direction].known) return false;
      const bool asked = candidate.connect_frame != 0 && direction != candidate.client;
      return !asked || candidate.routes[direction].peer_id == header.peer_id;
    });
    if (stream == nullptr) stream = &begin(datagram.frame, opposite(guess.likelier_server()));
    set_route(*stream, direction, header.peer_id, header.session_id);
  }
  if (direction == stream->client) stream->client_has_sent = true;
  return *stream;
}

Stream* Connections::track(const PairDatagram& datagram, const LikelierServer& guess) {
  const Header& header = datagram.header;
  if (datagram.commands.first() == nullptr) return nullptr;
  Stream* stream = nullptr;
  std::optional<Bandwidth> limit;  // of several, the last one counts
  datagram.commands.each([&](const Command& command) {
    if (command.type == CommandType::bandwidth_limit) limit = bandwidth(command);
    if (stream != nullptr) return;
    if (command.type == CommandType::connect && !header.has_peer_id()) {
      stream = &handle_connect(datagram, connection(command));
    } else if (command.type == CommandType::verify_connect && header.has_peer_id()) {
      stream = &handle_verify(datagram, connection(command));
    }
  });
  if (stream == nullptr && !header.has_peer_id()) return nullptr;
  if (stream == nullptr) stream = &handle_others(datagram, guess);
  if (limit) stream->bandwidths[datagram.direction].add(datagram.frame, *limit);
  return stream;
}

void Connections::track_returned(const PairDatagram& datagram, const IcmpError& error) {
  const Command* command = datagram.commands.first();
  if (command == nullptr || turned_back(error) == Returned::nowhere) return;
  const Direction direction = datagram.direction;
  if (command->type != CommandType::connect) {
    Stream* stream = find_route(direction, datagram.header);
    if (stream == nullptr) return;
    if (stream->client != direction) {
      if (stream->returned_to_server_in != 0) return;
      stream->returned_to_server_in = datagram.frame;
      stream->error_to_server = error;
      return;
    }
    if (stream->returned_in != 0) return;
    // What came back is taken for the client's last datagram: an ICMP error comes before its next one.
    stream->returned_in = datagram.frame;
    stream->error = error;
    stream->unreturned_in = stream->client_before;
    stream->unreturned_at = stream->client_before_at;
    return;
  }
  const Connection body = connection(*command);
  Stream* stream = find([&](const Stream& candidate) {
    return candidate.client == direction && candidate.connect_frame != 0 && same_question(candidate.connect, body);
  });
  if (stream == nullptr || stream->connect_returned_in != 0) return;
  stream->connect_returned_in = datagram.frame;
  stream->connect_error = error;
  stream->connects_heard = requests_before(*stream, datagram.header.sent_time);
}

void Connections::settle() {
  is_settled_ = true;
  // The list begins with the latest; streams with a number are the earliest.
  auto& numbers = all_.by_number_;
  std::size_t number = numbers.size();
  for (Stream* stream = latest_; stream != nullptr && !stream->numbered; stream = stream->earlier) ++number;
  numbers.resize(number);
  for (Stream* stream = latest_; stream != nullptr && !stream->numbered; stream = stream->earlier) {
    numbers[--number] = stream;
    stream->link.number = static_cast<std::uint32_t>(number);
    stream->numbered = true;
  }
}

void Connections::analyse_anew() noexcept {
  for (Stream* stream = latest_; stream != nullptr; stream = stream->earlier) stream->analysis = nullptr;
}

bool Stream::may_be_mixed() const noexcept {
  constexpr Nanoseconds longest_wait = 30 * second;  // ENet waits no longer for an end that is silent
  if (earlier == nullptr || verify_frame == 0 || earlier->verify_frame == 0 || earlier->client != client) return false;
  if (earlier->analysis == nullptr || earlier->analysis->left_in() != 0) return false;
  const Nanoseconds heard_at = std::max(earlier->link.reads_at[0], earlier->link.reads_at[1]);
  return verified_at - heard_at < longest_wait;
}

const Stream* AllConnections::holder_of_id(const Stream& stream, std::uint32_t server) {
  if (stream.connect_frame == 0) return nullptr;
  const Stream*& holder = by_id_[std::uint64_t{server} << 32U | stream.connect.data];
  if (holder != nullptr && (holder->analysis == nullptr || holder->analysis->left_in() == 0)) return holder;
  holder = &stream;
  return nullptr;
}

namespace {

bool has_left(const Stream& stream) noexcept { return stream.analysis != nullptr && stream.analysis->left_in() != 0; }

/// A client is connected: it has sent just now, and the server so lately that it cannot have given the client up since
/// (ENET_PEER_TIMEOUT_MINIMUM). A server that drops a client without a word sends nothing after Verify connect.
bool has_client(const Endpoint& server, Nanoseconds now) noexcept {
  constexpr Nanoseconds just_now = second;  // an end sends at least each half second
  constexpr Nanoseconds given_up_after = 5 * second;
  const Stream* client = server.heard_of;
  if (client == nullptr || has_left(*client) || client->link.last_frames[1] <= client->verify_frame) return false;
  return now - client->link.reads_at[0] <= just_now && now - client->link.reads_at[1] < given_up_after;
}

/// What the server has sent when a client asks to be let in.
void watch_request(Stream& stream, const Endpoint& server, const OfServer& datagram) {
  if (stream.connect_frame == datagram.frame) {
    stream.connect_compression = datagram.compression;
    stream.server_before = server.last;
    stream.server_has_client = has_client(server, stream.link.reads_at[0]);
    // It goes on after it has closed one connection.
    stream.server_left_in = server.left_in == server.last ? server.left_in : 0;
  }
  if (stream.last_connect != 0 && server.accepted_in > stream.connect_frame)
    stream.server_accepted = server.accepted_in;
  stream.last_connect = datagram.frame;
  stream.server_last = server.last;
}

}  // namespace

void watch_server(AllConnections& all, Stream& stream, Endpoint& server, const OfServer& datagram) {
  const bool from_client = datagram.direction == stream.client;
  datagram.commands.each([&](const Command& command) {
    if (from_client && command.type == CommandType::connect) watch_request(stream, server, datagram);
    if (!from_client && command.type == CommandType::disconnect) server.left_in = datagram.frame;
    if (from_client || command.type != CommandType::verify_connect || stream.verify_frame != datagram.frame) return;
    server.accepted_in = datagram.frame;
    server.accepted_with[static_cast<std::size_t>(stream.connect_compression)] = datagram.frame;
    stream.same_id = all.holder_of_id(stream, server.number);
  });
  if (!from_client) {
    server.last = datagram.frame;
    server.last_at = stream.link.reads_at[1];
  } else if (stream.last_connect != datagram.frame && !has_left(stream)) {
    server.heard_of = &stream;
  }
}

}  // namespace godot::analysis::enet
