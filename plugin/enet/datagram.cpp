// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/enet/datagram.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "analysis/game/learning/link_ends.h"
#include "engine/enet/steps.h"
#include "engine/packed/decompressors.h"
#include "plugin/core/epan/buffer.h"
#include "plugin/core/epan/frame_values.h"
#include "plugin/core/epan/frames.h"
#include "plugin/core/epan/longjmp.h"
#include "plugin/core/epan/time.h"
#include "plugin/core/flows/conversation_data.h"
#include "plugin/core/register/field_registration.h"
#include "plugin/core/tree/items.h"
#include "plugin/enet/codec.h"
#include "plugin/enet/preferences.h"
#include "plugin/enet/shown_datagram.h"
#include "plugin/facts/collector.h"
#include "plugin/facts/demand.h"
#include "plugin/game/multiplayer_state.h"

namespace godot::plugin::enet {
namespace {

using plugin::buffer_of;
using plugin::is_first_pass;
using plugin::is_quoted;

/// The reader of all datagrams, with the decompressors of this build. A reading is valid until the next one.
DatagramReader& reader() noexcept {
  static DatagramReader all(engine::packed::decompressors());
  return all;
}

/// The layers before a datagram that an ICMP error quotes.
struct QuotedLayers {
  bool is_v6;
  const char* icmp;
  const char* ip;
};
constexpr std::array<QuotedLayers, 2> quoted_layers = {{{false, "icmp", "ip"}, {true, "icmpv6", "ipv6"}}};

bool is_layer(const wmem_list_frame_t* at, const char* name) {
  return at != nullptr && GPOINTER_TO_INT(wmem_list_frame_data(at)) == proto_get_id_by_filter_name(name);
}

/// True if the packet's last layers are these and UDP. This one is behind them only if Wireshark dissects with a tree.
bool ends_with(const packet_info* pinfo, const QuotedLayers& layers) {
  const wmem_list_frame_t* at = wmem_list_tail(pinfo->layers);
  if (is_layer(at, "enet")) at = wmem_list_frame_prev(at);
  for (const char* name : {"udp", layers.ip, layers.icmp}) {
    if (!is_layer(at, name)) return false;
    at = wmem_list_frame_prev(at);
  }
  return true;
}

/// The ICMP error that quotes the datagram `tvb`, from the bytes before: epan keeps them in the same buffer. Nothing if
/// they are not as expected.
std::optional<IcmpError> error_that_quotes(tvbuff_t* tvb, const packet_info* pinfo) {
  const auto* const layers = std::find_if(quoted_layers.begin(), quoted_layers.end(),
                                          [&](const QuotedLayers& each) { return ends_with(pinfo, each); });
  const auto packet = buffer_of(tvb_get_ds_tvb(tvb), 0).captured;
  const auto begin = static_cast<std::size_t>(tvb_raw_offset(tvb));
  const bool is_as_expected = layers != quoted_layers.end() && begin <= packet.size();
  return is_as_expected ? icmp_error_before(packet.first(begin), layers->is_v6) : std::nullopt;
}

/// A datagram's layer, and its index in that layer.
constexpr unsigned layer_bits = 8;

RecordKey record_key(packet_info* pinfo, Carrier carrier) {
  const RecordKey layer = pinfo->curr_layer_num;
  if (carrier == Carrier::udp) return layer;
  constexpr RecordKey counters = 1U << 24;
  return layer | plugin::count_in_frame(pinfo, plugin::protocols.enet, counters | layer) << layer_bits;
}

constexpr std::array<const char*, compression_count> source_names = {
    nullptr, "Decompressed ENet (range coder)", "Decompressed ENet (FastLZ)", "Decompressed ENet (zlib)",
    "Decompressed ENet (zstd)"};

/// The commands of the datagram `tvb`. Decompressed ones become a data source of the packet.
Commands commands_of(const Reading& reading, tvbuff_t* tvb, packet_info* pinfo) {
  if (!reading.has_commands || !reading.header.compressed)
    return {.tvb = tvb, .bytes = reading.commands, .list = CommandList(reading.reader())};
  const auto bytes = reading.command_bytes();
  const auto size = static_cast<guint>(bytes.size());
  // The reading's buffer is reused for the next datagram, which a dissector above may read.
  auto* copy = static_cast<guint8*>(wmem_memdup(pinfo->pool, bytes.data(), size));
  tvbuff_t* source = tvb_new_child_real_data(tvb, copy, size, static_cast<int>(size));
  add_new_data_source(pinfo, source, source_names[static_cast<std::size_t>(reading.plain.compression)]);
  const Buffer plain({copy, bytes.size()});
  return {.tvb = source, .bytes = plain, .decompressed = true, .list = CommandList(reading.reader_in(plain))};
}

/// Wireshark as a host of the steps of a datagram.
class Host {
 public:
  Host(const plugin::TreePlace& place, RecordKey key, const Route& route) noexcept
      : place_(place), key_(key), route_(route) {}

  [[nodiscard]] std::uint32_t frame() const { return plugin::frame_number(place_.pinfo); }
  [[nodiscard]] std::int64_t time() const { return plugin::absolute_time(place_.pinfo); }
  [[nodiscard]] bool is_first_pass() const { return plugin::is_first_pass(place_.pinfo); }
  [[nodiscard]] bool is_quoted() const { return enet::is_quoted(place_.pinfo); }
  [[nodiscard]] RecordKey key() const noexcept { return key_; }
  [[nodiscard]] static Checksum checksum() { return preferences::checksum(); }
  [[nodiscard]] static bool decompresses() { return preferences::decompress(); }
  [[nodiscard]] static DatagramReader& reader() { return enet::reader(); }
  [[nodiscard]] static analysis::enet::Capture& capture() { return enet::capture(); }
  [[nodiscard]] Conversation* pair() const { return conversation_of(place_.pinfo); }
  [[nodiscard]] Conversation& begin() const { return *begin_conversation(place_.pinfo); }
  [[nodiscard]] ObservedSettings settings(const Conversation* pair) const {
    const bool is_certain = pair != nullptr && pair->recognition.certain();
    return analysis::enet::settings_of(pair, is_certain ? nullptr : endpoints().known(ends()));
  }
  [[nodiscard]] bool has_known_end() const { return endpoints().known(ends()) != nullptr; }
  void settle(Conversation& pair) const {
    endpoints().settle(pair, ends());
    if (route_.later != nullptr) plugin::lock_conversation(place_.pinfo, route_.later);
  }
  [[nodiscard]] Direction direction(const Conversation& pair) const {
    return pair.direction_of(plugin::source_of(place_.pinfo));
  }
  [[nodiscard]] engine::PresumedServer guess(const Conversation& pair) const {
    return {endpoints(), pair, plugin::source_of(place_.pinfo), plugin::destination_of(place_.pinfo)};
  }
  [[nodiscard]] static analysis::enet::Tracking tracking() {
    return {.sequence = preferences::track_sequence(), .fragments = preferences::reassemble()};
  }
  [[nodiscard]] std::uint32_t refusals() const { return enet::refusals(place_.pinfo); }
  void refuse() const { enet::refuse(place_.pinfo); }
  [[nodiscard]] bool worth_decompressing() const { return enet::worth_decompressing(place_.pinfo); }
  [[nodiscard]] std::optional<IcmpError> returned_by() const { return error_that_quotes(place_.tvb, place_.pinfo); }
  [[nodiscard]] Commands list(const Reading& reading) const { return commands_of(reading, place_.tvb, place_.pinfo); }
  void has_ended(const Stream& stream) const {
    analysis::has_ended(stream.link, plugin::multiplayer_state().memory, frame());
  }
  void show(const Conversation& pair, const Record* record, const Reading& reading, const Commands& commands) const {
    plugin::Demand needed = route_.needed != nullptr ? *route_.needed : plugin::demand_in(place_.tree);
    needed.collector = plugin::collector(place_.pinfo);
    const bool on_one_machine = addresses_equal(&place_.pinfo->src, &place_.pinfo->dst) != FALSE;
    const auto sender =
        record != nullptr ? capture().sender_of(*record, !is_first_pass(), on_one_machine) : analysis::enet::Sender{};
    enet::show({.tvb = place_.tvb,
                .pinfo = place_.pinfo,
                .tree = place_.tree,
                .its = {.pair = pair,
                        .record = record,
                        .sender = sender,
                        .reading = reading,
                        .commands = commands.list,
                        .plain = commands.decompressed ? commands.bytes : Buffer(),
                        .is_quoted = is_quoted()},
                .commands = commands,
                .ordinal = key_ >> layer_bits,
                .needed = needed});
  }

 private:
  [[nodiscard]] engine::EnetEnds ends() const { return ends_of_datagram(place_.pinfo); }

  plugin::TreePlace place_;
  RecordKey key_;
  Route route_;
};
LEFT_BY_LONGJMP(engine::PresumedServer, Host, Reading, Commands);

}  // namespace

int dissect_chosen(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, Carrier carrier) {
  engine::take_chosen(Host({tvb, 0, pinfo, tree}, record_key(pinfo, carrier), {}), buffer_of(tvb, 0));
  return plugin::to_end(tvb);
}

int dissect_datagram(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const Route& route) {
  const Host host({tvb, 0, pinfo, tree}, record_key(pinfo, route.carrier), route);
  return engine::take_datagram(host, buffer_of(tvb, 0)) ? plugin::to_end(tvb) : 0;
}

}  // namespace godot::plugin::enet
