// SPDX-License-Identifier: GPL-2.0-or-later
// Uses each declaration of the bridge once, so that every branch of a version is compiled. Never linked, never run.
#include "plugin/core/epan/bridge.h"
#include "plugin/core/epan/user_table.h"

#include <type_traits>

namespace {

bridge::Bool heuristic(tvbuff_t*, packet_info*, proto_tree*, void*) { return static_cast<bridge::Bool>(1); }
bridge::TableBool changed(void*, char**) { return static_cast<bridge::TableBool>(1); }
bridge::VisitBool visited(const void*, void*, void*) { return static_cast<bridge::VisitBool>(1); }
bridge::Bool is_valid(packet_info* BRIDGE_FILTER_DATA) { return static_cast<bridge::Bool>(1); }
char* filter_of(packet_info* BRIDGE_FILTER_DATA) { return nullptr; }
bridge::Bool wanted = 0;

}  // namespace

// Function types that are passed on must be exactly these.
static_assert(std::is_convertible_v<decltype(&heuristic), heur_dissector_t>);
static_assert(std::is_convertible_v<decltype(&changed), uat_update_cb_t>);
static_assert(std::is_convertible_v<decltype(&visited), wmem_foreach_func>);
static_assert(std::is_convertible_v<decltype(&is_valid), is_filter_valid_func>);
static_assert(std::is_convertible_v<decltype(&filter_of), build_filter_string_func>);

void everything(module_t* module, proto_item* item, packet_info* pinfo, tvbuff_t* tvb, reassembly_table* table);
void everything(module_t* module, proto_item* item, packet_info* pinfo, tvbuff_t* tvb, reassembly_table* table) {
  prefs_register_bool_preference(module, "name", "title", "description", &wanted);
  heur_dissector_add("udp", heuristic, "display", "internal", 0, HEURISTIC_ENABLE);
  fragment_add_check(table, tvb, 0, pinfo, 0, nullptr, 0, 0, wanted);
  bridge::set_string(item, 0, "text" GODOT_MENU_SEPARATOR);
  bridge::register_stream_filter("protocol", "title", is_valid, filter_of);
  bridge::register_follow(0, {});
  if (bridge::max_tree_depth() < bridge::max_tree_items() && bridge::writable(pinfo, 0) && bridge::visible(item))
    bridge::item_count(item);
}
