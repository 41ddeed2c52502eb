// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/pdus.h"

#include "analysis/game/learning/exported.h"
#include "plugin/core/epan/arena.h"
#include "plugin/core/epan/buffer.h"
#include "plugin/core/epan/frames.h"
#include "plugin/core/epan/time.h"

namespace godot::plugin {
namespace {

using pdus::List;

constexpr const char* dissector = "godot.mirror";

analysis::ExportedAt place_of(const packet_info* pinfo) { return {frame_number(pinfo), absolute_time(pinfo)}; }

void hand_over(List list, packet_info* pinfo, tvbuff_t* message, const analysis::ExportedRecord& record,
               pdus::Ends ends) {
  tvbuff_t* bytes = tvb_new_child_real_data(message, record.bytes.data(), static_cast<guint>(record.bytes.size()),
                                            static_cast<gint>(record.whole));
  hand_over(list, pinfo, dissector, bytes, ends);
}

/// Exports a message of Godot 4 without the bytes of its transport.
void export_scene_message(tvbuff_t* tvb, packet_info* pinfo, const analysis::Message& message) {
  const analysis::ExportedAt at = place_of(pinfo);
  const analysis::Arena arena = arena_of(pinfo);
  if (begins_export(*message.link->godot, {.frame = at.frame, .index = message.index}))
    hand_over(List::godot, pinfo, tvb, game_record(message, at, arena), pdus::Ends::in_bytes);
  hand_over(List::godot, pinfo, tvb, message_record(message, buffer_of(tvb, 0), at, arena), pdus::Ends::in_bytes);
}

}  // namespace

void export_message(tvbuff_t* tvb, packet_info* pinfo, const analysis::Message& message, bool is_bare) {
  if (!pdus::wanted(List::godot) || message.repeated || message.link->transport == analysis::Transport::mirror) return;
  const analysis::MultiplayerLink& link = *message.link->godot;
  if (!link.recognition.certain()) return;
  if (link.recognition.format() != multiplayer::Format::scene) export_carried(List::godot, tvb, pinfo, message);
  else if (is_bare) export_scene_message(tvb, pinfo, message);
}

void export_carried(List list, tvbuff_t* tvb, packet_info* pinfo, const analysis::Message& message) {
  if (!pdus::wanted(list) || message.repeated || is_quoted(pinfo) || is_cut(tvb)) return;
  hand_over(list, pinfo, tvb, carried_record(message, buffer_of(tvb, 0).captured, place_of(pinfo), arena_of(pinfo)),
            pdus::Ends::as_tags);
}

}  // namespace godot::plugin
