// SPDX-License-Identifier: MIT
// The steps of a record of the mirror, for every host: what it teaches, the link of its message, the message as its
// transport would have passed it on. Nothing here has a destructor.
#pragma once

#include <cstdint>

#include "analysis/game/learning/multiplayer_state.h"
#include "analysis/mirror/descriptions.h"
#include "analysis/mirror/links.h"
#include "analysis/mirror/record_text.h"

namespace godot::engine {

/// What the records of a capture have taught, and the frame of the record that is read.
struct MirrorMemory {
  analysis::Knowledge& knowledge;
  analysis::MirrorLinks& links;
  analysis::MultiplayerState& state;
  std::uint32_t frame;
  std::int64_t time;
  bool first_pass;
};

/// Follows the numbers of a game's records, before anything else is asked of this one.
inline void follow_number(const MirrorMemory& memory, const mirror::Head& head) {
  if (!memory.first_pass) return;
  const std::uint32_t earlier = memory.links.follow(head, memory.frame);
  if (earlier != 0) memory.state.doubles.add_copy(memory.frame, earlier);
}

/// Compares the message of a record with the other records of it, before anything says where it counts.
/// `bytes`: the message.
inline void find_doubles(const MirrorMemory& memory, const analysis::MirrorRecord& record, const Buffer& bytes) {
  if (memory.state.doubles.copy_of(memory.frame) != 0) return;
  if (memory.first_pass && !record.its_message.is_earlier)
    memory.state.doubles.add(analysis::seen(record.its_head, record.its_message, memory.frame, memory.time), bytes);
}

/// The link of the message in a record; null: not learned.
inline analysis::Link* link_of_message(const MirrorMemory& memory, const analysis::MirrorRecord& record) {
  const mirror::Head& head = record.its_head;
  analysis::Link* link = memory.links.find(head, record.its_message.peer);
  if (!memory.first_pass) return link;
  const auto& told = memory.knowledge.game(head.game);
  if (link == nullptr) link = &memory.links.add(head, record.its_message.peer, memory.frame, told.number);
  // The record names the multiplayer API: no recognition is needed.
  if (told.is_scene_api) {
    analysis::MultiplayerLink& game = memory.state.of(*link);
    if (!game.recognition.certain()) game.recognition.accept(multiplayer::Format::scene);
    memory.state.give_number(game);
  }
  return link;
}

/// The message in a record; `size`: its bytes. Its size on the wire is unknown: the cost is its own bytes.
inline analysis::Message message_of(const MirrorMemory& memory, const analysis::MirrorRecord& record,
                                    analysis::Link& link, std::uint32_t size) {
  const mirror::Head& head = record.its_head;
  analysis::Message message = analysis::mirrored_message(head, record.its_message, link);
  if (record.its_message.direction == mirror::Direction::out) message.engine = memory.knowledge.game(head.game).engine;
  if (memory.state.doubles.copy_of(memory.frame) != 0) message.repeated = true;
  message.cost.own = message.plain = size;
  return message;
}

/// The connection of a message in an exported file; null: not learned.
inline analysis::Link* link_of_carried(const MirrorMemory& memory, const analysis::MirrorRecord& record) {
  const mirror::Carried& carried = record.its_carried;
  analysis::Link* link = memory.links.find(record.its_head, carried);
  if (link != nullptr || !memory.first_pass) return link;
  link = &memory.links.add(record.its_head, carried, memory.frame);
  if (carried.format) {
    analysis::MultiplayerLink& game = memory.state.of(*link);
    game.recognition.accept(*carried.format);
    memory.state.give_number(game);
  }
  return link;
}

/// A message as its transport would have passed it on.
inline analysis::Message message_of_carried(const analysis::MirrorRecord& record, analysis::Link& link) {
  return analysis::carried_message(record.its_carried, link);
}

}  // namespace godot::engine
