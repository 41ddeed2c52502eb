// SPDX-License-Identifier: MIT
#include "analysis/libraries/rollback/command.h"
#include "analysis/libraries/rollback/message_facts.h"
#include "analysis/libraries/rollback/peer_texts.h"
#include "analysis/libraries/rollback/reading.h"
#include "base/joined.h"
#include "codec/libraries/rollback/fields.h"
#include "engine/frame/values.h"
#include "engine/message/library.h"
#include "engine/message/problems.h"

namespace godot::engine {
namespace {

using analysis::RollbackCommand;

const RollbackCommand& command_of(const void* found) { return *static_cast<const RollbackCommand*>(found); }

const void* recognise(const LibraryMessage& message, bool learns) {
  return analysis::rollback_command(message, message.game.libraries.rollback, learns);
}

multiplayer::KnownValue known_value(const void* /*found*/) { return {}; }

void add_parts(const LibraryMessage& message, const void* found, analysis::facts::Collection& facts,
               analysis::facts::Item& item) {
  analysis::add_rollback_parts(command_of(found), message.game.libraries.rollback, facts, item);
}

using Items = HiddenItems<analysis::RollbackItems, analysis::RollbackField, analysis::problems::Rollback>;

/// Names peers, and passes the texts of inputs on.
class Shown final : public ValueListener, public analysis::RollbackNames {
 public:
  Shown(const LibraryMessage& message, const RollbackCommand& found, const analysis::RollbackMatch* match)
      : items({message.packet, message.item}),
        reading(message, found.message, match, *this, items),
        message_(message) {}

  Items items;
  analysis::RollbackReading reading;

  void value(const OutermostValue& value) override {
    if (value.role == field::rollback_input_value) reading.value(value.text);
  }
  [[nodiscard]] const char* name(analysis::RollbackPeer peer) const override {
    const bool is_id = peer != 0 && peer <= INT32_MAX;
    return is_id ? message_.game.peer_texts(message_.packet).peer(message_.peers, static_cast<analysis::PeerId>(peer))
                 : "another peer";
  }

 private:
  const LibraryMessage& message_;
};

LibraryLine show(const LibraryMessage& message, const void* found_before) {
  const RollbackCommand& found = command_of(found_before);
  if (found.is_ping || !found.reads) return {};
  Shown shown(message, found, found.known ? &message.game.libraries.rollback.match(found.message) : nullptr);
  TextSink sink(message.packet.arena(), found.bytes.captured.size(), message.game.settings.display,
                *found.options.dialect, shown);
  (void)rollback::walk(found.bytes, found.options, sink, &shown.reading);
  const char* problem = shown.reading.judge_all();
  return {.text = message.packet.arena().joined({"rollback ", shown.reading.text()}), .problem = problem};
}

}  // namespace

const Library rollback_library = {
    .recognise = recognise, .known_value = known_value, .add_parts = add_parts, .show = show};

}  // namespace godot::engine
