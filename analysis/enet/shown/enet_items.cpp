// SPDX-License-Identifier: MIT
#include "analysis/enet/shown/enet_items.h"

#include <algorithm>
#include <cstdio>

namespace godot::analysis::enet {
namespace {

/// The smaller of the numbers in Connect and Verify connect, which is the one that counts.
std::uint32_t smaller(const Stream& stream, std::uint32_t Connection::*what) {
  if (stream.verify_frame == 0) return stream.connect.*what;
  if (stream.connect_frame == 0) return stream.verify.*what;
  return std::min(stream.connect.*what, stream.verify.*what);
}

void add_numbers(const Stream& stream, EnetItems& items) {
  const Route& to_client = stream.routes[opposite(stream.client)];
  const Route& to_server = stream.routes[stream.client];
  if (to_client.known || stream.connect_frame != 0)
    items.add(EnetField::enet_connection_client_peer_id, to_client.peer_id);
  if (to_server.known) items.add(EnetField::enet_connection_server_peer_id, to_server.peer_id);
  if (to_server.known) items.add(EnetField::enet_connection_client_session_id, to_server.session_id);
  if (to_client.known) items.add(EnetField::enet_connection_server_session_id, to_client.session_id);
}

struct BandwidthRows {
  EnetField incoming;
  EnetField outgoing;
};

/// `said_in`: the frame of the handshake's command, with this body.
void add_bandwidth(const Bandwidths& limits, std::uint32_t frame, std::uint32_t said_in, const Connection& body,
                   const BandwidthRows& rows, EnetItems& items) {
  const Bandwidth* later = limits.at(frame);
  if (later == nullptr && said_in == 0) return;
  items.add(rows.incoming, later != nullptr ? later->incoming : body.incoming_bandwidth);
  items.add(rows.outgoing, later != nullptr ? later->outgoing : body.outgoing_bandwidth);
}

/// Leads to the handshake.
void begin_with_link(const Stream& stream, const char* sender, ConnectionItems& found) {
  const bool is_request = stream.connect_frame != 0;
  found.heading = is_request ? EnetField::enet_connection_connect_in : EnetField::enet_connection_verify_in;
  found.frame = is_request ? stream.connect_frame : stream.verify_frame;
  std::snprintf(found.label.data(), found.label.size(), ", from the %s", sender);
  found.below.hide();
  found.below.add(EnetField::enet_connection, {});
}

void begin_with_subtree(const Stream& stream, const char* sender, ConnectionItems& found) {
  const bool is_known = stream.link.has_handshake;
  if (is_known) {
    std::snprintf(found.label.data(), found.label.size(), "Connection, from the %s, connect id 0x%08x", sender,
                  unsigned{stream.connect_id()});
  } else {
    std::snprintf(found.label.data(), found.label.size(), "Connection, probably from the %s, handshake not %s", sender,
                  stream.handshake_unread ? "read" : "captured");
  }
  found.below.add_any(EnetField::enet_connection_connect_in, stream.connect_frame);
}

}  // namespace

void EnetItems::tenths(EnetField row, Nanoseconds value) {
  constexpr Nanoseconds tenth = millisecond / 10;
  const Nanoseconds half = value < 0 ? -tenth / 2 : tenth / 2;
  add({row, (value + half) / tenth, true});
}

ConnectionItems connection_items(const Stream& stream, Direction direction, std::uint32_t frame) {
  ConnectionItems found;
  const bool from_client = direction == stream.client;
  const char* sender = from_client ? "client" : "server";
  const std::uint32_t handshake = std::max(stream.connect_frame, stream.verify_frame);
  const bool is_later = handshake != 0 && frame > handshake;
  if (is_later) begin_with_link(stream, sender, found);
  else begin_with_subtree(stream, sender, found);
  EnetItems& items = found.below;
  items.add(EnetField::enet_connection_from_client, from_client);
  if (!is_later || stream.connect_frame != 0) items.add_any(EnetField::enet_connection_verify_in, stream.verify_frame);
  if (stream.has_connect_id()) items.add(EnetField::enet_connection_connect_id, stream.connect_id());
  if (stream.connect_frame != 0) items.add(EnetField::enet_connection_data, stream.connect.data);
  add_numbers(stream, items);
  if (stream.link.has_handshake) {
    items.add(EnetField::enet_connection_channel_count, smaller(stream, &Connection::channel_count));
    items.add(EnetField::enet_connection_mtu, smaller(stream, &Connection::mtu));
    items.add(EnetField::enet_connection_window_size, smaller(stream, &Connection::window_size));
  }
  add_bandwidth(
      stream.bandwidths[stream.client], frame, stream.connect_frame, stream.connect,
      {EnetField::enet_connection_client_incoming_bandwidth, EnetField::enet_connection_client_outgoing_bandwidth},
      items);
  add_bandwidth(
      stream.bandwidths[opposite(stream.client)], frame, stream.verify_frame, stream.verify,
      {EnetField::enet_connection_server_incoming_bandwidth, EnetField::enet_connection_server_outgoing_bandwidth},
      items);
  return found;
}

EnetItems analysis_items(const Finding& finding) {
  EnetItems items;
  items.add_any(EnetField::enet_analysis_acks_frame, finding.acks_frame());
  items.add_any(EnetField::enet_analysis_acked_in_frame, finding.acked_in);
  if (finding.has(Event::has_ack_rtt)) {
    items.add(EnetField::enet_analysis_ack_rtt, finding.ack_rtt());
    items.tenths(EnetField::enet_analysis_ack_rtt_ms, finding.ack_rtt());
  }
  if (finding.has(Event::has_ack_rtt_reported))
    items.add(EnetField::enet_analysis_ack_rtt_reported, finding.ack_rtt_reported);
  items.add_any(finding.has(Event::duplicate) ? EnetField::enet_analysis_duplicate_of
                                              : EnetField::enet_analysis_retransmission_of,
                finding.earlier());
  if (finding.has(Event::has_rto)) items.add(EnetField::enet_analysis_rto, finding.rto());
  items.add_any(EnetField::enet_analysis_retransmitted_in, finding.sent_again_in());
  items.add_any(EnetField::enet_analysis_gap_shown_in, finding.gap_shown_in());
  if (finding.missing() != nullptr) items.add(EnetField::enet_analysis_missing, finding.missing());
  if (const Sequel* sequel = finding.sequel(); sequel != nullptr && sequel->held_until != 0) {
    items.add(EnetField::enet_analysis_held, sequel->held);
    items.add(EnetField::enet_analysis_held_for, sequel->held_for);
    items.add_any(EnetField::enet_analysis_held_until, sequel->held_until);
    if (sequel->perhaps) items.add(EnetField::enet_analysis_held_perhaps, true);
  }
  return items;
}

EnetItems analysis_items(const Datagram& datagram, std::uint32_t other_side_in) {
  EnetItems items;
  if (datagram.has_reliable) {
    items.add(EnetField::enet_analysis_reliable_in_flight, datagram.reliable_in_flight);
    if (datagram.window != 0) items.add(EnetField::enet_analysis_window, datagram.window);
  }
  items.add_any(EnetField::enet_analysis_other_side_in, other_side_in);
  return items;
}

const char* missing_because(const Finding& finding, bool unsent, bool is_first_pass, bool is_whole) {
  if (unsent) return " (may never have been sent: the sender's throttle)";
  if (!finding.has(Event::lost_command)) return nullptr;
  if (!is_whole)
    return is_first_pass ? nullptr : " (the capture lacks packets, or has them elsewhere: perhaps not lost)";
  if (!finding.has(Event::maybe_throttled)) return "";
  return is_first_pass ? nullptr : " (lost, dropped by the sender's throttle, or only missing in the capture)";
}

Remarks remarks_on(const godot::enet::Command& command) {
  Remarks found;
  found.add(EnetExpert::enet_connection_asked, command.type == CommandType::connect);
  found.add(EnetExpert::enet_connection_accepted, command.type == CommandType::verify_connect);
  found.add(EnetExpert::enet_connection_left, command.type == CommandType::disconnect);
  return found;
}

Remarks remarks_on(const Finding& finding, const Sender& sender, bool is_first_pass) {
  Remarks found;
  found.add(EnetExpert::enet_analysis_retransmission, finding.has(Event::retransmission));
  found.add(EnetExpert::enet_analysis_duplicate, finding.has(Event::duplicate));
  // The order of the capture is not that of the arrivals, perhaps.
  found.add(EnetExpert::enet_analysis_out_of_order, finding.has(Event::out_of_order) && sender.capture->in_order());
  found.add(EnetExpert::enet_analysis_duplicate_ack, finding.has(Event::duplicate_ack));
  found.add(EnetExpert::enet_analysis_ack_unseen, finding.has(Event::ack_unseen));
  // An acknowledgement may still come.
  found.add(EnetExpert::enet_analysis_timeout, finding.has(Event::timeout) && !is_first_pass);
  return found;
}

Remarks remarks_on(const Completeness& known, std::uint32_t frame) {
  Remarks found;
  found.add(EnetExpert::enet_capture_cut, frame == known.cut_in);
  found.add(EnetExpert::enet_capture_lacks, frame == known.lacks_in);
  found.add(EnetExpert::enet_capture_unread, frame == known.unread_in);
  found.add(EnetExpert::enet_capture_disordered, frame == known.disordered_in);
  return found;
}

}  // namespace godot::analysis::enet
