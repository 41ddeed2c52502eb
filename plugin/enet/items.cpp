// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/enet/items.h"

#include <algorithm>
#include <cmath>

#include "plugin/core/fields.h"
#include "plugin/core/items.h"
#include "plugin/core/labels.h"
#include "plugin/core/longjmp.h"
#include "plugin/core/needed_items.h"
#include "plugin/core/time.h"
#include "plugin/enet/generated.h"

namespace godot::enet::dissector {
namespace {

using plugin::EnetExpert;
using plugin::EnetField;

/// Adds generated items to one tree.
class Adder {
 public:
  Adder(proto_tree* tree, tvbuff_t* tvb, int start, int length) : tree_(tree), range_{tvb, start, length} {}

  /// For all types of numbers.
  void number(EnetField field, std::uint32_t value) {
    if (hides_ && !wants_hidden(field)) return;
    proto_item* item = plugin::add_generated_number(tree_, plugin::header_field(field), range_, value);
    if (hides_) plugin::hide(item);
  }
  void boolean(EnetField field, bool value) {
    if (hides_ && !wants_hidden(field)) return;
    proto_item* item = plugin::add_generated_boolean(tree_, plugin::header_field(field), range_, value);
    if (hides_) plugin::hide(item);
  }
  void frame(EnetField field, std::uint32_t number_of_frame) {
    if (number_of_frame != 0) number(field, number_of_frame);
  }
  void text(EnetField field, const char* value) {
    plugin::add_generated_text(tree_, plugin::header_field(field), range_, value);
  }
  void time(EnetField field, analysis::Nanoseconds value) {
    plugin::add_generated_time(tree_, plugin::header_field(field), range_, plugin::nstime(value));
  }

  /// From now on, numbers and truth values are not displayed, but there for filters, columns and exports.
  void hide() { hides_ = true; }

  /// To one decimal; hidden, because the tree shows the time itself.
  void milliseconds(EnetField field, analysis::Nanoseconds value) {
    if (!wants_hidden(field)) return;
    constexpr double per_tenth = 100'000.0;
    constexpr double tenths = 10.0;
    proto_item* item =
        proto_tree_add_double(tree_, plugin::header_field(field), range_.tvb, range_.begin, range_.length,
                              std::round(static_cast<double>(value) / per_tenth) / tenths);
    proto_item_set_generated(item);
    plugin::hide(item);
  }

  /// A link with more behind it, below which the items are that are added from now on.
  void link(EnetField field, std::uint32_t number_of_frame, plugin::LabelParts more) {
    proto_item* item = plugin::add_generated_number(tree_, plugin::header_field(field), range_, number_of_frame);
    plugin::append_label(item, more);
    if (bridge::visible(tree_)) tree_ = proto_item_add_subtree(item, plugin::subtree(field));
  }

  /// An item without a value, which is not displayed.
  void mark(EnetField field) {
    if (!wants_hidden(field)) return;
    proto_item* item =
        proto_tree_add_item(tree_, plugin::header_field(field), range_.tvb, range_.begin, range_.length, ENC_NA);
    proto_item_set_generated(item);
    plugin::hide(item);
  }

  /// A subtree for the items added from now on.
  proto_item* subtree(EnetField field, const char* label) {
    proto_item* item =
        proto_tree_add_item(tree_, plugin::header_field(field), range_.tvb, range_.begin, range_.length, ENC_NA);
    proto_item_set_generated(item);
    plugin::set_label(item, {label});
    tree_ = proto_item_add_subtree(item, plugin::subtree(field));
    return item;
  }

 private:
  [[nodiscard]] bool wants_hidden(EnetField field) const {
    return plugin::hidden_item_wanted(tree_, plugin::header_field(field));
  }

  proto_tree* tree_;
  plugin::ItemRange range_;
  bool hides_ = false;
};
LEFT_BY_LONGJMP(Adder);

/// The expert information of an event.
struct EventRow {
  analysis::enet::Event event;
  EnetExpert expert;
};
constexpr EventRow event_rows[] = {
    {analysis::enet::Event::retransmission, EnetExpert::enet_analysis_retransmission},
    {analysis::enet::Event::duplicate, EnetExpert::enet_analysis_duplicate},
    {analysis::enet::Event::out_of_order, EnetExpert::enet_analysis_out_of_order},
    {analysis::enet::Event::duplicate_ack, EnetExpert::enet_analysis_duplicate_ack},
    {analysis::enet::Event::ack_unseen, EnetExpert::enet_analysis_ack_unseen},
    {analysis::enet::Event::timeout, EnetExpert::enet_analysis_timeout},
};

bool has_content(const analysis::enet::Finding& finding) {
  return finding.events != 0 || finding.acks_frame() != 0 || finding.acked_in != 0 || finding.sent_again_in() != 0 ||
         finding.gap_shown_in() != 0 || (finding.sequel != nullptr && finding.sequel->held_until != 0);
}

}  // namespace

void add_stream(proto_tree* tree, tvbuff_t* tvb, const packet_info* pinfo, const Stream& stream, Direction direction) {
  Adder add(tree, tvb, 0, 0);
  add.number(EnetField::enet_stream, stream.link.number);
  const bool from_client = direction == stream.client;
  const char* sender = from_client ? "client" : "server";
  // The connection's properties are displayed in the handshake. Elsewhere one line leads there, and they exist for
  // filters, columns and exports that name them.
  const std::uint32_t handshake = std::max(stream.connect_frame, stream.verify_frame);
  const bool is_later = handshake != 0 && pinfo->num > handshake;
  if (is_later) {
    add.link(stream.connect_frame != 0 ? EnetField::enet_connection_connect_in : EnetField::enet_connection_verify_in,
             stream.connect_frame != 0 ? stream.connect_frame : stream.verify_frame, {", from the ", sender});
    add.hide();
    add.mark(EnetField::enet_connection);
  } else {
    const char* label =
        stream.link.has_handshake
            ? wmem_strdup_printf(pinfo->pool, "Connection, from the %s, connect id 0x%08x", sender, stream.connect_id())
            : wmem_strdup_printf(pinfo->pool, "Connection, probably from the %s, handshake not captured", sender);
    add.subtree(EnetField::enet_connection, label);
    add.frame(EnetField::enet_connection_connect_in, stream.connect_frame);
  }
  add.boolean(EnetField::enet_connection_from_client, from_client);
  if (!is_later || stream.connect_frame != 0) add.frame(EnetField::enet_connection_verify_in, stream.verify_frame);
  if (stream.has_connect_id()) add.number(EnetField::enet_connection_connect_id, stream.connect_id());
  if (stream.connect_frame != 0) add.number(EnetField::enet_connection_data, stream.connect.data);
  const analysis::enet::Route& to_client = stream.routes[opposite(stream.client)];
  const analysis::enet::Route& to_server = stream.routes[stream.client];
  if (to_client.known || stream.connect_frame != 0)
    add.number(EnetField::enet_connection_client_peer_id, to_client.peer_id);
  if (to_server.known) add.number(EnetField::enet_connection_server_peer_id, to_server.peer_id);
  if (to_server.known) add.number(EnetField::enet_connection_client_session_id, to_server.session_id);
  if (to_client.known) add.number(EnetField::enet_connection_server_session_id, to_client.session_id);
  const auto smaller = [&](std::uint32_t Connection::*what) {
    if (stream.verify_frame == 0) return stream.connect.*what;
    if (stream.connect_frame == 0) return stream.verify.*what;
    return std::min(stream.connect.*what, stream.verify.*what);
  };
  if (stream.link.has_handshake) {
    add.number(EnetField::enet_connection_channel_count, smaller(&Connection::channel_count));
    add.number(EnetField::enet_connection_mtu, smaller(&Connection::mtu));
    add.number(EnetField::enet_connection_window_size, smaller(&Connection::window_size));
  }
  const auto bandwidth_of = [&](Direction sent_by, std::uint32_t frame, const Connection& body, EnetField incoming,
                                EnetField outgoing) {
    const Bandwidth* later = stream.bandwidths[sent_by].at(pinfo->num);
    if (later == nullptr && frame == 0) return;
    add.number(incoming, later != nullptr ? later->incoming : body.incoming_bandwidth);
    add.number(outgoing, later != nullptr ? later->outgoing : body.outgoing_bandwidth);
  };
  bandwidth_of(stream.client, stream.connect_frame, stream.connect,
               EnetField::enet_connection_client_incoming_bandwidth,
               EnetField::enet_connection_client_outgoing_bandwidth);
  bandwidth_of(opposite(stream.client), stream.verify_frame, stream.verify,
               EnetField::enet_connection_server_incoming_bandwidth,
               EnetField::enet_connection_server_outgoing_bandwidth);
}

void add_analysis(proto_tree* tree, proto_item* item, tvbuff_t* tvb, int start, int length, packet_info* pinfo,
                  const analysis::enet::Finding& finding, bool unsent) {
  if (!has_content(finding)) return;
  Adder add(tree, tvb, start, length);
  add.subtree(EnetField::enet_analysis, "Analysis");
  add.frame(EnetField::enet_analysis_acks_frame, finding.acks_frame());
  add.frame(EnetField::enet_analysis_acked_in_frame, finding.acked_in);
  if (finding.has(analysis::enet::Event::has_ack_rtt)) {
    add.time(EnetField::enet_analysis_ack_rtt, finding.ack_rtt());
    add.milliseconds(EnetField::enet_analysis_ack_rtt_ms, finding.ack_rtt());
  }
  if (finding.has(analysis::enet::Event::has_ack_rtt_reported))
    add.number(EnetField::enet_analysis_ack_rtt_reported, finding.ack_rtt_reported);
  add.frame(finding.has(analysis::enet::Event::duplicate) ? EnetField::enet_analysis_duplicate_of
                                                          : EnetField::enet_analysis_retransmission_of,
            finding.earlier());
  if (finding.has(analysis::enet::Event::has_rto)) add.time(EnetField::enet_analysis_rto, finding.rto());
  add.frame(EnetField::enet_analysis_retransmitted_in, finding.sent_again_in());
  add.frame(EnetField::enet_analysis_gap_shown_in, finding.gap_shown_in());
  if (finding.missing() != nullptr) add.text(EnetField::enet_analysis_missing, finding.missing());
  if (const analysis::enet::Sequel* sequel = finding.sequel; sequel != nullptr && sequel->held_until != 0) {
    add.time(EnetField::enet_analysis_held, sequel->held);
    add.number(EnetField::enet_analysis_held_for, sequel->held_for);
    add.frame(EnetField::enet_analysis_held_until, sequel->held_until);
    if (sequel->perhaps) add.boolean(EnetField::enet_analysis_held_perhaps, true);
  }
  const bool is_first_pass = pinfo->fd->visited == 0;
  for (const EventRow& row : event_rows) {
    // An acknowledgement may still come.
    if (row.event == analysis::enet::Event::timeout && is_first_pass) continue;
    if (finding.has(row.event)) expert_add_info(pinfo, item, plugin::expert(row.expert));
  }
  // Whether the sender's throttle is at work shows only in the whole capture: one pass does not warn of what it
  // dropped.
  const bool is_decided_later = is_first_pass && finding.has(analysis::enet::Event::maybe_throttled);
  if (unsent) {
    plugin::add_expert(
        pinfo, item, plugin::expert(EnetExpert::enet_analysis_never_sent),
        {"Not seen before this: ", finding.missing(), " (may never have been sent: the sender's throttle)"});
  } else if (finding.has(analysis::enet::Event::lost_command) && !is_decided_later) {
    plugin::add_expert(
        pinfo, item, plugin::expert(EnetExpert::enet_analysis_lost_command),
        {"Not seen before this: ", finding.missing(),
         finding.has(analysis::enet::Event::maybe_throttled) ? " (lost, or dropped by the sender's throttle)" : ""});
  }
}

void add_analysis(proto_tree* tree, proto_item* item, tvbuff_t* tvb, packet_info* pinfo,
                  const analysis::enet::Datagram& datagram, std::uint32_t other_side_in) {
  if (!datagram.has_reliable && !datagram.overtaken && other_side_in == 0) return;
  Adder add(tree, tvb, 0, 0);
  add.subtree(EnetField::enet_analysis, "Analysis");
  if (datagram.has_reliable) {
    add.number(EnetField::enet_analysis_reliable_in_flight, datagram.reliable_in_flight);
    if (datagram.window != 0) add.number(EnetField::enet_analysis_window, datagram.window);
  }
  add.frame(EnetField::enet_analysis_other_side_in, other_side_in);
  if (datagram.overtaken) expert_add_info(pinfo, item, plugin::expert(EnetExpert::enet_analysis_overtaken));
}

}  // namespace godot::enet::dissector
