// SPDX-License-Identifier: MIT
#include "analysis/enet/connections/both_sides.h"

#include "analysis/facts/digest.h"

namespace godot::analysis::enet {
namespace {

constexpr unsigned unknown_side = 2;

bool same_numbers(const Stream& one, const Stream& other) noexcept {
  const auto same = [&](Direction of_one, Direction of_other) {
    const Route& a = one.routes[of_one];
    const Route& b = other.routes[of_other];
    return a.known && b.known && a.peer_id == b.peer_id && a.session_id == b.session_id;
  };
  return one.verify_frame != 0 && other.verify_frame != 0 && one.verify == other.verify &&
         same(one.client, other.client) && same(opposite(one.client), opposite(other.client));
}

/// The side of the sender in this direction: 0 or 1; 2: not certain.
unsigned side_of_sender(const Stream& stream, Direction direction) noexcept {
  const unsigned clients = stream.sides->client_side();
  if (clients == unknown_side) return unknown_side;
  return direction == stream.client ? clients : 1 - clients;
}

}  // namespace

void Pairs::introduce(Stream& stream, const Connections& ports) {
  Known& known = by_connect_id_[stream.connect.connect_id];
  Stream* before = known.stream;
  // A Connect gets an answer only after it has passed the other side, too: a later Connect belongs to another
  // connection, as in a capture that has a game twice.
  const bool is_other =
      before != nullptr && known.ports != &ports && before->verify_frame == 0 && before->connect == stream.connect;
  known = {.ports = &ports, .stream = &stream};
  if (!is_other) return;
  if (before->sides != nullptr) {  // with three it is unknown which two are a pair
    before->sides->spoil();
    return;
  }
  before->sides = &arena_.make(Sides(arena_));
  stream.sides = before->sides;
  stream.side = 1;
  before->other_side = &stream;
  stream.other_side = before;
}

void Pairs::track(Stream& stream, const Connections& ports, const PassingDatagram& datagram) {
  const std::uint32_t frame = datagram.datagram.frame;
  if (stream.connect_frame == frame) introduce(stream, ports);
  if (stream.sides == nullptr || stream.sides->spoiled() || !datagram.has_peer_id) return;
  if (datagram.bytes.size() != datagram.length) return stream.sides->spoil();
  const Passage& passage = stream.sides->see({.side = stream.side,
                                              .from_client = datagram.direction == stream.client,
                                              .digest = facts::digest(datagram.bytes),
                                              .frame = frame,
                                              .captured = datagram.datagram.captured});
  passages_[&datagram.datagram] = &passage;
}

OtherSide Pairs::other_side(const Stream& stream, Direction direction, const Datagram& datagram,
                            bool is_complete) const {
  OtherSide found;
  if (stream.sides == nullptr) return found;
  const auto passing = passages_.find(&datagram);
  if (passing == passages_.end() || !same_numbers(stream, *stream.other_side)) return found;
  const unsigned sender = side_of_sender(stream, direction);
  if (sender == unknown_side) return found;
  const Passage& passage = *passing->second;
  const Stream& other = *stream.other_side;
  found.is_receivers = stream.side == sender;
  found.in = passage.frames[1 - stream.side];
  found.captured = passage.captured[1 - stream.side];
  found.stream = other.link.number;
  found.never_arrived = is_complete && stream.sides->never_arrived(passage) && stream.is_whole() && other.is_whole();
  return found;
}

bool is_reported_on_other_side(const Stream& stream, Direction direction) {
  if (stream.sides == nullptr || stream.sides->spoiled()) return false;
  const Stream& other = *stream.other_side;
  if (!same_numbers(stream, other) || !stream.is_whole() || !other.is_whole()) return false;
  const unsigned sender = side_of_sender(stream, direction);
  return sender != unknown_side && stream.side != sender;
}

}  // namespace godot::analysis::enet
