// SPDX-License-Identifier: MIT
#include "engine/noray/noray.h"

#include "engine/message/message_problems.h"

namespace godot::engine {
namespace {

using analysis::NorayMeetings;

/// False: no address of IPv4.
bool end_of(const Address& address, noray::End& end) noexcept {
  if (address.family != 4) return false;
  end = {.host = std::uint32_t{address.bytes[0]} << 24U | std::uint32_t{address.bytes[1]} << 16U |
                 std::uint32_t{address.bytes[2]} << 8U | address.bytes[3],
         .port = address.port};
  return true;
}

std::span<const std::uint8_t> bytes_of(std::string_view text) noexcept {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

}  // namespace

void Noray::add_item(const Packet& packet, analysis::facts::Transport transport, std::size_t size) {
  if (packet.facts == nullptr) return;
  item_ = &analysis::add_fact_of_noray(*packet.facts, transport, static_cast<std::uint32_t>(size));
  item_in_ = packet.frame.number;
}

bool Noray::find(std::uint32_t frame, analysis::NorayFindings& found) {
  const analysis::NorayVerdicts& said =
      verdicts_.judged([this](const analysis::Arena& texts) { return meetings_.statements(texts); });
  said.add(frame, found);
  return found.first() != nullptr;
}

void Noray::report(Packet& packet) {
  if (packet.facts == nullptr || packet.frame.first_pass || item_in_ != packet.frame.number) return;
  analysis::NorayFindings found(packet.arena());
  if (find(packet.frame.number, found)) report_all({.packet = packet, .item = item_}, found);
}

void Noray::reach(const Frame& frame) noexcept {
  if (!frame.first_pass) return;
  verdicts_.grow();
  meetings_.reach(frame.time);
}

void Noray::learn(const Packet& packet, std::uint32_t stream, bool from_player, const noray::Line& line) {
  if (!packet.frame.first_pass) return;
  verdicts_.grow();
  NorayMeetings::TcpLine where = {.stream = stream,
                                  .player = {},
                                  .server = {},
                                  .from_player = from_player,
                                  .at = {packet.frame.number, packet.frame.time}};
  const bool is_v4 = end_of(packet.source, from_player ? where.player : where.server) &&
                     end_of(packet.destination, from_player ? where.server : where.player);
  if (is_v4) meetings_.line(where, line);
}

void Noray::learn(const Packet& packet, std::span<const std::uint8_t> datagram) {
  if (!packet.frame.first_pass || !meetings_.is_used()) return;
  verdicts_.grow();
  NorayMeetings::Datagram its = {.source = {},
                                 .destination = {},
                                 .bytes = datagram,
                                 .is_returned = packet.is_quoted,
                                 .at = {packet.frame.number, packet.frame.time}};
  const bool is_v4 = end_of(packet.source, its.source) && end_of(packet.destination, its.destination);
  if (is_v4) meetings_.datagram(its);
}

Noray::Kind Noray::kind_of(const Address& source, const Address& destination,
                           std::span<const std::uint8_t> datagram) const {
  NorayMeetings::Datagram its = {.source = {}, .destination = {}, .bytes = datagram};
  const bool is_v4 = end_of(source, its.source) && end_of(destination, its.destination);
  return meetings_.kind_of(its, is_v4);
}

/// Passes whole lines on, on the first pass.
void Noray::read(const Packet& packet, std::uint32_t stream, Connection& connection, std::uint8_t side) {
  std::string& waiting = connection.waiting[side];
  std::size_t at = 0;
  while (true) {
    const noray::Line line = noray::first_line(bytes_of(waiting).subspan(at));
    if (line.size == 0) break;
    learn(packet, stream, side == connection.player_side, line);
    add_item(packet, analysis::facts::Transport::tcp, line.size);
    at += line.size;
  }
  waiting.erase(0, at);
  // Longer than any line: what follows begins with the next one that ends.
  if (waiting.size() > noray::longest_line) waiting.clear();
}

bool Noray::take(const Packet& packet, std::uint32_t stream, const StreamPiece& piece) {
  Connection& connection = connections_[stream];
  if (connection.is_other) return false;
  std::string& waiting = connection.waiting[piece.side];
  const std::string_view bytes(reinterpret_cast<const char*>(piece.bytes.data()), piece.bytes.size());
  if (!connection.is_noray) {
    bool waits = false;
    connection.is_noray = !piece.is_behind_gap && noray::begins_with_registration(piece.bytes, waits);
    connection.is_other = !connection.is_noray;
    if (connection.is_other) return false;
    connection.player_side = piece.side;
  }
  const bool is_cut = piece.bytes.size() < piece.reported;
  if (piece.is_behind_gap) waiting.clear();
  if ((piece.is_behind_gap || is_cut) && packet.frame.first_pass) meetings_.lose(stream);
  waiting += bytes;
  read(packet, stream, connection, piece.side);
  if (is_cut) waiting.clear();
  return true;
}

bool Noray::take(const Packet& packet, const Buffer& bytes) {
  const bool is_whole = bytes.captured.size() >= bytes.reported && !packet.is_quoted;
  // Of most captures all: nobody has registered.
  if (!meetings_.is_used() && (!is_whole || noray::handshake_of(bytes.captured) == noray::Handshake::none))
    return false;
  learn(packet, bytes.captured);
  if (!is_whole) return false;
  const bool is_own = kind_of(packet.source, packet.destination, bytes.captured) != Kind::none;
  if (is_own) add_item(packet, analysis::facts::Transport::udp, bytes.captured.size());
  return is_own;
}

}  // namespace godot::engine
