// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/enet/other_side.h"

#include "analysis/enet/pairs.h"
#include "plugin/core/longjmp.h"
#include "plugin/core/relayed.h"
#include "plugin/enet/memory.h"

namespace godot::enet::dissector {
namespace {

LEFT_BY_LONGJMP(OtherSide);
LEFT_BY_LONGJMP(plugin::Relayed);

/// Of one capture; made anew for each.
analysis::enet::Pairs* pairs = nullptr;

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

void track_sides(const Record& record, const Conversation& conversation, const Reading& reading) {
  pairs->track(*record.stream, *conversation.streams,
               {.datagram = record,
                .direction = record.direction,
                .has_peer_id = reading.header.peer_id != no_peer_id,
                .bytes = reading.datagram.captured,
                .length = reading.datagram.reported});
}

OtherSide other_side(const Record& record, const packet_info* pinfo) {
  if (record.stream == nullptr) return {};
  plugin::Relayed relayed;
  if (plugin::relayed(pinfo, relayed)) return of_relay(*record.stream, relayed);
  return pairs->other_side(*record.stream, record.direction, record, pinfo->fd->visited != 0);
}

bool is_reported_on_other_side(const Record& record) {
  return record.stream != nullptr && analysis::enet::is_reported_on_other_side(*record.stream, record.direction);
}

void reset_sides() {
  delete pairs;
  pairs = new analysis::enet::Pairs(file_arena);
}

}  // namespace godot::enet::dissector
