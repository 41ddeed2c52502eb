// SPDX-License-Identifier: MIT
#include "analysis/libraries/rollback/message_facts.h"
#include "base/joined.h"
#include "engine/frame/outermost_values.h"
#include "engine/libraries/rollback/steps.h"
#include "engine/message/library_lines.h"
#include "engine/message/message_problems.h"

namespace godot::engine {
namespace {

using analysis::RollbackCommand;

multiplayer::KnownValue known_value(const void* /*found*/) { return {}; }

void add_parts(const LibraryMessage& message, const void* found, analysis::facts::Collection& facts,
               analysis::facts::Item& item) {
  analysis::add_rollback_parts(rollback_of(found), message.memories.rollback, facts, item);
}

/// The engine's packet, for the steps.
struct Host {
  using Items = HiddenItems<analysis::RollbackItems, analysis::RollbackField, analysis::problems::Rollback>;
  const PacketMessage& message;
  [[nodiscard]] analysis::annotation::PeerTexts peers() const { return message.game.peer_texts(message.packet); }
};

LibraryLine show(const PacketMessage& message, const void* found_before) {
  const RollbackCommand& found = rollback_of(found_before);
  if (found.is_ping || !found.reads) return {};
  const Host host = {message};
  RollbackShown<Host> shown(host, message, found, ProblemPlace{message.packet, message.item});
  TextSink sink(message.packet.arena(), found.bytes.captured.size(), message.game.settings.display,
                *found.options.dialect, shown);
  (void)rollback::walk(found.bytes, found.options, sink, &shown.reading);
  const char* problem = shown.reading.judge_all();
  return {.text = message.packet.arena().joined({"rollback ", shown.reading.text()}), .problem = problem};
}

}  // namespace

const Library rollback_library = {.recognise = take_rollback, .known_value = known_value, .add_parts = add_parts};
const LibraryLines rollback_lines = {.its = rollback_library, .show = show};

}  // namespace godot::engine
