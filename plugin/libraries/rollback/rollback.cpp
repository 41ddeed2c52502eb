// SPDX-License-Identifier: GPL-2.0-or-later
// godot-rollback-netcode, on top of the multiplayer: see plugin/multiplayer/library_dissectors.h.
#include "analysis/libraries/rollback/derived.h"
#include "analysis/libraries/rollback/methods.h"
#include "analysis/libraries/rollback/problems.h"
#include "base/names/source.h"
#include "codec/libraries/rollback/walk.h"
#include "engine/libraries/rollback/steps.h"
#include "plugin/core/epan/longjmp.h"
#include "plugin/core/register/field_registration.h"
#include "plugin/core/register/rows.h"
#include "plugin/core/settings/preferences.h"
#include "plugin/core/tree/items.h"
#include "plugin/game/peer_labels.h"
#include "plugin/multiplayer/library_dissectors.h"
#include "plugin/multiplayer/shown_items.h"

namespace godot::plugin {
namespace {

using analysis::RollbackField;

using analysis::RollbackCommand;

bool has_line(const void* found) { return engine::rollback_of(found).reads && !engine::rollback_of(found).is_ping; }

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

/// Wireshark's packet, for the steps.
struct Host {
  using Items = ShownItems<analysis::RollbackItems, RollbackField, analysis::problems::Rollback>;
  packet_info* pinfo;
  [[nodiscard]] analysis::annotation::PeerTexts peers() const { return peer_texts(pinfo); }
};
LEFT_BY_LONGJMP(Host, engine::RollbackShown<Host>);

LibraryLine show(const LibraryPacket& message, const void* found_before, proto_tree* tree) {
  const RollbackCommand& found = engine::rollback_of(found_before);
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
  const Host host = {message.pinfo};
  engine::RollbackShown<Host> shown(host, message, found, message, found.begin);
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

}  // namespace

const LibraryDissector rollback_dissector = {
    .its = engine::rollback_library, .protocol = &Protocols::rollback, .has_line = has_line, .show = show};

void register_rollback() {
  register_rows<RollbackField, analysis::problems::Rollback>();
  godot::analysis::names::add_source(methods);
}

}  // namespace godot::plugin
