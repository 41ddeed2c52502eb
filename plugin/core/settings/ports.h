// SPDX-License-Identifier: GPL-2.0-or-later
// Registers the ports of a preference with a dissector table.
#pragma once

#include "plugin/core/epan/bridge.h"

namespace godot::plugin {

/// Moves a registration from the ports in `old`, which may be null, to those in `now`, and copies `now` to `old`.
inline void move_ports(const char* table, range_t*& old, range_t* now, dissector_handle_t handle) {
  if (old != nullptr) {
    dissector_delete_uint_range(table, old, handle);
    wmem_free(wmem_epan_scope(), old);
  }
  old = range_copy(wmem_epan_scope(), now);
  dissector_add_uint_range(table, old, handle);
}

/// TCP ports for which a dissector runs first; it passes packets that are not its own to the port's former dissector.
class ClaimedPorts {
 public:
  void begin(dissector_handle_t handle) {
    handle_ = handle;
    neighbours_ = wmem_map_new(wmem_epan_scope(), g_direct_hash, g_direct_equal);
  }

  void move(range_t* now) {
    if (registered_ != nullptr) {
      range_foreach(registered_, give_back, this);
      wmem_free(wmem_epan_scope(), registered_);
    }
    registered_ = range_copy(wmem_epan_scope(), now);
    range_foreach(registered_, claim, this);
  }

  /// Calls the port's former dissector. Returns what that returns; 0: there is none.
  int hand_to_neighbour(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void* data) const {
    dissector_handle_t neighbour = neighbour_of(pinfo->match_uint);
    if (neighbour == nullptr) return 0;
    pinfo->can_desegment = pinfo->saved_can_desegment;
    return call_dissector_only(neighbour, tvb, pinfo, tree, data);
  }

 private:
  static constexpr const char* table = "tcp.port";

  [[nodiscard]] dissector_handle_t neighbour_of(std::uint32_t port) const {
    return static_cast<dissector_handle_t>(wmem_map_lookup(neighbours_, GUINT_TO_POINTER(port + 1)));
  }
  static void claim(guint32 port, gpointer self) {
    const auto& ports = *static_cast<ClaimedPorts*>(self);
    dissector_handle_t owner = dissector_get_uint_handle(find_dissector_table(table), port);
    if (owner != nullptr && owner != ports.handle_)
      wmem_map_insert(ports.neighbours_, GUINT_TO_POINTER(port + 1), owner);
    dissector_add_uint(table, port, ports.handle_);
  }
  static void give_back(guint32 port, gpointer self) {
    const auto& ports = *static_cast<ClaimedPorts*>(self);
    dissector_delete_uint(table, port, ports.handle_);
    dissector_handle_t owner = ports.neighbour_of(port);
    if (owner != nullptr) dissector_add_uint(table, port, owner);
  }

  dissector_handle_t handle_ = nullptr;
  wmem_map_t* neighbours_ = nullptr;  ///< who had the port before, by port + 1
  range_t* registered_ = nullptr;
};

}  // namespace godot::plugin
