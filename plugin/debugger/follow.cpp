// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/debugger/follow.h"

#include <cstring>

#include "plugin/core/flows/follow.h"
#include "plugin/core/register/field_registration.h"
#include "plugin/debugger/debugger_state.h"

namespace godot::plugin::debug {
namespace {

constexpr const char* tap_name = "godot_debug_follow";

int tap = -1;

constexpr const char* stream_field = "godot.debug.stream";

int number_of_conversation(packet_info* pinfo) {
  const Conversation* conversation = conversation_of(pinfo);
  const bool is_proven = conversation != nullptr && conversation->known->is_proven();
  return is_proven ? static_cast<int>(conversation->known->number) : -1;
}
using Conversations = follow::Numbered<stream_field, number_of_conversation>;

std::uint32_t debug_stream_count() { return of_capture<analysis::DebugConversations>().count(); }

char* debug_filter_of_addresses(address* source, address* destination, int source_port, int destination_port) {
  char text[2][WS_INET6_ADDRSTRLEN];
  address_to_str_buf(source, text[0], sizeof text[0]);
  address_to_str_buf(destination, text[1], sizeof text[1]);
  const char* family = source->type == AT_IPv6 ? "ipv6" : "ip";
  return g_strdup_printf(
      "godot.debug && ((%s.src eq %s and tcp.srcport eq %d and %s.dst eq %s and tcp.dstport eq %d) or "
      "(%s.src eq %s and tcp.srcport eq %d and %s.dst eq %s and tcp.dstport eq %d))",
      family, text[0], source_port, family, text[1], destination_port, family, text[1], destination_port, family,
      text[0], source_port);
}

}  // namespace

void register_debug_follow() {
  tap = register_tap(tap_name);
  Conversations::offer(protocols.debug,
                       {.address_filter = debug_filter_of_addresses,
                        .port_name = tcp_port_to_display,
                        .stream_count = debug_stream_count},
                       {.title = "Follow the debugger",
                        .none = "The selected packet belongs to no conversation of editor and game.",
                        .tap = tap_name,
                        .on_packet = follow_tvb_tap_listener});
}

void tap_line(tvbuff_t* tvb, packet_info* pinfo, const char* line) {
  if (!have_tap_listener(tap)) return;
  char* text = wmem_strdup_printf(pinfo->pool, "%s\n", line);
  const auto size = static_cast<guint>(std::strlen(text));
  tap_queue_packet(tap, pinfo,
                   tvb_new_child_real_data(tvb, reinterpret_cast<const guint8*>(text), size, static_cast<gint>(size)));
}

}  // namespace godot::plugin::debug
