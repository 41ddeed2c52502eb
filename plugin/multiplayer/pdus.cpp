// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/pdus.h"

#include <array>
#include <span>

#include "codec/mirror/writer.h"
#include "plugin/core/buffer.h"

namespace godot::plugin {
namespace {

using pdus::List;

constexpr const char* dissector = "godot.mirror";

/// The class of the game's peer. The mirror's own records have the peer.
const char* peer_class(analysis::Transport transport) {
  static constexpr std::array classes = {
#define GODOT_TRANSPORT(id, name, peer) peer,
#include "codec/multiplayer/transports.def"
  };
  return classes[static_cast<unsigned>(transport)];
}

std::uint64_t microseconds(const packet_info* pinfo) {
  constexpr std::uint64_t in_a_second = 1'000'000;
  constexpr std::uint32_t nanoseconds = 1000;
  return static_cast<std::uint64_t>(pinfo->abs_ts.secs) * in_a_second +
         static_cast<std::uint32_t>(pinfo->abs_ts.nsecs) / nanoseconds;
}

/// The record's header, as if the client had written it. Links whose client is unknown count as separate games.
mirror::Head head_of(const packet_info* pinfo, const analysis::Peers& peers) {
  constexpr unsigned half = 32;
  const analysis::PeerId own = peers.id(analysis::End::first);
  return {.time = microseconds(pinfo),
          .game = own != 0 ? peers.session() : std::uint64_t{peers.link()} << half,
          .sequence = pinfo->num,
          .own_id = own};
}

/// Makes a buffer from the bytes of `room`, whose original was longer on the wire.
tvbuff_t* record_of(tvbuff_t* message, std::span<std::uint8_t> room, std::size_t size, std::size_t all) {
  return tvb_new_child_real_data(message, room.data(), static_cast<guint>(size), static_cast<gint>(all));
}

std::span<std::uint8_t> room_of(packet_info* pinfo, std::size_t size) {
  return {static_cast<std::uint8_t*>(wmem_alloc(pinfo->pool, size)), size};
}

/// Exports a message of Godot 4 without the bytes of its transport.
void export_scene_message(tvbuff_t* tvb, packet_info* pinfo, const analysis::Message& message,
                          analysis::MultiplayerLink& link) {
  const mirror::Head head = head_of(pinfo, link.peers);
  const analysis::MessageKey here = {.frame = pinfo->num, .index = message.index};
  const analysis::MessageKey& first = link.exported_from;
  const bool is_earlier = here.frame != first.frame ? here.frame < first.frame : here.index < first.index;
  // Exports on the second pass what was uncertain on the first.
  if (first.frame == 0 || is_earlier) link.exported_from = here;
  if (link.exported_from == here) {
    const std::span<std::uint8_t> room = room_of(pinfo, mirror::game_record_room);
    const std::size_t size = mirror::write_game(room, head, peer_class(message.link->transport), "client");
    hand_over(List::godot, pinfo, dissector, record_of(tvb, room, size, size), pdus::Ends::in_bytes);
  }
  const bool is_enet = message.link->transport == analysis::Transport::enet;
  const mirror::Message about = {.peer = link.peers.id(analysis::End::second),
                                 .direction = message.from_client ? mirror::Direction::out : mirror::Direction::in,
                                 .mode = multiplayer::mode_of(message.delivery),
                                 .channel = is_enet ? multiplayer::script_channel(message.channel) : message.channel};
  const auto captured = static_cast<std::size_t>(tvb_captured_length(tvb));
  const std::uint32_t reported = tvb_reported_length(tvb);
  const std::span<std::uint8_t> room = room_of(pinfo, mirror::message_record_size(captured));
  const std::span<const std::uint8_t> bytes = buffer_of(tvb, 0).captured;
  const std::size_t size = mirror::write_message(room, head, about, bytes, reported);
  hand_over(List::godot, pinfo, dissector, record_of(tvb, room, size, size + reported - captured),
            pdus::Ends::in_bytes);
}

}  // namespace

void export_message(tvbuff_t* tvb, packet_info* pinfo, const analysis::Message& message, bool is_bare) {
  if (!pdus::wanted(List::godot) || message.repeated || message.link->transport == analysis::Transport::mirror) return;
  analysis::MultiplayerLink& link = *message.link->godot;
  if (!link.recognition.certain()) return;
  if (link.recognition.format() != multiplayer::Format::scene) export_carried(List::godot, tvb, pinfo, message);
  else if (is_bare) export_scene_message(tvb, pinfo, message, link);
}

void export_carried(List list, tvbuff_t* tvb, packet_info* pinfo, const analysis::Message& message) {
  if (!pdus::wanted(list) || message.repeated || pinfo->flags.in_error_pkt != 0 || is_cut(tvb)) return;
  const analysis::Link& link = *message.link;
  mirror::Carried carried = {.link = link.number,
                             .transport = link.transport,
                             .delivery = message.delivery,
                             .from_client = message.from_client,
                             .has_handshake = link.has_handshake,
                             .server_is_clear = link.server_is_clear,
                             .channel = message.channel,
                             .connect_data = link.connect_data,
                             .channel_count = link.channel_count,
                             .server = link.server_key};
  if (link.godot != nullptr && link.godot->recognition.certain()) carried.format = link.godot->recognition.format();
  const mirror::Head head = {.time = microseconds(pinfo), .game = link.first_frame, .sequence = pinfo->num};
  const auto length = static_cast<std::size_t>(tvb_captured_length(tvb));
  const std::span<std::uint8_t> room = room_of(pinfo, mirror::carried_record_size(length));
  const std::span<const std::uint8_t> bytes = buffer_of(tvb, 0).captured;
  const std::size_t size = mirror::write_carried(room, head, carried, bytes);
  hand_over(list, pinfo, dissector, record_of(tvb, room, size, size), pdus::Ends::as_tags);
}

}  // namespace godot::plugin
