// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/pdus.h"

#include <algorithm>
#include <span>

#include "analysis/game/learning/exported.h"
#include "codec/mirror/writer.h"
#include "plugin/core/epan/buffer.h"
#include "plugin/core/epan/frames.h"
#include "plugin/core/epan/time.h"

namespace godot::plugin {
namespace {

using pdus::List;

constexpr const char* dissector = "godot.mirror";

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
  const mirror::Head head = analysis::head_of_game(link.peers, frame_number(pinfo), absolute_time(pinfo));
  if (analysis::begins_export(link, {.frame = frame_number(pinfo), .index = message.index})) {
    const std::span<std::uint8_t> room = room_of(pinfo, mirror::game_record_room);
    const std::size_t size = mirror::write_game(room, head, analysis::peer_class(message.link->transport), "client");
    hand_over(List::godot, pinfo, dissector, record_of(tvb, room, size, size), pdus::Ends::in_bytes);
  }
  const Buffer bytes = buffer_of(tvb, 0);
  const std::size_t captured = bytes.captured.size();
  const std::size_t kept = std::min<std::size_t>(captured, mirror::max_body);
  const std::span<std::uint8_t> room = room_of(pinfo, mirror::message_record_size(kept));
  const std::size_t size =
      mirror::write_message(room, head, analysis::exported(message), bytes.captured.first(kept), bytes.reported);
  // A record that is shortened is whole; one whose message the capture has cut is cut, too.
  const std::size_t cut = kept < captured ? 0 : bytes.reported - captured;
  hand_over(List::godot, pinfo, dissector, record_of(tvb, room, size, size + cut), pdus::Ends::in_bytes);
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
  const std::span<const std::uint8_t> bytes = buffer_of(tvb, 0).captured;
  const std::span<std::uint8_t> room = room_of(pinfo, mirror::carried_record_size(bytes.size()));
  const std::size_t size =
      mirror::write_carried(room, analysis::head_of_link(*message.link, frame_number(pinfo), absolute_time(pinfo)),
                            analysis::carried(message), bytes);
  hand_over(list, pinfo, dissector, record_of(tvb, room, size, size), pdus::Ends::as_tags);
}

}  // namespace godot::plugin
