// SPDX-License-Identifier: GPL-2.0-or-later
// Shows what a relay that makes the network worse on purpose (godotdump) did to a packet, of whatever protocol it is.
#include "analysis/link/derived.h"
#include "plugin/core/flows/relayed.h"
#include "plugin/core/register/fields.h"
#include "plugin/core/register/frame_end.h"
#include "plugin/core/register/rows.h"
#include "plugin/core/tree/items.h"

namespace godot::plugin {
namespace {

using analysis::LinkField;

using link::Outcome;

extern "C" {

void show_relayed(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree) {
  Relayed found;
  if (!relayed(pinfo, found) || tree == nullptr) return;
  if (!proto_is_protocol_enabled(find_protocol_by_id(protocols.link))) return;
  const link::Fate& fate = found.fate;
  const bool is_sent = found.is_sent();
  proto_item* root = proto_tree_add_item(tree, protocols.link, tvb, 0, 0, ENC_NA);
  proto_item_set_generated(root);
  proto_tree* below = proto_item_add_subtree(root, subtree(LinkField::link_fate));
  link::FateText text;
  const std::string_view line = link::write_fate(fate, text);
  constexpr std::size_t protocol_name = sizeof "godot link" - 1;
  proto_item_append_text(root, "%.*s", static_cast<int>(line.size() - protocol_name), line.data() + protocol_name);
  const auto add = [&](LinkField field, analysis::DerivedValue value) { add_derived(below, field, {tvb}, value); };
  const auto add_if_any = [&](LinkField field, std::uint64_t number) {
    if (number != 0) add(field, number);
  };
  constexpr std::uint64_t microsecond = 1000;
  add(LinkField::link_player, fate.player);
  add(LinkField::link_to_server, fate.to_server);
  add(LinkField::link_number, fate.number);
  add(LinkField::link_fate, static_cast<std::uint32_t>(fate.outcome));
  if (!is_sent) add(LinkField::link_dropped, link::is_dropped(fate.outcome));
  if (fate.outcome == Outcome::passed) {
    add(LinkField::link_delay_ms, fate.delay * microsecond);
    add_if_any(LinkField::link_queued_ms, fate.queued * microsecond);
    add_if_any(LinkField::link_held_back_ms, fate.held_back * microsecond);
    add_if_any(LinkField::link_twice_ms, fate.twice * microsecond);
  }
  if (fate.copy > 1) add(LinkField::link_copy, fate.copy);
  add_if_any(LinkField::link_other_in, found.other_in());
  if (!is_sent) add_if_any(LinkField::link_copy_in, found.copy_in);
}

}  // extern "C"
}  // namespace
void register_link() { register_rows<LinkField>(); }

void hand_off_link() { at_frame_end(show_relayed); }

}  // namespace godot::plugin
