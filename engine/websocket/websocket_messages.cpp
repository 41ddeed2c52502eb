// SPDX-License-Identifier: MIT
#include "engine/websocket/websocket_messages.h"

#include "analysis/game/learning/link_ends.h"
#include "engine/websocket/steps.h"

namespace godot::engine {

WebSocketMessages::Conversation& WebSocketMessages::begin(const Packet& packet, std::uint32_t stream) {
  auto [found, is_new] = conversations_.try_emplace(stream);
  Conversation& conversation = found->second;
  if (is_new) {
    conversation.first_speaker = packet.source;
    begin_over_tcp(conversation.bare, {.transport = analysis::Transport::websocket,
                                       .has_handshake = true,
                                       .first_frame = packet.frame.number,
                                       .server_key = ends_.of(packet.source),
                                       .is_local = packet.source.has_host_of(packet.destination)});
    if (lacking_.contains(stream)) conversation.bare.lack(packet.frame.number);
  }
  return conversation;
}

void WebSocketMessages::take(Packet& packet, const TcpSegment& segment, const Buffer& bytes) {
  const bool first_pass = packet.frame.first_pass;
  Conversation& conversation = begin(packet, segment.stream);
  // A proven debugger is more specific than messages of the multiplayer, or values.
  if (debugger_.take(packet, segment.stream, bytes)) return;
  analysis::BareLink& bare = conversation.bare;
  const std::size_t end = packet.source == conversation.first_speaker ? 0 : 1;
  const analysis::Largest::Place place = {packet.frame.number, packet.messages++, bytes.reported, packet.frame.time};
  const analysis::Message message = next_message(bare, end, place, first_pass, true);
  if (messages_.take(packet, message, bytes, nullptr)) {
    conversation.has_game = true;
    return;
  }
  values_.take(packet, segment.stream, ValueLayer::websocket, bytes, nullptr, analysis::facts::Transport::websocket);
}

analysis::facts::Route WebSocketMessages::route(const Packet& packet, std::uint32_t stream) const {
  const auto found = conversations_.find(stream);
  if (found == conversations_.end() || !found->second.has_game) return {};
  return analysis::route_between_ends(found->second.bare.link, packet.source != found->second.first_speaker,
                                      {.all = game_.state.peer_names,
                                       .frame = packet.frame.number,
                                       .keep = [](const char* text) { return Game::current().names.keep(text); }});
}

void WebSocketMessages::end_segment(const Packet& packet, const TcpSegment& segment) {
  if (!packet.frame.first_pass) return;
  const auto found = conversations_.find(segment.stream);
  if (found == conversations_.end() && segment.lacks) lacking_.insert(segment.stream);
  if (found == conversations_.end() || found->second.bare.is_closed()) return;
  Conversation& conversation = found->second;
  const std::size_t end = packet.source == conversation.first_speaker ? 0 : 1;
  engine::end_segment(conversation.bare,
                      {.end = end,
                       .frame = packet.frame.number,
                       .time = packet.frame.time,
                       .window = segment.window,
                       .lacks = segment.lacks,
                       .is_cut = packet.frame.is_cut(),
                       .has_ended = segment.has_ended,
                       .is_reset = segment.is_reset},
                      game_.state);
}

void WebSocketMessages::leave(const Packet& packet, const TcpSegment& segment) {
  const auto found = conversations_.find(segment.stream);
  if (found == conversations_.end()) return;
  const std::size_t end = packet.source == found->second.first_speaker ? 0 : 1;
  found->second.bare.leave(end, packet.frame.number, packet.frame.time);
}

}  // namespace godot::engine
