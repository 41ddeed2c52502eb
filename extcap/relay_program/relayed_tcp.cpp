// SPDX-License-Identifier: MIT
#include "extcap/relay_program/relayed_tcp.h"

#include <algorithm>
#include <utility>

namespace godotdump {
namespace {

using godot::relay::Fate;
using godot::relay::Outcome;
using relay::Segment;
using relay::Time;
using relay::Way;

constexpr std::size_t headers = 40;  // of IP and TCP
constexpr std::size_t players = 0;   // index of the players' side, as `server` is of the other
constexpr std::size_t server = 1;

/// The side that a direction comes from, and that it goes to.
constexpr std::size_t from(Way way) { return way == Way::up ? players : server; }
constexpr std::size_t to(Way way) { return 1 - from(way); }

/// The direction of what a side sends.
constexpr Way way_from(std::size_t side) { return side == players ? Way::up : Way::down; }

constexpr Side side_of(std::size_t index) { return index == players ? Side::players : Side::server; }

}  // namespace

bool Streams::add(unsigned player, Socket client, const End& client_end, const End& front_end, const End& server_end) {
  Socket back = connect_tcp(server_end);
  if (!back.is_open()) return false;
  Stream& stream = streams_.emplace_back();
  stream.player = player;
  stream.sockets[players] = std::move(client);
  stream.sockets[server] = std::move(back);
  stream.ends[players] = {client_end, front_end};
  stream.ends[server] = {End{}, server_end};
  show_opening(stream, Side::players);
  return true;
}

void Streams::remove(unsigned player) {
  streams_.remove_if([&](const Stream& each) { return each.player == player; });
}

short Streams::events(const Stream& stream, std::size_t side, Time now) const {
  if (stream.is_connecting) return side == server ? POLLOUT : 0;
  const Half& inwards = stream.halves[static_cast<std::size_t>(way_from(side))];
  const Half& outwards = stream.halves[1 - static_cast<std::size_t>(way_from(side))];
  const bool can_read = !inwards.has_read_all && inwards.waiting < most_waiting;
  const bool is_due = !outwards.chunks.empty() && outwards.chunks.front().due <= now;
  return static_cast<short>((can_read ? POLLIN : 0) | (is_due && outwards.is_blocked ? POLLOUT : 0));
}

void Streams::add_entries(std::vector<PollEntry>& entries) {
  const Time now = context_.now();
  for (Stream& stream : streams_) {
    for (const std::size_t side : {players, server}) {
      PollEntry entry = {};
      entry.fd = stream.sockets[side].handle();
      entry.events = events(stream, side, now);
      // The system reports the end of a connection whether or not it is asked for.
      const bool is_waited_for = entry.events != 0 || !stream.has_hung_up[side];
      stream.entry[side] = is_waited_for ? entries.size() : no_entry;
      if (is_waited_for) entries.push_back(entry);
    }
  }
}

Time Streams::next() const {
  Time next = relay::never;
  for (const Stream& stream : streams_)
    for (const Half& half : stream.halves)
      if (!half.chunks.empty() && !half.is_blocked && !stream.is_connecting)
        next = std::min(next, half.chunks.front().due);
  return next;
}

void Streams::proceed(const std::vector<PollEntry>& entries) {
  for (Stream& stream : streams_) {
    for (const std::size_t side : {players, server}) {
      // A connection that came after add_entries() has no entry.
      const std::size_t at = std::exchange(stream.entry[side], no_entry);
      if (at == no_entry || entries[at].revents == 0 || stream.is_over) continue;
      if (entries[at].events == 0) stream.has_hung_up[side] = true;
      look_at(stream, side, entries[at].revents);
    }
    for (const Way way : {Way::up, Way::down})
      if (!stream.is_over && !stream.is_connecting) write(stream, way);
  }
  close_ended();
}

/// What the system reports of a side.
void Streams::look_at(Stream& stream, std::size_t side, short events) {
  const Way in = way_from(side);
  if (stream.is_connecting) {
    if (side == server) connected(stream);
    else if ((events & POLLERR) != 0) end(stream, "has broken off before the server answered");
    return;
  }
  stream.halves[1 - static_cast<std::size_t>(in)].is_blocked = false;
  const Half& inwards = stream.halves[static_cast<std::size_t>(in)];
  if (!inwards.has_read_all && inwards.waiting < most_waiting) read(stream, in);
  else if ((events & POLLERR) != 0) broke_off(stream, in);
}

/// The sender has broken the connection off: so does the relay, behind what came before.
void Streams::broke_off(Stream& stream, Way way) {
  Half& half = stream.halves[static_cast<std::size_t>(way)];
  half.has_read_all = true;
  Chunk chunk;
  chunk.due = half.chunks.empty() ? context_.now() : half.chunks.back().due;
  chunk.is_reset = true;
  half.chunks.push_back(std::move(chunk));
  stream.has_hung_up[from(way)] = true;
}

void Streams::connected(Stream& stream) {
  if (!is_connected(stream.sockets[server])) return end(stream, "found no server that accepts connections");
  stream.is_connecting = false;
  stream.ends[server][0] = local_end(stream.sockets[server]);
  show_opening(stream, Side::server);
}

void Streams::read(Stream& stream, Way way) {
  Half& half = stream.halves[static_cast<std::size_t>(way)];
  if (half.has_read_all || half.waiting >= most_waiting) return;
  std::size_t size = 0;
  const Received received = receive(stream.sockets[from(way)], buffer_, size);
  if (received == Received::nothing) return;
  if (received == Received::broken) return broke_off(stream, way);
  const Time now = context_.now();
  const View bytes(buffer_.data(), received == Received::bytes ? size : 0);
  const auto passed = context_.link.pass_stream(stream.player, way, bytes.size(), headers, now);
  Chunk chunk;
  chunk.due = passed.due;
  chunk.number = passed.fate.number;
  if (received == Received::ended) {
    half.has_read_all = true;
    chunk.is_end = true;
    show(stream, side_of(from(way)), way, {.ack = true, .fin = true}, {}, {});
  } else {
    chunk.bytes.assign(bytes.begin(), bytes.end());
    godot::relay::FateText text;
    show(stream, side_of(from(way)), way, {.ack = true, .push = true}, bytes,
         godot::relay::write_fate(passed.fate, text));
    half.waiting += bytes.size();
    context_.passed(stream.player, way, bytes.size());
  }
  half.chunks.push_back(std::move(chunk));
}

void Streams::write(Stream& stream, Way way) {
  Half& half = stream.halves[static_cast<std::size_t>(way)];
  const Socket& socket = stream.sockets[to(way)];
  while (!half.chunks.empty() && half.chunks.front().due <= context_.now()) {
    Chunk& chunk = half.chunks.front();
    if (chunk.is_reset) return end(stream, "has left");
    if (chunk.is_end) {
      end_sending(socket);
      half.has_written_all = true;
      show(stream, side_of(to(way)), way, {.ack = true, .fin = true}, {}, {});
      half.chunks.pop_front();
      continue;
    }
    const View left = std::span(chunk.bytes).subspan(chunk.written);
    std::size_t size = 0;
    if (!send_some(socket, left, size)) {
      // It has gone; what it sent before still reaches the other end.
      half.chunks.clear();
      half.waiting = 0;
      half.has_read_all = half.has_written_all = true;
      break;
    }
    if (size == 0) {
      half.is_blocked = true;
      return;
    }
    const Fate fate{
        .player = stream.player, .to_server = way == Way::up, .number = chunk.number, .outcome = Outcome::sent};
    godot::relay::FateText text;
    show(stream, side_of(to(way)), way, {.ack = true, .push = true}, left.first(size),
         godot::relay::write_fate(fate, text));
    chunk.written += size;
    half.waiting -= size;
    if (chunk.written == chunk.bytes.size()) half.chunks.pop_front();
  }
  if (stream.halves[0].has_written_all && stream.halves[1].has_written_all) end(stream, "has left");
}

void Streams::end(Stream& stream, const std::string& why) {
  stream.is_over = true;
  stream.why = why;
  if (stream.halves[0].has_written_all && stream.halves[1].has_written_all) return;
  show(stream, Side::players, Way::down, {.ack = true, .reset = true}, {}, {});
  if (!stream.is_connecting) show(stream, Side::server, Way::up, {.ack = true, .reset = true}, {}, {});
}

void Streams::close_ended() {
  for (auto each = streams_.begin(); each != streams_.end();) {
    if (!each->is_over) {
      ++each;
      continue;
    }
    const unsigned player = each->player;
    const std::string why = each->why;
    each = streams_.erase(each);
    context_.ended(player, why);
  }
}

void Streams::show_opening(Stream& stream, Side side) {
  show(stream, side, Way::up, {.syn = true}, {}, {});
  show(stream, side, Way::down, {.syn = true, .ack = true}, {}, {});
  show(stream, side, Way::up, {.ack = true}, {}, {});
}

void Streams::show(Stream& stream, Side side, Way way, Segment segment, View bytes, std::string_view comment) {
  auto& numbers = stream.sequence[static_cast<std::size_t>(side)];
  std::uint32_t& mine = numbers[static_cast<std::size_t>(way)];
  segment.sequence = mine;
  segment.acknowledged = numbers[1 - static_cast<std::size_t>(way)];
  mine += static_cast<std::uint32_t>(bytes.size()) + (segment.syn || segment.fin ? 1U : 0U);
  const auto& ends = stream.ends[static_cast<std::size_t>(side)];
  const bool is_up = way == Way::up;
  relay::write_tcp(ends[is_up ? 0 : 1], ends[is_up ? 1 : 0], segment, bytes, header_);
  context_.report.packet(context_.now(), side, header_, bytes, comment);
}

}  // namespace godotdump
