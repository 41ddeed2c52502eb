// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/core/statistics.h"
#include "plugin/enet/statistics.h"

#include <cstdio>

namespace godot::enet::dissector {

using plugin::count_one;

namespace {

constexpr const char* sizes = "Datagram size";
constexpr const char* by_command = "Commands by type";
constexpr const char* by_channel = "Messages by channel";
constexpr const char* retransmissions = "Retransmissions by channel";
constexpr const char* by_event = "Events";
constexpr const char* by_compression = "Datagrams by compression";

plugin::Statistics statistics("enet", "ENet");
int size_node = -1;
int command_node = -1;
int channel_node = -1;
int retransmission_node = -1;
int event_node = -1;
int compression_node = -1;

struct EventName {
  Event event;
  const char* name;
};
constexpr EventName event_names[] = {
    {Event::duplicate, "Duplicate commands"},
    {Event::out_of_order, "Commands out of order"},
    {Event::lost_command, "Gaps in sequence numbers"},
    {Event::duplicate_ack, "Duplicate acknowledgements"},
    {Event::ack_unseen, "Acknowledgements of unseen commands"},
    {Event::timeout, "Connections about to time out"},
};

constexpr std::size_t name_size = 24;

void tick_channel(stats_tree* tree, const char* title, int node, std::uint8_t channel) {
  char name[name_size];
  std::snprintf(name, sizeof name, "Channel %u", unsigned{channel});
  count_one(tree, title, node, channel == connection_channel ? "Connection" : name);
}

/// A message's size is its bytes; a fragment is counted as a message, as ENet sends it.
void count_message(stats_tree* tree, const Command& command) {
  char name[name_size];
  std::snprintf(name, sizeof name, "Channel %u", unsigned{command.channel});
  plugin::count_sized(tree, by_channel, channel_node, name, static_cast<gint>(command.payload_length));
}

void count_finding(stats_tree* tree, const Command& command, const Finding& finding) {
  if (finding.has(Event::retransmission)) tick_channel(tree, retransmissions, retransmission_node, command.channel);
  for (const EventName& row : event_names) {
    if (finding.has(row.event)) count_one(tree, by_event, event_node, row.name);
  }
}

extern "C" {

static void begin_count(stats_tree* tree) {
  size_node = stats_tree_create_range_node(tree, sizes, 0, "0-19", "20-39", "40-79", "80-159", "160-319", "320-639",
                                           "640-1279", "1280-4096", nullptr);
  command_node = stats_tree_create_node(tree, by_command, 0, STAT_DT_INT, TRUE);
  channel_node = stats_tree_create_node(tree, by_channel, 0, STAT_DT_INT, TRUE);
  retransmission_node = stats_tree_create_node(tree, retransmissions, 0, STAT_DT_INT, TRUE);
  event_node = stats_tree_create_node(tree, by_event, 0, STAT_DT_INT, TRUE);
  compression_node = stats_tree_create_node(tree, by_compression, 0, STAT_DT_INT, TRUE);
}

static tap_packet_status count_datagram(stats_tree* tree, packet_info*, epan_dissect_t*, const void* data,
                                        tap_flags_t) {
  const auto* datagram = static_cast<const DatagramTap*>(data);
  tick_stat_node(tree, sizes, 0, TRUE);
  stats_tree_tick_range(tree, sizes, 0, static_cast<int>(datagram->size));
  // The numbers beside a compression are what is left, in percent.
  constexpr gint percent = 100;
  const auto ratio = datagram->plain == 0
                         ? percent
                         : static_cast<gint>((datagram->size - datagram->header.size) * percent / datagram->plain);
  plugin::count_sized(tree, by_compression, compression_node, name(datagram->compression).data(), ratio);
  Findings findings(datagram->analysis);
  CommandReader reader(datagram->commands, datagram->header, datagram->begin);
  for (Command command; reader.next(command);) {
    const Finding* finding = findings.next();
    count_one(tree, by_command, command_node,
              value_name(Field::enet_command, static_cast<std::uint32_t>(command.type)).data());
    if (command.has_payload()) count_message(tree, command);
    if (finding != nullptr) count_finding(tree, command, *finding);
  }
  if (datagram->malformed) count_one(tree, by_event, event_node, "Malformed datagrams");
  return TAP_PACKET_REDRAW;
}

}  // extern "C"
}  // namespace

void register_statistics() { statistics.register_tree(count_datagram, begin_count); }

bool is_tapped() noexcept { return statistics.wanted(); }

void tap_datagram(packet_info* pinfo, const DatagramTap* datagram) { statistics.tell(pinfo, datagram); }

}  // namespace godot::enet::dissector
