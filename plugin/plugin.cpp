// SPDX-License-Identifier: GPL-2.0-or-later
// The symbols that Wireshark looks up in a plugin.
#include <gmodule.h>

#include <cstdint>

#include "plugin/core/bridge.h"
#include "plugin/core/conversation.h"
#include "plugin/core/fields.h"
#include "plugin/core/follow.h"
#include "plugin/core/from_to.h"
#include "plugin/core/preferences.h"
#include "plugin/debugger/debugger.h"
#include "plugin/enet/enet.h"
#include "plugin/facts/collector.h"
#include "plugin/facts/costs.h"
#include "plugin/facts/problem.h"
#include "plugin/files/files.h"
#include "plugin/link/link.h"
#include "plugin/mirror/mirror.h"
#include "plugin/multiplayer/multiplayer.h"
#include "plugin/netfox/netfox.h"
#include "plugin/project_settings/project_settings.h"
#include "plugin/rollback/rollback.h"
#include "plugin/show/export_objects.h"
#include "plugin/show/flow_graphs.h"
#include "plugin/show/follow_window.h"
#include "plugin/show/menu.h"
#include "plugin/show/report.h"
#include "plugin/show/state_at_packet.h"
#include "plugin/show/tables.h"
#include "plugin/show/toolbar.h"
#include "plugin/show/trace.h"
#include "plugin/variant/variant.h"

// Constants are private to their file unless they were declared before: without these lines nothing would be exported.
extern "C" {
extern G_MODULE_EXPORT const char plugin_version[];
extern G_MODULE_EXPORT const int plugin_want_major;
extern G_MODULE_EXPORT const int plugin_want_minor;
G_MODULE_EXPORT void plugin_register();
G_MODULE_EXPORT std::uint32_t plugin_describe();

const char plugin_version[] = GODOT_PLUGIN_VERSION;
const int plugin_want_major = WIRESHARK_VERSION_MAJOR;
const int plugin_want_minor = WIRESHARK_VERSION_MINOR;

// In one function, because Wireshark calls the plugins of one file in an order of its own.
static void register_protocols() {
  godot_fields_register();
  godot::plugin::begin_preferences();
  godot::plugin::register_project_tables();  // the first preferences, and the first entry of the menu
  godot::plugin::register_table_entries();
  godot::plugin::register_follow_windows();
  godot::plugin::register_ends();
  godot::plugin::register_conversations();
  godot::plugin::follow::register_taps();
  godot::plugin::register_costs();
  godot::plugin::register_problem();
  godot_link_register();
  godot_variant_register();
  godot_debugger_register();
  godot_multiplayer_register();
  godot_mirror_register();
  godot_files_register();
  godot_project_settings_register();
  godot_netfox_register();  // names of libraries are listed after those of projects
  godot_rollback_register();
  godot_enet_register();
  godot::plugin::register_facts();
  godot::plugin::register_tables();
  godot::plugin::register_flow_graphs();
  godot::plugin::register_state_at_packet();
  godot::plugin::register_report();
  godot::plugin::register_trace();
  godot::plugin::register_toolbar(godot::plugin::text_of_projects);
  godot::plugin::register_export_objects();
  godot::plugin::register_documentation();
}

static void register_handoffs() {
  godot::plugin::hand_off_problem();
  godot_variant_handoff();
  godot_debugger_handoff();
  godot_multiplayer_handoff();
  godot_enet_handoff();
  godot_link_handoff();
  godot_files_handoff();
}

void plugin_register() {
  static proto_plugin protocols;
  protocols.register_protoinfo = register_protocols;
  protocols.register_handoff = register_handoffs;
  proto_register_plugin(&protocols);
}

// 1 = WS_PLUGIN_DESC_DISSECTOR of wsutil/plugins.h, which Wireshark 4.0 does not have; it does not ask either.
std::uint32_t plugin_describe() { return 1; }
}
