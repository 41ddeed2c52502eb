// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/enet/stream.h"

#include <algorithm>
#include <new>

#include "plugin/core/longjmp.h"
#include "plugin/enet/conversation.h"

namespace godot::enet::dissector {
namespace {

LEFT_BY_LONGJMP(Stream);

wmem_map_t* by_number = nullptr;
std::uint32_t numbered_streams = 0;

/// Limit of a conversation's streams to search; no ENet host opens more at once.
constexpr unsigned most_candidates = 64;

std::uint32_t route_key(Direction direction, std::uint16_t peer_id, std::uint8_t session_id) {
  constexpr unsigned bits_of_any_peer_id = 16;
  return (std::uint32_t{direction} << session_id_bits | session_id) << bits_of_any_peer_id | peer_id;
}

Stream* find_route(const Conversation& conversation, Direction direction, const Header& header) {
  if (conversation.routes == nullptr) return nullptr;
  const std::uint32_t key = route_key(direction, header.peer_id, header.session_id);
  RecentRoute& recent = conversation.recent_routes[direction];
  if (recent.stream == nullptr || recent.key != key) {
    auto* found = static_cast<Stream*>(wmem_map_lookup(conversation.routes, GUINT_TO_POINTER(key)));
    recent = {.key = key, .stream = found};
  }
  return recent.stream;
}

/// Removes the route of this connection.
void remove_route(Conversation& conversation, const Stream& stream, Direction direction) {
  const Route& route = stream.routes[direction];
  gpointer key = GUINT_TO_POINTER(route_key(direction, route.peer_id, route.session_id));
  if (wmem_map_lookup(conversation.routes, key) != &stream) return;
  wmem_map_remove(conversation.routes, key);
  conversation.recent_routes[direction] = {};
}

void set_route(Conversation& conversation, Stream& stream, Direction direction, std::uint16_t peer_id,
               std::uint8_t session_id) {
  stream.routes[direction] = {.known = true, .peer_id = peer_id, .session_id = session_id};
  if (conversation.routes == nullptr)
    conversation.routes = wmem_map_new(wmem_file_scope(), g_direct_hash, g_direct_equal);
  wmem_map_insert(conversation.routes, GUINT_TO_POINTER(route_key(direction, peer_id, session_id)), &stream);
  conversation.recent_routes[direction] = {};
}

/// The latest of the conversation's streams that `fits`.
template <class F>
Stream* find_stream(const Conversation& conversation, F fits) {
  Stream* stream = conversation.latest;
  for (unsigned i = 0; i != most_candidates && stream != nullptr; ++i, stream = stream->earlier) {
    if (fits(*stream)) return stream;
  }
  return nullptr;
}

Stream& begin_stream(Conversation& conversation, const packet_info* pinfo, Direction client) {
  auto* stream = new (wmem_alloc(wmem_file_scope(), sizeof(Stream))) Stream{};
  stream->earlier = conversation.latest;
  stream->client = client;
  stream->link.transport = analysis::Transport::enet;
  stream->link.first_frame = pinfo->num;
  conversation.latest = stream;
  if (conversation.recognition.certain()) number_streams(conversation);
  return *stream;
}

bool same_question(const Connection& one, const Connection& other) {
  return one.connect_id == other.connect_id && one.outgoing_peer_id == other.outgoing_peer_id &&
         one.incoming_session_id == other.incoming_session_id && one.outgoing_session_id == other.outgoing_session_id &&
         one.data == other.data && one.channel_count == other.channel_count;
}

bool is_copy(const Stream& stream, const Header& header) {
  if (!stream.client_has_sent) return true;
  const auto& times = stream.connect_times;
  const auto* const end = times.begin() + std::min<std::uint32_t>(stream.connects, times.size());
  return std::find(times.begin(), end, header.sent_time) != end;
}

Stream& handle_connect(Conversation& conversation, const packet_info* pinfo, Direction direction, const Header& header,
                       const Connection& body) {
  Stream* known = find_stream(conversation, [&](const Stream& stream) {
    return stream.client == direction && stream.connect_frame != 0 && same_question(stream.connect, body);
  });
  if (known == nullptr || !is_copy(*known, header)) {
    // A client's number identifies one connection at a time.
    find_stream(conversation, [&](Stream& stream) {
      const Route& from_client = stream.routes[direction];
      const Route& to_client = stream.routes[opposite(direction)];
      if (stream.client == direction && from_client.known && to_client.peer_id == body.outgoing_peer_id)
        remove_route(conversation, stream, direction);
      return false;
    });
    known = &begin_stream(conversation, pinfo, direction);
    known->connect_frame = pinfo->num;
    known->connect = body;
    known->routes[opposite(direction)].peer_id = body.outgoing_peer_id;
    known->link.has_handshake = true;
    known->link.channel_count = body.channel_count;
    known->link.connect_data = body.data;
    known->link.connect_id = body.connect_id;
  }
  known->connect_times[known->connects++ % known->connect_times.size()] = header.sent_time;
  return *known;
}

Stream& handle_verify(Conversation& conversation, const packet_info* pinfo, Direction direction, const Header& header,
                      const Connection& body) {
  const Direction client = opposite(direction);
  Stream* stream = find_stream(conversation, [&](const Stream& candidate) {
    return candidate.client == client && candidate.has_connect_id() && candidate.connect_id() == body.connect_id &&
           candidate.routes[direction].peer_id == header.peer_id &&
           (candidate.verify_frame == 0 || candidate.verify.outgoing_peer_id == body.outgoing_peer_id);
  });
  if (stream == nullptr) {
    stream = find_route(conversation, direction, header);
    if (stream != nullptr && stream->has_connect_id()) stream = nullptr;
    // A guess made without a handshake keeps its number.
    if (stream != nullptr) stream->client = client;
  }
  if (stream == nullptr) stream = &begin_stream(conversation, pinfo, client);
  if (stream->verify_frame != 0) return *stream;
  stream->verify_frame = pinfo->num;
  stream->verify = body;
  if (!stream->link.has_handshake) {
    stream->link.has_handshake = true;
    stream->link.channel_count = body.channel_count;
  }
  set_route(conversation, *stream, direction, header.peer_id, header.session_id);
  const std::uint16_t peer_ids = header.make == Make::more_peers ? UINT16_MAX : peer_id_mask;
  set_route(conversation, *stream, client, body.outgoing_peer_id & peer_ids,
            body.outgoing_session_id & session_id_mask);
  return *stream;
}

Stream& handle_others(Conversation& conversation, const packet_info* pinfo, Direction direction, const Header& header) {
  Stream* stream = find_route(conversation, direction, header);
  if (stream == nullptr) {
    // The first datagram of this direction, of a connection whose handshake is partly or wholly missing.
    stream = find_stream(conversation, [&](const Stream& candidate) {
      if (candidate.routes[direction].known) return false;
      const bool asked = candidate.connect_frame != 0 && direction != candidate.client;
      return !asked || candidate.routes[direction].peer_id == header.peer_id;
    });
    if (stream == nullptr) stream = &begin_stream(conversation, pinfo, opposite(likelier_server(conversation, pinfo)));
    set_route(conversation, *stream, direction, header.peer_id, header.session_id);
  }
  if (direction == stream->client) stream->client_has_sent = true;
  return *stream;
}

void store_bandwidth(Stream& stream, const packet_info* pinfo, Direction direction, const Bandwidth& bandwidth) {
  wmem_tree_t*& by_frame = stream.bandwidths[direction];
  if (by_frame == nullptr) by_frame = wmem_tree_new(wmem_file_scope());
  wmem_tree_insert32(by_frame, pinfo->num, wmem_memdup(wmem_file_scope(), &bandwidth, sizeof bandwidth));
}

}  // namespace

void analyse_anew(const Conversation& conversation) {
  for (Stream* stream = conversation.latest; stream != nullptr; stream = stream->earlier) stream->analysis = nullptr;
}

Stream* track_stream(Conversation& conversation, const packet_info* pinfo, Direction direction, const Header& header,
                     CommandReader reader) {
  Stream* stream = nullptr;
  Command command;
  Command limit;  // the last Bandwidth limit
  unsigned commands = 0;
  for (; reader.next(command); ++commands) {
    if (command.type == CommandType::bandwidth_limit) limit = command;
    if (stream != nullptr) continue;
    if (command.type == CommandType::connect && header.peer_id == no_peer_id) {
      stream = &handle_connect(conversation, pinfo, direction, header, connection(command));
    } else if (command.type == CommandType::verify_connect && header.peer_id != no_peer_id) {
      stream = &handle_verify(conversation, pinfo, direction, header, connection(command));
    }
  }
  if (commands == 0 || (stream == nullptr && header.peer_id == no_peer_id)) return nullptr;
  if (stream == nullptr) stream = &handle_others(conversation, pinfo, direction, header);
  if (limit.type == CommandType::bandwidth_limit) store_bandwidth(*stream, pinfo, direction, bandwidth(limit));
  return stream;
}

void track_returned(const Conversation& conversation, std::uint32_t frame, Direction direction, const Header& header,
                    CommandReader reader) {
  Command command;
  if (!reader.next(command)) return;
  if (command.type != CommandType::connect) {
    Stream* stream = find_route(conversation, direction, header);
    if (stream != nullptr && stream->client == direction) stream->returned_in = frame;
    return;
  }
  const Connection body = connection(command);
  Stream* stream = find_stream(conversation, [&](const Stream& candidate) {
    return candidate.client == direction && candidate.connect_frame != 0 && same_question(candidate.connect, body);
  });
  if (stream == nullptr) return;
  stream->refused = true;
  stream->returned_in = frame;
}

bool is_known_route(const Conversation& conversation, Direction direction, const Header& header) {
  return find_route(conversation, direction, header) != nullptr;
}

void number_streams(Conversation& conversation) {
  // The list begins with the latest; streams with a number are the earliest.
  for (Stream* stream = conversation.latest; stream != nullptr && !stream->numbered; stream = stream->earlier)
    ++numbered_streams;
  std::uint32_t number = numbered_streams;
  for (Stream* stream = conversation.latest; stream != nullptr && !stream->numbered; stream = stream->earlier) {
    stream->link.number = --number;
    stream->numbered = true;
    if (by_number == nullptr) by_number = wmem_map_new(wmem_file_scope(), g_direct_hash, g_direct_equal);
    wmem_map_insert(by_number, GUINT_TO_POINTER(number), stream);
  }
}

const Bandwidth* bandwidth_at(const Stream& stream, Direction direction, std::uint32_t frame) noexcept {
  wmem_tree_t* by_frame = stream.bandwidths[direction];
  return by_frame != nullptr ? static_cast<const Bandwidth*>(wmem_tree_lookup32_le(by_frame, frame)) : nullptr;
}

std::uint32_t stream_count() { return numbered_streams; }

const Stream* stream_of_number(std::uint32_t number) {
  if (by_number == nullptr) return nullptr;
  return static_cast<const Stream*>(wmem_map_lookup(by_number, GUINT_TO_POINTER(number)));
}

void reset_streams() {
  numbered_streams = 0;
  by_number = nullptr;
}

}  // namespace godot::enet::dissector
