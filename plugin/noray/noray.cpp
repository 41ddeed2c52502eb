// SPDX-License-Identifier: GPL-2.0-or-later
// The protocol `noray`: players register at noray, and ask for each other, over TCP (port 8890, and by its first bytes
// on any); they register their ports, and shake hands, over UDP. A private id is a secret: its text is nowhere shown.
// What is said of players who meet by it follows once all was read.
#include "analysis/problems/noray.h"
#include "analysis/noray/shown.h"
#include "engine/noray/noray.h"
#include "plugin/core/epan/capture_object.h"
#include "plugin/core/epan/engine_packet.h"
#include "plugin/core/epan/segments.h"
#include "plugin/core/flows/conversation_data.h"
#include "plugin/core/flows/tcp_end.h"
#include "plugin/core/register/field_registration.h"
#include "plugin/core/register/frame_end.h"
#include "plugin/core/register/rows.h"
#include "plugin/core/tree/items.h"
#include "plugin/facts/collector.h"
#include "plugin/facts/shown_problem.h"

namespace godot::plugin {
namespace {

using analysis::NorayField;
using analysis::NorayFindings;
using analysis::NorayShown;
using noray::Line;

/// What Wireshark keeps for a connection to noray.
struct Conversation {
  bool is_known;
  bool begins;  ///< with a registration: else the capture lacks what was said before
  engine::Address player;
  std::uint32_t next[2];  ///< TCP's number of the next byte, of noray and of the player
  bool has_next[2];
};

/// A line or datagram of the frame that was dissected last, for what is said of it.
struct Last {
  std::uint32_t frame = 0;
  analysis::facts::Item* item = nullptr;
  proto_tree* below = nullptr;
  proto_item* root = nullptr;
};
LEFT_BY_LONGJMP(Conversation, Last, Line, NorayShown, NorayFindings, ProblemPlace);

engine::Noray& meetings() { return of_capture<engine::Noray>(); }

dissector_handle_t tcp_handle;
dissector_handle_t udp_handle;

/// Shows a line or a datagram of `size` bytes, and adds its facts, if somebody needs them.
void show(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, int begin, int size, const NorayShown& shown) {
  proto_item* root = proto_tree_add_item(tree, protocols.noray, tvb, begin, size, ENC_NA);
  proto_tree* below = proto_item_add_subtree(root, subtree(NorayField::noray_command));
  Last& last = of_capture<Last>();
  last = {.frame = frame_number(pinfo), .item = nullptr, .below = below, .root = root};
  const auto transport = pinfo->ptype == PT_TCP ? analysis::facts::Transport::tcp : analysis::facts::Transport::udp;
  if (Collector* facts = collector(pinfo))
    last.item = &analysis::add_fact_of_noray(*facts, transport, static_cast<std::uint32_t>(size));
  for (const NorayShown::Part& part : shown.all())
    add_read(below, part.row, {tvb, begin + static_cast<int>(part.range.begin), static_cast<int>(part.range.length)},
             part.value);
  proto_item_append_text(root, ", %s", shown.text);
  show_line(pinfo, "noray", shown.text);
}

// --- Lines ----------------------------------------------------------------------------------------------------------

/// First pass: whether the capture lacks what was sent before this segment.
void follow(packet_info* pinfo, Conversation& conversation, tvbuff_t* tvb, const void* data, bool from_player) {
  const auto* info = static_cast<const tcpinfo*>(data);
  const int side = from_player ? 1 : 0;
  const bool is_plain = info != nullptr && info->is_reassembled == 0;
  const bool is_behind_gap = is_plain && conversation.has_next[side] && conversation.next[side] != info->seq;
  if ((is_behind_gap || is_cut(tvb)) && tcp_analysis_of(pinfo) != nullptr)
    meetings().lose(tcp_analysis_of(pinfo)->stream);
  conversation.has_next[side] = is_plain;
  if (is_plain) conversation.next[side] = info->seq + tvb_reported_length(tvb);
}

void learn(packet_info* pinfo, const Conversation& conversation, const Line& line, bool from_player) {
  const tcp_analysis* tcp = tcp_analysis_of(pinfo);
  if (tcp == nullptr || !conversation.begins) return;
  const engine::Frame frame = engine_frame(pinfo);
  meetings().learn(engine_packet(pinfo, frame), tcp->stream, from_player, line);
}

int dissect_lines(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void* data) {
  auto* conversation = conversation_data<Conversation>(pinfo, protocols.noray);
  if (conversation == nullptr || !conversation->is_known || is_quoted(pinfo)) return 0;
  const bool from_player = conversation->player == source_of(pinfo);
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
    const int size = static_cast<int>(line.size);
    show(tvb, pinfo, tree, offset, size, analysis::shown_line(line, from_player, host_of(pinfo)));
    offset += size;
  }
  return end;
}

/// Recognised by its first line; in the middle of a connection by the port and a known command.
bridge::Bool heuristic_tcp(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void* data) {
  if (is_quoted(pinfo)) return FALSE;
  const auto bytes = buffer_of(tvb, 0).captured;
  bool waits = false;
  const bool begins = noray::begins_with_registration(bytes, waits);
  const bool to_noray = pinfo->destport == noray::command_port;
  const bool is_port = to_noray || pinfo->srcport == noray::command_port;
  if (!begins && !(is_port && noray::first_line(bytes).command != noray::Command::unknown)) return FALSE;
  auto* conversation = begin_conversation_data<Conversation>(pinfo, protocols.noray, [](Conversation&) {});
  if (!conversation->is_known) {
    conversation->is_known = true;
    conversation->begins = begins;
    conversation->player = begins || to_noray ? source_of(pinfo) : destination_of(pinfo);
    lock_conversation(pinfo, tcp_handle);
  }
  return dissect_lines(tvb, pinfo, tree, data) != 0 ? TRUE : FALSE;
}

// --- Datagrams ------------------------------------------------------------------------------------------------------

int dissect_datagram(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void*) {
  const auto bytes = buffer_of(tvb, 0).captured;
  if (is_cut(tvb) || bytes.empty()) return 0;
  const engine::Noray::Kind kind = meetings().kind_of(source_of(pinfo), destination_of(pinfo), bytes);
  if (kind == engine::Noray::Kind::none) return 0;
  if (is_quoted(pinfo)) {  // others are learned at the frame's end
    const engine::Frame frame = engine_frame(pinfo);
    meetings().learn(engine_packet(pinfo, frame), bytes);
  } else {
    col_clear(pinfo->cinfo, COL_INFO);
  }
  const int size = static_cast<int>(bytes.size());
  show(tvb, pinfo, tree, 0, size, analysis::shown_datagram(kind, bytes, host_of(pinfo)));
  return size;
}

bridge::Bool heuristic_udp(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void* data) {
  return dissect_datagram(tvb, pinfo, tree, data) != 0 ? TRUE : FALSE;
}

// --- Behind each frame ----------------------------------------------------------------------------------------------

/// Learns what a frame has, on the first pass.
void add_frame(tvbuff_t* tvb, packet_info* pinfo) {
  if (!meetings().is_used()) return;
  const engine::Frame frame = engine_frame(pinfo);
  if (pinfo->ptype == PT_TCP) {
    meetings().reach(frame);
    const tcp_analysis* tcp = tcp_analysis_of(pinfo);
    if (tcp_acknowledges_unseen(tcp)) meetings().lose(tcp->stream);
  } else if (pinfo->ptype == PT_UDP && tvb_captured_length(tvb) != 0) {
    const ip::Bytes bytes = datagram_of(tvb, pinfo).payload;
    if (!bytes.empty()) meetings().learn(engine_packet(pinfo, frame), bytes);
  }
}

void end_frame(tvbuff_t* tvb, packet_info* pinfo, proto_tree*) {
  if (is_first_pass(pinfo)) return add_frame(tvb, pinfo);
  const Last& last = of_capture<Last>();
  NorayFindings found(arena_of(pinfo));
  if (last.frame != frame_number(pinfo) || !meetings().find(last.frame, found)) return;
  show_at_frame_end(
      {.pinfo = pinfo, .tree = last.below, .item = last.root, .tvb = tvb, .start = 0, .facts_item = last.item}, found);
}

}  // namespace

void register_noray() {
  register_rows<NorayField, analysis::problems::Noray>();
  tcp_handle = create_dissector_handle(dissect_lines, protocols.noray);
  udp_handle = create_dissector_handle(dissect_datagram, protocols.noray);
}

void hand_off_noray() {
  at_frame_end(end_frame);
  heur_dissector_add("tcp", heuristic_tcp, "noray over TCP", "noray_tcp", protocols.noray, HEURISTIC_ENABLE);
  heur_dissector_add("udp", heuristic_udp, "noray over UDP", "noray_udp", protocols.noray, HEURISTIC_ENABLE);
  dissector_add_for_decode_as("udp.port", udp_handle);
}

}  // namespace godot::plugin
