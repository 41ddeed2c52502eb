// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/transports.h"

#include <array>

#include "analysis/learning/recognition.h"
#include "analysis/link/largest.h"
#include "analysis/link/silence.h"
#include "plugin/core/conversation.h"
#include "plugin/core/endpoints.h"
#include "plugin/core/fields.h"
#include "plugin/core/follow.h"
#include "plugin/core/frame_end.h"
#include "plugin/core/tcp_end.h"
#include "plugin/core/time.h"
#include "plugin/multiplayer/columns.h"
#include "plugin/multiplayer/multiplayer.h"
#include "plugin/multiplayer/state.h"

namespace godot::plugin {
namespace {

using multiplayer::Format;

/// A conversation that may carry messages. Over WebSocket, the end that sends first is the server, in both generations.
struct Conversation {
  analysis::Link link;
  address first_speaker;
  std::uint32_t first_port;
  std::uint32_t closed_in = 0;     ///< the frame in which one end closes it; 0: none
  bool closed_by_first = false;    ///< by the end that sends first
  analysis::Polling polling;       ///< of the end that sends first, and of the other
  wmem_map_t* silences = nullptr;  ///< keyed by the frames that end them; null: none
  analysis::Largest largest;       ///< of the end that sends first, and of the other

  [[nodiscard]] bool is_first(const packet_info* pinfo) const {
    return pinfo->srcport == first_port && addresses_equal(&pinfo->src, &first_speaker) != FALSE;
  }
  /// The earlier frame in which the packet's receiver has closed its end. Godot closes both directions: it reads no
  /// more.
  [[nodiscard]] std::uint32_t receiver_left_in(const packet_info* pinfo) const {
    const bool left = closed_in != 0 && closed_in < pinfo->num && closed_by_first != is_first(pinfo);
    return left ? closed_in : 0;
  }
};

/// True if the capture has conversations over TCP, whose ends must be detected.
bool any_over_tcp = false;

/// Numbers of the conversations' ends, which distinguish sessions.
Endpoints<std::uint32_t> end_numbers;

std::uint32_t end_number(const address& host, std::uint32_t port) {
  return end_numbers.get(host, port, [](std::uint32_t& number) { number = end_numbers.size() + 1; });
}

Conversation* conversation_of(const packet_info* pinfo) {
  return conversation_data<Conversation>(pinfo, protocols.godot);
}

Conversation* begin_conversation(packet_info* pinfo, analysis::Transport transport) {
  return begin_conversation_data<Conversation>(pinfo, protocols.godot, [&](Conversation& conversation) {
    conversation.link = {.transport = transport,
                         .has_handshake = transport == analysis::Transport::websocket,
                         .first_frame = pinfo->num,
                         .server_key = end_number(pinfo->src, pinfo->srcport),
                         .is_local = addresses_equal(&pinfo->src, &pinfo->dst) != FALSE};
    copy_address_wmem(wmem_file_scope(), &conversation.first_speaker, &pinfo->src);
    conversation.first_port = pinfo->srcport;
    any_over_tcp = any_over_tcp || pinfo->ptype == PT_TCP;
  });
}

/// The index of the packet's sender in Conversation::polling.
std::size_t sender_of(const Conversation& conversation, const packet_info* pinfo) {
  return conversation.is_first(pinfo) ? 0 : 1;
}

/// Records whether the sender had paused before this message.
void listen(Conversation& conversation, const packet_info* pinfo, std::uint32_t size) {
  const std::size_t end = sender_of(conversation, pinfo);
  analysis::Silence silence;
  if (!conversation.polling.add_message(end, pinfo->num, absolute_time(pinfo), size, silence)) return;
  auto* kept = wmem_new(wmem_file_scope(), analysis::Silence);
  *kept = silence;
  if (conversation.silences == nullptr)
    conversation.silences = wmem_map_new(wmem_file_scope(), g_direct_hash, g_direct_equal);
  wmem_map_insert(conversation.silences, GUINT_TO_POINTER(pinfo->num), kept);
}

/// A segment acknowledges what came before it, also if its program stands still.
void add_segment(Conversation& conversation, packet_info* pinfo) {
  const std::size_t end = sender_of(conversation, pinfo);
  const std::int64_t now = absolute_time(pinfo);
  conversation.polling.add_segment(end, now, tcp_window(pinfo));
  const std::size_t place = 1 - end;  // the client first
  conversation.link.acks_at[place] = now;
  if (conversation.polling.reads(end)) conversation.link.reads_at[place] = now;
}

/// The pause that the first message of this frame ends, or null.
const analysis::Silence* silence_before(const Conversation& conversation, const packet_info* pinfo,
                                        const analysis::Message& message) {
  if (message.index != 0 || conversation.silences == nullptr) return nullptr;
  return static_cast<const analysis::Silence*>(wmem_map_lookup(conversation.silences, GUINT_TO_POINTER(pinfo->num)));
}

bool dissect(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, Conversation& conversation) {
  const bool speaks_first = conversation.is_first(pinfo);
  if (pinfo->fd->visited == 0 && pinfo->ptype == PT_TCP) listen(conversation, pinfo, tvb_reported_length(tvb));
  analysis::Message message = {.link = &conversation.link,
                               .from_client = !speaks_first,
                               .index = frame_notes(pinfo).messages++,
                               .left_in = conversation.receiver_left_in(pinfo)};
  message.silence = silence_before(conversation, pinfo, message);
  const std::size_t end = sender_of(conversation, pinfo);
  if (pinfo->fd->visited == 0)
    conversation.largest.add(end, {pinfo->num, message.index, tvb_reported_length(tvb), absolute_time(pinfo)});
  else if (conversation.closed_in != 0 && conversation.largest.is_last_words(end, pinfo->num, message.index))
    message.closed_after = conversation.closed_in;
  const char* line = nullptr;
  if (follow::lines_wanted()) message.line = &line;
  const bool taken = dissect_multiplayer_here(tvb, pinfo, tree, message);
  if (line != nullptr) {
    follow::queue(pinfo, {.link = &conversation.link,
                          .from_client = !speaks_first,
                          .message = {.kind = analysis::enet::Delivery::Kind::unsequenced},
                          .line = line});
  }
  return taken;
}

bool dissect_heuristically(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, analysis::Transport transport) {
  Conversation* conversation = pinfo->fd->visited == 0 ? begin_conversation(pinfo, transport) : conversation_of(pinfo);
  return conversation != nullptr && dissect(tvb, pinfo, tree, *conversation);
}

int dissect_chosen(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, Format format, bool redot) {
  Conversation* conversation = begin_conversation(pinfo, analysis::Transport::data_channel);
  analysis::MultiplayerLink& link = of_link(conversation->link);
  if (!link.chosen) analysis::choose_format(state(), link, format, redot);
  return dissect(tvb, pinfo, tree, *conversation) ? static_cast<int>(tvb_captured_length(tvb)) : 0;
}

extern "C" {

bridge::Bool heuristic_websocket(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void*) {
  return dissect_heuristically(tvb, pinfo, tree, analysis::Transport::websocket);
}
bridge::Bool heuristic_data_channel(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void*) {
  return dissect_heuristically(tvb, pinfo, tree, analysis::Transport::data_channel);
}

/// Runs after each frame: segments without a payload reach no other dissector.
void look_for_end(tvbuff_t*, packet_info* pinfo, proto_tree*) {
  if (!any_over_tcp || pinfo->fd->visited != 0 || pinfo->ptype != PT_TCP) return;
  Conversation* conversation = conversation_of(pinfo);
  if (conversation == nullptr || conversation->closed_in != 0) return;
  add_segment(*conversation, pinfo);
  if (!tcp_has_ended(pinfo)) return;
  conversation->closed_in = pinfo->num;
  conversation->closed_by_first = conversation->is_first(pinfo);
  conversation->largest.close(sender_of(*conversation, pinfo), absolute_time(pinfo));
}

void forget_ends() { any_over_tcp = false; }

}  // extern "C"

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
  register_init_routine(forget_ends);
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
  const Conversation* conversation = conversation_of(pinfo);
  return conversation != nullptr ? &conversation->link : nullptr;
}

}  // namespace godot::plugin
