// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/enet/datagram.h"

#include <algorithm>

#include "plugin/core/buffer.h"
#include "plugin/core/conversation.h"
#include "plugin/core/fields.h"
#include "plugin/core/frame_values.h"
#include "plugin/enet/preferences.h"
#include "plugin/enet/record.h"
#include "plugin/enet/view.h"

namespace godot::enet::dissector {
namespace {

using plugin::buffer_of;

/// Limit of datagrams stored before recognition.
constexpr std::uint32_t most_tried = 8;

bool is_first_pass(const packet_info* pinfo) { return pinfo->fd->visited == 0; }

/// An ICMP error has a copy of an earlier datagram, which it does not count again.
bool is_quoted(const packet_info* pinfo) { return pinfo->flags.in_error_pkt != 0; }

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
  ObservedSettings settings;
  if (conversation != nullptr) {
    settings = {
        .checksum = conversation->checksum, .compression = conversation->compression, .make = conversation->make};
  }
  if (settings.compression == Compression::none && (conversation == nullptr || !conversation->recognition.certain())) {
    const Endpoint* endpoint = known_endpoint(pinfo);
    if (endpoint != nullptr) settings.compression = endpoint->compression;
  }
  return settings;
}

/// An ICMP error quotes the beginning of a datagram, without its length.
Reading read_quote(const Buffer& quote, const ObservedSettings& settings) {
  const Reading whole = read(quote, settings, decompresses());
  CommandReader reader = whole.reader();
  for (Command command; reader.next(command);) {
  }
  if (whole.has_commands && !reader.problem()) return whole;
  constexpr std::size_t most = 65536;
  const auto longer = static_cast<Offset>(quote.captured.size() + most);
  return read(Buffer(quote.captured, longer), settings, decompresses());
}

/// Dissects a datagram of a settled conversation.
int dissect(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, Conversation& conversation, RecordKey key,
            const Buffer& datagram) {
  const Record* record = is_quoted(pinfo) ? nullptr : find_record(pinfo, key);
  const ObservedSettings settings = record != nullptr ? record->settings() : settings_of(&conversation, pinfo);
  const Reading reading = is_quoted(pinfo) ? read_quote(datagram, settings) : read(datagram, settings, decompresses());
  if (record == nullptr && is_first_pass(pinfo) && !is_quoted(pinfo))
    record = &track(pinfo, key, conversation, reading);
  if (is_first_pass(pinfo) && is_quoted(pinfo) && reading.has_commands)
    conversation.streams->track_returned(
        {pinfo->num, direction_of(conversation, pinfo), reading.header, reading.reader()});
  show({.tvb = tvb,
        .pinfo = pinfo,
        .tree = tree,
        .conversation = conversation,
        .quoted = is_quoted(pinfo),
        .record = record,
        .reading = reading,
        .ordinal = key >> layer_bits});
  return static_cast<int>(datagram.captured.size());
}

/// Learns from a datagram of a conversation that is not recognised yet.
bool learn(packet_info* pinfo, RecordKey key, const Buffer& datagram) {
  Conversation* conversation = conversation_of(pinfo);
  const Endpoint* endpoint = known_endpoint(pinfo);
  Observation seen = observe(datagram, preferred_checksum());
  if (seen.strength == Strength::none) return false;
  const bool compressed = seen.strength == Strength::compressed;
  if (compressed && endpoint == nullptr && !worth_decompressing(pinfo)) return false;
  const Reading reading = read(datagram, settings_of(conversation, pinfo));
  if (compressed) seen = observe(reading, preferred_checksum());
  if (seen.strength == Strength::none) return false;
  if (conversation == nullptr) conversation = begin_conversation(pinfo);
  conversation->recognition.add(seen, refusals(pinfo));
  if (endpoint != nullptr) conversation->recognition.accept();
  if (conversation->recognition.certain()) {
    if (conversation->skipped) conversation->streams->analyse_anew();
    settle(*conversation, pinfo);
  } else if (conversation->tried < most_tried) {
    ++conversation->tried;
    track(pinfo, key, *conversation, reading);
  } else {
    conversation->skipped = true;
  }
  return true;
}

/// True for a datagram of one of the conversation's connections, malformed or not, or the first one of another.
/// Programs may send other data through the same socket.
bool belongs(const Conversation& conversation, const packet_info* pinfo, const Buffer& datagram) {
  Header header;
  Problem problem;
  read_header(datagram, false, header, problem, conversation.make);
  if (header.size == 0) return false;
  if (conversation.streams->knows(direction_of(conversation, pinfo), header)) return true;
  return possible(datagram, preferred_checksum()) &&
         observe(read(datagram, settings_of(&conversation, pinfo)), preferred_checksum()).strength != Strength::none;
}

}  // namespace

int dissect_chosen(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, Carrier carrier) {
  const RecordKey key = record_key(pinfo, carrier);
  Conversation* conversation = begin_conversation(pinfo);
  if (is_first_pass(pinfo)) {
    conversation->recognition.accept();
    settle(*conversation, pinfo);
  }
  return dissect(tvb, pinfo, tree, *conversation, key, buffer_of(tvb, 0));
}

int dissect_known(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree) {
  Conversation* conversation = conversation_of(pinfo);
  if (conversation == nullptr) return 0;
  const Buffer datagram = buffer_of(tvb, 0);
  const RecordKey key = record_key(pinfo, Carrier::udp);
  const bool seen = find_record(pinfo, key) != nullptr;
  if (!seen && !belongs(*conversation, pinfo, datagram)) return 0;
  return dissect(tvb, pinfo, tree, *conversation, key, datagram);
}

bool heuristic(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, Carrier carrier, dissector_handle_t handle) {
  const Buffer datagram = buffer_of(tvb, 0);
  if (!possible(datagram, preferred_checksum())) {
    if (is_first_pass(pinfo)) refuse(pinfo);
    return false;
  }
  if (is_quoted(pinfo)) return false;
  Conversation* conversation = conversation_of(pinfo);
  const RecordKey key = record_key(pinfo, carrier);
  if (conversation != nullptr && conversation->recognition.certain()) {
    if (find_record(pinfo, key) == nullptr && !belongs(*conversation, pinfo, datagram)) return false;
  } else {
    if (!is_first_pass(pinfo)) return false;
    if (!learn(pinfo, key, datagram)) {
      refuse(pinfo);
      return false;
    }
    conversation = conversation_of(pinfo);
    if (!conversation->recognition.certain()) return false;
    if (handle != nullptr) plugin::lock_conversation(pinfo, handle);
  }
  return dissect(tvb, pinfo, tree, *conversation, key, datagram) != 0;
}

}  // namespace godot::enet::dissector
