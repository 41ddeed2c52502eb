// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/enet/other_side.h"

#include <span>

#include "analysis/enet/sides.h"
#include "analysis/facts/digest.h"
#include "plugin/core/longjmp.h"
#include "plugin/core/relayed.h"
#include "plugin/enet/memory.h"

namespace godot::enet::dissector {
namespace {

/// The latest stream with a connect id.
struct Known {
  const Conversation* conversation;
  Stream* stream;
};
LEFT_BY_LONGJMP(Known);
LEFT_BY_LONGJMP(OtherSide);
LEFT_BY_LONGJMP(plugin::Relayed);

wmem_map_t* by_connect_id = nullptr;
wmem_map_t* passages = nullptr;  // by record

void introduce(Stream& stream, const Conversation& conversation) {
  if (by_connect_id == nullptr) by_connect_id = wmem_map_new(wmem_file_scope(), g_direct_hash, g_direct_equal);
  gpointer key = GUINT_TO_POINTER(stream.connect.connect_id);
  auto* known = static_cast<Known*>(wmem_map_lookup(by_connect_id, key));
  if (known == nullptr) {
    known = wmem_new0(wmem_file_scope(), Known);
    wmem_map_insert(by_connect_id, key, known);
  }
  Stream* before = known->stream;
  // A Connect gets an answer only after it has passed the other side, too: a later Connect belongs to another
  // connection, as in a capture that has a game twice.
  const bool is_other = before != nullptr && known->conversation != &conversation && before->verify_frame == 0 &&
                        before->connect == stream.connect;
  *known = {.conversation = &conversation, .stream = &stream};
  if (!is_other) return;
  if (before->sides != nullptr) {  // with three it is unknown which two are a pair
    before->sides->spoil();
    return;
  }
  before->sides = new (allocate_for_file(nullptr, sizeof(analysis::enet::Sides))) analysis::enet::Sides(file_arena);
  stream.sides = before->sides;
  stream.side = 1;
  before->other_side = &stream;
  stream.other_side = before;
}

bool same_numbers(const Stream& one, const Stream& other) {
  const auto same = [&](Direction of_one, Direction of_other) {
    const Route& a = one.routes[of_one];
    const Route& b = other.routes[of_other];
    return a.known && b.known && a.peer_id == b.peer_id && a.session_id == b.session_id;
  };
  return one.verify_frame != 0 && other.verify_frame != 0 && one.verify == other.verify &&
         same(one.client, other.client) && same(opposite(one.client), opposite(other.client));
}

/// True if the capture has everything that an end acknowledged, so it misses no frames.
bool is_whole(const Stream& stream) {
  return stream.analysis != nullptr && stream.analysis->tally(0).unseen == 0 && stream.analysis->tally(1).unseen == 0;
}

}  // namespace

void track_sides(const Record& record, const packet_info* pinfo, const Conversation& conversation,
                 const Reading& reading) {
  Stream& stream = *record.stream;
  if (stream.connect_frame == pinfo->num) introduce(stream, conversation);
  if (stream.sides == nullptr || stream.sides->spoiled() || reading.header.peer_id == no_peer_id) return;
  const std::span<const std::uint8_t> bytes = reading.datagram.captured;
  if (bytes.size() != reading.datagram.reported) return stream.sides->spoil();
  const analysis::enet::Passage& passage = stream.sides->see({.side = stream.side,
                                                              .from_client = record.direction == stream.client,
                                                              .digest = analysis::facts::digest(bytes),
                                                              .frame = pinfo->num,
                                                              .captured = record.captured});
  if (passages == nullptr) passages = wmem_map_new(wmem_file_scope(), g_direct_hash, g_direct_equal);
  wmem_map_insert(passages, &record, const_cast<analysis::enet::Passage*>(&passage));
}

namespace {

/// The other side as the relay says itself: also at the capture's end, and for datagrams of equal bytes.
OtherSide of_relay(const Stream& stream, const plugin::Relayed& relayed) {
  OtherSide found;
  found.in = relayed.other_in();
  found.captured = relayed.is_sent() ? relayed.arrived : relayed.sent;
  found.stream = stream.other_side != nullptr ? stream.other_side->link.number : stream.link.number;
  found.is_receivers = !relayed.is_sent();
  if (!link::is_dropped(relayed.fate.outcome)) return found;
  found.never_arrived = true;
  found.dropped = link::name(relayed.fate.outcome).data();
  return found;
}

}  // namespace

OtherSide other_side(const Record& record, const packet_info* pinfo) {
  OtherSide found;
  plugin::Relayed relayed;
  if (record.stream != nullptr && plugin::relayed(pinfo, relayed)) return of_relay(*record.stream, relayed);
  if (record.stream == nullptr || record.stream->sides == nullptr || passages == nullptr) return found;
  const Stream& stream = *record.stream;
  const auto* passage = static_cast<const analysis::enet::Passage*>(wmem_map_lookup(passages, &record));
  if (passage == nullptr || !same_numbers(stream, *stream.other_side)) return found;
  const unsigned clients = stream.sides->client_side();
  if (clients > 1) return found;
  found.is_receivers = stream.side == (record.direction == stream.client ? clients : 1 - clients);
  found.in = passage->frames[1 - stream.side];
  found.captured = passage->captured[1 - stream.side];
  found.stream = stream.other_side->link.number;
  found.never_arrived = pinfo->fd->visited != 0 && stream.sides->never_arrived(*passage) && is_whole(stream) &&
                        is_whole(*stream.other_side);
  return found;
}

bool is_reported_on_other_side(const Record& record) {
  if (record.stream == nullptr || record.stream->sides == nullptr || record.stream->sides->spoiled()) return false;
  const Stream& stream = *record.stream;
  if (!same_numbers(stream, *stream.other_side) || !is_whole(stream) || !is_whole(*stream.other_side)) return false;
  const unsigned clients = stream.sides->client_side();
  if (clients > 1) return false;
  const unsigned senders = record.direction == stream.client ? clients : 1 - clients;
  return stream.side != senders;
}

void reset_sides() noexcept {
  by_connect_id = nullptr;
  passages = nullptr;
}

}  // namespace godot::enet::dissector
