// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/enet/follow.h"

#include "plugin/core/flows/follow.h"
#include "plugin/core/register/field_registration.h"
#include "plugin/enet/open_capture.h"
#include "plugin/enet/payload.h"
#include "plugin/enet/preferences.h"

namespace godot::plugin::enet {
namespace {

namespace follow = plugin::follow;

bool is_wanted(const follow::Event& event) {
  range_t* channels = preferences::follow_channels();
  return channels == nullptr || channels->nranges == 0 || value_is_in_range(channels, event.message.channel);
}

constexpr const char* protocol_name = "enet";
constexpr const char* stream_field = "enet.stream";

int number_of_connection(packet_info* pinfo) {
  const Stream* stream = first_stream(pinfo);
  return stream != nullptr ? static_cast<int>(stream->link.number) : -1;
}
using Connections = follow::Numbered<stream_field, number_of_connection>;

/// `channel` if it had a message, or else the next one, `down` or up, that had; -1: none.
int nearest_channel(std::uint32_t number, unsigned channel, bool down) {
  const Stream* stream = capture().connections().of_number(number);
  return stream != nullptr ? stream->nearest_channel(channel, down) : -1;
}

tap_packet_status on_bytes(void* data, packet_info* pinfo, epan_dissect_t*, const void* event, tap_flags_t) {
  const auto& followed = *static_cast<const follow::Event*>(event);
  return is_wanted(followed) ? follow::add_event(data, pinfo, followed, follow::Shows::bytes) : TAP_PACKET_DONT_REDRAW;
}
tap_packet_status on_channel(void* data, packet_info* pinfo, epan_dissect_t*, const void* event, tap_flags_t) {
  const auto& followed = *static_cast<const follow::Event*>(event);
  const guint64 wanted = static_cast<const follow_info_t*>(data)->substream_id;
  return followed.message.channel == wanted ? follow::add_event(data, pinfo, followed, follow::Shows::bytes)
                                            : TAP_PACKET_DONT_REDRAW;
}

char* channel_filter(unsigned stream, unsigned channel) {
  return g_strdup_printf("enet.stream eq %u and enet.channel eq %u", stream, channel);
}
char* channel_filter_of_packet(epan_dissect_t*, packet_info* pinfo, unsigned* number, unsigned* channel) {
  const Stream* stream = first_stream(pinfo);
  if (stream == nullptr) return nullptr;
  *number = stream->link.number;
  *channel = shown_channel(pinfo);
  return channel_filter(*number, *channel);
}
/// The next channel up or down.
bridge::Bool next_channel(unsigned stream, unsigned channel, bridge::Bool down, unsigned* next) {
  const int found = nearest_channel(stream, channel, down != 0);
  if (found < 0) return false;
  *next = static_cast<unsigned>(found);
  return true;
}

guint32 streams() { return capture().connections().count(); }

// --- Tools > Godot --------------------------------------------------------------------------------------------------

char* found_channel(packet_info*, const void* data) {
  const auto& event = *static_cast<const follow::Event*>(data);
  return channel_filter(event.link->number, event.message.channel);
}
void set_channel(follow_info_t* info, packet_info*, const void* data) {
  info->substream_id = static_cast<const follow::Event*>(data)->message.channel;
}

}  // namespace

void register_follow_of_enet() {
  const int protocol = plugin::protocols.enet;
  const bridge::Follow its = {.address_filter = follow::filter_with_ends<protocol_name>,
                              .port_name = udp_port_to_display,
                              .stream_count = streams};
  Connections::offer(protocol, its,
                     {.title = "Follow the ENet connection",
                      .none = "The selected packet belongs to no ENet connection.",
                      .tap = follow::bytes_tap,
                      .on_packet = on_bytes,
                      .forget = follow::forget,
                      .lines = false});
  if (bridge::has_sub_streams) {
    const int channel =
        proto_register_protocol_in_name_only("ENet Channel", "ENet Channel", "enet_channel", protocol, FT_PROTOCOL);
    bridge::Follow of_channel = its;
    of_channel.tap = follow::bytes_tap;
    of_channel.conversation_filter = channel_filter_of_packet;
    of_channel.index_filter = channel_filter;
    of_channel.handler = on_channel;
    bridge::register_sub_stream_follow(channel, of_channel, next_channel);
  }
  follow::offer_in_window({.title = "Follow the ENet channel",
                           .none = "The selected packet has no ENet message.",
                           .tap = follow::bytes_tap,
                           .on_packet = on_channel,
                           .filter_of = found_channel,
                           .found_by = follow::bytes_tap,
                           .prepare = set_channel,
                           .forget = follow::forget,
                           .lines = false});
}

}  // namespace godot::plugin::enet
