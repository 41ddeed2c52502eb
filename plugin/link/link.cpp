// SPDX-License-Identifier: GPL-2.0-or-later
// Shows what a relay that makes the network worse on purpose (godotdump) did to a packet, of whatever protocol it is.
#include "plugin/core/flows/relayed.h"
#include "plugin/core/register/fields.h"
#include "plugin/core/register/frame_end.h"
#include "plugin/core/tree/items.h"
#include "plugin/link/generated.h"

namespace godot::plugin {
namespace {

using link::Outcome;

proto_item* add_milliseconds(proto_tree* tree, LinkField field, tvbuff_t* tvb, std::uint64_t microseconds) {
  constexpr double thousand = 1000;
  proto_item* item =
      proto_tree_add_double(tree, header_field(field), tvb, 0, 0, static_cast<double>(microseconds) / thousand);
  proto_item_set_generated(item);
  return item;
}

void add_number(proto_tree* tree, LinkField field, tvbuff_t* tvb, std::uint32_t number) {
  add_generated_number(tree, header_field(field), {tvb}, number);
}

/// Numbers of frames that are in the capture.
void add_frame(proto_tree* tree, LinkField field, tvbuff_t* tvb, std::uint32_t frame) {
  if (frame != 0) add_number(tree, field, tvb, frame);
}

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
  add_number(below, LinkField::link_player, tvb, fate.player);
  add_generated_boolean(below, header_field(LinkField::link_to_server), {tvb}, fate.to_server);
  proto_item_set_generated(proto_tree_add_uint64(below, header_field(LinkField::link_number), tvb, 0, 0, fate.number));
  add_number(below, LinkField::link_fate, tvb, static_cast<std::uint32_t>(fate.outcome));
  if (!is_sent)
    add_generated_boolean(below, header_field(LinkField::link_dropped), {tvb}, link::is_dropped(fate.outcome));
  if (fate.outcome == Outcome::passed) {
    add_milliseconds(below, LinkField::link_delay_ms, tvb, fate.delay);
    if (fate.queued != 0) add_milliseconds(below, LinkField::link_queued_ms, tvb, fate.queued);
    if (fate.held_back != 0) add_milliseconds(below, LinkField::link_held_back_ms, tvb, fate.held_back);
    if (fate.twice != 0) add_milliseconds(below, LinkField::link_twice_ms, tvb, fate.twice);
  }
  if (fate.copy > 1) add_number(below, LinkField::link_copy, tvb, fate.copy);
  add_frame(below, LinkField::link_other_in, tvb, found.other_in());
  if (!is_sent) add_frame(below, LinkField::link_copy_in, tvb, found.copy_in);
}

}  // extern "C"
}  // namespace
void register_link() { register_rows<LinkField>(); }

void hand_off_link() { at_frame_end(show_relayed); }

}  // namespace godot::plugin
