// SPDX-License-Identifier: GPL-2.0-or-later
// Implements ENet's interface to the protocol above (plugin/enet/message_protocol.h).
#include "analysis/game/learning/link_ends.h"
#include "plugin/core/epan/buffer.h"
#include "plugin/core/register/field_registration.h"
#include "plugin/enet/message_protocol.h"
#include "plugin/multiplayer/multiplayer.h"
#include "plugin/multiplayer/pdus.h"
#include "plugin/variant/lone_values.h"

namespace godot::plugin {
namespace {

/// A single value that fills the message exactly.
bool dissect_variant(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const analysis::Message& message) {
  if (proto_is_protocol_enabled(find_protocol_by_id(protocols.variant)) == 0) return false;
  if (message_heuristic(tvb, pinfo, tree, nullptr)) return true;
  if (!analysis::requests_as_godot(*message.link)) return false;
  if (!analysis::values::is_single_value(buffer_of(tvb, 0), conversation_of(pinfo), circumstances(pinfo))) return false;
  return dissect_message(tvb, pinfo, tree, {}) != 0;
}

void export_message_of_enet(tvbuff_t* tvb, packet_info* pinfo, const analysis::Message& message) {
  export_carried(pdus::List::enet, tvb, pinfo, message);
}

constexpr enet::MessageProtocol multiplayer_over_enet = {
    .dissect = dissect_multiplayer,
    .dissect_last = dissect_variant,
    .export_message = export_message_of_enet,
};

}  // namespace

void register_over_enet() { enet::message_protocol = &multiplayer_over_enet; }

}  // namespace godot::plugin
