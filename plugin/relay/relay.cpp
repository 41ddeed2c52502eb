// SPDX-License-Identifier: GPL-2.0-or-later
// Shows what a relay that makes the network worse on purpose (godotdump) did to a packet, of whatever protocol it is.
#include "analysis/relay/relayed_items.h"
#include "plugin/core/epan/longjmp.h"
#include "plugin/core/register/field_registration.h"
#include "plugin/core/register/frame_end.h"
#include "plugin/core/register/rows.h"
#include "plugin/core/tree/items.h"
#include "plugin/relay/relayed.h"

namespace godot::plugin {
namespace {

using analysis::RelayField;

LEFT_BY_LONGJMP(analysis::RelayedItems);

void show_relayed(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree) {
  Relayed found;
  if (!relayed(pinfo, found) || tree == nullptr) return;
  if (!proto_is_protocol_enabled(find_protocol_by_id(protocols.relay))) return;
  proto_item* root = proto_tree_add_item(tree, protocols.relay, tvb, 0, 0, ENC_NA);
  proto_item_set_generated(root);
  relay::FateText text;
  const std::string_view label = analysis::label_of(found, text);
  proto_item_append_text(root, "%.*s", static_cast<int>(label.size()), label.data());
  add_all(proto_item_add_subtree(root, subtree(RelayField::relay_fate)), analysis::items_of(found), {tvb});
}

}  // namespace
void register_relay() { register_rows<RelayField>(); }

void hand_off_relay() { at_frame_end(show_relayed); }

}  // namespace godot::plugin
