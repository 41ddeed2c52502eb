// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/debugger/statistics.h"

#include "plugin/core/register/fields.h"
#include "plugin/core/register/statistics.h"

namespace godot::plugin::debug {
namespace {

constexpr const char* debug_tap = "godot_debug";
Statistics<MessageTap> statistics(debug_tap, "Godot" GODOT_MENU_SEPARATOR "Debugger");

}  // namespace

void register_debug_statistics() {
  statistics.register_tree();
  register_response_times<MessageTap>(protocols.debug, debug_tap);
}

void tap_message(packet_info* pinfo, const MessageTap* message) { statistics.queue(pinfo, message); }

}  // namespace godot::plugin::debug
