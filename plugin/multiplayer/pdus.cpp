// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/pdus.h"

#include <array>
#include <span>

#include "codec/mirror/writer.h"
#include "plugin/core/bridge.h"

namespace godot::plugin {
namespace {

constexpr const char* dissector = "godot.mirror";
int tap = -1;

mirror::TransferMode mode_of(Delivery delivery) {
  switch (delivery) {
    case Delivery::reliable: return mirror::TransferMode::reliable;
    case Delivery::unreliable: return mirror::TransferMode::unreliable_ordered;
    case Delivery::unsequenced: break;
  }
  return mirror::TransferMode::unreliable;
}

const char* transport_name(Transport transport) {
  switch (transport) {
    case Transport::enet: return "ENetMultiplayerPeer";
    case Transport::websocket: return "WebSocketMultiplayerPeer";
    default: break;
  }
  return "WebRTCMultiplayerPeer";
}

/// As if the end that asked for the connection mirrored it. Links whose client nobody knows are games of their own.
mirror::Head head_of(const packet_info* pinfo, const Peers& peers) {
  constexpr std::uint64_t microseconds = 1'000'000;
  constexpr std::uint32_t nanoseconds = 1000;
  constexpr unsigned half = 32;
  const PeerId own = peers.id(End::first);
  return {.time = static_cast<std::uint64_t>(pinfo->abs_ts.secs) * microseconds +
                  static_cast<std::uint32_t>(pinfo->abs_ts.nsecs) / nanoseconds,
          .game = own != 0 ? peers.session() : std::uint64_t{peers.link()} << half,
          .sequence = pinfo->num,
          .own_id = own};
}

void hand_over(tvbuff_t* message, packet_info* pinfo, std::span<std::uint8_t> room, std::size_t size, std::size_t all) {
  static const exp_pdu_data_item_t* items[] = {&exp_pdu_data_orig_frame_num, nullptr};
  exp_pdu_data_t* pdu = export_pdu_create_tags(pinfo, dissector, EXP_PDU_TAG_DISSECTOR_NAME, items);
  pdu->tvb_captured_length = static_cast<guint>(size);
  pdu->tvb_reported_length = static_cast<guint>(all);
  pdu->pdu_tvb = tvb_new_child_real_data(message, room.data(), static_cast<guint>(size), static_cast<gint>(all));
  tap_queue_packet(tap, pinfo, pdu);
}

std::span<std::uint8_t> room_of(packet_info* pinfo, std::size_t size) {
  return {static_cast<std::uint8_t*>(wmem_alloc(pinfo->pool, size)), size};
}

}  // namespace

void export_message(tvbuff_t* tvb, packet_info* pinfo, const Message& message, MultiplayerLink& link) {
  if (have_tap_listener(tap) == 0 || message.repeated || message.link->transport == Transport::mirror) return;
  if (!link.recognition.certain() || link.recognition.format() != multiplayer::Format::scene) return;
  const mirror::Head head = head_of(pinfo, link.peers);
  const MessageKey here = {.frame = pinfo->num, .index = message.index};
  const MessageKey& first = link.exported_from;
  const bool is_earlier = here.frame != first.frame ? here.frame < first.frame : here.index < first.index;
  // On the second pass, what was not certain on the first one.
  if (first.frame == 0 || is_earlier) link.exported_from = here;
  if (link.exported_from == here) {
    const std::span<std::uint8_t> room = room_of(pinfo, mirror::game_record_room);
    const std::size_t size = mirror::write_game(room, head, transport_name(message.link->transport), "client");
    hand_over(tvb, pinfo, room, size, size);
  }
  const bool is_enet = message.link->transport == Transport::enet;
  const mirror::Message about = {.peer = link.peers.id(End::second),
                                 .direction = message.from_client ? mirror::Direction::out : mirror::Direction::in,
                                 .mode = mode_of(message.delivery),
                                 .channel = is_enet ? multiplayer::script_channel(message.channel) : message.channel};
  const auto captured = static_cast<std::size_t>(tvb_captured_length(tvb));
  const std::uint32_t reported = tvb_reported_length(tvb);
  const std::span<std::uint8_t> room = room_of(pinfo, mirror::message_record_size(captured));
  const std::span<const std::uint8_t> bytes(tvb_get_ptr(tvb, 0, -1), captured);
  const std::size_t size = mirror::write_message(room, head, about, bytes, reported);
  hand_over(tvb, pinfo, room, size, size + reported - captured);
}

void register_pdus() { tap = register_export_pdu_tap("Godot"); }

}  // namespace godot::plugin
