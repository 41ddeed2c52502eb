// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/transports.h"

#include <array>

#include "analysis/game/learning/link_ends.h"
#include "analysis/game/learning/link_format.h"
#include "engine/frame/end_numbers.h"
#include "engine/websocket/steps.h"
#include "plugin/core/epan/capture_object.h"
#include "plugin/core/epan/engine_packet.h"
#include "plugin/core/flows/conversation_data.h"
#include "plugin/core/flows/follow.h"
#include "plugin/core/flows/tcp_end.h"
#include "plugin/core/register/field_registration.h"
#include "plugin/core/register/frame_end.h"
#include "plugin/facts/collector.h"
#include "plugin/game/multiplayer_state.h"
#include "plugin/game/peer_labels.h"
#include "plugin/multiplayer/columns.h"
#include "plugin/multiplayer/multiplayer.h"

namespace godot::plugin {
namespace {

using multiplayer::Format;

/// A conversation that may carry messages. Over WebSocket, the end that sends first is the server, in both generations.
struct BareConversation {
  analysis::BareLink* bare = nullptr;
  engine::Address first_speaker;
  bool has_game;                ///< it has had a message of the multiplayer
  engine::UnseenFrames unseen;  ///< the first pass has no events of WebSocket's own frames

  /// The packet's sender, as BareLink numbers ends.
  [[nodiscard]] std::size_t sender_of(const packet_info* pinfo) const {
    return first_speaker == source_of(pinfo) ? 0 : 1;
  }
};

/// True if the capture has conversations over TCP, whose ends must be detected.
bool any_over_tcp = false;

BareConversation* bare_conversation_of(const packet_info* pinfo) {
  return conversation_data<BareConversation>(pinfo, protocols.godot);
}

BareConversation* begin_conversation(packet_info* pinfo, analysis::Transport transport) {
  return begin_conversation_data<BareConversation>(pinfo, protocols.godot, [&](BareConversation& conversation) {
    conversation.bare = &of_capture<analysis::BareLinks>().begin();
    const analysis::Link link = {.transport = transport,
                                 .has_handshake = transport == analysis::Transport::websocket,
                                 .first_frame = frame_number(pinfo),
                                 .server_key = of_capture<engine::EndNumbers>().of(source_of(pinfo)),
                                 .is_local = addresses_equal(&pinfo->src, &pinfo->dst) != FALSE};
    if (pinfo->ptype == PT_TCP) engine::begin_over_tcp(*conversation.bare, link);
    else conversation.bare->link = link;
    conversation.first_speaker = source_of(pinfo);
    any_over_tcp = any_over_tcp || pinfo->ptype == PT_TCP;
  });
}

bool dissect(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, BareConversation& conversation) {
  analysis::BareLink& bare = *conversation.bare;
  const std::size_t end = conversation.sender_of(pinfo);
  const analysis::Largest::Place place = {frame_number(pinfo), frame_notes(pinfo).messages++, tvb_reported_length(tvb),
                                          absolute_time(pinfo)};
  analysis::Message message = engine::next_message(bare, end, place, is_first_pass(pinfo), pinfo->ptype == PT_TCP);
  const char* line = nullptr;
  if (follow::lines_wanted()) message.line = &line;
  const bool taken = dissect_multiplayer_here(tvb, pinfo, tree, message);
  if (taken) conversation.has_game = true;
  if (line != nullptr) {
    follow::queue(pinfo, {.link = &bare.link,
                          .from_client = message.from_client,
                          .message = {.kind = analysis::enet::Delivery::Kind::unsequenced},
                          .line = line});
  }
  return taken;
}

bool dissect_heuristically(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, analysis::Transport transport) {
  if (is_quoted(pinfo)) return false;
  BareConversation* conversation =
      is_first_pass(pinfo) ? begin_conversation(pinfo, transport) : bare_conversation_of(pinfo);
  return conversation != nullptr && dissect(tvb, pinfo, tree, *conversation);
}

int dissect_chosen(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, Format format, bool redot) {
  BareConversation* conversation = begin_conversation(pinfo, analysis::Transport::data_channel);
  analysis::MultiplayerLink& link = multiplayer_state().of(conversation->bare->link);
  if (!link.chosen) analysis::choose_format(multiplayer_state(), link, format, redot);
  return dissect(tvb, pinfo, tree, *conversation) ? static_cast<int>(tvb_captured_length(tvb)) : 0;
}

bridge::Bool heuristic_websocket(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void*) {
  return dissect_heuristically(tvb, pinfo, tree, analysis::Transport::websocket);
}
bridge::Bool heuristic_data_channel(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void*) {
  return dissect_heuristically(tvb, pinfo, tree, analysis::Transport::data_channel);
}

/// Runs after each frame: segments without a payload reach no other dissector.
void look_for_end(tvbuff_t*, packet_info* pinfo, proto_tree*) {
  if (!any_over_tcp || !is_first_pass(pinfo) || pinfo->ptype != PT_TCP || is_quoted(pinfo)) return;
  BareConversation* conversation = bare_conversation_of(pinfo);
  if (conversation == nullptr || conversation->bare->is_closed()) return;
  const std::size_t end = conversation->sender_of(pinfo);
  const tcp_analysis* tcp = tcp_analysis_of(pinfo);
  const engine::SegmentEnd segment = {
      .end = end,
      .frame = frame_number(pinfo),
      .time = absolute_time(pinfo),
      .window = tcp_window(tcp),
      .lacks = tcp_acknowledges_unseen(tcp) || tcp_acknowledges_behind(tcp, conversation->unseen.without_gap[1 - end]),
      .is_cut = is_cut_frame(pinfo),
      .has_ended = tcp_has_ended(tcp),
      .is_reset = tcp_has_ended(tcp, tcp_reset)};
  conversation->unseen.end_segment(*conversation->bare, segment, frame_notes(pinfo).messages != 0,
                                   tcp_without_gap(tcp));
  engine::end_segment(*conversation->bare, segment, multiplayer_state());
}

template <Format format, bool redot = false>
int dissect_as(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void*) {
  return dissect_chosen(tvb, pinfo, tree, format, redot);
}

// --- Decode As ----------------------------------------------------------------------------------------------------

struct Generation {
  const char* name;
  const char* filter;
  dissector_t dissector;
};
constexpr Generation generations[] = {
    {"Godot Multiplayer (Godot 4)", "godot.as_godot4", dissect_as<Format::scene>},
    {"Godot Multiplayer (Redot)", "godot.as_redot", dissect_as<Format::scene, true>},
    {"Godot Multiplayer (Godot 3)", "godot.as_godot3", dissect_as<Format::named>},
};
std::array<int, std::size(generations)> protocols_of_generations;

constexpr const char* tables[] = {"udp.port", "dtls.port", "sctp.ppi", "sctp.port"};

}  // namespace

void register_bare_transports() {
  register_init_routine([] { any_over_tcp = false; });
  for (std::size_t i = 0; i < std::size(generations); ++i) {
    const Generation& row = generations[i];
    protocols_of_generations[i] =
        proto_register_protocol_in_name_only(row.name, row.name, row.filter, protocols.godot, FT_PROTOCOL);
  }
}

void hand_off_bare_transports() {
  at_frame_end(look_for_end);
  heur_dissector_add("ws", heuristic_websocket, "Godot Multiplayer over WebSocket", "godot_websocket", protocols.godot,
                     HEURISTIC_ENABLE);
  heur_dissector_add("sctp", heuristic_data_channel, "Godot Multiplayer over WebRTC", "godot_data_channel",
                     protocols.godot, HEURISTIC_ENABLE);
  for (const char* table : tables) {
    for (std::size_t i = 0; i < std::size(generations); ++i) {
      dissector_add_for_decode_as(table,
                                  create_dissector_handle(generations[i].dissector, protocols_of_generations[i]));
    }
  }
}

const analysis::Link* bare_link(packet_info* pinfo) {
  const BareConversation* conversation = bare_conversation_of(pinfo);
  return conversation != nullptr ? &conversation->bare->link : nullptr;
}

bool carries_game(packet_info* pinfo) {
  const BareConversation* conversation = bare_conversation_of(pinfo);
  return conversation != nullptr && conversation->has_game;
}

analysis::facts::Route route_of_game(packet_info* pinfo) {
  const BareConversation* conversation = bare_conversation_of(pinfo);
  if (conversation == nullptr || !conversation->has_game) return {};
  return analysis::route_between_ends(conversation->bare->link, conversation->sender_of(pinfo) != 0,
                                      {.all = multiplayer_state().peer_names,
                                       .which = wanted_peer_names(),
                                       .frame = frame_number(pinfo),
                                       .keep = interned});
}

}  // namespace godot::plugin
