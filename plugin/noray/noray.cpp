// SPDX-License-Identifier: GPL-2.0-or-later
// The protocol `noray`: players register at noray, and ask for each other, over TCP (port 8890, and by its first bytes
// on any); they register their ports, and shake hands, over UDP. A private id is a secret: its text is nowhere shown.
#include "analysis/problems/noray.h"
#include "codec/noray/noray.h"

#include <cstring>

#include "analysis/noray/derived.h"
#include "plugin/core/epan/buffer.h"
#include "plugin/core/epan/frames.h"
#include "plugin/core/epan/labels.h"
#include "plugin/core/epan/longjmp.h"
#include "plugin/core/epan/segments.h"
#include "plugin/core/epan/time.h"
#include "plugin/core/flows/conversation.h"
#include "plugin/core/flows/tcp_end.h"
#include "plugin/core/register/fields.h"
#include "plugin/core/register/rows.h"
#include "plugin/core/tree/items.h"
#include "plugin/noray/meetings.h"

namespace godot::plugin {
namespace {

using analysis::NorayField;

using analysis::NorayMeetings;
using noray::Command;
using noray::End;
using noray::Handshake;
using noray::Line;

/// What Wireshark keeps for a connection to noray.
struct Conversation {
  bool is_known;
  bool begins;  ///< with a registration: else the capture lacks what was said before
  KnownEnd player;
  std::uint32_t next[2];  ///< TCP's number of the next byte, of noray and of the player
  bool has_next[2];
};
/// A line or a datagram in the tree.
struct Place {
  tvbuff_t* tvb;
  packet_info* pinfo;
  proto_item* root;
  proto_tree* tree;
  int begin;
};
LEFT_BY_LONGJMP(Conversation, Place, End, Line, NorayMeetings::TcpLine);

dissector_handle_t tcp_handle;
dissector_handle_t udp_handle;

Place begin_item(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, int begin, int size) {
  proto_item* root = proto_tree_add_item(tree, protocols.noray, tvb, begin, size, ENC_NA);
  proto_tree* below = proto_item_add_subtree(root, subtree(NorayField::noray_command));
  col_set_str(pinfo->cinfo, COL_PROTOCOL, "noray");
  meetings::add_item(pinfo, static_cast<std::uint32_t>(size), below, root);
  return {tvb, pinfo, root, below, begin};
}

/// The line of the packet list, and of the item.
void set_line(const Place& place, const char* text) {
  proto_item_append_text(place.root, ", %s", text);
  col_append_sep_str(place.pinfo->cinfo, COL_INFO, "; ", text);
  col_set_fence(place.pinfo->cinfo, COL_INFO);
}

const char* shown(const Place& place, std::string_view text) { return utf8_text(place.pinfo, text); }

const char* text_of(const Place& place, const End& end) {
  return wmem_strdup_printf(place.pinfo->pool, "%u.%u.%u.%u", end.host >> 24U, end.host >> 16U & 255U,
                            end.host >> 8U & 255U, end.host & 255U);
}

void add_text(const Place& place, NorayField field, int begin, std::size_t size, std::string_view text) {
  proto_tree_add_string(place.tree, header_field(field), place.tvb, begin, static_cast<int>(size), shown(place, text));
}

// --- Lines ----------------------------------------------------------------------------------------------------------

/// The data of a line: where it begins in the buffer, and what it is.
const char* add_data(const Place& place, const Line& line, bool from_player, int begin) {
  const auto size = line.data.size();
  End end;
  if (line.command == Command::set_oid ||
      (from_player && (line.command == Command::connect || line.command == Command::connect_relay))) {
    add_text(place, NorayField::noray_oid, begin, size, line.data);
    return shown(place, line.data);
  }
  if (line.command == Command::set_pid) {
    proto_tree_add_item(place.tree, header_field(NorayField::noray_pid), place.tvb, begin, static_cast<int>(size),
                        ENC_NA);
    return "(private id)";
  }
  const bool is_relay = line.command == Command::connect_relay && noray::read_port(line.data, end.port);
  const bool is_end = line.command == Command::connect && noray::read_end(line.data, end);
  if (is_end) add_text(place, NorayField::noray_host, begin, line.data.find(':'), text_of(place, end));
  if (is_end || is_relay)
    proto_tree_add_uint(place.tree, header_field(NorayField::noray_port), place.tvb, begin, static_cast<int>(size),
                        end.port);
  return shown(place, line.data);
}

void dissect_line(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, int begin, const Line& line, bool from_player) {
  const Place place = begin_item(tvb, pinfo, tree, begin, static_cast<int>(line.size));
  add_text(place, NorayField::noray_command, begin, line.name.size(), line.name);
  const char* name = shown(place, line.name);
  if (line.data.empty()) return set_line(place, name);
  const char* data = add_data(place, line, from_player, begin + static_cast<int>(line.name.size()) + 1);
  set_line(place, wmem_strdup_printf(pinfo->pool, "%s %s", name, data));
}

/// First pass: whether the capture lacks what was sent before this segment.
void follow(packet_info* pinfo, Conversation& conversation, tvbuff_t* tvb, const void* data, bool from_player) {
  const auto* info = static_cast<const tcpinfo*>(data);
  const int side = from_player ? 1 : 0;
  const bool is_plain = info != nullptr && info->is_reassembled == 0;
  const bool is_behind_gap = is_plain && conversation.has_next[side] && conversation.next[side] != info->seq;
  if ((is_behind_gap || is_cut(tvb)) && tcp_analysis_of(pinfo) != nullptr)
    meetings::lose(tcp_analysis_of(pinfo)->stream);
  conversation.has_next[side] = is_plain;
  if (is_plain) conversation.next[side] = info->seq + tvb_reported_length(tvb);
}

void learn(packet_info* pinfo, const Conversation& conversation, const Line& line, bool from_player) {
  const tcp_analysis* tcp = tcp_analysis_of(pinfo);
  if (tcp == nullptr || !conversation.begins) return;
  NorayMeetings::TcpLine where = {.stream = tcp->stream,
                                  .player = {},
                                  .server = {},
                                  .from_player = from_player,
                                  .at = {frame_number(pinfo), absolute_time(pinfo)}};
  const bool is_v4 = meetings::end_of(pinfo->src, pinfo->srcport, from_player ? where.player : where.server) &&
                     meetings::end_of(pinfo->dst, pinfo->destport, from_player ? where.server : where.player);
  if (is_v4) meetings::line(where, line);
}

extern "C" {

static int dissect_lines(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void* data) {
  auto* conversation = conversation_data<Conversation>(pinfo, protocols.noray);
  if (conversation == nullptr || !conversation->is_known) return 0;
  const bool from_player = conversation->player.sends(pinfo);
  col_set_str(pinfo->cinfo, COL_PROTOCOL, "noray");
  col_clear(pinfo->cinfo, COL_INFO);
  if (is_first_pass(pinfo)) follow(pinfo, *conversation, tvb, data, from_player);
  const int end = static_cast<int>(tvb_captured_length(tvb));
  int offset = 0;
  while (offset < end) {
    const Line line = noray::first_line(buffer_of(tvb, offset).captured);
    if (line.size == 0) {
      const bool may_end = static_cast<std::size_t>(end - offset) < noray::longest_line;
      if (may_end && want_more(tvb, offset, pinfo, DESEGMENT_ONE_MORE_SEGMENT)) return end;
      return leave_rest(tvb, offset, pinfo, tree);
    }
    if (is_first_pass(pinfo)) learn(pinfo, *conversation, line, from_player);
    dissect_line(tvb, pinfo, tree, offset, line, from_player);
    offset += static_cast<int>(line.size);
  }
  return end;
}

/// Recognised by its first line; in the middle of a connection by the port and a known command.
static bridge::Bool heuristic_tcp(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void* data) {
  const auto bytes = buffer_of(tvb, 0).captured;
  bool waits = false;
  const bool begins = noray::begins_with_registration(bytes, waits);
  const bool to_noray = pinfo->destport == noray::command_port;
  const bool is_port = to_noray || pinfo->srcport == noray::command_port;
  if (!begins && !(is_port && noray::first_line(bytes).command != Command::unknown)) return FALSE;
  auto* conversation = begin_conversation_data<Conversation>(pinfo, protocols.noray, [](Conversation&) {});
  if (!conversation->is_known) {
    conversation->is_known = true;
    conversation->begins = begins;
    if (begins || to_noray) conversation->player.keep_sender(pinfo);
    else conversation->player.keep_receiver(pinfo);
    lock_conversation(pinfo, tcp_handle);
  }
  return dissect_lines(tvb, pinfo, tree, data) != 0 ? TRUE : FALSE;
}

// --- Datagrams ------------------------------------------------------------------------------------------------------

static int dissect_datagram(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void*) {
  const auto bytes = buffer_of(tvb, 0).captured;
  if (is_cut(tvb) || bytes.empty()) return 0;
  const Handshake handshake = noray::handshake_of(bytes);
  End source;
  End destination;
  const bool is_v4 = meetings::end_of(pinfo->src, pinfo->srcport, source) &&
                     meetings::end_of(pinfo->dst, pinfo->destport, destination);
  const bool is_pid = is_v4 && meetings::all().is_pid(bytes);
  const bool is_answer = is_v4 && !is_pid && meetings::all().is_registrars(source, destination);
  if (handshake == Handshake::none && !is_pid && !is_answer) return 0;
  if (pinfo->flags.in_error_pkt != 0 && is_first_pass(pinfo)) meetings::returned(pinfo, bytes);
  const int size = static_cast<int>(bytes.size());
  if (pinfo->flags.in_error_pkt == 0) col_clear(pinfo->cinfo, COL_INFO);
  const Place place = begin_item(tvb, pinfo, tree, 0, size);
  if (handshake != Handshake::none) {
    const std::string_view name = noray::name(handshake);
    add_text(place, NorayField::noray_handshake, 0, bytes.size(), name);
    set_line(place, handshake == Handshake::sent   ? "Handshake: has sent, hears nothing ($-w-)"
                    : handshake == Handshake::seen ? "Handshake: hears the other end ($rw-)"
                                                   : "Handshake: both ends hear each other ($rwx)");
  } else if (is_pid) {
    proto_tree_add_item(place.tree, header_field(NorayField::noray_pid), tvb, 0, size, ENC_NA);
    set_line(place, "Registers its port, with its private id");
  } else {
    const char* text = shown(place, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    proto_tree_add_string(place.tree, header_field(NorayField::noray_answer), tvb, 0, size, text);
    set_line(place, std::strcmp(text, "OK") == 0
                        ? "OK: the port is registered"
                        : wmem_strdup_printf(pinfo->pool, "The port is not registered: %s", text));
  }
  return size;
}

static bridge::Bool heuristic_udp(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void* data) {
  return dissect_datagram(tvb, pinfo, tree, data) != 0 ? TRUE : FALSE;
}

}  // extern "C"

}  // namespace

void register_noray() {
  register_rows<NorayField, analysis::problems::Noray>();
  tcp_handle = create_dissector_handle(dissect_lines, protocols.noray);
  udp_handle = create_dissector_handle(dissect_datagram, protocols.noray);
}

void hand_off_noray() {
  meetings::begin();
  heur_dissector_add("tcp", heuristic_tcp, "noray over TCP", "noray_tcp", protocols.noray, HEURISTIC_ENABLE);
  heur_dissector_add("udp", heuristic_udp, "noray over UDP", "noray_udp", protocols.noray, HEURISTIC_ENABLE);
  dissector_add_for_decode_as("udp.port", udp_handle);
}

}  // namespace godot::plugin
