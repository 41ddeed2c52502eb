// SPDX-License-Identifier: GPL-2.0-or-later
// The symbols that Wireshark looks up in a plugin.
#include <gmodule.h>

#include <cstdint>

#include "plugin/core/epan/bridge.h"

#define GODOT_REGISTER(space, function) \
  namespace space {                     \
  void function();                      \
  }
#define GODOT_HAND_OFF GODOT_REGISTER
#include "plugin/registered.def"

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
#define GODOT_REGISTER(space, function) space::function();
#define GODOT_HAND_OFF(space, function)
#include "plugin/registered.def"
}

static void register_handoffs() {
#define GODOT_REGISTER(space, function)
#define GODOT_HAND_OFF(space, function) space::function();
#include "plugin/registered.def"
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
