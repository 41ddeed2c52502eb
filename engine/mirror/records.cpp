// SPDX-License-Identifier: MIT
#include "engine/mirror/records.h"

#include <algorithm>

#include "analysis/mirror/record.h"
#include "codec/core/silent_sink.h"
#include "codec/mirror/walk.h"
#include "engine/tree/sink.h"

namespace godot::engine {
namespace {

Buffer part_of(const Buffer& record, Offset begin, Offset length) {
  const std::size_t size = record.captured.size();
  const std::size_t at = std::min<std::size_t>(begin, size);
  return {record.captured.subspan(at, std::min<std::size_t>(length, size - at)), length};
}

}  // namespace

void MirrorRecords::take(Packet& packet, const Buffer& record) {
  const bool first_pass = packet.frame.first_pass;
  if (first_pass) game_.knowledge.learn(record);
  analysis::MirrorRecord facts(packet.host);
  SilentSink nothing;
  const auto shown_in = packet.tree == nullptr
                            ? nullptr
                            : TreeSink::make(packet, record, "Record of the mirror", game_.settings.display,
                                             variant::dialect(variant::Generation::godot4), "");
  const mirror::Result result =
      mirror::walk(record, shown_in != nullptr ? static_cast<Sink&>(*shown_in) : nothing, &facts);
  const bool is_malformed = result.problem && result.problem.code != Problem::Code::cut;
  if (first_pass && !facts.has_carried) game_.state.doubles.expect();
  if (first_pass && !facts.project_folder.empty()) game_.saw_project_folder(facts.project_folder);
  if (is_malformed) return;
  const mirror::Head& head = facts.its_head;
  if (facts.has_carried) {
    const mirror::Carried& carried = facts.its_carried;
    analysis::Link* link = links_.find(head, carried);
    if (link == nullptr && first_pass) {
      link = &links_.add(head, carried, packet.frame.number);
      if (carried.format) {
        analysis::MultiplayerLink& game = game_.state.of(*link);
        game.recognition.accept(*carried.format);
        game_.state.give_number(game);
      }
    }
    if (link == nullptr) return;
    analysis::Message handed = analysis::carried_message(carried, *link);
    handed.index = packet.messages++;
    messages_.take(packet, handed, part_of(record, carried.begin, carried.length), nullptr);
    return;
  }
  if (!facts.has_message) return;
  const mirror::Message& message = facts.its_message;
  const Buffer bytes = part_of(record, message.begin, message.length);
  analysis::Link* link = links_.find(head, message.peer);
  if (link == nullptr && first_pass)
    link = &links_.add(head, message.peer, packet.frame.number, game_.knowledge.game(head.game).number);
  if (link == nullptr) return;
  // The record names the multiplayer API: no recognition is needed.
  if (first_pass && game_.knowledge.game(head.game).is_scene_api) {
    analysis::MultiplayerLink& game = game_.state.of(*link);
    if (!game.recognition.certain()) game.recognition.accept(multiplayer::Format::scene);
    game_.state.give_number(game);
  }
  if (first_pass && !message.is_earlier)
    game_.state.doubles.add(analysis::seen(head, message, packet.frame.number, packet.frame.time), bytes);
  analysis::Message handed = analysis::mirrored_message(head, message, *link);
  handed.index = packet.messages++;
  if (message.direction == mirror::Direction::out) handed.engine = game_.knowledge.game(head.game).engine;
  // Its size on the wire is unknown: the cost is its own bytes.
  handed.cost.own = handed.plain = bytes.reported;
  messages_.take(packet, handed, bytes, nullptr);
}

}  // namespace godot::engine
