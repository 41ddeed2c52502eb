// SPDX-License-Identifier: MIT
#include "engine/mirror/records.h"

#include <algorithm>

#include "codec/core/silent_sink.h"
#include "codec/mirror/walk.h"
#include "engine/mirror/steps.h"
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
  const MirrorMemory memory = {.knowledge = game_.knowledge,
                               .links = links_,
                               .state = game_.state,
                               .frame = packet.frame.number,
                               .time = packet.frame.time,
                               .first_pass = first_pass};
  follow_number(memory, facts.its_head);
  if (facts.has_carried) {
    const mirror::Carried& carried = facts.its_carried;
    if (analysis::Link* link = link_of_carried(memory, facts); link != nullptr)
      hand_on(packet, message_of_carried(facts, *link), part_of(record, carried.begin, carried.length));
    return;
  }
  if (!facts.has_message) return;
  const Buffer bytes = part_of(record, facts.its_message.begin, facts.its_message.length);
  find_doubles(memory, facts, bytes);
  if (analysis::Link* link = link_of_message(memory, facts); link != nullptr)
    hand_on(packet, message_of(memory, facts, *link, bytes.reported), bytes);
}

void MirrorRecords::hand_on(Packet& packet, analysis::Message message, const Buffer& bytes) {
  message.index = packet.messages++;
  messages_.take(packet, message, bytes, nullptr);
}

}  // namespace godot::engine
