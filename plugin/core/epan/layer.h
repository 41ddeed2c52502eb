// SPDX-License-Identifier: GPL-2.0-or-later
// Layers of a packet. Wireshark counts and lists the layer of each dissector that it calls, and takes it from the list
// if no item was added. A layer that is only counted costs a tenth of the instructions.
#pragma once

#include <utility>

#include "plugin/core/epan/bridge.h"

namespace godot::plugin {

/// Calls a dissector as a layer that is counted and not listed. It returns 0 if it refuses the packet.
template <class Dissect>
int in_counted_layer(packet_info* pinfo, const protocol_t* protocol, Dissect&& dissect) {
  const char* before = pinfo->current_proto;
  pinfo->current_proto = proto_get_protocol_short_name(protocol);
  ++pinfo->curr_layer_num;
  const int length = std::forward<Dissect>(dissect)();
  if (length == 0) --pinfo->curr_layer_num;
  pinfo->current_proto = before;
  return length;
}

/// Calls a dissector for which Wireshark lists the layer that was only counted so far.
inline bool in_listed_layer(packet_info* pinfo, dissector_handle_t dissector, tvbuff_t* tvb, proto_tree* tree,
                            void* data) {
  const auto counted = pinfo->curr_layer_num;
  --pinfo->curr_layer_num;
  const bool taken = call_dissector_only(dissector, tvb, pinfo, tree, data) != 0;
  pinfo->curr_layer_num = counted;
  return taken;
}

}  // namespace godot::plugin
