// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/enet/datagram.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "codec/enet/icmp.h"
#include "plugin/core/epan/buffer.h"
#include "plugin/core/epan/frame_values.h"
#include "plugin/core/epan/frames.h"
#include "plugin/core/epan/longjmp.h"
#include "plugin/core/epan/time.h"
#include "plugin/core/flows/conversation.h"
#include "plugin/core/register/fields.h"
#include "plugin/core/tree/tree_place.h"
#include "plugin/enet/commands.h"
#include "plugin/enet/conversation.h"
#include "plugin/enet/preferences.h"
#include "plugin/enet/reading.h"
#include "plugin/enet/upper.h"
#include "plugin/enet/view.h"
#include "plugin/facts/collector.h"
#include "plugin/facts/needed.h"

namespace godot::enet::dissector {
namespace {

using plugin::buffer_of;
using plugin::is_first_pass;

/// An ICMP error has a copy of an earlier datagram, which it does not count again.
bool is_quoted(const packet_info* pinfo) { return pinfo->flags.in_error_pkt != 0; }

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
  for (const QuotedLayers& layers : quoted_layers) {
    if (!ends_with(pinfo, layers)) continue;
    const auto packet = buffer_of(tvb_get_ds_tvb(tvb), 0).captured;
    const auto begin = static_cast<std::size_t>(tvb_raw_offset(tvb));
    if (begin > packet.size()) return {};
    return icmp_error_before(packet.first(begin), layers.is_v6);
  }
  return {};
}

/// A datagram's layer, and its index in that layer.
constexpr unsigned layer_bits = 8;

RecordKey record_key(packet_info* pinfo, Carrier carrier) {
  const RecordKey layer = pinfo->curr_layer_num;
  if (carrier == Carrier::udp) return layer;
  constexpr RecordKey counters = 1U << 24;
  return layer | plugin::count_in_frame(pinfo, plugin::protocols.enet, counters | layer) << layer_bits;
}

/// The known properties of the conversation, or of other conversations of its ends.
ObservedSettings settings_of(const Conversation* conversation, const packet_info* pinfo) {
  const bool is_certain = conversation != nullptr && conversation->recognition.certain();
  return analysis::enet::settings_of(conversation, is_certain ? nullptr : known_endpoint(pinfo));
}

/// The guess for a connection without a handshake.
class Guess final : public analysis::enet::LikelierServer {
 public:
  Guess(const Conversation& conversation, const packet_info* pinfo) noexcept
      : conversation_(conversation), pinfo_(pinfo) {}
  [[nodiscard]] Direction likelier_server() const override { return dissector::likelier_server(conversation_, pinfo_); }

 private:
  const Conversation& conversation_;
  const packet_info* pinfo_;
};
LEFT_BY_LONGJMP(Guess, Reading);

/// Adds the datagram to its connection; first pass only.
const Record& track(packet_info* pinfo, RecordKey key, Conversation& conversation, const Reading& reading,
                    const CommandList& commands) {
  return capture().track({.frame = plugin::frame_number(pinfo),
                          .captured = plugin::absolute_time(pinfo),
                          .key = key,
                          .direction = direction_of(conversation, pinfo),
                          .reading = reading,
                          .commands = commands},
                         conversation, Guess(conversation, pinfo),
                         {.sequence = tracks_sequence(), .fragments = reassembles()});
}

/// Dissects a datagram of a settled conversation.
int dissect(const plugin::TreePlace& place, Conversation& conversation, RecordKey key, const Buffer& datagram,
            plugin::Needed needed) {
  packet_info* pinfo = place.pinfo;
  const bool quoted = is_quoted(pinfo);
  const Record* record = quoted ? nullptr : capture().find(plugin::frame_number(pinfo), key);
  const ObservedSettings settings = record != nullptr ? record->settings() : settings_of(&conversation, pinfo);
  const Reading reading = quoted ? reader().read_quote(datagram, settings, preferred_checksum(), decompresses())
                                 : reader().read(datagram, settings, preferred_checksum(), decompresses());
  const Commands commands = commands_of(reading, place.tvb, pinfo);
  if (record == nullptr && is_first_pass(pinfo) && !quoted) {
    record = &track(pinfo, key, conversation, reading, commands.list);
    const Stream* stream = record->stream;
    const bool has_ended =
        stream != nullptr && stream->analysis != nullptr && stream->analysis->left_in() == plugin::frame_number(pinfo);
    if (has_ended) upper().has_ended(stream->link, plugin::frame_number(pinfo));
  }
  if (is_first_pass(pinfo) && quoted && reading.has_commands) {
    if (const auto error = error_that_quotes(place.tvb, pinfo))
      conversation.streams->track_returned(
          {plugin::frame_number(pinfo), direction_of(conversation, pinfo), reading.header, commands.list}, *error);
  }
  needed.collector = plugin::collector(pinfo);
  const auto sender = record != nullptr ? sender_of(pinfo, *record) : analysis::enet::Sender{};
  show({.tvb = place.tvb,
        .pinfo = pinfo,
        .tree = place.tree,
        .conversation = conversation,
        .quoted = quoted,
        .record = record,
        .sender = sender,
        .reading = reading,
        .commands = commands,
        .ordinal = key >> layer_bits,
        .needed = needed});
  return static_cast<int>(datagram.captured.size());
}

/// What a datagram of a flow is, as far as the datagrams up to it show.
enum class Verdict : std::uint8_t { refused, undecided, enet };

/// A datagram that is not understood, maybe of a conversation that is known to be ENet's.
Verdict not_read(packet_info* pinfo) {
  if (Conversation* conversation = conversation_of(pinfo); conversation != nullptr)
    conversation->could_not_read(plugin::frame_number(pinfo));
  return Verdict::refused;
}

/// Learns from a datagram of a conversation that is not recognised yet.
Verdict learn(packet_info* pinfo, RecordKey key, const Buffer& datagram) {
  const Endpoint* endpoint = known_endpoint(pinfo);
  Observation seen = observe(datagram, preferred_checksum());
  const bool compressed = seen.strength == Strength::compressed;
  if (compressed && endpoint == nullptr && !worth_decompressing(pinfo)) seen = {};
  if (seen.strength == Strength::none) return not_read(pinfo);
  const Reading reading = reader().read(datagram, settings_of(conversation_of(pinfo), pinfo), preferred_checksum());
  if (compressed) seen = observe(reading, preferred_checksum());
  if (seen.strength == Strength::none) return not_read(pinfo);
  Conversation& conversation = *begin_conversation(pinfo);
  if (refusals(pinfo) != 0) conversation.could_not_read(plugin::frame_number(pinfo));
  conversation.recognition.add(seen, refusals(pinfo));
  if (endpoint != nullptr) conversation.recognition.accept();
  const bool is_certain = conversation.recognition.certain();
  if (is_certain) {
    if (conversation.skipped) conversation.streams->analyse_anew();
    settle(conversation, pinfo);
  } else if (conversation.takes_another()) {
    track(pinfo, key, conversation, reading, CommandList(reading.reader()));
  }
  return is_certain ? Verdict::enet : Verdict::undecided;
}

/// True for a datagram of one of the conversation's connections, malformed or not, or the first one of another.
/// Programs may send other data through the same socket.
bool belongs(const Conversation& conversation, packet_info* pinfo, RecordKey key, const Buffer& datagram) {
  const auto is_enet = [&] {
    const ObservedSettings settings = settings_of(&conversation, pinfo);
    return observe(reader().read(datagram, settings, preferred_checksum()), preferred_checksum()).strength !=
           Strength::none;
  };
  return capture().find(plugin::frame_number(pinfo), key) != nullptr ||
         conversation.has(datagram, direction_of(conversation, pinfo)) ||
         (possible(datagram, preferred_checksum()) && is_enet());
}

/// The verdict on a datagram that may be ENet. `handle`: then gets the conversation's later datagrams, or null.
Verdict judge(packet_info* pinfo, RecordKey key, const Buffer& datagram, dissector_handle_t handle) {
  Verdict verdict = Verdict::undecided;
  const Conversation* conversation = conversation_of(pinfo);
  if (conversation != nullptr && conversation->recognition.certain()) {
    if (belongs(*conversation, pinfo, key, datagram)) verdict = Verdict::enet;
    else if (is_first_pass(pinfo)) not_read(pinfo);
  } else if (is_first_pass(pinfo)) {
    verdict = learn(pinfo, key, datagram);
    if (verdict == Verdict::enet && handle != nullptr) plugin::lock_conversation(pinfo, handle);
  }
  return verdict;
}

}  // namespace

int dissect_chosen(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, Carrier carrier) {
  const RecordKey key = record_key(pinfo, carrier);
  Conversation* conversation = begin_conversation(pinfo);
  if (is_first_pass(pinfo)) {
    conversation->recognition.accept();
    settle(*conversation, pinfo);
  }
  return dissect({tvb, 0, pinfo, tree}, *conversation, key, buffer_of(tvb, 0), plugin::needed_in(tree));
}

int dissect_known(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const plugin::Needed& needed) {
  Conversation* conversation = conversation_of(pinfo);
  const Buffer datagram = buffer_of(tvb, 0);
  const RecordKey key = record_key(pinfo, Carrier::udp);
  const bool is_its = conversation != nullptr && belongs(*conversation, pinfo, key, datagram);
  if (!is_its && is_first_pass(pinfo)) not_read(pinfo);
  return is_its ? dissect({tvb, 0, pinfo, tree}, *conversation, key, datagram, needed) : 0;
}

bool heuristic(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, Carrier carrier, dissector_handle_t handle) {
  const Buffer datagram = buffer_of(tvb, 0);
  Verdict verdict = Verdict::refused;
  RecordKey key = 0;
  if (possible(datagram, preferred_checksum())) {
    key = is_quoted(pinfo) ? 0 : record_key(pinfo, carrier);
    verdict = is_quoted(pinfo) ? Verdict::undecided : judge(pinfo, key, datagram, handle);
  }
  if (verdict == Verdict::refused && is_first_pass(pinfo)) refuse(pinfo);
  return verdict == Verdict::enet &&
         dissect({tvb, 0, pinfo, tree}, *conversation_of(pinfo), key, datagram, plugin::needed_in(tree)) != 0;
}

}  // namespace godot::enet::dissector
