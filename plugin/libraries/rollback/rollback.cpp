// SPDX-License-Identifier: GPL-2.0-or-later
// godot-rollback-netcode, on top of the multiplayer: registered with it, see plugin/multiplayer/library_dissectors.h.
#include "analysis/libraries/rollback/command.h"
#include "analysis/libraries/rollback/derived.h"
#include "analysis/libraries/rollback/message_facts.h"
#include "analysis/libraries/rollback/methods.h"
#include "analysis/libraries/rollback/peer_texts.h"
#include "analysis/libraries/rollback/problems.h"
#include "analysis/libraries/rollback/reading.h"
#include "base/names/names.h"
#include "codec/libraries/rollback/fields.h"
#include "codec/libraries/rollback/walk.h"
#include "plugin/core/epan/longjmp.h"
#include "plugin/core/epan/time.h"
#include "plugin/core/register/fields.h"
#include "plugin/core/register/rows.h"
#include "plugin/core/settings/preferences.h"
#include "plugin/core/tree/items.h"
#include "plugin/multiplayer/library_dissectors.h"
#include "plugin/multiplayer/peer_labels.h"
#include "plugin/multiplayer/shown_items.h"

namespace godot::plugin {
namespace {

using analysis::RollbackField;

analysis::RollbackMemory* memory = nullptr;

extern "C" {
static void end_rollback() {
  delete memory;
  memory = nullptr;
}
static void begin_rollback() {
  end_rollback();
  memory = new analysis::RollbackMemory;
}
}

using analysis::RollbackCommand;

const void* recognise(const LibraryPacket& message, bool learns) {
  if (!proto_is_protocol_enabled(find_protocol_by_id(protocols.rollback))) return nullptr;
  return analysis::rollback_command(message, *memory, learns);
}

multiplayer::KnownValue known_value(const void* /*found*/) { return {}; }

const RollbackCommand& command_of(const void* found) { return *static_cast<const RollbackCommand*>(found); }

bool has_line(const void* found) { return command_of(found).reads && !command_of(found).is_ping; }

void add_parts(const LibraryPacket&, const void* found, analysis::facts::Collection& facts,
               analysis::facts::Item& item) {
  analysis::add_rollback_parts(command_of(found), *memory, facts, item);
}

void show_ping(const LibraryPacket& message, const RollbackCommand& found, proto_tree* tree) {
  const analysis::RollbackMessage& mine = found.message;
  if (tree == nullptr || !found.known || mine.other_frame == 0) return;
  proto_tree* call = proto_item_get_subtree(tree->last_child);
  if (call == nullptr) return;
  const bool is_answer = mine.what == analysis::RollbackMessage::What::answer;
  const ItemRange range = {message.tvb, 0};
  add_derived(call, is_answer ? RollbackField::answer_to : RollbackField::answered_in, range, mine.other_frame);
  if (!is_answer || mine.round_trip < 0) return;
  add_derived(call, RollbackField::round_trip, range, mine.round_trip);
}

using Items = ShownItems<analysis::RollbackItems, RollbackField, analysis::problems::Rollback>;
LEFT_BY_LONGJMP(analysis::RollbackReading, Items);

/// Names peers, and passes the texts of inputs on.
class Shown final : public ValueListener, public analysis::RollbackNames {
 public:
  Shown(const LibraryPacket& message, const RollbackCommand& found, const analysis::RollbackMatch* match)
      : items(message, found.begin), reading(message, found.message, match, *this, items), message_(message) {}

  Items items;
  analysis::RollbackReading reading;

  void value(const OutermostValue& value) override {
    if (value.role == field::rollback_input_value) reading.value(value.text);
  }
  [[nodiscard]] const char* name(analysis::RollbackPeer peer) const override {
    const bool is_id = peer != 0 && peer <= INT32_MAX;
    return is_id ? peer_texts(message_.pinfo).peer(message_.peers, static_cast<analysis::PeerId>(peer))
                 : "another peer";
  }

 private:
  const LibraryPacket& message_;
};
LEFT_BY_LONGJMP(Shown);

LibraryLine show(const LibraryPacket& message, const void* found_before, proto_tree* tree) {
  const RollbackCommand& found = command_of(found_before);
  if (found.is_ping) {
    show_ping(message, found, tree);
    return {};
  }
  if (!found.reads) {
    if (tree != nullptr)
      expert_add_info(message.pinfo, tree->last_child, expert(analysis::problems::Rollback::another_serializer));
    return {};
  }
  const std::size_t size = found.bytes.captured.size();
  Shown shown(message, found, found.known ? &memory->match(found.message) : nullptr);
  TreeSink sink({message.tvb, static_cast<int>(found.begin), message.pinfo, tree}, size, display(),
                *found.options.dialect, nullptr, &shown);
  shown.items.show_in(sink);
  (void)rollback::walk(found.bytes, found.options, sink, &shown.reading);
  shown.items.end_walk();
  const char* problem = shown.reading.judge_all();
  return shown.items.line("rollback", {shown.reading.text(), problem}, tree, found.route, size, [&] {
    if (found.known) shown.items.add(RollbackField::match, {}, found.message.match);
  });
}

const analysis::RollbackMethods methods;
constexpr LibraryDissector dissector = {
    .recognise = recognise, .known_value = known_value, .has_line = has_line, .add_parts = add_parts, .show = show};

}  // namespace
void register_rollback() {
  register_rows<RollbackField, analysis::problems::Rollback>();
  register_init_routine(begin_rollback);
  register_cleanup_routine(end_rollback);
  register_library_dissector(dissector);
  godot::analysis::names::add_source(methods);
}

}  // namespace godot::plugin
